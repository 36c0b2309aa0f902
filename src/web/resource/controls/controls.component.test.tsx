import { parseDate } from "@internationalized/date";
import { ChevronDown, Pencil, Trash2 } from "lucide";
import { type ReactNode, useState } from "react";
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  Cell,
  Checkbox,
  Column,
  DateInput,
  DateRangePicker,
  DateSegment,
  Group,
  Heading,
  Row,
  Table,
  TableBody,
  TableHeader,
} from "react-aria-components";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { leaveWithPointer } from "#test/component/visitor.ts";
import { Icon } from "../../ui/icon.tsx";
import { useConfirm } from "./confirm.tsx";
import { Menu } from "./menu.tsx";
import { Drawer, Modal } from "./modal.tsx";
import { Switch } from "./switch.tsx";
import { Tabs } from "./tabs.tsx";
import { useAreaToast } from "./toast.tsx";
// In the product the frame of the back office brings it.
import "../../styles/back-office.css";

describe("Modal and Drawer", () => {
  const opener = page.getByRole("button", { name: "Mở" });
  const dialog = page.getByRole("dialog", { name: "Tiêu đề" });
  const question = page.getByRole("alertdialog", { name: "Bỏ thay đổi?" });
  const field = page.getByLabelText("Tên");
  const scrimOf = (content: Element) => {
    const scrim = content.closest(".scrim");
    if (!scrim) throw new Error("no scrim around the dialog");
    return scrim;
  };

  interface ScreenProps {
    /** Runs on each way to close; the dialog closes when it returns true, or a promise of true. */
    onClose?: () => unknown;
    body?: ReactNode;
    foot?: ReactNode;
  }

  function Screen({ onClose = () => true, body = <input aria-label="Tên" defaultValue="chữ" />, foot }: ScreenProps) {
    const [open, setOpen] = useState(false);
    const close = async () => {
      if (await onClose()) setOpen(false);
    };
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Mở
        </button>
        <Modal open={open} onClose={() => void close()} title="Tiêu đề" width={27} foot={foot}>
          {body}
        </Modal>
      </>
    );
  }

  /** A form that asks before it closes. */
  function AskingScreen() {
    const confirm = useConfirm();
    return <Screen onClose={() => confirm({ title: "Bỏ thay đổi?", text: "Chưa lưu.", action: "Bỏ" })} />;
  }

  async function open(screen: ReactNode = <Screen />) {
    stubApi();
    const rendered = await renderWithin(screen);
    await opener.click();
    await expect.element(dialog).toBeVisible();
    return rendered;
  }

  /** A press of the pointer that goes down at one element and up at another; the click goes to their common ancestor. */
  function press(down: Element, up: Element): void {
    down.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    up.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    (down.contains(up) ? down : up).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  describe("Modal", () => {
    test("shows title, body and foot, and nothing while closed", async () => {
      stubApi();
      await renderWithin(<Screen foot={<p>Chân</p>} />);
      await expect.element(field).not.toBeInTheDocument();
      await opener.click();
      await expect.element(dialog.getByRole("heading", { name: "Tiêu đề", level: 2 })).toBeVisible();
      await expect.element(dialog.getByLabelText("Tên")).toBeVisible();
      await expect.element(dialog.getByText("Chân")).toBeVisible();
    });

    test.each([
      ["Esc", () => userEvent.keyboard("{Escape}")],
      ["its close button", () => page.getByRole("button", { name: "Đóng" }).click()],
      ["a press on the scrim", () => Promise.resolve(press(scrimOf(dialog.element()), scrimOf(dialog.element())))],
    ])("is closed by %s and returns the focus", async (_name, close) => {
      await open();
      await close();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    });

    test("returns the focus when an answer takes it away and the page is still inert in the next frame", async () => {
      function Unmounting() {
        const [isOpen, setOpen] = useState(false);
        return (
          <>
            <button type="button" onClick={() => setOpen(true)}>
              Mở
            </button>
            {isOpen && (
              <Modal open onClose={() => setTimeout(setOpen, 0, false)} title="Tiêu đề">
                <input aria-label="Tên" />
              </Modal>
            )}
          </>
        );
      }
      await open(<Unmounting />);
      vi.spyOn(window, "requestAnimationFrame").mockImplementation((run) => {
        queueMicrotask(() => run(performance.now()));
        return 0;
      });
      await page.getByRole("button", { name: "Đóng" }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    });

    test.each([
      ["dragging text out of a field", () => press(field.element(), scrimOf(dialog.element()))],
      [
        "a press that begins on the scrim and ends in the dialog",
        () => press(scrimOf(dialog.element()), field.element()),
      ],
      ["a press inside", () => press(field.element(), field.element())],
    ])("is not closed by %s", async (_name, act) => {
      const onClose = vi.fn(() => true);
      await open(<Screen onClose={onClose} />);
      act();
      expect(onClose).not.toHaveBeenCalled();
      await expect.element(dialog).toBeVisible();
    });

    test("stays open on repeated Esc while `open` is true", async () => {
      const onClose = vi.fn(() => false);
      await open(<Screen onClose={onClose} />);
      for (let turn = 1; turn <= 3; turn++) {
        await userEvent.keyboard("{Escape}");
        expect(onClose).toHaveBeenCalledTimes(turn);
        await expect.element(dialog).toBeVisible();
      }
    });

    test("is closed by Esc after the focused button was disabled", async () => {
      function Body() {
        const [isBusy, setIsBusy] = useState(false);
        return (
          <button type="button" disabled={isBusy} onClick={() => setIsBusy(true)}>
            Gửi
          </button>
        );
      }
      await open(<Screen body={<Body />} />);
      await page.getByRole("button", { name: "Gửi" }).click();
      await expect.element(page.getByRole("button", { name: "Gửi" })).toBeDisabled();
      await userEvent.keyboard("{Escape}");
      await expect.element(dialog).not.toBeInTheDocument();
    });

    test("keeps the focus inside, and the page behind is inert", async () => {
      await open(<Screen foot={<button type="button">Lưu</button>} />);
      for (let turn = 0; turn < 6; turn++) {
        await userEvent.tab();
        expect(dialog.element().contains(document.activeElement)).toBe(true);
      }
      expect(opener.element().closest("[inert]")).not.toBeNull();
    });

    test("focuses the first field of the body", async () => {
      await open(
        <Screen
          body={
            <>
              <button type="button">Chọn file</button>
              <input type="file" hidden aria-label="Ẩn" />
              <input aria-label="Khóa" disabled />
              <textarea aria-label="Tên" />
              <input aria-label="Sau" />
            </>
          }
        />,
      );
      await expect.element(field).toHaveFocus();
    });

    test("focuses itself without a field, so that Enter does nothing", async () => {
      await open(<Screen body={<p>Chỉ có chữ</p>} foot={<button type="button">Lưu</button>} />);
      await expect.element(dialog).toHaveFocus();
      await userEvent.keyboard("{Enter}");
      await expect.element(dialog).toBeVisible();
    });

    test("asks a question over itself: one scrim, one reaction to Esc, the focus back", async () => {
      await open(<AskingScreen />);
      await expect.element(field).toHaveFocus();
      await userEvent.keyboard("{Escape}");
      await expect.element(question).toBeVisible();
      await expect.element(question.getByRole("button", { name: "Hủy" })).toHaveFocus();
      expect(dialog.element().closest("[inert]")).not.toBeNull();
      const scrims = [...document.querySelectorAll(".scrim")].map((scrim) => getComputedStyle(scrim).backgroundColor);
      expect(scrims).toEqual(["rgba(0, 0, 0, 0)", "rgba(28, 14, 10, 0.56)"]);
      await userEvent.keyboard("{Escape}");
      await expect.element(question).not.toBeInTheDocument();
      expect(dialog.element().closest("[inert]")).toBeNull();
      await expect.element(field).toHaveFocus();
      expect(getComputedStyle(scrimOf(dialog.element())).backgroundColor).toBe("rgba(28, 14, 10, 0.56)");
      await userEvent.keyboard("{Escape}");
      await question.getByRole("button", { name: "Bỏ" }).click();
      await expect.element(page.getByLabelText("Tên")).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    });

    test("is a card of its width, and a sheet at the bottom edge of a phone", async () => {
      await open();
      const box = () => dialog.element().parentElement?.getBoundingClientRect();
      expect(box()?.width).toBe(27 * 16);
      await page.viewport(390, 844);
      await expect.poll(box).toMatchObject({ left: 0, width: 390, bottom: 844 });
    });
  });

  describe("Drawer", () => {
    function DrawerScreen({ side, named }: { side: "left" | "right"; named: { title: string } | { label: string } }) {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Mở
          </button>
          <Drawer open={open} onClose={() => setOpen(false)} side={side} {...named}>
            <p>Nội dung</p>
          </Drawer>
        </>
      );
    }

    test.each([
      ["right", { title: "Tiêu đề" }, { left: 1280 - 480, right: 1280 }, { left: 0, right: 390 }],
      ["left", { label: "Tiêu đề" }, { left: 0, right: 352 }, { left: 0, right: 343.1875 }],
    ] as const)("stands at the %s over the full height", async (side, named, wide, phone) => {
      await open(<DrawerScreen side={side} named={named} />);
      const box = () => dialog.element().parentElement?.getBoundingClientRect();
      expect(box()).toMatchObject({ ...wide, top: 0, bottom: 800 });
      await page.viewport(390, 844);
      await expect.poll(box).toMatchObject({ ...phone, top: 0, bottom: 844 });
      await userEvent.keyboard("{Escape}");
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    });

    test("has a close button with a title", async () => {
      await open(<DrawerScreen side="right" named={{ title: "Tiêu đề" }} />);
      await dialog.getByRole("button", { name: "Đóng" }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    });
  });
});

describe("useConfirm", () => {
  const ask = page.getByRole("button", { name: "Hỏi" });
  const question = page.getByRole("alertdialog", { name: "Xóa bài hát" });

  function Screen({ cancel }: { cancel?: string }) {
    const confirm = useConfirm();
    const [answers, setAnswers] = useState<boolean[]>([]);
    const askOnce = async () => {
      const yes = await confirm({ title: "Xóa bài hát", text: "Mưa hạ", action: "Xóa", cancel, danger: true });
      setAnswers((before) => [...before, yes]);
    };
    return (
      <>
        <button type="button" onClick={() => void askOnce()}>
          Hỏi
        </button>
        <p>{`Trả lời: ${answers.join(" ")}`}</p>
      </>
    );
  }

  test.each([
    ["the action", true, () => question.getByRole("button", { name: "Xóa" }).click()],
    ["Hủy", false, () => question.getByRole("button", { name: "Hủy" }).click()],
    ["the close button", false, () => question.getByRole("button", { name: "Đóng" }).click()],
    ["Enter", false, () => userEvent.keyboard("{Enter}")],
    ["Esc", false, () => userEvent.keyboard("{Escape}")],
  ])("%s resolves to %s and returns the focus", async (_name, answer, give) => {
    stubApi();
    await renderWithin(<Screen />);
    await ask.click();
    await expect.element(question.getByText("Mưa hạ")).toBeVisible();
    await give();
    await expect.element(page.getByText(`Trả lời: ${answer}`)).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(ask).toHaveFocus();
  });

  test("its safe button has the given label and the first focus", async () => {
    stubApi();
    await renderWithin(<Screen cancel="Ở lại" />);
    await ask.click();
    await expect.element(question).toHaveAccessibleDescription("Mưa hạ");
    await expect.element(question.getByRole("button", { name: "Ở lại" })).toHaveFocus();
    await expect.element(question.getByRole("button", { name: "Hủy" })).not.toBeInTheDocument();
  });
});

describe("Menu", () => {
  const edit = vi.fn();
  const remove = vi.fn();
  const trigger = page.getByRole("button", { name: "Thao tác: Mưa hạ" });
  const menu = page.getByRole("menu", { name: "Thao tác: Mưa hạ" });
  const item = (name: string) => page.getByRole("menuitem", { name });

  beforeEach(() => {
    edit.mockReset();
    remove.mockReset();
  });

  function Screen({ text }: { text?: string }) {
    const confirm = useConfirm();
    return (
      <>
        <Menu
          label="Thao tác: Mưa hạ"
          items={[
            { label: "Sửa", icon: Pencil, onSelect: edit },
            { label: "Tạm ẩn", isDisabled: true, onSelect: edit },
            {
              label: "Xóa",
              icon: Trash2,
              isDanger: true,
              onSelect: async () => {
                if (await confirm({ title: "Xóa bài hát", text: "Mưa hạ", action: "Xóa hẳn", danger: true })) remove();
              },
            },
          ]}
        >
          {text && (
            <>
              {text}
              <Icon icon={ChevronDown} />
            </>
          )}
        </Menu>
        <button type="button">Khác</button>
      </>
    );
  }

  async function show(text?: string) {
    stubApi();
    await renderWithin(<Screen text={text} />);
    await expect.element(menu).not.toBeInTheDocument();
  }

  test("runs an action on a click, closes, and gives the focus back", async () => {
    await show();
    await trigger.click();
    await expect.element(menu).toBeVisible();
    await item("Sửa").click();
    expect(edit).toHaveBeenCalledOnce();
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(trigger).toHaveFocus();
  });

  test("has a button with text as well", async () => {
    await show("Thao tác");
    await page.getByText("Thao tác").click();
    await expect.element(item("Sửa")).toBeVisible();
  });

  test("is worked by keys: open, arrows past what is disabled, first letters, Enter", async () => {
    await show();
    await userEvent.tab();
    await expect.element(trigger).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Sửa")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Xóa")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(item("Sửa")).toHaveFocus();
    await userEvent.keyboard("x");
    await expect.element(item("Xóa")).toHaveFocus();
    await userEvent.keyboard("{Home}{Enter}");
    expect(edit).toHaveBeenCalledOnce();
    await expect.element(trigger).toHaveFocus();
  });

  test("is closed by Esc and by a press outside, without an action", async () => {
    await show();
    await trigger.click();
    await userEvent.keyboard("{Escape}");
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(trigger).toHaveFocus();
    await trigger.click();
    await expect.element(menu).toBeVisible();
    await userEvent.click(document.body, { position: { x: 900, y: 600 } });
    await expect.element(menu).not.toBeInTheDocument();
    expect(edit).not.toHaveBeenCalled();
  });

  test("ignores a disabled action", async () => {
    await show();
    await trigger.click();
    await expect.element(item("Tạm ẩn")).toHaveAttribute("aria-disabled", "true");
    await item("Tạm ẩn").click({ force: true });
    expect(edit).not.toHaveBeenCalled();
  });

  test("opens a question, which gives the focus back to the button", async () => {
    await show();
    await trigger.click();
    await item("Xóa").click();
    const question = page.getByRole("alertdialog", { name: "Xóa bài hát" });
    await expect.element(question.getByRole("button", { name: "Hủy" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(question).not.toBeInTheDocument();
    expect(remove).not.toHaveBeenCalled();
    await expect.element(trigger).toHaveFocus();
  });
});

describe("Switch", () => {
  const control = page.getByRole("switch", { name: "Hoạt động" });

  function Screen({ onChange = () => {}, ...props }: Partial<Parameters<typeof Switch>[0]>) {
    const [isSelected, setIsSelected] = useState(false);
    return (
      <Switch
        label="Hoạt động"
        isSelected={isSelected}
        onChange={(next) => {
          onChange(next);
          setIsSelected(next);
        }}
        {...props}
      />
    );
  }

  test("is turned on by a click on its label and off by the space bar", async () => {
    const onChange = vi.fn();
    stubApi();
    await renderWithin(<Screen onChange={onChange} />);
    await expect.element(control).not.toBeChecked();
    await page.getByText("Hoạt động").click();
    await expect.element(control).toBeChecked();
    await userEvent.keyboard(" ");
    await expect.element(control).not.toBeChecked();
    expect(onChange.mock.calls).toEqual([[true], [false]]);
  });

  test("shows what it is given, until that changes", async () => {
    const onChange = vi.fn();
    stubApi();
    await renderWithin(<Switch label="Hoạt động" isSelected={true} onChange={onChange} />);
    await control.click();
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false);
    await expect.element(control).toBeChecked();
  });

  test("is not changed while disabled", async () => {
    stubApi();
    await renderWithin(<Screen isDisabled />);
    await expect.element(control).toBeDisabled();
  });

  test("keeps its name and a target of 44 px when the label is hidden", async () => {
    stubApi();
    await renderWithin(<Screen isLabelHidden />);
    const { left, top, width } = control.element().getBoundingClientRect();
    expect(width).toBe(44);
    expect(document.elementFromPoint(left + 4, top - 9)).toBe(control.element());
    const label = page.getByText("Hoạt động").element().getBoundingClientRect();
    expect([label.width, label.height]).toEqual([1, 1]);
  });
});

describe("Tabs", () => {
  const tab = (name: string) => page.getByRole("tab", { name });
  const panel = page.getByRole("tabpanel");

  async function open(at: string) {
    stubApi();
    return renderWithin(
      <Tabs
        label="Cấu hình"
        tabs={[
          { id: "price", label: "Giá", content: <input aria-label="Số tiền" /> },
          { id: "storage", label: "Lưu trữ", content: <input aria-label="Tài khoản" /> },
          { id: "mail", label: "Thư", content: <p>Chưa có</p> },
        ]}
      />,
      { at },
    );
  }

  test.each([
    ["/admin/config", "Giá"],
    ["/admin/config?tab=storage", "Lưu trữ"],
    ["/admin/config?tab=nothing", "Giá"],
  ])("the URL %s selects %s", async (at, name) => {
    await open(at);
    await expect.element(tab(name)).toHaveAttribute("aria-selected", "true");
    await expect.element(panel).toHaveAccessibleName(name);
  });

  test("on a narrow screen the selected tab is scrolled into view, and only the tabs move", async () => {
    await page.viewport(320, 700);
    stubApi();
    const names = ["Giá bài hát", "Lưu trữ (R2)", "Thông báo", "Thời hạn lưu giữ", "Zalo"] as const;
    const [first, ...others] = names.map((name) => ({ id: name, label: name, content: name }));
    if (!first) return;
    await renderWithin(<Tabs label="Cấu hình" tabs={[first, ...others]} />, { at: "/admin/config?tab=Zalo" });
    await expect.element(tab("Zalo")).toBeInViewport({ ratio: 1 });
    await expect.element(tab("Giá bài hát")).not.toBeInViewport();
    await userEvent.click(tab("Zalo"));
    await userEvent.keyboard("{Home}");
    await expect.element(tab("Giá bài hát")).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBe(320);
  });

  test("arrows, Home and End select a tab and wrap around, and the URL holds it", async () => {
    const screen = await open("/admin/config?q=x");
    await tab("Giá").click();
    for (const [key, name, address] of [
      ["ArrowRight", "Lưu trữ", "/admin/config?q=x&tab=storage"],
      ["ArrowLeft", "Giá", "/admin/config?q=x"],
      ["ArrowLeft", "Thư", "/admin/config?q=x&tab=mail"],
      ["ArrowRight", "Giá", "/admin/config?q=x"],
      ["End", "Thư", "/admin/config?q=x&tab=mail"],
      ["Home", "Giá", "/admin/config?q=x"],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await expect.element(tab(name)).toHaveFocus();
      await expect.element(tab(name)).toHaveAttribute("aria-selected", "true");
      await expect.poll(screen.address).toBe(address);
    }
  });

  test("Tab moves from the selected tab into its panel, which keeps its state", async () => {
    await open("/admin/config");
    await page.getByLabelText("Số tiền").fill("500");
    await tab("Lưu trữ").click();
    await expect.element(page.getByLabelText("Số tiền")).not.toBeVisible();
    await userEvent.tab();
    await expect.element(page.getByLabelText("Tài khoản")).toHaveFocus();
    await tab("Giá").click();
    await expect.element(page.getByLabelText("Số tiền")).toHaveValue("500");
  });
});

describe("useAreaToast", () => {
  const undo = vi.fn();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const saved = page.getByText("Đã lưu");

  function Screen() {
    const toast = useAreaToast();
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => toast("Đã lưu")}>
          Báo
        </button>
        <button type="button" onClick={() => toast("Không lưu được", "danger")}>
          Báo lỗi
        </button>
        <button type="button" onClick={() => toast("Đã xóa", undefined, { label: "Hoàn tác", onPress: undo })}>
          Xóa
        </button>
        <button type="button" onClick={() => setOpen(true)}>
          Mở
        </button>
        <Modal open={open} onClose={() => setOpen(false)} title="Tiêu đề" foot={<button type="button">Lưu</button>}>
          <input aria-label="Tên" />
          <button type="button" onClick={() => toast("Đã gửi", undefined, { label: "Hoàn tác", onPress: undo })}>
            Gửi
          </button>
        </Modal>
      </>
    );
  }

  async function show() {
    stubApi();
    await renderWithin(<Screen />);
  }

  test.each([
    ["politely for four seconds", "Báo", "status", "Đã lưu", 4000],
    ["at once for eight seconds, when something failed", "Báo lỗi", "alert", "Không lưu được", 8000],
    ["for ten seconds with an action", "Xóa", "status", "Đã xóa", 10_000],
  ] as const)("is announced and shown %s", async (_name, name, role, text, ms) => {
    await show();
    stopClock();
    await button(name).click();
    await expect.element(page.getByRole("region", { name: "Thông báo" }).getByRole(role)).toHaveTextContent(text);
    await leaveWithPointer();
    await passTime(ms - 100);
    await expect.element(page.getByText(text)).toBeVisible();
    await passTime(100);
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
  });

  test("replaces the previous one, for its own duration", async () => {
    await show();
    stopClock();
    await button("Báo").click();
    await passTime(3000);
    await button("Báo lỗi").click();
    await passTime(3000);
    await expect.element(page.getByText("Không lưu được")).toBeVisible();
    await expect.element(saved).not.toBeInTheDocument();
  });

  test("stays while the pointer is on it", async () => {
    await show();
    stopClock();
    await button("Báo").click();
    await saved.hover();
    await passTime(20_000);
    await expect.element(saved).toBeVisible();
    await leaveWithPointer();
    await passTime(4000);
    await expect.element(saved).not.toBeInTheDocument();
  });

  test("is reached by F6, stays while it has the focus, and gives it back", async () => {
    await show();
    stopClock();
    await button("Báo").click();
    await userEvent.keyboard("{F6}");
    await userEvent.tab();
    await passTime(20_000);
    await userEvent.tab();
    await expect.element(button("Ẩn thông báo")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(saved).not.toBeInTheDocument();
    await expect.element(button("Báo")).toHaveFocus();
  });

  test("runs its action once and closes", async () => {
    undo.mockClear();
    await show();
    await button("Xóa").click();
    await button("Hoàn tác").click();
    expect(undo).toHaveBeenCalledOnce();
    await expect.element(page.getByText("Đã xóa")).not.toBeInTheDocument();
  });

  test("works over an open dialog, which stays open and gets the focus back", async () => {
    undo.mockClear();
    await show();
    await button("Mở").click();
    await button("Gửi").click();
    const toast = page.getByText("Đã gửi");
    await expect.element(toast).toBeVisible();
    expect(toast.element().closest("[inert]")).toBeNull();
    await button("Hoàn tác").click();
    expect(undo).toHaveBeenCalledOnce();
    await expect.element(toast).not.toBeInTheDocument();
    await expect.element(button("Gửi")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog", { name: "Tiêu đề" })).not.toBeInTheDocument();
  });

  test.each([
    [1280, 800],
    [390, 844],
  ])("covers no field and no button of a dialog at %i by %i", async (width, height) => {
    await page.viewport(width, height);
    await show();
    await button("Mở").click();
    await button("Gửi").click();
    const box = page.getByText("Đã gửi").element().closest(".toast")?.getBoundingClientRect();
    expect(box?.top).toBeGreaterThanOrEqual(0);
    expect(box?.bottom).toBeLessThan(page.getByLabelText("Tên").element().getBoundingClientRect().top);
    expect(box?.left).toBeGreaterThanOrEqual(0);
    expect(box?.right).toBeLessThanOrEqual(width);
  });
});

describe("the language of the kit", () => {
  test("speaks of a table in Vietnamese", async () => {
    await renderWithin(
      <Table aria-label="Bài hát" selectionMode="multiple" sortDescriptor={{ column: "title", direction: "ascending" }}>
        <TableHeader>
          <Column>
            <Checkbox slot="selection" />
          </Column>
          <Column id="title" isRowHeader allowsSorting>
            Tên
          </Column>
        </TableHeader>
        <TableBody>
          <Row id={1}>
            <Cell>
              <Checkbox slot="selection" />
            </Cell>
            <Cell>Mùa hạ</Cell>
          </Row>
        </TableBody>
      </Table>,
    );
    const table = page.getByRole("grid", { name: "Bài hát" });
    await expect.element(table.getByRole("checkbox", { name: "Chọn tất cả" })).toBeVisible();
    await expect.element(table.getByRole("checkbox", { name: "Chọn Mùa hạ" })).toBeVisible();
  });

  test("speaks of days in Vietnamese, whose week begins on Monday", async () => {
    await renderWithin(
      <Calendar aria-label="Ngày phát hành" defaultValue={parseDate("2026-11-20")}>
        <Button slot="previous">‹</Button>
        <Heading />
        <Button slot="next">›</Button>
        <CalendarGrid>{(date) => <CalendarCell date={date} />}</CalendarGrid>
      </Calendar>,
    );
    const calendar = page.getByRole("application", { name: "Ngày phát hành, tháng 11 năm 2026" });
    await expect.element(calendar.getByRole("button", { name: "Trước", exact: true })).toHaveTextContent("‹");
    await expect.element(calendar.getByRole("button", { name: "Sau", exact: true }).first()).toHaveTextContent("›");
    await expect.element(calendar.getByRole("button", { name: "Thứ Sáu, 20 tháng 11, 2026, đã chọn" })).toBeVisible();
    expect(calendar.element().querySelector("thead")?.textContent).toBe("T2T3T4T5T6T7CN");
  });

  test("writes dates in the Vietnamese way", async () => {
    await renderWithin(
      <>
        <DateRangePicker
          aria-label="Khoảng ngày"
          defaultValue={{ start: parseDate("2026-11-02"), end: parseDate("2026-11-20") }}
        >
          <Group>
            <DateInput slot="start">{(segment) => <DateSegment segment={segment} />}</DateInput>
          </Group>
        </DateRangePicker>
      </>,
    );
    const day = page.getByRole("spinbutton", { name: /^Ngày, Ngày bắt đầu/ });
    await expect.element(day).toHaveTextContent("2");
    expect(day.element().parentElement?.innerText.replaceAll(/[^\d/]/g, "")).toBe("2/11/2026");
  });
});
