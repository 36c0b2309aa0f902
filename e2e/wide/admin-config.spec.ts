import type { Page } from "@playwright/test";
import type { NotificationSettings } from "../../src/contract/notifications.ts";
import { maskedSecret, type StorageConfig } from "../../src/contract/storage.ts";
import { type S3Server, settingsOf, startS3Server } from "../../test/s3-server.ts";
import { confirmIdentity, expect, needsConfirmation, open, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-config" });

const pricingAddress = "/admin/config";
const storageAddress = "/admin/config?tab=storage";
const panel = (page: Page) => page.getByRole("tabpanel");
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });
const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();
/** The status of the last action; the storage status comes before it. */
const message = (page: Page) => panel(page).getByRole("status").last();
/** The first status: whether the storage is on. */
const storageStatus = (page: Page) => panel(page).getByRole("status").first();

test.beforeEach(async ({ page, site }) => {
  site.changeDatabase((database) => database.exec("DELETE FROM settings"));
  await storeToken(page, await site.asAdmin(), "admin");
});

test.describe("the price", () => {
  test.beforeEach(async ({ page }) => {
    await open(page, pricingAddress);
    await expect(field(page, "Giá cơ bản (VND)")).toHaveValue("299.000");
  });

  test("a saved price is on the home page at once", async ({ page, site }) => {
    const home = async () => (await (await fetch(`${site.origin}/`)).text()).replaceAll(/<[^>]*>/g, "");
    expect(await home()).toContain("299.000 VND");
    await field(page, "Giá cơ bản (VND)").fill("1.450.000");
    await expect(panel(page).getByText("Khách thấy: 1.450.000 VND")).toBeVisible();
    await field(page, "Mô tả").fill("Giá mùa cưới");
    await press(page, "Lưu cấu hình giá");
    await expect(message(page)).toHaveText("Cấu hình giá đã được cập nhật thành công!");
    const text = await home();
    expect(text).toContain("1.450.000 VND");
    expect(text).toContain("Giá mùa cưới");
    await page.reload();
    await expect(field(page, "Giá cơ bản (VND)")).toHaveValue("1.450.000");
    await expect(field(page, "Mô tả")).toHaveValue("Giá mùa cưới");
  });
});

test.describe("object storage", () => {
  let s3: S3Server;

  test.beforeEach(async ({ page, expectErrors }) => {
    expectErrors(needsConfirmation);
    s3 = await startS3Server({ buckets: ["music", "private"] });
    await open(page, storageAddress);
    await expect(field(page, "Region")).toHaveValue("auto");
    await expect(field(page, "Bucket Name")).toHaveValue("ngan-nga");
  });
  test.afterEach(() => s3.stop());

  async function fill(page: Page, values: Record<string, string> = {}): Promise<void> {
    const given = settingsOf(s3, values);
    await field(page, "Account ID").fill(given.account_id);
    await field(page, "Access Key ID").fill(given.access_key_id);
    await field(page, "Secret Access Key").fill(given.secret_access_key);
    await field(page, "Bucket Name").fill(given.bucket_name);
    await field(page, "Endpoint URL").fill(given.endpoint_url);
  }

  test("tests and saves the settings, and saves them again with the masked secret", async ({ page, site }) => {
    await expect(storageStatus(page)).toContainText("Kho lưu trữ đang tắt");
    await fill(page);
    await press(page, "Kiểm tra kết nối");
    await expect(message(page)).toContainText(`Kết nối ${new URL(s3.url).host} thành công!`);
    await expect(message(page)).toContainText("Đã ghi, đọc và xóa một file thử trong music");
    expect(s3.requests).toEqual(expect.arrayContaining([expect.stringMatching(/^PUT \/music\//)]));
    expect(s3.keys("music")).toEqual([]);

    await press(page, "Lưu cấu hình R2");
    await confirmIdentity(page);
    await expect(message(page)).toHaveText("Cấu hình Cloudflare R2 đã được cập nhật thành công!");
    await expect(field(page, "Secret Access Key")).toHaveValue(maskedSecret);
    await expect(storageStatus(page)).toContainText("Kho lưu trữ đang bật, giữ 0 file.");

    await page.reload();
    await expect(field(page, "Secret Access Key")).toHaveValue(maskedSecret);
    await expect(field(page, "Account ID")).toHaveValue("account");
    await field(page, "Bucket riêng tư (không bắt buộc)").fill("private");
    await press(page, "Lưu cấu hình R2");
    await confirmIdentity(page);
    await expect(message(page)).toHaveText("Cấu hình Cloudflare R2 đã được cập nhật thành công!");
    await press(page, "Kiểm tra kết nối");
    await expect(message(page)).toContainText(`Kết nối ${new URL(s3.url).host} thành công!`);
    await expect(message(page)).toContainText("music và private");
    const config = await site.api<StorageConfig>("GET /api/admin/config/cloudflare-r2", {
      token: await site.asAdmin(),
    });
    expect(config).toMatchObject({ secret_access_key: maskedSecret, private_bucket_name: "private" });
    expect(await page.content()).not.toContain(s3.secretAccessKey);
  });

  test("a wrong key shows an error with hints", async ({ page }) => {
    await fill(page, { access_key_id: "sai" });
    await press(page, "Kiểm tra kết nối");
    const failure = panel(page).getByRole("alert");
    await expect(failure).toContainText("Kết nối thất bại");
    await expect(failure).toContainText("Access Key ID không đúng");
    await expect(failure).toContainText(`${s3.url}, bucket music`);
    await expect(failure.getByRole("listitem").first()).toContainText("Kiểm tra Access Key ID");
    await field(page, "Access Key ID").fill(s3.accessKeyId);
    await expect(failure).toBeVisible();
    await press(page, "Kiểm tra kết nối");
    await expect(message(page)).toContainText(`Kết nối ${new URL(s3.url).host} thành công!`);
    await expect(failure).toHaveCount(0);
    await field(page, "Bucket Name").fill("khac");
    await expect(panel(page).getByText("Kết nối Cloudflare R2 thành công!", { exact: true })).toHaveCount(0);
  });
});

test("a shorter time to keep data is saved after it was said what that removes", async ({ page }) => {
  await open(page, "/admin/config?tab=retention");
  const months = panel(page)
    .getByRole("group", { name: /^Yêu cầu sáng tác/ })
    .getByLabel("Giữ trong");
  await expect(months).toHaveValue("24");
  await months.fill("5");
  await press(page, "Lưu thời hạn");
  await expect(panel(page).getByText("Thời hạn phải từ 6 đến 120 tháng")).toBeVisible();
  await months.fill("12");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Rút ngắn thời hạn lưu giữ?" });
  await expect(question).toContainText("Lần dọn kế tiếp, lúc 3 giờ sáng, chưa có gì phải xóa.");
  await question.getByRole("button", { name: "Lưu thời hạn" }).click();
  await expect(message(page)).toHaveText("Thời hạn lưu giữ đã được cập nhật thành công!");
  await open(page, "/privacy");
  await expect(page.getByRole("region", { name: /^Khi bạn đặt bài hát riêng/ })).toContainText("sau 12 tháng");
});

test("which messages are sent is saved, with an address that was typed and not added", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(needsConfirmation);
  await open(page, "/admin/config?tab=notifications");
  const mail = panel(page).getByRole("switch", { name: "Đơn hàng mới: Email" });
  await expect(mail).toBeChecked();
  await expect(panel(page).getByRole("link", { name: "Xem nhật ký gửi" })).toBeVisible();
  await mail.focus();
  await page.keyboard.press("Space");
  await field(page, "Thêm email nhận").fill("donhang@example.com");
  await press(page, "Lưu cài đặt thông báo");
  await confirmIdentity(page);
  await expect(panel(page).getByText("Đã lưu cài đặt thông báo")).toBeVisible();
  await page.reload();
  await expect(panel(page).getByText("donhang@example.com")).toBeVisible();
  await expect(mail).not.toBeChecked();
  const saved = await site.api<NotificationSettings>("GET /api/admin/config/notifications", {
    token: await site.asAdmin(),
  });
  expect(saved.events.admin_new_order.email).toBe(false);
  expect(saved.events.admin_new_request.email).toBe(true);
});

test("Zalo tells what is missing, is ready when it is there, and shows no secret again", async ({
  page,
  expectErrors,
}) => {
  expectErrors(needsConfirmation);
  await open(page, "/admin/config?tab=zalo");
  await expect(panel(page).getByText("Zalo đang tắt: thông báo đi bằng email.")).toBeVisible();
  await panel(page).getByRole("switch", { name: "Gửi thông báo qua Zalo" }).press("Space");
  for (const [label, value] of [
    ["ID ứng dụng", "2074138120372622546"],
    ["ID Official Account", "2893352839501541173"],
    ["Khóa bí mật của ứng dụng", "khoa-bi-mat"],
  ] as const) {
    await field(page, label).fill(value);
  }
  await press(page, "Lưu cấu hình Zalo");
  await confirmIdentity(page);
  await expect(panel(page).getByText(/^Chưa gửi được qua Zalo\. .*Refresh Token/)).toBeVisible();
  await field(page, "Refresh Token").fill("ma-lam-moi");
  const order = panel(page)
    .locator("details")
    .filter({ has: page.locator("summary").getByText("Đã nhận đơn hàng", { exact: true }) })
    .last();
  await order.locator("summary").click();
  await order.getByLabel("ID mẫu").fill("7895417a");
  await order.getByLabel("Mã đơn hoặc mã yêu cầu").fill("ma_don");
  await press(page, "Lưu cấu hình Zalo");
  await expect(panel(page).getByText("Zalo sẵn sàng gửi.")).toBeVisible();
  await page.reload();
  await expect(field(page, "Refresh Token")).toHaveValue(maskedSecret);
  await expect(field(page, "Khóa bí mật của ứng dụng")).toHaveValue(maskedSecret);
  await expect(panel(page).getByLabel("Số nhận tin thử")).toBeVisible();
  expect(await page.content()).not.toMatch(/khoa-bi-mat|ma-lam-moi/);
});

test("a saved page in a social network is in the footer at once, also without scripts", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(needsConfirmation);
  const footer = async () => /<footer[^]*<\/footer>/.exec(await (await fetch(`${site.origin}/help`)).text())?.[0];
  expect(await footer()).not.toContain("Facebook");
  await open(page, "/admin/config?tab=social");
  await field(page, "Facebook").fill("https://facebook.com/ngannga");
  await press(page, "Lưu trang mạng xã hội");
  await confirmIdentity(page);
  await expect(message(page)).toHaveText("Đã lưu trang mạng xã hội");
  expect(await footer()).toContain('href="https://facebook.com/ngannga"');
  await open(page, "/help");
  await page.getByRole("contentinfo").getByRole("link", { name: "Thể loại" }).click();
  await expect(page).toHaveURL("/categories");
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Facebook" })).toBeVisible();
});
