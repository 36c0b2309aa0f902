import { type ReactNode, useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { useConfirm } from "./confirm.tsx";
import { Drawer, Modal } from "./modal.tsx";
// In the product the frame of the back office brings it.
import "../../styles/back-office.css";

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
