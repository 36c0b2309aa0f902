import type { User } from "../src/contract/accounts.ts";
import type { AdminOrderDetail, PayableOrder } from "../src/contract/orders.ts";
import type { PremiumPackage } from "../src/contract/premium-packages.ts";
import type { Site } from "./support/site.ts";
import { expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-orders" });

async function aPackage(site: Site, token: string): Promise<number> {
  const { id } = await site.api<PremiumPackage>("POST /api/admin/premium-packages", {
    token,
    json: { name: "Gói năm", price: 399_000, duration_days: 365, is_lifetime: false },
  });
  return id;
}

test("a bank's line finds its order, which is confirmed with the reference, exported, and kept in the books", async ({
  page,
  site,
}) => {
  const token = await site.asAdmin();
  const package_id = await aPackage(site, token);
  const user = await site.makeUser();
  const order = await site.api<PayableOrder>("POST /api/premium-orders", {
    token: user.token,
    json: { package_id, user_name: user.full_name, user_phone: "0903 555 142", user_email: user.email },
  });
  await storeToken(page, token, "admin");
  await open(page, "/admin/orders");
  const spaced = `${order.code.slice(0, 6)} ${order.code.slice(6)}`.toLowerCase();
  await page.getByRole("searchbox").fill(`+399,000VND FT26325088172 CT DEN:${spaced} NGUYEN VAN A`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Tìm theo mã ${order.code}`)).toBeVisible();
  await page.getByRole("button", { name: `Xác nhận đã thanh toán: ${order.code}` }).click();
  const question = page.getByRole("alertdialog", { name: "Xác nhận đã thanh toán" });
  await expect(question).toContainText("399.000 ₫");
  await expect(question.getByLabel("Mã giao dịch của ngân hàng")).toHaveValue("FT26325088172");
  await question.getByRole("button", { name: "Xác nhận" }).click();
  await expect(question).toHaveCount(0);
  const me = await site.api<User>("GET /api/user/me", { token: user.token });
  expect(me).toMatchObject({ is_premium: true, subscription_type: "premium" });
  const saved = await site.api<AdminOrderDetail>(`GET /api/premium-orders/${order.id}`, { token });
  expect(saved.payment_reference).toBe("FT26325088172");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Tùy chọn danh sách" }).click();
  await page.getByRole("menuitem", { name: "Xuất Excel" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

  await page.getByRole("button", { name: `Thao tác: ${order.code}` }).click();
  await expect(page.getByRole("menuitem", { name: "Xóa" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Hoàn tiền" }).click();
  const refund = page.getByRole("dialog", { name: `Hoàn tiền đơn ${order.code}` });
  await expect(refund).toContainText(user.username);
  await refund.getByLabel(/^Lý do/).fill("Khách đổi ý");
  await refund.getByRole("button", { name: "Ghi hoàn tiền" }).click();
  await expect(refund).toHaveCount(0);
  const after = await site.api<User>("GET /api/user/me", { token: user.token });
  expect(after).toMatchObject({ is_premium: false, subscription_type: "free" });
});

test("an order is half refunded: its Premium stays, the rest follows, and the last refund is undone", async ({
  page,
  site,
}) => {
  const token = await site.asAdmin();
  const package_id = await aPackage(site, token);
  const user = await site.makeUser();
  const order = await site.api<PayableOrder>("POST /api/premium-orders", {
    token: user.token,
    json: { package_id, user_name: user.full_name, user_phone: "0903 555 146", user_email: user.email },
  });
  await site.api(`PUT /api/premium-orders/${order.id}`, {
    token,
    json: { payment_status: "paid", status: "confirmed" },
  });
  const isPremium = async () => (await site.api<User>("GET /api/user/me", { token: user.token })).is_premium;
  await storeToken(page, token, "admin");
  await open(page, `/admin/orders?q=${order.code}`);
  await page.getByRole("button", { name: `Xem: ${order.code}` }).click();
  const details = page.getByRole("dialog", { name: `Đơn hàng ${order.code}` });
  const form = page.getByRole("dialog", { name: `Hoàn tiền đơn ${order.code}` });
  async function giveBack(reason: string, amount?: string) {
    await details.getByRole("button", { name: "Hoàn tiền" }).click();
    if (amount !== undefined) await form.getByLabel(/^Số tiền hoàn/).fill(amount);
    await form.getByLabel(/^Lý do/).fill(reason);
    await form.getByRole("button", { name: "Ghi hoàn tiền" }).click();
    await expect(form).toHaveCount(0);
  }
  await giveBack("Dùng được nửa năm", "199000");
  await expect(details.getByText("Đã hoàn 199.000 / 399.000 ₫")).toBeVisible();
  await details.getByText("Lịch sử thay đổi").click();
  await expect(details.getByRole("list", { name: "Lịch sử thay đổi" })).toContainText("đã hoàn: 0 ₫ → 199.000 ₫");
  expect(await isPremium()).toBe(true);
  const customer = await page.context().newPage();
  await open(customer, `/orders/${order.page_token}`);
  await expect(customer.getByText("199.000 / 399.000 ₫")).toBeVisible();
  await customer.close();

  await giveBack("Khách đổi ý");
  await expect(details.getByText("Đã hoàn tiền", { exact: true }).first()).toBeVisible();
  await expect(details.getByRole("button", { name: "Hoàn tiền" })).toHaveCount(0);
  expect(await isPremium()).toBe(false);

  await details.getByRole("button", { name: "Hoàn tác lần hoàn 200.000 ₫" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Hoàn tác" }).click();
  await expect(details.getByText("Đã hoàn 199.000 / 399.000 ₫")).toBeVisible();
  await details.getByRole("button", { name: "Đóng" }).click();
  await expect(page.getByRole("row").getByText("Đã hoàn 199.000 / 399.000 ₫")).toBeVisible();
  expect(await isPremium()).toBe(true);
});

test("a paid order without an account is found, attached to an account, and gives it Premium", async ({
  page,
  site,
}) => {
  const token = await site.asAdmin();
  const package_id = await aPackage(site, token);
  const user = await site.makeUser();
  const order = await site.api<PayableOrder>("POST /api/premium-orders", {
    json: { package_id, user_name: "Nguyễn Thị Lan", user_phone: "0903 555 143", user_email: `x${user.email}` },
  });
  await site.api(`PUT /api/premium-orders/${order.id}`, {
    token,
    json: { payment_status: "paid", status: "confirmed" },
  });
  await storeToken(page, token, "admin");
  await open(page, "/admin/dashboard");
  await page.getByRole("link", { name: /đơn đã trả, chưa cộng Premium/ }).click();
  await page.getByRole("button", { name: `Xem: ${order.code}` }).click();
  const details = page.getByRole("dialog", { name: `Đơn hàng ${order.code}` });
  await details.getByRole("combobox", { name: "Tìm tài khoản để gắn" }).fill(user.username);
  await page.getByRole("option", { name: user.username }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Gắn tài khoản" }).click();
  await expect(details.getByRole("link", { name: user.username })).toBeVisible();
  await details.getByText("Lịch sử thay đổi").click();
  await expect(details.getByRole("list", { name: "Lịch sử thay đổi" })).toContainText(
    `tài khoản: không có → ${user.username}`,
  );
  await details.getByRole("button", { name: "Đóng" }).click();
  await expect(page.getByRole("heading", { name: "Không tìm thấy đơn hàng nào" })).toBeVisible();
  const me = await site.api<User>("GET /api/user/me", { token: user.token });
  expect(me).toMatchObject({ is_premium: true });
});

test("a note in an older form leaves the payment that another administrator confirmed", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/409/);
  const token = await site.asAdmin();
  const package_id = await aPackage(site, token);
  const user = await site.makeUser();
  const order = await site.api<PayableOrder>("POST /api/premium-orders", {
    token: user.token,
    json: { package_id, user_name: user.full_name, user_phone: "0903 555 144", user_email: user.email },
  });
  await storeToken(page, token, "admin");
  // Without news the form goes stale.
  await page.route(/\/api\/admin\/changes$/, (route) => new Promise<void>(() => void route));
  await open(page, "/admin/orders?payment=pending");
  await page.getByRole("button", { name: `Xem: ${order.code}` }).click();
  const form = page.getByRole("dialog", { name: `Đơn hàng ${order.code}` });
  await form.getByLabel("Ghi chú quản trị").fill("Khách gọi lúc chín giờ");
  await site.api(`PUT /api/premium-orders/${order.id}`, {
    token: await site.logInAdmin(),
    json: { status: "confirmed", payment_status: "paid" },
  });
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Đã lưu, và giữ cả thay đổi của một lần lưu khác")).toBeVisible();
  const saved = await site.api<AdminOrderDetail>(`GET /api/premium-orders/${order.id}`, { token });
  expect(saved).toMatchObject({
    status: "confirmed",
    payment_status: "paid",
    admin_notes: "Khách gọi lúc chín giờ",
  });
});

test("40 payments are confirmed in four presses by a job, whose result survives a reload and is taken back", async ({
  page,
  site,
}) => {
  const token = await site.asAdmin();
  const package_id = await aPackage(site, token);
  for (let n = 0; n < 40; n++) {
    const customer = { user_name: `Khách bốn mươi ${n}`, user_phone: "0903 555 142", user_email: `b${n}@example.com` };
    await site.api("POST /api/premium-orders", { json: { package_id, ...customer } });
  }
  await storeToken(page, token, "admin");
  await open(page, "/admin/orders?q=khách+bốn+mươi");
  await page.getByRole("checkbox", { name: "Chọn cả trang" }).click();
  await page.getByRole("button", { name: "Chọn tất cả 40" }).click();
  await page.getByRole("button", { name: "Xác nhận đã nhận tiền" }).click();
  const question = page.getByRole("alertdialog", { name: "Xác nhận 40 đơn hàng?" });
  await expect(question).toContainText("Tổng cộng 15.960.000 ₫");
  await question.getByRole("button", { name: "Xác nhận 40 đơn hàng" }).click();
  const jobs = page.getByRole("list", { name: "Thao tác hàng loạt" });
  await expect(jobs).toContainText("Đã xác nhận 40 đơn hàng");
  const count = async (state: string) => {
    const search = `search=${encodeURIComponent("khách bốn mươi")}&payment_status=${state}&limit=100`;
    return (await site.api<unknown[]>(`GET /api/premium-orders?${search}`, { token })).length;
  };
  expect(await count("paid")).toBe(40);

  await page.reload();
  await jobs.getByRole("button", { name: "Hoàn tác" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Hoàn tác" }).click();
  await expect(jobs).toContainText("Đã hoàn tác: xác nhận 40 đơn hàng");
  expect(await count("pending")).toBe(40);
});
