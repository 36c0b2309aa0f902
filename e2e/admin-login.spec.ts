/** The administrator's login, the route guard and the layout. */
import type { Page } from "@playwright/test";
import { admin } from "./support/site.ts";
import { expect, open, storeToken, test } from "./support/test.ts";

const screens = ["dashboard", "songs", "genres", "config", "support"].map((name) => `/admin/${name}`);

const email = (page: Page) => page.getByLabel("Email", { exact: true });
const password = (page: Page) => page.getByLabel("Mật khẩu", { exact: true });
const enter = (page: Page) => page.getByRole("button", { name: "Đăng nhập", exact: true });
const token = (page: Page) => page.evaluate(() => localStorage.getItem("adminToken"));

async function fillIn(page: Page, fields: { email: string; password: string } = admin): Promise<void> {
  await email(page).fill(fields.email);
  await password(page).fill(fields.password);
}

test.describe("login", () => {
  test("works by keyboard alone and lasts over a reload", async ({ page }) => {
    await open(page, "/admin");
    await expect(email(page)).toBeFocused();
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

  test("shows the error and allows another try", async ({ page, expectErrors }) => {
    expectErrors(/401/);
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
});

test.describe("the route guard", () => {
  test("the server's page contains no content of any guarded route", async ({ request }) => {
    for (const address of screens) {
      const html = await (await request.get(address, { headers: { accept: "text/html" } })).text();
      expect(html).toContain("noindex");
      expect(html).not.toMatch(
        /Trình đơn quản trị|Quản trị viên|Thêm thể loại|Thêm bài hát|Lưu cấu hình|Admin Dashboard|Đăng xuất/,
      );
    }
  });

  test("says that the session has expired, and leads back after the login", async ({ page, expectErrors }) => {
    expectErrors(/401/);
    await storeToken(page, "x".repeat(43), "admin");
    await page.goto("/admin/songs?q=x");
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole("status").filter({ hasText: "đăng nhập" })).toHaveText(
      "Phiên đăng nhập đã hết hạn, mời đăng nhập lại.",
    );
    expect(await token(page)).toBeNull();
    await fillIn(page);
    await enter(page).click();
    await expect(page).toHaveURL("/admin/songs?q=x");
  });

  test("ends a session that is revoked while a screen is open", async ({ page, site, expectErrors }) => {
    expectErrors(/401/);
    const own = await site.logInAdmin();
    await storeToken(page, own, "admin");
    await open(page, "/admin/genres");
    await site.api("POST /api/auth/logout", { token: own });
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByText("Phiên đăng nhập đã hết hạn, mời đăng nhập lại.")).toBeVisible();
  });
});
