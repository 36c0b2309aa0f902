import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { BinItem } from "#contract/bin.ts";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { type Answers, counted, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/bin";
const one = "GET /api/admin/bin/{id}";
const counts = "GET /api/admin/bin/counts";
const restore = "POST /api/admin/bin/restore";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const status = page.getByRole("status").last();
const alert = page.getByRole("alert");
const row = page.getByRole("row").nth(1);
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000 - 60_000).toISOString();

const item = (fields: Partial<BinItem> = {}): BinItem => ({
  id: 3,
  entity: "song",
  entity_id: 12,
  name: "Mùa hạ cuối",
  names: {},
  facts: { likes: 1200, genres: 2 },
  deleted_at: "2026-05-01T08:00:00.000Z",
  deleted_by: "lan@example.com",
  ends_at: inDays(12),
  ...fields,
});
const numbers = { all: 1, song: 1, category: 0, support: 0, premium_package: 0, staff: 0 };

const open = (items: BinItem[], answers: Answers = {}, address = "/admin/bin") =>
  openAdmin(screen, address, {
    [list]: counted(items, items.length),
    [counts]: { ...numbers, all: items.length },
    ...(items[0] && { [one]: items[0] }),
    ...answers,
  });

describe("the bin", () => {
  test("shows what was deleted by whom, what goes along and the days left, with a tab for each kind", async () => {
    await open([item()]);
    await expect
      .poll(() => row.element().textContent)
      .toMatch(/^Mùa hạ cuốiBài hát1.200 lượt thích, 2 thể loại01\/05\/2026 15:00lan@example.com12 ngày/);
    const tab = page.getByRole("navigation", { name: "Loại" }).getByRole("link", { name: /^Bài hát/ });
    await expect.poll(() => tab.element().textContent).toMatch(/1$/);
    await checkScreen();
  });

  test.each([
    [2.5, "3 ngày", "badge--warning"],
    [-0.2, "Xóa hẳn đêm nay", "badge--danger"],
  ])("marks an item that has %d days left", async (days, text, look) => {
    await open([item({ ends_at: inDays(days) })]);
    await expect.element(row.getByText(text)).toHaveClass(look);
  });

  test("is empty with a text and without the button that empties it", async () => {
    await open([]);
    await expect.element(page.getByRole("heading", { name: "Thùng rác trống" })).toBeVisible();
    await expect.element(button("Dọn sạch")).not.toBeInTheDocument();
    await fits();
  });

  test("restores with one press, and tells what is not as it was", async () => {
    const { api } = await open([item()], {
      [restore]: { entity: "song", id: 12, name: "Mùa hạ cuối", notes: ["1 thể loại không còn nữa"] },
    });
    await button("Khôi phục: Mùa hạ cuối").click();
    await expect.element(status).toHaveTextContent("Đã khôi phục Mùa hạ cuối. 1 thể loại không còn nữa");
    expect(api.requests(restore).map(({ body }) => body)).toEqual([{ entity: "song", id: 12 }]);
  });

  test("asks for another name when it is taken, and shows the error at its field", async () => {
    const genre = item({ entity: "category", name: "Nhạc thiền", names: { name: "Nhạc thiền" }, facts: {} });
    const message = "Tên thể loại đã tồn tại";
    const { api } = await open([genre], { [restore]: fails(409, message, [{ field: "name", message }]) });
    await button("Khôi phục: Nhạc thiền").click();
    await expect.element(alert).toHaveTextContent(message);
    await button("Đặt tên khác").click();
    const panel = page.getByRole("dialog", { name: "Nhạc thiền" });
    await panel.getByRole("button", { name: "Khôi phục", exact: true }).click();
    await expect.element(panel.getByRole("textbox", { name: "Tên" })).toHaveAttribute("aria-invalid", "true");
    await panel.getByRole("textbox", { name: "Tên" }).fill("Nhạc thiền cũ");
    await panel.getByRole("button", { name: "Khôi phục", exact: true }).click();
    await expect
      .poll(() => api.requests(restore).at(-1)?.body)
      .toEqual({ entity: "category", id: 12, name: "Nhạc thiền cũ" });
    await checkScreen();
  });

  test("removes one for good after a question", async () => {
    const { api } = await open([item()], { "DELETE /api/admin/bin/{id}": { success: true } });
    await button("Xóa hẳn: Mùa hạ cuối").click();
    const question = page.getByRole("alertdialog", { name: "Xóa hẳn" });
    await expect.element(question.getByText("Mùa hạ cuối")).toBeVisible();
    await question.getByRole("button", { name: "Xóa hẳn" }).click();
    await expect.element(status).toHaveTextContent("Đã xóa hẳn");
    expect(api.requests("DELETE /api/admin/bin/{id}").map(({ params }) => params)).toEqual([{ id: "3" }]);
  });

  test("is emptied after a question with the number", async () => {
    const { api } = await open([item()], { "DELETE /api/admin/bin": { removed: 1 } });
    await button("Dọn sạch").click();
    const question = page.getByRole("alertdialog", { name: "Dọn sạch thùng rác" });
    await expect.element(question.getByText(/cả 1 mục/)).toBeVisible();
    await question.getByRole("button", { name: "Dọn sạch" }).click();
    await expect.element(status).toHaveTextContent("Đã xóa hẳn 1 mục");
    expect(api.requests("DELETE /api/admin/bin")).toHaveLength(1);
  });

  test("tells that an item is gone", async () => {
    await open([], { [one]: fails(404, "Không còn trong thùng rác") }, "/admin/bin?open=9");
    await expect.element(alert).toHaveTextContent("Không còn trong thùng rác");
  });
});
