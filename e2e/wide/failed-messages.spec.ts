/** Messages that the mail server refuses: from the dashboard over the delivery log to the next attempt, and the test message. */
import type { Page } from "@playwright/test";
import type { NotificationSettings } from "../../src/contract/notifications.ts";
import type { PremiumPackage } from "../../src/contract/premium-packages.ts";
import { type MailSite, startMailSite } from "../support/mail-site.ts";
import { expect, open, storeToken, test } from "../support/test.ts";

const refusal = "550 5.1.1 No such user here";
const shownRefusal = `Máy chủ thư từ chối địa chỉ này: ${refusal}`;

let mails: MailSite;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  mails = await startMailSite();
});
test.afterAll(() => mails?.stop());
test.beforeEach(async ({ page }) => {
  await storeToken(page, await mails.site.asAdmin(), "admin");
});

/** Orders a package as customers with addresses of their own. Only these get messages, at any time of the day. */
async function placeOrders(names: readonly string[], mailbox = "khach"): Promise<void> {
  const { site } = mails;
  const token = await site.asAdmin();
  const path = "/api/admin/config/notifications";
  const { sender: _sender, ...settings } = await site.api<NotificationSettings>(`GET ${path}`, { token });
  settings.events.admin_new_order = { email: false };
  await site.api(`PUT ${path}`, { token, json: settings });
  const { id: package_id } = await site.api<PremiumPackage>("POST /api/admin/premium-packages", {
    token,
    json: { name: "Gói năm", price: 399_000, duration_days: 365, is_lifetime: false },
  });
  for (const [i, user_name] of names.entries()) {
    const customer = { user_name, user_phone: `0903 555 14${i}`, user_email: `${mailbox}-${i}@example.com` };
    await site.api("POST /api/premium-orders", { json: { package_id, ...customer } });
  }
}

const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("rowheader") });
const filter = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const tab = (page: Page, label: string) =>
  page.getByRole("navigation", { name: "Các trạng thái gửi" }).getByRole("link", { name: label });
const failedCount = (page: Page) => page.getByRole("link", { name: /^\d+ thông báo không gửi được$/ });

test("a refused message is counted, found, and sent again when the server takes it", async ({ page, expectErrors }) => {
  // Playwright's own scripts, where the e-mail's frame lets none run.
  expectErrors(/Blocked script execution in 'about:srcdoc'/);
  const { site, smtp } = mails;
  smtp.faults.recipient = refusal;
  await placeOrders(["Nguyễn Thị Lan", "Trần Văn Nam"]);
  await open(page, `${site.origin}/admin/deliveries`);
  await expect(rows(page).filter({ hasText: "Không gửi được" })).toHaveCount(2);
  await page.getByRole("complementary").getByRole("link", { name: "Tổng quan" }).click();
  await expect(failedCount(page)).toHaveText(/^2 /);
  await failedCount(page).click();
  await expect(page).toHaveURL(/\/admin\/deliveries\?state=failed&from=\d{4}-\d\d-\d\d$/);
  await expect(rows(page)).toHaveCount(2);

  const lan = rows(page).filter({ hasText: "Nguyễn Thị Lan" });
  await expect(lan).toContainText("Địa chỉ bị từ chối");
  await expect(lan).toContainText(shownRefusal);
  await page.getByRole("button", { name: "Bộ lọc" }).click();
  await filter(page, "Kênh").selectOption("Zalo");
  await expect(rows(page)).toHaveCount(0);
  await filter(page, "Kênh").selectOption("Email");
  await expect(rows(page)).toHaveCount(2);
  await tab(page, "Đã gửi").click();
  await expect(rows(page)).toHaveCount(0);
  await tab(page, "Không gửi được").click();
  await filter(page, "Sự kiện").selectOption("Đã nhận đơn hàng");
  await page.getByRole("searchbox").fill("lan");
  await expect(rows(page)).toHaveCount(1);

  await lan.getByRole("button", { name: "Xem: Đã nhận đơn hàng, gửi Nguyễn Thị Lan" }).click();
  const details = page.getByRole("dialog", { name: "Đã nhận đơn hàng, gửi Nguyễn Thị Lan" });
  await expect(details).toContainText(shownRefusal);
  await expect(details).toContainText("Chưa gửi");
  smtp.faults.recipient = undefined;
  await details.getByRole("button", { name: "Gửi lại" }).click();
  const question = page.getByRole("alertdialog", { name: "Gửi lại thông báo" });
  await expect(question).toContainText("Địa chỉ này từng bị từ chối");
  await question.getByRole("button", { name: "Gửi lại" }).click();
  await expect(page.getByText("Thông báo đang chờ gửi lại")).toBeVisible();
  await expect(details.getByText("Đã gửi", { exact: true })).toBeVisible();
  await expect(details).not.toContainText("Địa chỉ bị từ chối");
  await expect(details).not.toContainText(refusal);
  expect(smtp.mails.map(({ to }) => to)).toEqual([["khach-0@example.com"]]);

  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await expect(rows(page)).toHaveCount(0);
  await tab(page, "Đã gửi").click();
  await expect(lan).toContainText("Đã gửi");
  await page.getByRole("complementary").getByRole("link", { name: "Tổng quan" }).click();
  await expect(failedCount(page)).toHaveText(/^1 /);
});

test("what failed in an outage is sent again in two presses", async ({ page }) => {
  const { site, smtp } = mails;
  smtp.faults.recipient = refusal;
  await placeOrders(["Lê Thị Hồng", "Vũ Hoàng Nam", "Phan Thị Kim"], "ban");
  await open(page, `${site.origin}/admin/deliveries?state=failed`);
  await expect(rows(page)).toHaveCount(4);
  smtp.faults.recipient = undefined;
  await page.getByRole("button", { name: "Gửi lại tất cả" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Gửi lại cả 4 thông báo" }).click();
  await expect(page.getByRole("list", { name: "Thao tác hàng loạt" })).toContainText("Đã gửi lại 4 thông báo");
  await expect(page.getByRole("heading", { name: "Không tìm thấy thông báo nào" })).toBeVisible();
  await tab(page, "Đã gửi").click();
  await expect(rows(page)).toHaveCount(5);
});

test("a test message tells whether the mail server takes it", async ({ page }) => {
  const { site, smtp } = mails;
  const email = "thu@example.com";
  await open(page, `${site.origin}/admin/config?tab=notifications`);
  const panel = page.getByRole("tabpanel");
  await panel.getByLabel("Gửi email thử đến").fill(email);
  await page.keyboard.press("Enter");
  await expect(panel.getByText(`Máy chủ thư đã nhận email gửi đến ${email}`)).toBeVisible();
  const mail = smtp.mails.find(({ to }) => to.includes(email));
  expect(mail?.parts.get("text/plain")).toBeTruthy();

  const send = panel.getByRole("button", { name: "Gửi thử" });
  smtp.faults.recipient = refusal;
  await send.click();
  await expect(panel.getByText("Máy chủ thư từ chối địa chỉ này", { exact: true })).toBeVisible();
  await expect(panel.getByText(refusal, { exact: true })).toBeVisible();
  smtp.faults.recipient = undefined;
  await smtp.stop();
  await send.click();
  await expect(panel.getByText("Máy chủ thư không nhận kết nối")).toBeVisible();
  await smtp.start();
  await send.click();
  await expect(panel.getByText(`Máy chủ thư đã nhận email gửi đến ${email}`)).toBeVisible();
  expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(2);
});
