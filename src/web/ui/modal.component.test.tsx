import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { Modal } from "./modal.tsx";
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

  test.each([
    ["Esc", () => userEvent.keyboard("{Escape}")],
    ["its close button", () => page.getByRole("button", { name: "Đóng" }).click()],
    ["a press on the backdrop", () => Promise.resolve(press(dialog.element(), dialog.element()))],
  ])("is closed by %s and returns the focus", async (_name, close) => {
    await open();
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
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
    for (let turn = 0; turn < 6; turn++) {
      await userEvent.tab();
      expect(opener.element()).not.toBe(document.activeElement);
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
