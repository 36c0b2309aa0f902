import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { stubApi } from "#test/component/stub-api.ts";
import { leaveWithPointer } from "#test/component/visitor.ts";
import { Modal } from "./modal.tsx";
import { useToast } from "./toast.tsx";

const undo = vi.fn();
const button = (name: string) => page.getByRole("button", { name, exact: true });
const saved = page.getByText("Đã lưu");

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
