/** A transfer that a service tells of: the page that waits for it turns by itself, on a phone. */
import type { Page } from "@playwright/test";
import type { PayableOrder } from "../src/contract/orders.ts";
import { emptyPaymentConfig } from "../src/contract/payment-config.ts";
import type { PremiumPackage } from "../src/contract/premium-packages.ts";
import { simulatedCall } from "../src/server/features/payment-providers/simulator.ts";
import type { Site } from "./support/site.ts";
import { expect, open, test } from "./support/test.ts";

test.use({ catalogue: "own:payment", viewport: { width: 390, height: 844 } });

const dialog = (page: Page) => page.getByRole("dialog");
const arrived = (page: Page) => page.getByRole("heading", { name: "Đã nhận được tiền" });
const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0901 234 567", user_email: "lan@example.com" };
const secret = "khoa-webhook-cua-sepay";
const account = "0123456789";

/** A site that sells one package and is told of transfers by SePay. */
async function sellingSite(site: Site): Promise<PremiumPackage> {
  site.empty();
  const token = await site.asAdmin();
  const bank = {
    bank_name: "Vietcombank",
    bank_bin: "970436",
    account_number: account,
    account_holder: "CONG TY NGAN NGA",
  };
  await site.api("POST /api/bank-config", { token, json: { ...bank, is_active: true } });
  const sepay = { method: "hmac", secret, api_token: "" };
  await site.api("PUT /api/admin/config/payments", { token, json: { ...emptyPaymentConfig, sepay } });
  const json = { name: "Gói năm", price: 399_000, duration_days: 365, sort_order: 1, is_lifetime: false };
  return site.api<PremiumPackage>("POST /api/admin/premium-packages", { token, json });
}

let transfers = 0;

/** Lets SePay tell of a transfer with the code of an order. */
async function transfer(site: Site, code: string, amount: number): Promise<void> {
  transfers += 1;
  const now = Date.now();
  const movement = {
    id: transfers,
    reference: `FT${transfers}`,
    occurredAt: now,
    memo: `${code} chuyen tien`,
    account,
    amount,
  };
  const { path, body, headers } = simulatedCall("sepay", movement, { secret, at: now });
  const answer = await fetch(`${site.origin}${path}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
}

const placeOrder = (site: Site, package_id: number) =>
  site.api<PayableOrder>("POST /api/premium-orders", { json: { ...customer, package_id } });

/** Marks the document, which a reload would take away. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute("data-marked"));

test("a visitor who wants a premium song orders, pays, and hears it without a reload", async ({ page, site }) => {
  await sellingSite(site);
  const { id: category } = await site.addCategory({ name: "Ru con" });
  const audio_url = await site.uploadAudio("buoi-sang-o-hem-nho.mp3");
  const song = await site.addSong({ title: "Gửi người ở lại", category_ids: [category], audio_url, is_premium: true });
  await open(page, `/songs/${song.id}`);
  await mark(page);
  await page.getByRole("button", { name: "Bài Premium, mở khóa: Gửi người ở lại" }).first().click();
  await dialog(page).getByRole("link", { name: "Nâng cấp Premium" }).click();
  await page.getByRole("button", { name: "Chọn gói này: Gói năm" }).click();
  await dialog(page).getByLabel("Họ và tên").fill(customer.user_name);
  await dialog(page).getByLabel("Số điện thoại").fill(customer.user_phone);
  await dialog(page).getByLabel("Email", { exact: true }).fill(customer.user_email);
  await dialog(page).getByRole("button", { name: "Đặt mua" }).click();
  await dialog(page).getByLabel("Mật khẩu mới").fill("mat-khau-rieng-1");
  await dialog(page).getByRole("button", { name: "Tạo tài khoản", exact: true }).click();
  await expect(dialog(page).getByText("Đang chờ tiền về…")).toBeVisible();
  const [order] = await site.api<{ code: string }[]>("GET /api/premium-orders", { token: await site.asAdmin() });
  await transfer(site, order?.code ?? "", 399_000);
  await expect(arrived(page)).toBeFocused();
  await dialog(page).getByRole("link", { name: "Nghe ngay: Gửi người ở lại" }).click();
  await expect(page).toHaveURL(new RegExp(`/songs/${song.id}$`));
  await expect(page.getByRole("button", { name: "Tạm dừng: Gửi người ở lại" }).first()).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test("too little is told with a code for the rest, which then pays the order", async ({ page, site }) => {
  const { id } = await sellingSite(site);
  const { code, page_token } = await placeOrder(site, id);
  await open(page, `/orders/${page_token}`);
  await mark(page);
  await transfer(site, code, 100_000);
  await expect(page.getByRole("heading", { name: "Chuyển nốt 299.000 ₫" })).toBeVisible();
  await expect(page.getByText(/^Đã nhận 100\.000 ₫, còn thiếu 299\.000 ₫/)).toBeVisible();
  await expect(page.getByRole("img", { name: /^Mã QR chuyển khoản 299\.000 ₫/ })).toBeVisible();
  await transfer(site, code, 299_000);
  await expect(arrived(page)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test("an order that was paid without an account gives Premium to the one that is made on its page", async ({
  page,
  site,
}) => {
  const { id } = await sellingSite(site);
  const { code, page_token } = await placeOrder(site, id);
  await open(page, `/orders/${page_token}`);
  await mark(page);
  await transfer(site, code, 499_000);
  await expect(arrived(page)).toBeVisible();
  await expect(page.getByText(/^Cảm ơn bạn\. Bạn đã chuyển nhiều hơn 100\.000 ₫/)).toBeVisible();
  await page.getByLabel("Mật khẩu mới").fill("mat-khau-rieng-1");
  await page.getByRole("button", { name: "Tạo tài khoản", exact: true }).click();
  await expect(page.getByText(/^Premium đã mở trong tài khoản của bạn/)).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});
