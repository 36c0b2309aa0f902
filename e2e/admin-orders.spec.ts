import type { User } from "../src/contract/accounts.ts";
import type { PayableOrder } from "../src/contract/orders.ts";
import type { PremiumPackage } from "../src/contract/premium-packages.ts";
import { expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-orders" });

test("an order makes its user premium, is exported, and deleted with its Premium", async ({ page, site }) => {
  const token = await site.asAdmin();
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
  await open(page, "/admin/orders?payment=pending");
  await page.getByRole("button", { name: `Xem: ${order.code}` }).click();
  const details = page.getByRole("dialog", { name: order.code });
  await expect(details.getByRole("link", { name: user.username })).toBeVisible();
  await details.getByRole("button", { name: "Đóng" }).click();
  await page.getByRole("button", { name: `Xác nhận đã thanh toán: ${order.code}` }).click();
  const question = page.getByRole("alertdialog", { name: "Xác nhận đã thanh toán" });
  await expect(question).toContainText("399.000 ₫");
  await question.getByRole("button", { name: "Xác nhận" }).click();
  await expect(page.getByRole("heading", { name: "Không tìm thấy đơn hàng nào" })).toBeVisible();
  const me = await site.api<User>("GET /api/user/me", { token: user.token });
  expect(me).toMatchObject({ is_premium: true, subscription_type: "premium" });

  await page.getByLabel("Trạng thái thanh toán").selectOption("Mọi thanh toán");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Xuất Excel" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

  await page.getByRole("button", { name: `Xóa: ${order.code}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Xóa đơn hàng" }).click();
  const offer = page.getByRole("alertdialog", { name: "Hạ cấp tài khoản?" });
  await expect(offer).toContainText(user.username);
  await offer.getByRole("button", { name: "Hạ cấp" }).click();
  await expect(offer).toHaveCount(0);
  const after = await site.api<User>("GET /api/user/me", { token: user.token });
  expect(after).toMatchObject({ is_premium: false, subscription_type: "free" });
});
