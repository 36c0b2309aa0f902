/** The delivery log: a message that is kept without a mail server, its content, its resend. */
import type { Page } from "@playwright/test";
import type { PayableOrder } from "../../src/contract/orders.ts";
import type { PremiumPackage } from "../../src/contract/premium-packages.ts";
import { expect, open, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-deliveries" });
test.describe.configure({ mode: "serial" });

const name = "Đã nhận đơn hàng, gửi Nguyễn Thị Lan";
const details = (page: Page) => page.getByRole("dialog", { name });
const mail = (page: Page) => page.frameLocator("iframe");

test.beforeEach(async ({ page, site, expectErrors }) => {
  // Playwright's own scripts, where the e-mail's frame lets none run.
  expectErrors(/Blocked script execution in 'about:srcdoc'/);
  await storeToken(page, await site.asAdmin(), "admin");
});

test("the message of a new order is kept, shown as it is sent, and waits for a mail server", async ({
  page,
  site,
  expectErrors,
}) => {
  await open(page, "/admin/deliveries");
  await expect(page.getByRole("heading", { name: "Chưa có thông báo nào" })).toBeVisible();
  const { id: package_id } = await site.api<PremiumPackage>("POST /api/admin/premium-packages", {
    token: await site.asAdmin(),
    json: { name: "Gói năm", price: 399_000, duration_days: 365, is_lifetime: false },
  });
  const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0903 555 142", user_email: "lan@example.com" };
  const order = await site.api<PayableOrder>("POST /api/premium-orders", { json: { package_id, ...customer } });

  // The log reads itself again.
  const row = page.getByRole("row").filter({ hasText: "Nguyễn Thị Lan" });
  await expect(row).toContainText("Lưu lại, chưa gửi");
  await expect(row).toContainText("lan@example.com");
  await page.getByRole("button", { name: "Bộ lọc" }).click();
  await page.getByLabel("Sự kiện", { exact: true }).selectOption("Đơn hàng mới");
  await expect(page.getByRole("rowheader")).toHaveText(["Đơn hàng mới"]);
  await page.getByLabel("Sự kiện", { exact: true }).selectOption("Đã nhận đơn hàng");
  await expect(page.getByRole("rowheader")).toHaveText(["Đã nhận đơn hàng"]);

  await expect(page.getByText("Đặt biến SMTP_URL cho máy chủ")).toBeVisible();
  await page.getByRole("button", { name: `Xem: ${name}` }).click();
  await expect(details(page)).toContainText("lúc đó chưa có máy chủ thư");
  await expect(mail(page).getByRole("heading", { level: 1 })).toHaveText("Chúng tôi đã nhận đơn của bạn");
  await expect(mail(page).getByText(order.code, { exact: true }).first()).toBeVisible();
  // Style sheet, inline styles and picture pass the policy of the page.
  const ground = () =>
    mail(page)
      .locator("body")
      .evaluate((body) => getComputedStyle(body).backgroundColor);
  const light = await ground();
  expect(light).not.toBe("rgba(0, 0, 0, 0)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ground).not.toBe(light);
  const picture = mail(page).locator("img").first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await details(page).getByRole("button", { name: "Gửi lại" }).click();
  expectErrors(/409/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Gửi lại" }).click();
  await expect(page.getByRole("alert")).toContainText("Chưa có máy chủ thư");
  await details(page)
    .getByRole("link", { name: /^Đơn hàng #/ })
    .click();
  await expect(page.getByRole("dialog", { name: order.code })).toBeVisible();
});

test("a link of an e-mail opens in a tab of its own", async ({ page, context }) => {
  await open(page, "/admin/deliveries?event=order_received");
  await page.getByRole("button", { name: `Xem: ${name}` }).click();
  const order = { contentType: "text/html; charset=utf-8", body: "<h1>Đơn</h1>" };
  await context.route(/\/orders\//, (route) => route.fulfill(order));
  const tab = context.waitForEvent("page");
  // By keyboard: Chromium can send a press to where a frame of another process was before its page was scrolled.
  await mail(page).getByRole("link", { name: "Theo dõi đơn" }).press("Enter");
  await expect((await tab).getByRole("heading")).toHaveText("Đơn");
  await expect(details(page)).toBeVisible();
});

test("the keyboard opens a message and closes it", async ({ page }) => {
  await open(page, "/admin/deliveries?event=order_received");
  const button = page.getByRole("button", { name: `Xem: ${name}` });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(details(page)).toBeVisible();
  await expect(page).toHaveURL(/open=\d+/);
  await page.keyboard.press("Escape");
  await expect(details(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/open=/);
  await expect(button).toBeFocused();
});
