/** Sensitive changes and an accountant, from the invitation to the day's work. */
import type { BankConfig } from "../src/contract/bank.ts";
import type { PayableOrder } from "../src/contract/orders.ts";
import type { PremiumPackage } from "../src/contract/premium-packages.ts";
import { codeOf } from "../test/totp.ts";
import { admin } from "./support/site.ts";
import { confirmIdentity, expect, needsConfirmation, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:confirmed-changes" });

test("the bank account changes after password and code, and the card names who changed it", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(needsConfirmation);
  const json = { bank_name: "Vietcombank", account_number: "0071000123456", account_holder: "NGA" };
  // A new second factor ends all sessions but the one that enables it: with another one the next test file would be logged out.
  const token = await site.asAdmin();
  await site.api("POST /api/bank-config", { token, json });
  const factor = "POST /api/account/second-factor";
  const { secret } = await site.api<{ secret: string }>(`${factor}/setup`, {
    token,
    json: { password: admin.password },
  });
  const { recovery_codes: codes } = await site.api<{ recovery_codes: string[] }>(`${factor}/enable`, {
    token,
    json: { code: codeOf(secret) },
  });
  await storeToken(page, token, "admin");
  await open(page, "/admin/bank");
  await page.getByRole("button", { name: "Sửa: Vietcombank" }).click();
  const form = page.getByRole("dialog", { name: "Sửa tài khoản ngân hàng" });
  await form.getByLabel("Số tài khoản").fill("19036789054321");
  await form.getByRole("button", { name: "Lưu" }).click();
  await confirmIdentity(page, { code: codes[0] ?? "" });
  await expect(page.getByRole("article")).toContainText("1903••••••4321");
  await expect(page.getByRole("article")).toContainText(`bởi ${admin.email}`);
  const { account_number } = await site.api<BankConfig>("GET /api/bank-config");
  expect(account_number).toBe("19036789054321");
  await site.api(`${factor}/disable`, { token, json: { password: admin.password, code: codes[1] } });
});

test("an accountant is invited, sets a password and confirms a payment", async ({ page, site, expectErrors }) => {
  expectErrors(needsConfirmation);
  // Logs out below.
  const token = await site.logInAdmin();
  const { id: package_id } = await site.api<PremiumPackage>("POST /api/admin/premium-packages", {
    token,
    json: { name: "Gói năm", price: 399_000, duration_days: 365, is_lifetime: false },
  });
  const user = await site.makeUser();
  const order = await site.api<PayableOrder>("POST /api/premium-orders", {
    token: user.token,
    json: { package_id, user_name: user.full_name, user_phone: "0903 555 142", user_email: user.email },
  });

  await storeToken(page, token, "admin");
  await open(page, "/admin/administrators");
  await page.getByRole("button", { name: "Thêm quản trị viên" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Email").fill("ke-toan@example.com");
  await form.getByLabel("Họ và tên").fill("Trần Lan");
  await form.getByRole("button", { name: "Lưu" }).click();
  await confirmIdentity(page);
  const shown = page.getByRole("alertdialog", { name: "Đường dẫn của lời mời" });
  const link = await shown.locator("code").innerText();
  await shown.getByRole("button", { name: "Xong" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Trần Lan" })).toContainText("Đã mời");
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(page).toHaveURL(/\/admin$/);

  const secret = "mat-khau-cua-ke-toan";
  await open(page, link);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(secret);
  await page.getByLabel("Xác nhận mật khẩu", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Đặt mật khẩu" }).click();
  await page.getByRole("main").getByRole("link", { name: "Đăng nhập" }).click();
  await page.getByLabel("Email").fill("ke-toan@example.com");
  await page.getByLabel("Mật khẩu", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Đăng nhập" }).click();
  const menu = page.getByRole("navigation", { name: "Quản trị" });
  await expect(menu.getByRole("link")).toHaveText([
    "Tổng quan",
    "Người dùng",
    "Gói Premium",
    "Đơn hàng",
    "Đối soát",
    "Ngân hàng",
  ]);
  await expect(page.getByText("Biểu đồ hiện ở đây khi có doanh thu đầu tiên.")).toBeVisible();

  await menu.getByRole("link", { name: "Đơn hàng" }).click();
  await page.getByRole("button", { name: `Xác nhận đã thanh toán: ${order.code}` }).click();
  const question = page.getByRole("alertdialog", { name: "Xác nhận đã thanh toán" });
  await question.getByRole("button", { name: "Xác nhận" }).click();
  await expect(question).toHaveCount(0);
  await expect
    .poll(() => site.api<{ is_premium: boolean }>("GET /api/user/me", { token: user.token }))
    .toMatchObject({ is_premium: true });
  await menu.getByRole("link", { name: "Tổng quan" }).click();
  await expect(page.getByRole("region", { name: "Doanh thu 30 ngày qua" })).toContainText("399.000 ₫");
  await open(page, "/admin/songs");
  await expect(page.getByRole("heading", { name: "Tài khoản của bạn không mở được màn hình này" })).toBeVisible();
});
