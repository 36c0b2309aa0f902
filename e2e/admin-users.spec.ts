/** A user in the back office, from the first day to the last. */
import type { Page } from "@playwright/test";
import { expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-users" });

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
const dialog = (page: Page) => page.getByRole("dialog");

test("a user is added, upgraded, found by plan, downgraded and locked", async ({ page, site }) => {
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, "/admin/users");
  await page.getByRole("button", { name: "Thêm người dùng" }).first().click();
  await dialog(page).getByLabel("Tên đăng nhập").fill("hoa_mai");
  await dialog(page).getByLabel("Email").fill("hoa-mai@example.com");
  await dialog(page).getByLabel("Mật khẩu", { exact: false }).first().fill("mat-khau-7");
  await dialog(page).getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Đã thêm người dùng", { exact: true })).toBeVisible();
  await expect(row(page, "hoa_mai")).toContainText("Miễn phí");

  await page.getByRole("button", { name: "Nâng cấp Premium: hoa_mai" }).click();
  await dialog(page).getByRole("button", { name: "Nâng cấp" }).click();
  await expect(row(page, "hoa_mai")).toContainText("Còn 30 ngày");
  await page.getByRole("link", { name: /^Miễn phí/ }).click();
  await expect(row(page, "hoa_mai")).toHaveCount(0);
  await page.getByRole("button", { name: "Bộ lọc" }).click();
  await page.getByLabel("Gói", { exact: true }).selectOption("Premium");
  await expect(row(page, "hoa_mai")).toBeVisible();
  await page.getByLabel("Gói", { exact: true }).selectOption("Tất cả gói");

  await page.getByRole("button", { name: "Thao tác: hoa_mai" }).click();
  await page.getByRole("menuitem", { name: "Hạ về miễn phí" }).click();
  const question = page.getByRole("alertdialog", { name: "Hạ về miễn phí" });
  await expect(question).toContainText("hoa_mai");
  await question.getByRole("button", { name: "Hạ về miễn phí" }).click();
  await expect(row(page, "hoa_mai")).toContainText("Miễn phí");

  // The input is drawn by its label.
  await page.getByRole("switch", { name: "Hoạt động: hoa_mai" }).focus();
  await page.keyboard.press("Space");
  await expect(row(page, "hoa_mai")).toContainText("Đã khóa");
  await page.getByRole("button", { name: "Làm mới" }).click();
  await expect(row(page, "hoa_mai")).toContainText("Đã khóa");
});
