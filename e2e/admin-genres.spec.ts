/** The genres' screen, and with it what all lists and forms of the back office do. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { CategoryWithCount } from "../src/contract/catalogue.ts";
import { expect, keepToken, open, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-genres" });
test.describe.configure({ mode: "serial" });

const listCall = "**/api/categories/with-song-count";
const saveCall = /\/api\/categories(\/\d+)?$/;

const item = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const add = (page: Page) => page.getByRole("button", { name: "Thêm thể loại" }).first();
const form = (page: Page) => page.getByRole("dialog", { name: /^(Thêm|Sửa) thể loại$/ });
const question = (page: Page) => page.getByRole("dialog", { name: "Bỏ các thay đổi?" });
const name = (page: Page) => form(page).getByLabel("Tên thể loại");
const save = (page: Page) => form(page).getByRole("button", { name: /^(Lưu|Đang lưu\.\.\.)$/ });
const toast = (page: Page) => page.locator(".toast");

test.beforeEach(async ({ page, site }) => {
  await keepToken(page, await site.asAdmin(), "admin");
});

async function openGenres(page: Page): Promise<void> {
  await page.goto("/admin/genres");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thể loại");
  await expect(page.locator(".skeleton")).toHaveCount(0);
}

test("an empty list says so and offers to begin", async ({ page }) => {
  await openGenres(page);
  await expect(page.getByRole("heading", { name: "Chưa có thể loại nào" })).toBeVisible();
  await page.locator(".empty").getByRole("button", { name: "Thêm thể loại" }).click();
  await expect(form(page)).toBeVisible();
});

test("a genre is added with all its fields, and visitors see it", async ({ page }) => {
  await openGenres(page);
  await add(page).click();
  await name(page).fill("  Dân ca  ");
  await form(page).getByLabel("Mô tả").fill("Lời quê, điệu cũ");
  await form(page).getByLabel("Loại", { exact: true }).selectOption("Học tập");
  await form(page).getByLabel("Hiện trên trang chủ").check();
  await expect(form(page).getByLabel("Hoạt động")).toBeChecked();
  await save(page).click();
  await expect(toast(page)).toHaveText("Thêm thể loại thành công!");
  await expect(form(page)).toHaveCount(0);
  const made = item(page, "Dân ca");
  await expect(made).toContainText("Lời quê, điệu cũ");
  for (const badge of ["Hoạt động", "Học tập", "Trang chủ"]) await expect(made).toContainText(badge);
  await expect(made.locator("time")).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  await open(page, "/categories");
  await expect(page.getByRole("main")).toContainText("Dân ca");
});

test("a genre is changed; hidden, visitors no longer see it", async ({ page, browser, site }) => {
  await openGenres(page);
  await page.getByRole("button", { name: "Sửa Dân ca" }).click();
  await expect(name(page)).toHaveValue("Dân ca");
  await expect(form(page).getByLabel("Mô tả")).toHaveValue("Lời quê, điệu cũ");
  await expect(form(page).getByLabel("Loại", { exact: true })).toHaveValue("educational");
  await name(page).fill("Quan họ");
  await form(page).getByLabel("Mô tả").fill("");
  await form(page).getByLabel("Loại", { exact: true }).selectOption("Giải trí");
  await form(page).getByLabel("Hoạt động").uncheck();
  await save(page).click();
  await expect(toast(page)).toHaveText("Cập nhật thể loại thành công!");
  await expect(item(page, "Quan họ")).toContainText("Tạm ẩn");
  await expect(item(page, "Quan họ")).toContainText("Giải trí");
  await expect(item(page, "Quan họ")).toContainText("Chưa có mô tả");
  await expect(item(page, "Dân ca")).toHaveCount(0);
  const visitor = await browser.newPage({ baseURL: site.origin });
  await open(visitor, "/categories");
  await expect(visitor.getByRole("main")).not.toContainText("Quan họ");
  await visitor.close();
});

test("a genre is deleted after the question, by name", async ({ page, site }) => {
  await site.addCategory({ name: "Tạm bợ" });
  await openGenres(page);
  const button = page.getByRole("button", { name: "Xóa Tạm bợ" });
  const ask = page.getByRole("dialog", { name: "Xóa thể loại" });
  await button.click();
  await expect(ask).toContainText("Bạn có chắc chắn muốn xóa thể loại này?");
  await expect(ask).toContainText("Tạm bợ");
  await ask.getByRole("button", { name: "Hủy" }).click();
  await expect(ask).toBeHidden();
  await expect(button).toBeFocused();
  await expect(item(page, "Tạm bợ")).toBeVisible();
  await button.click();
  await page.keyboard.press("Escape");
  await expect(ask).toBeHidden();
  await button.click();
  await ask.getByRole("button", { name: "Xóa thể loại" }).click();
  await expect(toast(page)).toHaveText("Xóa thể loại thành công!");
  await expect(item(page, "Tạm bợ")).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();
});

test("a genre with songs stays, and it is said how many", async ({ page, site, expectTrouble }) => {
  expectTrouble(/409/);
  const genre = await site.addCategory({ name: "Trữ tình" });
  await site.addSong({ title: "Mưa hạ", category_ids: [genre.id], audio_url: "https://nghe.example/a.mp3" });
  await site.addSong({
    title: "Mưa đông",
    category_ids: [genre.id],
    audio_url: "https://nghe.example/b.mp3",
    is_active: false,
  });
  await openGenres(page);
  // Hidden songs hold it too, and are no part of what visitors count.
  await expect(item(page, "Trữ tình")).toContainText("1 bài đang phát hành");
  await page.getByRole("button", { name: "Xóa Trữ tình" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Xóa thể loại" }).click();
  await expect(toast(page)).toHaveText("Không thể xóa thể loại này: còn 2 bài hát");
  await expect(item(page, "Trữ tình")).toBeVisible();
});

test("a deletion that fails has its sentences", async ({ page, site, expectTrouble }) => {
  expectTrouble(/500|ERR_FAILED/);
  await site.addCategory({ name: "Nhạc khó xóa" });
  await openGenres(page);
  const remove = async () => {
    await page.getByRole("button", { name: "Xóa Nhạc khó xóa" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Xóa thể loại" }).click();
  };
  await page.route(saveCall, (route) =>
    route.request().method() === "DELETE" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
  );
  await remove();
  await expect(page.getByRole("alert")).toHaveText("Không thể xóa thể loại này");
  await page.unroute(saveCall);
  await page.route(saveCall, (route) =>
    route.request().method() === "DELETE" ? route.abort("failed") : route.continue(),
  );
  await remove();
  await expect(toast(page)).toHaveText("Lỗi khi xóa thể loại");
});

test("the browser's own check speaks at the field", async ({ page }) => {
  let sent = 0;
  await page.route(saveCall, (route) => {
    if (route.request().method() === "POST") sent += 1;
    return route.continue();
  });
  await openGenres(page);
  await add(page).click();
  await name(page).fill("   ");
  await save(page).click();
  await expect(name(page)).toHaveAccessibleDescription("Tên thể loại không được để trống");
  await expect(name(page)).toHaveAttribute("aria-invalid", "true");
  await expect(name(page)).toBeFocused();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await name(page).fill("Bolero");
  await expect(name(page)).toHaveAttribute("aria-invalid", "false");
  expect(sent).toBe(0);
});

test("what the server refuses stands at its field, or above the form", async ({ page, expectTrouble }) => {
  expectTrouble(/422|409|500|ERR_FAILED/);
  await openGenres(page);
  await add(page).click();
  await name(page).fill("Trữ tình");
  await save(page).click();
  await expect(form(page).getByRole("alert")).toHaveText("Tên thể loại đã tồn tại");
  await expect(name(page)).toHaveValue("Trữ tình");

  const answer = async (status: number, body: string) => {
    await page.unroute(saveCall);
    await page.route(saveCall, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status, body, contentType: "application/json" })
        : route.continue(),
    );
    await save(page).click();
  };
  const errors = [{ field: "description", message: "Mô tả không hay" }];
  await answer(422, JSON.stringify({ detail: "Dữ liệu không hợp lệ", errors }));
  const description = form(page).getByLabel("Mô tả");
  await expect(description).toHaveAccessibleDescription("Mô tả không hay");
  await expect(description).toBeFocused();
  await expect(form(page).getByRole("alert")).toHaveCount(0);
  await description.fill("Hay hơn");
  await expect(description).toHaveAttribute("aria-invalid", "false");
  await answer(500, "");
  await expect(form(page).getByRole("alert")).toHaveText("Có lỗi xảy ra khi lưu thể loại");
  await page.unroute(saveCall);
  await page.route(saveCall, (route) =>
    route.request().method() === "POST" ? route.abort("failed") : route.continue(),
  );
  await save(page).click();
  await expect(form(page).getByRole("alert")).toHaveText("Lỗi khi lưu thể loại");
});

test("a form is sent once, and not closed while it is", async ({ page, site }) => {
  let sent = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(saveCall, async (route) => {
    if (route.request().method() === "POST") {
      sent += 1;
      await held;
    }
    await route.continue();
  });
  await openGenres(page);
  await add(page).click();
  await name(page).fill("Một lần");
  await name(page).press("Enter");
  await expect(save(page)).toBeDisabled();
  await expect(save(page)).toHaveText("Đang lưu...");
  await name(page).press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeVisible();
  answer();
  await expect(form(page)).toHaveCount(0);
  await expect(add(page)).toBeFocused();
  expect(sent).toBe(1);
  const all = await site.api<CategoryWithCount[]>("GET /api/categories/with-song-count");
  expect(all.filter((genre) => genre.name === "Một lần")).toHaveLength(1);
});

test("unsaved changes are not lost without being asked", async ({ page }) => {
  await openGenres(page);
  await add(page).click();
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
  await expect(add(page)).toBeFocused();

  await add(page).click();
  await name(page).fill("Dở dang");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => form(page).getByRole("button", { name: "Hủy" }).click(),
    () => form(page).getByRole("button", { name: "Đóng" }).click(),
  ]) {
    await leave();
    await expect(question(page)).toContainText("Những gì bạn vừa nhập chưa được lưu.");
    await question(page).getByRole("button", { name: "Hủy" }).click();
    await expect(question(page)).toBeHidden();
    await expect(name(page)).toHaveValue("Dở dang");
  }
  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect(form(page)).toHaveCount(0);
  await add(page).click();
  await expect(name(page)).toHaveValue("");
});

test("the way back asks too, and closing the tab warns", async ({ page }) => {
  await page.goto("/admin/dashboard");
  await page.getByRole("complementary").getByRole("link", { name: "Thể loại" }).click();
  await add(page).click();
  await name(page).fill("Dở dang");
  await page.goBack();
  await question(page).getByRole("button", { name: "Hủy" }).click();
  await expect(page).toHaveURL(/\/admin\/genres$/);
  await expect(name(page)).toHaveValue("Dở dang");
  const warned = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const warning = await warned;
  expect(warning.type()).toBe("beforeunload");
  await warning.dismiss();
  await expect(name(page)).toHaveValue("Dở dang");
  await page.goBack();
  await question(page).getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});

test("a logout elsewhere is not held up by a form", async ({ page, context }) => {
  await openGenres(page);
  await add(page).click();
  await name(page).fill("Dở dang");
  const other = await context.newPage();
  await Promise.all([other.waitForResponse("**/api/auth/me"), other.goto("/admin/dashboard")]);
  await other.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test("a list that can't be loaded says so, and is tried again", async ({ page, site, expectTrouble }) => {
  expectTrouble(/500|ERR_FAILED/);
  await site.addCategory({ name: "Nhạc lễ" });
  await page.route(listCall, (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/admin/genres");
  await expect(page.getByRole("alert")).toContainText("Không thể tải danh sách thể loại");
  await page.unroute(listCall);
  await page.route(listCall, (route) => route.abort("failed"));
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect(page.getByRole("alert")).toContainText("Lỗi khi tải danh sách thể loại");
  await page.unroute(listCall);
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect(item(page, "Nhạc lễ")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("all of it works by keyboard", async ({ page }) => {
  await openGenres(page);
  await add(page).focus();
  await page.keyboard.press("Enter");
  await name(page).focus();
  await page.keyboard.type("Bàn phím");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Không cần chuột");
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Tab");
  await expect(form(page).getByLabel("Hoạt động")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(item(page, "Bàn phím")).toContainText("Tạm ẩn");
  await page.getByRole("button", { name: "Xóa Bàn phím" }).focus();
  await page.keyboard.press("Enter");
  const sure = page.getByRole("dialog").getByRole("button", { name: "Xóa thể loại" });
  for (let presses = 0; presses < 5 && !(await sure.evaluate((each) => each === document.activeElement)); presses++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(item(page, "Bàn phím")).toHaveCount(0);
});

test("on a phone the form is a sheet that fits", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openGenres(page);
  await page.getByRole("button", { name: "Sửa Trữ tình" }).click();
  const box = await form(page).boundingBox();
  expect(box?.width).toBe(390);
  await expect(save(page)).toBeInViewport();
  await form(page).getByLabel("Hiện trên trang chủ").scrollIntoViewIfNeeded();
  await form(page).getByLabel("Hiện trên trang chủ").check();
  await save(page).click();
  await expect(item(page, "Trữ tình")).toContainText("Trang chủ");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
