/** Deleted records: taken back from the message, from the bin, under another name, and removed for good. */
import type { Page } from "@playwright/test";
import { expect, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-bin" });

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Xóa: ${name}` }).click();
  const question = page.getByRole("alertdialog", { name: "Xóa thể loại" });
  await expect(question).toContainText("Nằm trong thùng rác 30 ngày, khôi phục được.");
  await question.getByRole("button", { name: "Xóa thể loại" }).click();
  await expect(page.getByText("Xóa thể loại thành công!")).toBeVisible();
}

test("a deletion is taken back from its message and from the bin", async ({ page, site, expectErrors }) => {
  // The name is taken; and an item that is open while it is restored is read once more.
  expectErrors(/409/, /404/);
  await storeToken(page, await site.asAdmin(), "admin");
  await site.addCategory({ name: "Nhạc thiền" });
  await page.goto("/admin/genres");
  await remove(page, "Nhạc thiền");
  await expect(page.getByRole("heading", { name: "Nhạc thiền" })).toHaveCount(0);
  await page.getByRole("button", { name: "Hoàn tác" }).click();
  await expect(page.getByText("Đã khôi phục Nhạc thiền")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nhạc thiền" })).toBeVisible();

  await remove(page, "Nhạc thiền");
  await site.addCategory({ name: "Nhạc Thiền" });
  await page.getByRole("complementary").getByRole("link", { name: "Hệ thống" }).click();
  await page.getByRole("link", { name: "Thùng rác" }).click();
  await row(page, "Nhạc thiền").getByRole("button", { name: "Khôi phục: Nhạc thiền" }).click();
  await page.getByRole("button", { name: "Đặt tên khác" }).click();
  const panel = page.getByRole("dialog", { name: "Nhạc thiền" });
  await panel.getByRole("textbox", { name: "Tên" }).fill("Nhạc thiền cũ");
  await panel.getByRole("button", { name: "Khôi phục", exact: true }).click();
  await expect(page.getByText("Đã khôi phục Nhạc thiền cũ")).toBeVisible();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Thùng rác trống" })).toBeVisible();

  await page.goto("/admin/genres");
  await remove(page, "Nhạc thiền cũ");
  await page.goto("/admin/bin");
  await page.getByRole("button", { name: "Xóa hẳn: Nhạc thiền cũ" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Xóa hẳn" });
  await question.getByRole("button", { name: "Xóa hẳn" }).click();
  await expect(page.getByRole("heading", { name: "Thùng rác trống" })).toBeVisible();
});
