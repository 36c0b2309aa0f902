/** A listener's own place: what a visitor likes is there after registration, what was heard is told, paused and cleared. */

import type { Page } from "@playwright/test";
import { uniqueName } from "./support/site.ts";
import { expect, open, test } from "./support/test.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("likes and plays of a visitor are found again in the account, whose history can be paused and cleared", async ({
  page,
}) => {
  await open(page, "/songs/1");
  const main = page.getByRole("main");
  const title = await main.getByRole("heading", { level: 1 }).innerText();
  await main.getByRole("button", { name: `Phát: ${title}` }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0)).toBeGreaterThan(0);
  await main.getByRole("button", { name: /^Thích/ }).click();
  await expect(main.getByRole("button", { name: /^Đã thích/ })).toBeVisible();
  expect(await page.evaluate(() => document.querySelector("audio")?.paused)).toBe(false);

  // The play is kept once the server has counted it.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("ownSongs"))).toContain("played_at");

  const username = uniqueName("nguoi_thich");
  await open(page, "/register");
  await field(page, "Tên đăng nhập").fill(username);
  await field(page, "Email").fill(`${username}@example.com`);
  await field(page, "Mật khẩu").fill("mat-khau-1");
  await field(page, "Xác nhận mật khẩu").fill("mat-khau-1");
  await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("userToken"))).toBeTruthy();

  await open(page, "/me");
  for (const list of ["Bài đã thích", "Nghe gần đây"]) {
    await expect(page.getByRole("list", { name: list }).getByRole("link", { name: title })).toBeVisible();
  }

  const options = page.getByLabel("Tùy chọn lịch sử nghe", { exact: true });
  await options.click();
  await page.getByRole("button", { name: "Tạm dừng ghi" }).click();
  await expect(page.getByText("Đang tạm dừng")).toBeVisible();
  await options.click();
  await page.getByRole("button", { name: "Xóa lịch sử nghe" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Xóa hết" }).click();
  await expect(page.getByRole("list", { name: "Nghe gần đây" })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Bài đã thích" })).toBeVisible();
});
