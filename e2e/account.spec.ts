import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Account } from "./support/site.ts";
import { expect, open, openAs, ready, test } from "./support/test.ts";

const form = (page: Page, name: string) => page.getByRole("form", { name });
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Tài khoản" });
const toast = (page: Page, text: string | RegExp) => page.getByRole("status").getByText(text);

async function logIn(page: Page, { username, password }: Pick<Account, "username" | "password">): Promise<void> {
  await page.getByLabel("Tên đăng nhập hoặc email").fill(username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
}

test("a visitor logs in on the way to the account, which the menu links to", async ({ page, site }) => {
  const user = await site.makeUser();
  await open(page, "/account");
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, user);
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText(`Tên đăng nhập: ${user.username}`)).toBeVisible();
  await page.getByRole("link", { name: "Ngân Nga" }).first().click();
  // A change of page closes open menus, and its address comes before it.
  await expect(page.getByRole("heading", { level: 1, name: /^Ngân nga cả ngày/ })).toBeVisible();
  await page.getByRole("banner").locator("summary", { hasText: "Trần Thu Hà" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Tài khoản" }).click();
  await expect(heading(page)).toBeVisible();
});

test("name and e-mail are changed by keyboard, and the header shows them", async ({ page, site }) => {
  const user = await site.makeUser();
  await openAs(page, user, "/account");
  const profile = form(page, "Thông tin cá nhân");
  await profile.getByLabel("Họ và tên (không bắt buộc)").fill("Lê Minh");
  await page.keyboard.press("Tab");
  await page.keyboard.type(`moi-${user.email}`);
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Đã lưu thông tin của bạn")).toBeVisible();
  await expect(page.getByRole("banner").locator("summary", { hasText: "Lê Minh" })).toBeVisible();
});

test("a changed password ends the session of another browser", async ({ page, browser, site, expectErrors }) => {
  expectErrors(/422/);
  const user = await site.makeUser();
  const context = await browser.newContext({ baseURL: site.origin });
  const other = await context.newPage();
  await open(other, "/login");
  await logIn(other, user);
  await expect(other.getByRole("banner").locator("summary", { hasText: "Trần Thu Hà" })).toBeVisible();

  await openAs(page, user, "/account");
  await expect(page.getByRole("button", { name: "Đăng xuất khỏi thiết bị khác" })).toBeVisible();
  await page.getByRole("button", { name: "Đổi mật khẩu" }).click();
  const password = form(page, "Đổi mật khẩu");
  await password.getByLabel("Mật khẩu hiện tại").fill("khong-dung");
  await password.getByLabel("Mật khẩu mới", { exact: true }).fill("mat-khau-moi-2");
  await password.getByLabel("Xác nhận mật khẩu mới").fill("mat-khau-moi-2");
  await password.getByRole("button", { name: "Đổi mật khẩu" }).click();
  await expect(password.getByText("Mật khẩu hiện tại không đúng")).toBeVisible();
  await password.getByLabel("Mật khẩu hiện tại").fill(user.password);
  await password.getByRole("button", { name: "Đổi mật khẩu" }).click();
  await expect(toast(page, "Đã đổi mật khẩu. Các thiết bị khác đã được đăng xuất.")).toBeVisible();
  await expect(page.getByText("Tài khoản của bạn không đăng nhập ở thiết bị nào khác.")).toBeVisible();

  await other.goto("/account");
  await expect(other).toHaveURL(/\/login$/);
  await logIn(other, { username: user.username, password: "mat-khau-moi-2" });
  await expect(heading(other)).toBeVisible();
  await context.close();
});

test("the export is saved as a JSON file with the user's data", async ({ page, site }) => {
  const user = await site.makeUser();
  await openAs(page, user, "/account");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tải dữ liệu của tôi" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("ngan-nga-du-lieu-cua-toi.json");
  const data = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(data.account).toMatchObject({ username: user.username, email: user.email });
});

test("a deleted account is logged out, told so on the home page, and can't log in", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/401/);
  const user = await site.makeUser();
  await openAs(page, user, "/account");
  await page.getByRole("button", { name: "Xóa tài khoản" }).click();
  const dialog = page.getByRole("dialog", { name: "Xóa tài khoản?" });
  await dialog.getByLabel("Mật khẩu", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
  await expect(toast(page, /^Đã xóa tài khoản của bạn/)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Đăng nhập" })).toBeVisible();
  await open(page, "/login");
  await logIn(page, user);
  await expect(page.getByRole("alert")).toHaveText("Tên đăng nhập hoặc mật khẩu không đúng");
});

test("the page of the server holds nothing of a user and is hidden from search engines", async ({ site }) => {
  const { token, username } = await site.makeUser();
  const response = await fetch(`${site.origin}/account`, {
    headers: { accept: "text/html", authorization: `Bearer ${token}` },
  });
  const html = await response.text();
  expect(html).toContain('content="noindex"');
  expect(html).not.toContain(username);
});

test("a user with Premium saves a song under its artist and title, until Premium ends in the middle of the visit", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/403/);
  const user = await site.makeUser({ premium: true });
  const setEnd = (msFromNow: number) =>
    site.changeDatabase((database) =>
      database
        .prepare("UPDATE users SET premium_expires_at = ? WHERE username = ?")
        .run(new Date(Date.now() + msFromNow).toISOString(), user.username),
    );
  setEnd((3 * 24 + 1) * 60 * 60_000);
  const { id, title, artist } = await site.songNamed("Gửi người ở lại");
  await openAs(page, user, `/songs/${id}`);
  await expect(page.getByText(/^Premium của bạn còn 3 ngày/)).toBeVisible();
  await page.getByLabel("Thêm với bài này").click();
  const download = page.getByRole("button", { name: "Tải về" });
  const saved = page.waitForEvent("download");
  await download.click();
  expect((await saved).suggestedFilename()).toBe(`${artist ?? "Ngân Nga"} - ${title}.mp3`);

  setEnd(-1000);
  await download.click();
  await expect(page.getByText("Bạn cần có Premium để tải bài hát về máy")).toBeVisible();
  await expect(page.getByText(/^Premium của bạn đã hết hạn/)).toBeVisible();
  await expect(page.getByRole("button", { name: `Bài Premium, mở khóa: ${title}` })).toBeVisible();
  await download.click();
  await expect(page.getByRole("dialog", { name: title })).toContainText(
    "Thành viên Premium tải được mọi bài hát về máy",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ẩn thông báo này hôm nay" }).click();
  await page.reload();
  await ready(page);
  await expect(page.getByRole("banner").locator("summary", { hasText: "Trần Thu Hà" })).toBeVisible();
  await expect(page.getByText(/^Premium của bạn đã hết hạn/)).toHaveCount(0);
});
