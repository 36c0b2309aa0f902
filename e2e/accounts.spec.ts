import type { Page } from "@playwright/test";
import { uniqueName } from "./support/site.ts";
import { expect, open, openAs, storeToken, test } from "./support/test.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("userToken"));
const account = (page: Page) => page.getByRole("banner").locator("summary", { hasText: "Trần Thu Hà" });
const logIn = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Đăng nhập" });

async function expectLoggedIn(page: Page): Promise<void> {
  await expect(account(page)).toBeVisible();
  await expect(logIn(page)).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Đăng ký" })).toHaveCount(0);
}

/** Delays the session checks until the returned function is called. */
async function holdChecks(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/user/me", async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

test("registration logs the visitor in and opens the home page", async ({ page }) => {
  const username = uniqueName("moi");
  await open(page, "/login");
  await page.getByRole("main").getByRole("link", { name: "Đăng ký" }).click();
  await field(page, "Tên đăng nhập").fill(username);
  await field(page, "Email").fill(`${username}@example.com`);
  await field(page, "Họ và tên (không bắt buộc)").fill("Trần Thu Hà");
  await field(page, "Mật khẩu").fill("mat-khau-1");
  await field(page, "Xác nhận mật khẩu").fill("mat-khau-1");
  await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
  await expectLoggedIn(page);
  await expect(page).toHaveURL("/");
  expect(await storedToken(page)).toBeTruthy();
});

test("refuses a taken name or e-mail", async ({ page, site, expectErrors }) => {
  expectErrors(/409/);
  const taken = await site.makeUser();
  const free = uniqueName("con_trong");
  await open(page, "/register");
  for (const [username, email, message] of [
    [taken.username.toUpperCase(), `${free}@example.com`, "Tên đăng nhập đã tồn tại"],
    [free, taken.email, "Email đã được sử dụng"],
  ] as const) {
    await field(page, "Tên đăng nhập").fill(username);
    await field(page, "Email").fill(email);
    await field(page, "Mật khẩu").fill("mat-khau-1");
    await field(page, "Xác nhận mật khẩu").fill("mat-khau-1");
    await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(message);
  }
  expect(await storedToken(page)).toBeNull();
});

test("a user logs in by name or e-mail with the keyboard, stays logged in after a reload, and logs out", async ({
  page,
  site,
}) => {
  const user = await site.makeUser();
  for (const by of ["username", "email"] as const) {
    await open(page, "/login");
    await field(page, "Tên đăng nhập hoặc email").focus();
    await page.keyboard.type(user[by]);
    await page.keyboard.press("Tab");
    await page.keyboard.type(user.password);
    await page.keyboard.press("Enter");
    await expectLoggedIn(page);
    await expect(page).toHaveURL("/");
    await page.reload();
    await expectLoggedIn(page);
    await account(page).click();
    await expect(page.getByRole("banner")).toContainText(user.email);
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(logIn(page)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  }
  await page.reload();
  await expect(logIn(page)).toBeVisible();
});

test("a stored token hides the login links from the first paint", async ({ page, site }) => {
  const user = await site.makeUser();
  await storeToken(page, user.token);
  const release = await holdChecks(page);
  const checked = page.waitForRequest("**/api/user/me");
  await page.goto("/songs", { waitUntil: "commit" });
  const link = page.locator("header a[href='/login']");
  await expect(link).toBeAttached();
  await expect(link).toBeHidden();
  expect((await checked).headers().authorization).toBe(`Bearer ${user.token}`);
  await expect(link).toBeHidden();
  release();
  await expectLoggedIn(page);
});

test("a session check aborted by a navigation keeps the token", async ({ page, site }) => {
  const user = await site.makeUser();
  await storeToken(page, user.token);
  await holdChecks(page);
  const checked = page.waitForRequest("**/api/user/me");
  await page.goto("/songs");
  await checked;
  await page.unroute("**/api/user/me");
  await page.reload();
  await expectLoggedIn(page);
  expect(await storedToken(page)).toBe(user.token);
});

test("a session that ended is noticed at the first call, in all tabs, and the login leads back", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/401/);
  const user = await site.makeUser();
  const { id } = await site.songNamed("Mưa trên mái tôn");
  await openAs(page, user, `/songs/${id}`);
  await expectLoggedIn(page);
  const other = await page.context().newPage();
  await open(other, "/songs");
  await expectLoggedIn(other);
  await site.api("POST /api/user/logout", { token: user.token });
  await page.getByRole("main").getByRole("button", { name: /hích/ }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Phiên đăng nhập của bạn đã hết" });
  await expect(notice).toBeVisible();
  await expect(logIn(page)).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  await expect(logIn(other)).toBeVisible();
  await notice.getByRole("link", { name: "Đăng nhập" }).click();
  await field(page, "Tên đăng nhập hoặc email").fill(user.username);
  await field(page, "Mật khẩu").fill(user.password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
  await expect(page).toHaveURL(`/songs/${id}`);
  await expectLoggedIn(page);
  await expect(notice).toHaveCount(0);
  await expectLoggedIn(other);
});
