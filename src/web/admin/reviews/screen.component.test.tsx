import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/component/admin.tsx";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { aReview } from "#test/component/reviews.ts";
import { type Answers, fails } from "#test/component/stub-api.ts";
import * as screen from "./screen.tsx";

const list = "GET /api/admin/reviews";
const counts = "GET /api/admin/reviews/tabs";
const decide = "PUT /api/admin/reviews/{id}";
const heading = "Lời khách";
const status = page.getByRole("status").last();
const items = page.getByRole("main").getByRole("listitem");
const waiting = aReview();
const shown = aReview({ id: 2, name: "Hùng và Ngân", state: "shown", story: "Chúng tôi gặp nhau ở bến xe…" });
const quiet = aReview({ id: 3, name: null, text: null, is_public: false, state: "private", occasion: null });

async function open(answers: Answers = {}, at = "/admin/reviews") {
  const opened = await openAdmin(screen, at, {
    [list]: [waiting],
    [counts]: { all: 3, waiting: 1, shown: 1, hidden: 0, private: 1 },
    ...answers,
  });
  await expect.element(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  return opened;
}

test("the reviews that wait come first, with all that would be shown", async () => {
  const { api } = await open();
  await expect.element(items.first()).toMatchTextContent("Lan Anh");
  for (const text of ["Chờ duyệt", "Sinh nhật", "Mẹ nghe mà khóc", "HR2345678M · Nguyễn Thị Lan", "04/05/2026"]) {
    await expect.element(items.first()).toMatchTextContent(text);
  }
  await expect.element(items.first().getByRole("img", { name: "5 trên 5 sao" })).toBeVisible();
  await expect
    .element(items.first().getByRole("link", { name: /^HR2345678M/ }))
    .toHaveAttribute("href", "/admin/requests?open=7");
  expect(api.requests(list)[0]?.query).toMatchObject({ state: "waiting" });
  await expect.element(page.getByRole("link", { name: /Chờ duyệt 1/ })).toBeVisible();
  await checkScreen({ heading });
});

test("a review is shown as it was read", async () => {
  const { api } = await open();
  api.change({ [decide]: { ...waiting, state: "shown" }, [list]: [] });
  await page.getByRole("button", { name: /^Hiện/ }).click();
  await expect.element(status).toMatchTextContent("Đánh giá đang hiện ở trang Đặt bài hát riêng");
  expect(api.requests(decide)).toMatchObject([{ body: { is_shown: true, updated_at: waiting.updated_at } }]);
  await expect.element(page.getByRole("heading", { name: "Không có đánh giá nào ở đây" })).toBeVisible();
  await fits();
});

test("a shown one is hidden, and a private one is only read", async () => {
  const { api } = await open({ [list]: [shown, quiet] }, "/admin/reviews?tab=all");
  await expect.element(items.first()).toMatchTextContent("Cho phép trích bên bài hát: “Chúng tôi gặp nhau ở bến xe…”");
  await expect.element(items.nth(1)).toMatchTextContent("Khách không cho hiện");
  await expect.element(items.nth(1)).toMatchTextContent("Không viết lời nào");
  expect(page.getByRole("button", { name: /^Hiện/ }).query()).toBeNull();
  await checkScreen({ heading });
  api.change({ [decide]: { ...shown, state: "hidden" } });
  await page.getByRole("button", { name: /^Ẩn/ }).click();
  await expect.element(status).toMatchTextContent("Đã ẩn đánh giá");
  expect(api.requests(decide)).toMatchObject([{ body: { is_shown: false } }]);
});

test("tells that a customer has changed the review since", async () => {
  const { api } = await open();
  api.change({
    [decide]: fails(409, "Khách vừa sửa đánh giá này, bạn tải lại và đọc lại trước khi quyết định nhé"),
  });
  await page.getByRole("button", { name: /^Hiện/ }).click();
  await expect.element(page.getByText(/Khách vừa sửa đánh giá này/)).toBeVisible();
});

test("shows an error when the list can't be loaded", async () => {
  await open({ [list]: fails(500) });
  await expect.element(page.getByRole("alert").first()).toMatchTextContent("Không thể tải đánh giá của khách");
});
