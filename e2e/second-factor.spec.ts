import type { Page } from "@playwright/test";
import { codeOf } from "../test/totp.ts";
import { type Site, uniqueName } from "./support/site.ts";
import { confirmIdentity, expect, needsConfirmation, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:second-factor" });

const password = "mat-khau-nhan-vien";

async function addMember(site: Site): Promise<string> {
  const username = uniqueName("nhan_vien");
  const json = { username, email: `${username}@example.com`, full_name: "Trần Thu Hà", password };
  await site.api("POST /api/admin/staff", { token: await site.asAdmin(), json });
  return username;
}

/** Enters name and password in the login that is open. */
async function enterPassword(page: Page, username: string): Promise<void> {
  await page.getByLabel("Tên đăng nhập").fill(username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập" }).click();
}

const desk = (page: Page) => page.getByRole("heading", { level: 1, name: "Chào Trần Thu Hà" });

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(page).toHaveURL(/\/staff\/login$/);
}

/** Enables the factor of a member through the API. */
async function enable(site: Site, username: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { access_token: token } = await site.api<{ access_token: string }>("POST /api/staff/login", {
    form: { username, password },
  });
  const path = "POST /api/account/second-factor";
  const { secret } = await site.api<{ secret: string }>(`${path}/setup`, { token, json: { password } });
  const { recovery_codes: recoveryCodes } = await site.api<{ recovery_codes: string[] }>(`${path}/enable`, {
    token,
    json: { code: codeOf(secret) },
  });
  return { secret, recoveryCodes };
}

test("a member enables the second factor, logs in with a code and with a recovery code, and disables it", async ({
  page,
  site,
  expectErrors,
}) => {
  // The answer that asks for the code.
  expectErrors(/401/);
  const username = await addMember(site);
  await open(page, "/staff/login");
  await enterPassword(page, username);
  await expect(desk(page)).toBeVisible();
  await page.getByRole("link", { name: "Bảo mật tài khoản" }).click();
  await expect(page.getByText("Chưa bật")).toBeVisible();
  await page.getByRole("button", { name: "Bật xác thực hai bước" }).click();
  await page.getByLabel("Mật khẩu hiện tại").first().fill(password);
  await page.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(page.getByRole("img", { name: /^Mã QR/ })).toBeVisible();
  const secret = (await page.getByRole("dialog").locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Mã xác thực").fill(codeOf(secret));
  await page.getByRole("button", { name: "Bật", exact: true }).click();
  const items = page.getByRole("list", { name: "Mã khôi phục" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tải về" }).click();
  expect((await download).suggestedFilename()).toBe("ngan-nga-ma-khoi-phuc.txt");
  await page.getByLabel("Tôi đã cất các mã này").check();
  await page.getByRole("button", { name: "Xong" }).click();
  await expect(page.getByText("Đang bật")).toBeVisible();

  await logOut(page);
  await enterPassword(page, username);
  // The code of the present step may be the one that enabled the factor.
  await page.getByLabel("Mã xác thực").fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Xác nhận" }).click();
  await expect(desk(page)).toBeVisible();

  await logOut(page);
  await enterPassword(page, username);
  await page.getByRole("button", { name: "Dùng mã khôi phục" }).click();
  await page.getByLabel("Mã khôi phục").fill((codes[0] ?? "").toLowerCase());
  await page.getByRole("button", { name: "Xác nhận" }).click();
  await expect(desk(page)).toBeVisible();

  await page.getByRole("link", { name: "Bảo mật tài khoản" }).click();
  await expect(page.getByText("9 / 10")).toBeVisible();
  await page.getByRole("button", { name: "Tắt xác thực hai bước" }).click();
  await page.getByLabel("Mật khẩu hiện tại").first().fill(password);
  await page.getByLabel("Mã xác thực hoặc mã khôi phục").fill(codes[1] ?? "");
  await page.getByRole("button", { name: "Tắt", exact: true }).click();
  await expect(page.getByText("Chưa bật")).toBeVisible();
  await logOut(page);
  await enterPassword(page, username);
  await expect(desk(page)).toBeVisible();
});

test("a wrong code stays in the second step, which works by keyboard alone", async ({ page, site, expectErrors }) => {
  expectErrors(/401/);
  const username = await addMember(site);
  const { recoveryCodes } = await enable(site, username);
  await open(page, "/staff/login");
  await expect(page.getByLabel("Tên đăng nhập")).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Mã xác thực")).toBeFocused();
  await page.keyboard.type("00000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Mã xác thực không đúng hoặc đã được dùng");
  await expect(page.getByRole("alert")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Mã khôi phục")).toBeFocused();
  await page.keyboard.type(recoveryCodes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(desk(page)).toBeVisible();
});

test("an administrator disables the factor of a member who lost the phone", async ({ page, site, expectErrors }) => {
  expectErrors(needsConfirmation);
  const username = await addMember(site);
  await enable(site, username);
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, "/admin/staff");
  const row = page.getByRole("row").filter({ hasText: username });
  await expect(row).toContainText("Đã bật xác thực hai bước");
  await row.getByRole("button", { name: "Tắt xác thực hai bước: Trần Thu Hà" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Tắt", exact: true }).click();
  await confirmIdentity(page);
  await expect(row).not.toContainText("Đã bật xác thực hai bước");
  await open(page, "/staff/login");
  await enterPassword(page, username);
  await expect(desk(page)).toBeVisible();
});
