/** The genres in the back office, also for the behaviour that its lists and forms share. */
import type { Page } from "@playwright/test";
import { expect, open, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-genres" });
test.describe.configure({ mode: "serial" });

const item = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const add = (page: Page) => page.getByRole("button", { name: "Thêm thể loại" }).first();
const form = (page: Page) => page.getByRole("dialog", { name: /^(Thêm thể loại$|Sửa thể loại: )/ });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
const name = (page: Page) => form(page).getByLabel("Tên thể loại");
const save = (page: Page) => form(page).getByRole("button", { name: /^(Lưu|Đang lưu\.\.\.)$/ });

test.beforeEach(async ({ page, site }) => {
  await storeToken(page, await site.asAdmin(), "admin");
});

async function openGenres(page: Page): Promise<void> {
  await page.goto("/admin/genres");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thể loại");
  await expect(page.getByText(/^\d+ thể loại$/)).toBeVisible();
}

test("a genre is added with all its fields, and visitors see it", async ({ page }) => {
  await openGenres(page);
  await add(page).click();
  await name(page).fill("  Dân ca  ");
  await form(page).getByLabel("Mô tả").fill("Lời quê, điệu cũ");
  await form(page).getByLabel("Loại", { exact: true }).selectOption("Học tập");
  await form(page).getByLabel("Hiện trên trang chủ").check();
  await expect(form(page).getByLabel("Đang hiện")).toBeChecked();
  await save(page).click();
  await expect(page.getByText("Thêm thể loại thành công!", { exact: true })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  const made = item(page, "Dân ca");
  await expect(made).toContainText("Lời quê, điệu cũ");
  for (const badge of ["Đang hiện", "Học tập", "Hiện trên trang chủ"]) await expect(made).toContainText(badge);
  await expect(made.getByRole("time")).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await open(page, "/categories");
  await expect(page.getByRole("main")).toContainText("Dân ca");
});

test("an edited genre is public, a hidden one is not", async ({ page, browser, site }) => {
  await openGenres(page);
  await page.getByRole("button", { name: "Sửa: Dân ca" }).click();
  await expect(name(page)).toHaveValue("Dân ca");
  await expect(form(page).getByLabel("Mô tả")).toHaveValue("Lời quê, điệu cũ");
  await expect(form(page).getByLabel("Loại", { exact: true })).toHaveValue("educational");
  await name(page).fill("Quan họ");
  await form(page).getByLabel("Mô tả").fill("");
  await form(page).getByLabel("Loại", { exact: true }).selectOption("Giải trí");
  await form(page).getByLabel("Đang hiện").uncheck();
  await save(page).click();
  await expect(page.getByText("Cập nhật thể loại thành công!", { exact: true })).toBeVisible();
  await expect(item(page, "Quan họ")).toContainText("Tạm ẩn");
  await expect(item(page, "Quan họ")).toContainText("Giải trí");
  await expect(item(page, "Quan họ")).toContainText("Chưa có mô tả");
  await expect(item(page, "Dân ca")).toHaveCount(0);
  const visitor = await browser.newPage({ baseURL: site.origin });
  await open(visitor, "/categories");
  await expect(visitor.getByRole("main")).not.toContainText("Quan họ");
  await visitor.close();
});

test("refuses to delete a genre with songs and shows their number", async ({ page, site, expectErrors }) => {
  expectErrors(/409/);
  const genre = await site.addCategory({ name: "Trữ tình" });
  await site.addSong({ title: "Mưa hạ", category_ids: [genre.id], audio_url: "https://nghe.example/a.mp3" });
  await site.addSong({
    title: "Mưa đông",
    category_ids: [genre.id],
    audio_url: "https://nghe.example/b.mp3",
    is_active: false,
  });
  await openGenres(page);
  // Hidden songs count here, unlike in the public number.
  await expect(item(page, "Trữ tình")).toContainText("1 bài đang phát hành");
  await page.getByRole("button", { name: "Xóa: Trữ tình" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Xóa thể loại" }).click();
  await expect(page.getByText("Không thể xóa thể loại này: còn 2 bài hát", { exact: true })).toBeVisible();
  await expect(item(page, "Trữ tình")).toBeVisible();
});

test("Back asks about unsaved changes, and stays or leaves", async ({ page }) => {
  await page.goto("/admin/dashboard");
  await page.getByRole("complementary").getByRole("link", { name: "Thể loại" }).click();
  await add(page).click();
  await name(page).fill("Dở dang");
  await page.goBack();
  await question(page).getByRole("button", { name: "Ở lại" }).click();
  await expect(page).toHaveURL(/\/admin\/genres\?new/);
  await expect(name(page)).toHaveValue("Dở dang");
  await page.goBack();
  await question(page).getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect(page).toHaveURL(/\/admin\/genres$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("warns before the tab closes with unsaved changes", async ({ page }) => {
  await page.goto("/admin/genres");
  await add(page).click();
  // By keys, as the browser warns only of what a person has typed.
  await name(page).pressSequentially("Dở dang");
  await expect(name(page)).toHaveValue("Dở dang");
  const warned = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
  await expect(name(page)).toHaveValue("Dở dang");
});

test("genres are managed by keyboard alone", async ({ page }) => {
  await openGenres(page);
  await add(page).focus();
  await page.keyboard.press("Enter");
  await name(page).focus();
  await page.keyboard.type("Bàn phím");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Không cần chuột");
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Tab");
  await expect(form(page).getByLabel("Đang hiện")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(item(page, "Bàn phím")).toContainText("Tạm ẩn");
  await page.getByRole("button", { name: "Xóa: Bàn phím" }).focus();
  await page.keyboard.press("Enter");
  const sure = page.getByRole("alertdialog").getByRole("button", { name: "Xóa thể loại" });
  for (let presses = 0; presses < 5 && !(await sure.evaluate((each) => each === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(item(page, "Bàn phím")).toHaveCount(0);
});
