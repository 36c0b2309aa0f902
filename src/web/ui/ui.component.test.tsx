import { Trash2 } from "lucide";
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { prefer } from "#test/component/visitor.ts";
import { readStored, writeStored } from "../lib/storage.ts";
import { Dropdown } from "./dropdown.tsx";
import { Modal } from "./modal.tsx";
import { Act, More } from "./more.tsx";
import { ThemeButton } from "./theme-button.tsx";
import { useToast } from "./toast.tsx";

const opener = page.getByRole("button", { name: "Mở" });
const dialog = page.getByRole("dialog", { name: "Tiêu đề" });

function Screen({ onClose }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Mở
      </button>
      <Modal open={open} onClose={onClose ?? (() => setOpen(false))} title="Tiêu đề" foot={<p>Chân</p>}>
        <input aria-label="Tên" defaultValue="chữ" />
      </Modal>
    </>
  );
}

async function open(onClose?: () => void) {
  stubApi();
  await renderWithin(<Screen onClose={onClose} />);
  await opener.click();
  await expect.element(dialog).toBeVisible();
}

/** A press that goes down at one place and up at another. */
function press(down: Element, up: Element): void {
  down.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  up.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

describe("Modal", () => {
  test("renders title, content and footer, and nothing while closed", async () => {
    stubApi();
    await renderWithin(<Screen />);
    await expect.element(page.getByLabelText("Tên")).not.toBeInTheDocument();
    await opener.click();
    await expect.element(dialog.getByRole("heading", { name: "Tiêu đề" })).toBeVisible();
    await expect.element(dialog.getByLabelText("Tên")).toBeVisible();
    await expect.element(dialog.getByText("Chân")).toBeVisible();
  });

  test("is closed by Esc, its button and a press on the backdrop, and returns the focus", async () => {
    stubApi();
    await renderWithin(<Screen />);
    for (const close of [
      () => userEvent.keyboard("{Escape}"),
      () => page.getByRole("button", { name: "Đóng" }).click(),
      async () => press(dialog.element(), dialog.element()),
    ]) {
      await opener.click();
      await expect.element(dialog).toBeVisible();
      await close();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
    }
  });

  test("is not closed by dragging text out of a field", async () => {
    await open();
    press(page.getByLabelText("Tên").element(), dialog.element());
    await expect.element(dialog).toBeVisible();
  });

  test("stays open on repeated Esc while `open` is true", async () => {
    const onClose = vi.fn();
    await open(onClose);
    for (let turn = 1; turn <= 3; turn++) {
      await userEvent.keyboard("{Escape}");
      await expect.poll(() => onClose.mock.calls.length).toBe(turn);
      await expect.element(dialog).toBeVisible();
    }
  });

  test("keeps the focus inside", async () => {
    await open();
    for (let press = 0; press < 8; press++) {
      await userEvent.tab();
      const focused = document.activeElement;
      expect(focused === document.body || dialog.element().contains(focused), `after ${press + 1} presses`).toBe(true);
    }
  });
});

describe("a toast", () => {
  function Screen() {
    const toast = useToast();
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => toast("Đã lưu")}>
          Báo
        </button>
        <button type="button" onClick={() => toast("Không lưu được", "danger")}>
          Báo lỗi
        </button>
        <button type="button" onClick={() => setOpen(true)}>
          Mở
        </button>
        <Modal open={open} onClose={() => setOpen(false)} title="Tiêu đề">
          <button type="button" onClick={() => toast("Đã gửi")}>
            Gửi
          </button>
        </Modal>
      </>
    );
  }
  const show = async () => {
    stubApi();
    await renderWithin(<Screen />);
  };

  test.each([
    ["for four seconds, politely", "Báo", "status", "Đã lưu", 4000],
    ["of what was refused for eight, at once", "Báo lỗi", "alert", "Không lưu được", 8000],
  ] as const)("is shown %s", async (_name, button, role, text, ms) => {
    stopClock();
    await show();
    await page.getByRole("button", { name: button, exact: true }).click();
    await passTime(100);
    await expect.element(page.getByRole(role)).toHaveTextContent(text);
    await passTime(ms - 200);
    await expect.element(page.getByText(text)).toBeVisible();
    await passTime(300);
    await expect.element(page.getByText(text)).not.toBeInTheDocument();
  });

  test("replaces the previous one, for its own duration", async () => {
    stopClock();
    await show();
    await page.getByRole("button", { name: "Báo", exact: true }).click();
    await passTime(3000);
    await page.getByRole("button", { name: "Báo lỗi" }).click();
    await passTime(3000);
    await expect.element(page.getByText("Không lưu được")).toBeVisible();
    await expect.element(page.getByText("Đã lưu")).not.toBeInTheDocument();
  });

  test("is inside the open dialog, and outside after it closes", async () => {
    await show();
    await opener.click();
    await page.getByRole("button", { name: "Gửi" }).click();
    await expect.element(dialog.getByRole("status").getByText("Đã gửi")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText("Đã gửi")).toBeVisible();
  });
});

describe("Dropdown", () => {
  const summary = page.getByText("Thao tác");
  const inside = page.getByRole("button", { name: "Tạm ẩn" });

  async function open() {
    stubApi();
    const screen = await renderWithin(
      <>
        <Dropdown summary="Thao tác">
          <button type="button">Tạm ẩn</button>
        </Dropdown>
        <button type="button" style={{ marginTop: "20rem" }}>
          Khác
        </button>
      </>,
    );
    await expect.element(inside).not.toBeInTheDocument();
    await summary.click();
    await expect.element(inside).toBeVisible();
    return screen;
  }

  test("a press on an action in it closes it and returns the focus, on any other button not", async () => {
    stubApi();
    const pressed: string[] = [];
    await renderWithin(
      <More label="Thêm">
        <button type="button">Khác</button>
        <Act icon={Trash2} onPress={() => pressed.push(document.activeElement?.tagName ?? "")}>
          Xóa
        </Act>
      </More>,
    );
    const more = page.getByLabelText("Thêm");
    await more.click();
    await page.getByRole("button", { name: "Khác" }).click();
    await page.getByRole("button", { name: "Xóa" }).click();
    await expect.element(page.getByRole("button", { name: "Xóa" })).not.toBeInTheDocument();
    await expect.element(more).toHaveFocus();
    expect(pressed, "the focus is back before a dialog opens").toEqual(["SUMMARY"]);
  });

  test("Esc closes it and returns the focus", async () => {
    await open();
    await userEvent.tab();
    await expect.element(inside).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(inside).not.toBeInTheDocument();
    await expect.element(summary).toHaveFocus();
  });

  test("a press outside closes it", async () => {
    await open();
    await page.getByRole("button", { name: "Khác" }).click();
    await expect.element(inside).not.toBeInTheDocument();
  });

  test("it closes when the focus leaves it", async () => {
    await open();
    await userEvent.tab();
    await expect.element(inside).toBeVisible();
    await userEvent.tab();
    await expect.element(page.getByRole("button", { name: "Khác" })).toHaveFocus();
    await expect.element(inside).not.toBeInTheDocument();
  });

  test("it closes on a navigation", async () => {
    const { go } = await open();
    await go("/songs");
    await expect.element(inside).not.toBeInTheDocument();
  });
});

describe("the theme", () => {
  const toggle = page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" });
  const isDark = () => document.documentElement.classList.contains("dark");
  const barColour = () => document.querySelector("meta[name=theme-color]")?.getAttribute("content");

  beforeEach(() => void stubApi());

  test("follows the system's preference and its changes without a choice", async () => {
    await prefer({ colorScheme: "dark" });
    await renderWithin(<ThemeButton />);
    expect(isDark()).toBe(true);
    await prefer({ colorScheme: "light" });
    await expect.poll(isDark).toBe(false);
    await prefer({ colorScheme: "dark" });
    await expect.poll(isDark).toBe(true);
    expect(readStored("darkMode")).toBeNull();
  });

  test("stores a choice, prefers it to the system's, and changes the browser bar's colour", async () => {
    const first = await renderWithin(<ThemeButton />);
    const light = barColour();
    await toggle.click();
    expect(isDark()).toBe(true);
    expect(readStored("darkMode")).toBe("true");
    expect(barColour()).not.toBe(light);
    await toggle.click();
    expect(isDark()).toBe(false);
    expect(readStored("darkMode")).toBe("false");
    expect(barColour()).toBe(light);
    await first.unmount();
    await prefer({ colorScheme: "dark" });
    await renderWithin(<ThemeButton />);
    expect(isDark()).toBe(false);
  });

  test("follows the choice of another tab", async () => {
    await renderWithin(<ThemeButton />);
    writeStored("darkMode", "true");
    window.dispatchEvent(new StorageEvent("storage", { key: "darkMode", newValue: "true" }));
    await expect.poll(isDark).toBe(true);
  });
});
