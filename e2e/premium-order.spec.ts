/** Premium bought by bank transfer: the package, the order, its payment and its private page. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import type { AdminOrder, PayableOrder } from "../src/contract/orders.ts";
import type { PremiumPackage } from "../src/contract/premium-packages.ts";
import type { Site } from "./support/site.ts";
import { expect, open, openAs, test } from "./support/test.ts";

test.use({ catalogue: "own:premium" });

const dialog = (page: Page) => page.getByRole("dialog");
const follow = (page: Page) => dialog(page).getByRole("link", { name: "Theo dõi đơn hàng" });
const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0901 234 567", user_email: "lan@example.com" };

/** Lets the page be looked at again until it tells what is new; once more where it was just rendered and did not listen yet. */
async function lookAgain(page: Page, news: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(news).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

async function sell(site: Site, fields: Partial<PremiumPackage> = {}): Promise<PremiumPackage> {
  const json = { name: "Gói năm", price: 399_000, duration_days: 365, sort_order: 1, is_lifetime: false, ...fields };
  return site.api<PremiumPackage>("POST /api/admin/premium-packages", { token: await site.asAdmin(), json });
}

async function addBank(site: Site): Promise<void> {
  const json = {
    bank_name: "Vietcombank",
    bank_bin: "970436",
    account_number: "0123456789",
    account_holder: "CONG TY NGAN NGA",
    is_active: true,
  };
  await site.api("POST /api/bank-config", { token: await site.asAdmin(), json });
}

const placeOrder = (site: Site, package_id: number) =>
  site.api<PayableOrder>("POST /api/premium-orders", { json: { ...customer, package_id } });
const allOrders = async (site: Site) =>
  site.api<AdminOrder[]>("GET /api/premium-orders", { token: await site.asAdmin() });

async function choose(page: Page, name = "Gói năm"): Promise<void> {
  await page.getByRole("button", { name: `Chọn gói này: ${name}` }).click();
}

async function fillIn(page: Page): Promise<void> {
  await dialog(page).getByLabel("Họ và tên").fill(customer.user_name);
  await dialog(page).getByLabel("Số điện thoại").fill(customer.user_phone);
  await dialog(page).getByLabel("Email", { exact: true }).fill(customer.user_email);
}

/** Goes on from the step for the account, without one. */
async function skipAccount(page: Page): Promise<void> {
  await dialog(page).getByRole("button", { name: "Để sau, xem cách chuyển khoản" }).click();
}

/** Returns the text of a QR code in a picture. */
async function decoded(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a visitor orders, and the code can be scanned from the screen and from the saved picture", async ({
    page,
    site,
  }) => {
    site.empty();
    await sell(site);
    await addBank(site);
    await open(page, "/premium");
    await choose(page);
    await fillIn(page);
    await dialog(page).getByRole("button", { name: "Đặt mua" }).dblclick();
    await skipAccount(page);
    await expect(follow(page)).toBeVisible();
    const [order, ...others] = await allOrders(site);
    expect(others).toEqual([]);
    expect(order).toMatchObject({ ...customer, payment_amount: 399_000, status: "pending", payment_status: "pending" });
    const code = order?.code ?? "";
    await expect(dialog(page).getByText(code, { exact: true })).toBeVisible();

    const shown = await decoded(
      await dialog(page)
        .getByRole("img", { name: /^Mã QR chuyển khoản/ })
        .screenshot(),
    );
    const saving = page.waitForEvent("download");
    await expect(dialog(page).getByText(/^Mở ứng dụng ngân hàng và quét mã/)).toBeVisible();
    await dialog(page).getByRole("link", { name: "Lưu ảnh QR" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`QR-${code}.png`);
    const saved = await decoded(await readFile(await file.path()));
    expect(saved).toContain("0010A0000007270124000697043601100123456789");
    expect(saved).toContain("5406399000");
    expect(saved).toContain(`0810${code}`);
    expect(shown).toBe(saved);

    await follow(page).click();
    await expect(page).toHaveURL(/\/orders\/[\w-]{22}$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Đơn hàng ${code}`);
    await expect(page.getByRole("listitem").filter({ hasText: "Chờ thanh toán" })).toHaveAttribute(
      "aria-current",
      "step",
    );

    await open(page, "/premium");
    await page.getByRole("link", { name: new RegExp(code) }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Đơn hàng ${code}`);
  });

  test("a half-filled form outlives Back, Forward, a reload and the login", async ({ page, site }) => {
    site.empty();
    await addBank(site);
    const { id } = await sell(site);
    const user = await site.makeUser();
    await open(page, "/");
    await open(page, "/premium");
    await choose(page);
    await dialog(page).getByLabel("Số điện thoại").fill(customer.user_phone);
    await dialog(page).getByLabel("Ghi chú").fill("Quà cho má");
    await page.goBack();
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL(/\/premium$/);
    await page.goForward();
    await expect(dialog(page).getByLabel("Ghi chú")).toHaveValue("Quà cho má");
    await page.reload();
    await expect(dialog(page).getByLabel("Ghi chú")).toHaveValue("Quà cho má");
    await dialog(page).getByRole("link", { name: "Đăng nhập" }).click();
    await page.getByLabel("Tên đăng nhập hoặc email").fill(user.username);
    await page.getByLabel("Mật khẩu", { exact: true }).fill(user.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/premium\\?goi=${id}$`));
    await expect(dialog(page).getByLabel("Số điện thoại")).toHaveValue(customer.user_phone);
    await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue(user.email);
    await dialog(page).getByRole("button", { name: "Đặt mua" }).click();
    await expect(follow(page)).toBeVisible();
    expect(await allOrders(site)).toMatchObject([{ user_name: user.full_name, payment_note: "Quà cho má" }]);
    await page.reload();
    await expect(page, "an order that was made is on its own page").toHaveURL(/\/orders\/[\w-]{22}$/);
  });

  test("an order without an account is paid, and an account made on its page receives Premium", async ({
    page,
    site,
  }) => {
    site.empty();
    await addBank(site);
    await sell(site);
    await open(page, "/premium");
    await choose(page);
    await fillIn(page);
    await dialog(page).getByRole("button", { name: "Đặt mua" }).click();
    await skipAccount(page);
    await follow(page).click();
    await expect(page.getByRole("button", { name: "Tạo tài khoản để nhận Premium" })).toBeVisible();
    const [order] = await allOrders(site);
    const json = { status: "confirmed", payment_status: "paid" };
    await site.api(`PUT /api/premium-orders/${order?.id}`, { token: await site.asAdmin(), json });
    await lookAgain(page, page.getByText(/^Còn một bước: Premium cần một tài khoản/));
    await page.getByLabel("Mật khẩu mới").fill("mat-khau-rieng-1");
    await page.getByRole("button", { name: "Tạo tài khoản", exact: true }).click();
    await expect(page.getByText("Premium đã kích hoạt")).toBeVisible();
    await open(page, "/account");
    await expect(page.getByRole("link", { name: new RegExp(order?.code ?? "") })).toContainText("Đã kích hoạt");
  });

  test("an order that its customer cancels is ordered again with its texts", async ({ page, site }) => {
    site.empty();
    await addBank(site);
    const { page_token } = await placeOrder(site, (await sell(site)).id);
    await open(page, `/orders/${page_token}`);
    await page.getByRole("button", { name: "Hủy đơn hàng" }).click();
    await dialog(page).getByRole("button", { name: "Hủy đơn hàng" }).click();
    await expect(page.getByText(/^Bạn đã hủy đơn hàng này/)).toBeVisible();
    await page.getByRole("link", { name: "Đặt lại gói này" }).click();
    await expect(dialog(page).getByLabel("Họ và tên")).toHaveValue(customer.user_name);
    await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue(customer.user_email);
  });
});

test("an order's page is read under its own address alone, and is in no cache and no index", async ({ site }) => {
  site.empty();
  await addBank(site);
  const { code, page_token } = await placeOrder(site, (await sell(site)).id);
  const own = await fetch(`${site.origin}/orders/${page_token}`);
  expect(own.status).toBe(200);
  const html = await own.text();
  expect(html).toContain(code);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('rel="canonical"');
  for (const other of [`${page_token.slice(0, -2)}__`, page_token.toLowerCase(), code, `${page_token}/x`, ""]) {
    const answer = await fetch(`${site.origin}/orders/${other}`);
    expect(answer.status, other).toBe(404);
    expect(await answer.text(), other).not.toContain(customer.user_name);
  }
  const unknown = await fetch(`${site.origin}/orders/AAAAAAAAAAAAAAAAAAAAAA`);
  for (const { headers } of [own, unknown]) {
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("etag")).toBeNull();
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  }
  await site.api(`DELETE /api/premium-orders/${(await allOrders(site))[0]?.id}`, { token: await site.asAdmin() });
  expect((await fetch(`${site.origin}/orders/${page_token}`)).status, "once it is deleted").toBe(404);
  expect(await (await fetch(`${site.origin}/sitemap.xml`)).text()).not.toContain("/orders");
});

test("a new price is told before the order is placed at it", async ({ page, site, expectErrors }) => {
  expectErrors(/409/);
  site.empty();
  await addBank(site);
  const { id } = await sell(site);
  await open(page, "/premium");
  await choose(page);
  await fillIn(page);
  await site.api(`PUT /api/admin/premium-packages/${id}`, { token: await site.asAdmin(), json: { price: 499_000 } });
  await dialog(page).getByRole("button", { name: "Đặt mua" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("499.000 ₫");
  await expect(dialog(page).getByText("499.000 ₫", { exact: true })).toBeVisible();
  expect(await allOrders(site)).toEqual([]);
  await dialog(page).getByRole("button", { name: "Đặt mua" }).click();
  await skipAccount(page);
  await expect(follow(page)).toBeVisible();
  expect(await allOrders(site)).toMatchObject([{ payment_amount: 499_000 }]);
});

test("a user comes back from the login, orders by keyboard, and sees Premium arrive", async ({ page, site }) => {
  site.empty();
  await addBank(site);
  await sell(site);
  const user = await site.makeUser();
  await open(page, "/premium");
  await choose(page);
  await dialog(page).getByRole("link", { name: "Đăng nhập" }).click();
  await page.getByLabel("Tên đăng nhập hoặc email").fill(user.username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(user.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/premium\?goi=\d+$/);
  await expect(dialog(page).getByLabel("Email", { exact: true })).toHaveValue(user.email);
  await dialog(page).getByLabel("Số điện thoại").focus();
  await page.keyboard.type("0901234567");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("heading", { name: "Thanh toán gói năm" })).toBeFocused();
  await follow(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Đơn hàng HM");

  const [order] = await allOrders(site);
  const json = { status: "confirmed", payment_status: "paid" };
  await site.api(`PUT /api/premium-orders/${order?.id}`, { token: await site.asAdmin(), json });
  await lookAgain(page, page.getByText("Premium đã kích hoạt"));
  await expect(page.getByRole("definition").filter({ hasText: /^\d\d\/\d\d\/\d{4} \d\d:\d\d$/ })).toBeVisible();
});

test("without a bank account the order is placed, and the page leads to the team", async ({ page, site }) => {
  site.empty();
  await sell(site);
  await openAs(page, await site.makeUser(), "/premium");
  await choose(page);
  await expect(dialog(page).getByLabel("Họ và tên")).not.toHaveValue("");
  await dialog(page).getByLabel("Số điện thoại").fill("0901 234 567");
  await dialog(page).getByRole("button", { name: "Đặt mua" }).click();
  await expect(dialog(page).getByText(/Thông tin thanh toán chưa được cấu hình/)).toBeVisible();
  await dialog(page).getByRole("link", { name: "Liên hệ quản trị viên" }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test("without scripts the packages are shown, without dead buttons", async ({ browser, site }) => {
  site.empty();
  await sell(site);
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: site.origin });
  await page.goto("/premium");
  await expect(page.getByRole("heading", { name: "Gói năm" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(page.getByText("Để đặt mua, bạn bật JavaScript", { exact: false })).toBeVisible();
  await page.close();
});
