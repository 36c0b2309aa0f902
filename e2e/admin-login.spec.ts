/** The administrator's login, the guard before every screen, and the frame around them. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { hashToken } from "../src/server/features/accounts/sessions.ts";
import { admin } from "./support/site.ts";
import { expect, keepToken, open, test } from "./support/test.ts";

const screens = ["dashboard", "songs", "genres", "config", "support"].map((name) => `/admin/${name}`);
const day = 24 * 3600;

const email = (page: Page) => page.getByLabel("Email", { exact: true });
const password = (page: Page) => page.getByLabel("Mật khẩu", { exact: true });
const enter = (page: Page) => page.getByRole("button", { name: "Đăng nhập", exact: true });
const token = (page: Page) => page.evaluate(() => localStorage.getItem("adminToken"));

async function fillIn(page: Page, fields: { email: string; password: string } = admin): Promise<void> {
  await email(page).fill(fields.email);
  await password(page).fill(fields.password);
}

test.describe("logging in", () => {
  for (const [remember, seconds] of [
    [false, day / 2],
    [true, 30 * day],
  ] as const) {
    test(`lasts ${seconds / 3600} hours ${remember ? "with" : "without"} being remembered`, async ({ page, site }) => {
      await open(page, "/admin");
      await fillIn(page);
      if (remember) await page.getByLabel("Ghi nhớ đăng nhập").check();
      await enter(page).click();
      await expect(page).toHaveURL(/\/admin\/dashboard$/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Dashboard");
      await expect(page).toHaveTitle("Admin Dashboard · Quản trị Ngân Nga");
      const hash = hashToken((await token(page)) ?? "");
      let lasts = 0;
      site.changeDatabase((database) => {
        const session = database
          .prepare("SELECT created_at, expires_at FROM sessions WHERE token_hash = ?")
          .get(hash) as { created_at: string; expires_at: string };
        lasts = (Date.parse(session.expires_at) - Date.parse(session.created_at)) / 1000;
      });
      expect(lasts).toBe(seconds);
    });
  }

  test("works by keyboard alone, and a reload keeps it", async ({ page }) => {
    await open(page, "/admin");
    await email(page).focus();
    await page.keyboard.type(admin.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(admin.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Dashboard");
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });

  test("asks the browser for both fields", async ({ page }) => {
    let sent = 0;
    await page.route("**/api/auth/login", (route) => {
      sent += 1;
      return route.continue();
    });
    await open(page, "/admin");
    const isMissing = (field: ReturnType<typeof email>) =>
      field.evaluate((input: HTMLInputElement) => input.validity.valueMissing);
    await enter(page).click();
    expect([await isMissing(email(page)), await isMissing(password(page))]).toEqual([true, true]);
    await email(page).fill(admin.email);
    await enter(page).click();
    await expect(password(page)).toBeFocused();
    expect(sent).toBe(0);
  });

  test("says what was wrong, and lets try again", async ({ page, expectTrouble }) => {
    expectTrouble(/401/);
    await open(page, "/admin");
    await fillIn(page, { ...admin, password: "sai mật khẩu" });
    await enter(page).click();
    await expect(page.getByRole("alert")).toHaveText("Email hoặc mật khẩu không đúng");
    expect(await token(page)).toBeNull();
    await expect(email(page)).toHaveValue(admin.email);
    await password(page).fill(admin.password);
    await enter(page).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });

  test("has its sentences for an answer without words and for none", async ({ page, expectTrouble }) => {
    expectTrouble(/502|ERR_FAILED/);
    await page.route("**/api/auth/login", (route) => route.fulfill({ status: 502, body: "<html>" }));
    await open(page, "/admin");
    await fillIn(page);
    await enter(page).click();
    await expect(page.getByRole("alert")).toHaveText("Email hoặc mật khẩu không đúng");
    await page.unroute("**/api/auth/login");
    await page.route("**/api/auth/login", (route) => route.abort("failed"));
    await enter(page).click();
    await expect(page.getByRole("alert")).toHaveText("Có lỗi xảy ra, vui lòng thử lại");
  });

  test("shows that it is under way, and is sent once", async ({ page }) => {
    let sent = 0;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/auth/login", async (route) => {
      sent += 1;
      await held;
      await route.continue();
    });
    await open(page, "/admin");
    await fillIn(page);
    await password(page).press("Enter");
    await password(page).press("Enter");
    await expect(page.getByRole("button", { name: "Đang đăng nhập..." })).toBeDisabled();
    answer();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    expect(sent).toBe(1);
  });

  test("says so when the browser keeps nothing, and can be tried again", async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
    });
    await open(page, "/admin");
    await fillIn(page);
    await enter(page).click();
    await expect(page.getByRole("alert")).toHaveText(/^Trình duyệt không cho trang này lưu phiên đăng nhập\./);
    await expect(enter(page)).toBeEnabled();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test("tells what to do about a forgotten password", async ({ page }) => {
    await open(page, "/admin");
    const link = page.getByRole("button", { name: "Quên mật khẩu?" });
    await link.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Quên mật khẩu quản trị" });
    await expect(dialog).toContainText("npm run admin -- reset-password EMAIL");
    await expect(dialog).toContainText("npm run admin -- create EMAIL");
    await expect(dialog).toContainText("npm run admin -- list");
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
  });
});

test.describe("the guard", () => {
  for (const address of screens) {
    test(`stands before ${address}, and the login leads there`, async ({ page, request }) => {
      const html = await (await request.get(address, { headers: { accept: "text/html" } })).text();
      expect(html).toContain("noindex");
      expect(html).not.toMatch(
        /Trình đơn quản trị|Quản trị viên|Thêm thể loại|Thêm bài hát|Lưu cấu hình|Admin Dashboard|Đăng xuất/,
      );
      await page.goto(`${address}?q=x`);
      await expect(page).toHaveURL(/\/admin$/);
      await fillIn(page);
      await enter(page).click();
      await expect(page).toHaveURL(`${address}?q=x`);
    });

    test(`a token that no longer holds is removed on ${address}`, async ({ page, expectTrouble }) => {
      expectTrouble(/401/);
      await keepToken(page, "x".repeat(43), "admin");
      await page.goto(address);
      await expect(page).toHaveURL(/\/admin$/);
      await expect(enter(page)).toBeVisible();
      expect(await token(page)).toBeNull();
    });
  }

  test("a token of another kind opens nothing", async ({ page, site, expectTrouble }) => {
    expectTrouble(/403/);
    const user = await site.makeUser();
    await keepToken(page, user.token, "admin");
    await page.goto("/admin/dashboard");
    await expect(page.getByRole("alert")).toContainText("Bạn không có quyền");
    await expect(page.locator(".stat dd")).toHaveText(["0", "0", "0", "0"]);
  });

  test("a change refused with 401 ends the session too", async ({ page, site, expectTrouble }) => {
    expectTrouble(/401/);
    await keepToken(page, await site.asAdmin(), "admin");
    await page.goto("/admin/genres");
    await page.getByRole("button", { name: "Thêm thể loại" }).first().click();
    await page.getByLabel("Tên thể loại").fill("Không bao giờ có");
    await page.evaluate(() => localStorage.setItem("adminToken", "y".repeat(43)));
    await page.getByRole("button", { name: "Lưu" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await token(page)).toBeNull();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("an unknown screen is the page for what is missing", async ({ page, expectTrouble }) => {
    expectTrouble(/404/);
    await open(page, "/admin/khong-co");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trang không tồn tại");
  });
});

test.describe("the frame", () => {
  test.beforeEach(async ({ page, site }) => {
    await keepToken(page, await site.asAdmin(), "admin");
  });

  test("logs out", async ({ page, site }) => {
    // A session of its own: the others' is not to end.
    const { access_token } = await site.api<{ access_token: string }>("POST /api/auth/login", {
      form: { username: admin.email, password: admin.password },
    });
    await keepToken(page, access_token, "admin");
    await page.goto("/admin/genres");
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await token(page)).toBeNull();
    await page.goto("/admin/dashboard");
    await expect(page).toHaveURL(/\/admin$/);
  });

  test("follows a logout in another tab", async ({ page, context }) => {
    // Both tabs know their session first: a check that is still on its way would rightly be refused.
    await Promise.all([page.waitForResponse("**/api/auth/me"), page.goto("/admin/genres")]);
    const other = await context.newPage();
    await Promise.all([other.waitForResponse("**/api/auth/me"), other.goto("/admin/dashboard")]);
    await other.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(enter(page)).toBeVisible();
  });

  test("names the administrator and the place, and leads everywhere", async ({ page }) => {
    await page.goto("/admin/dashboard");
    const side = page.getByRole("complementary", { name: "Trình đơn quản trị" });
    await expect(side).toContainText("Admin");
    await expect(side).toContainText("Quản trị viên");
    await expect(side.getByRole("link", { name: "Tổng quan" })).toHaveAttribute("aria-current", "page");
    await side.getByRole("link", { name: "Thể loại" }).click();
    await expect(page).toHaveURL(/\/admin\/genres$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thể loại");
    await expect(page).toHaveTitle("Thể loại · Quản trị Ngân Nga");
    await expect(page.locator("#main")).toBeFocused();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Dashboard");
  });

  test("folds its groups, all open at first", async ({ page }) => {
    await page.goto("/admin/dashboard");
    const side = page.getByRole("complementary", { name: "Trình đơn quản trị" });
    const groups = side.locator("details");
    await expect(groups.first()).toBeVisible();
    for (const group of await groups.all()) await expect(group).toHaveAttribute("open", "");
    const content = groups.filter({ hasText: "Nội dung" });
    await content.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(side.getByRole("link", { name: "Thể loại" })).toBeHidden();
    await page.keyboard.press("Enter");
    await side.getByRole("link", { name: "Thể loại" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thể loại");
  });

  test("changes the theme, also for the site", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/admin/dashboard");
    await page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" }).click();
    await expect(page.locator("html")).toHaveClass(/dark/);
    await open(page, "/");
    await expect(page.locator("html")).toHaveClass(/dark/);
  });

  test("skips to the content by keyboard", async ({ page }) => {
    await page.goto("/admin/genres");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Đến nội dung chính" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Thêm thể loại" }).first()).toBeFocused();
  });

  test("is a drawer on a phone", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/admin/dashboard");
    const button = page.getByRole("button", { name: "Mở trình đơn" });
    await expect(page.getByRole("link", { name: "Tổng quan" })).toHaveCount(0);
    await button.click();
    const drawer = page.getByRole("dialog", { name: "Trình đơn quản trị" });
    await expect(drawer.getByRole("link", { name: "Xem trang công khai" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await drawer.getByRole("link", { name: "Thể loại" }).click();
    await expect(page).toHaveURL(/\/admin\/genres$/);
    await expect(drawer).toBeHidden();
    await button.click();
    await drawer.getByRole("button", { name: "Đóng trình đơn" }).click();
    await expect(drawer).toBeHidden();
  });
});
