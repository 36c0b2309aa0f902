import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderRoute } from "#test/component/render.tsx";
import { aContact } from "#test/component/samples.ts";
import { fails, held, stubApi } from "#test/component/stub-api.ts";
import * as contact from "./page.tsx";

const call = "GET /api/admin/support/public/active";
const open = () => renderRoute(contact, { path: "/contact" });
const ways = page.getByRole("listitem").getByRole("link");

test("lists contacts in their order without those that have no link", async () => {
  stubApi({
    [call]: [
      aContact({ id: 1, name: "Bẫy", type: "other", value: "javascript:alert(1)" }),
      aContact({ id: 2, name: "Nhắn Telegram", type: "telegram", value: "@ngannga" }),
      aContact({ id: 3, name: "Gọi tổng đài", type: "phone", value: "1900 0000" }),
    ],
  });
  await open();
  await expect
    .poll(() => ways.elements().map((link) => [link.textContent, link.getAttribute("href")]))
    .toEqual([
      ["Nhắn TelegramNhắn tin qua Telegram (mở trong thẻ mới)", "https://t.me/ngannga"],
      ["Gọi tổng đài1900 0000", "tel:19000000"],
    ]);
});

test("shows an empty state with a link to the help page", async () => {
  stubApi({ [call]: [] });
  const screen = await open();
  await expect.element(page.getByRole("heading", { name: "Chưa có cách liên hệ nào" })).toBeVisible();
  await page.getByRole("link", { name: "Trung tâm trợ giúp" }).click();
  await expect.poll(screen.address).toBe("/help");
});

test("shows three skeletons while loading and an error state after a failure", async () => {
  const late = held(fails(500, "Hỏng"));
  stubApi({ [call]: late.answer });
  const { container } = await open();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Liên hệ");
  const places = () => container.querySelectorAll("div[aria-hidden=true]").length;
  expect(places()).toBe(3);
  late.release();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Không thể tải dữ liệu. Vui lòng thử lại sau.");
  await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
  expect(places()).toBe(0);
});
