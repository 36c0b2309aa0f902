import type { Page } from "@playwright/test";
import type { SongPricing } from "../src/contract/settings.ts";
import { maskedSecret, type StorageConfig } from "../src/contract/storage.ts";
import { type S3Server, settingsOf, startS3Server } from "../test/s3-server.ts";
import { expect, keepToken, open, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-config" });

const pricingAddress = "/admin/config";
const storageAddress = "/admin/config?tab=storage";
const pricingCall = "**/api/admin/config/song-pricing";
const storageCall = "**/api/admin/config/cloudflare-r2";
const testCall = "**/api/admin/config/cloudflare-r2/test-connection";
const panel = (page: Page) => page.getByRole("tabpanel");
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });
const press = (page: Page, name: string) => panel(page).getByRole("button", { name, exact: true }).click();
const banner = (page: Page, kind: "success" | "danger") => panel(page).locator(`.note--${kind}`);
const features = (page: Page) => panel(page).getByRole("listitem");
const unreachable = "Có lỗi xảy ra khi kết nối đến server";

test.beforeEach(async ({ page, site }) => {
  site.changeDatabase((database) => database.exec("DELETE FROM settings"));
  await keepToken(page, await site.asAdmin(), "admin");
});

test.describe("the price", () => {
  test.beforeEach(async ({ page }) => {
    await open(page, pricingAddress);
    await expect(field(page, "Giá cơ bản (VND)")).toHaveValue("299000");
  });

  test("is saved, and the home page shows it at once", async ({ page, site }) => {
    const home = async () => (await (await fetch(`${site.origin}/`)).text()).replaceAll(/<[^>]*>/g, "");
    expect(await home()).toContain("299.000 VND");
    await field(page, "Giá cơ bản (VND)").fill("1.450.000");
    await expect(panel(page).getByText("Khách thấy: 1.450.000 VND")).toBeVisible();
    await field(page, "Mô tả").fill("Giá mùa cưới");
    await press(page, "Lưu cấu hình giá");
    await expect(banner(page, "success")).toHaveText("Cấu hình giá đã được cập nhật thành công!");
    const text = await home();
    expect(text).toContain("1.450.000 VND");
    expect(text).toContain("Giá mùa cưới");
    await page.reload();
    await expect(field(page, "Giá cơ bản (VND)")).toHaveValue("1450000");
    await expect(field(page, "Mô tả")).toHaveValue("Giá mùa cưới");
  });

  test("an empty one is 0", async ({ page, site }) => {
    await field(page, "Giá cơ bản (VND)").fill("");
    await press(page, "Lưu cấu hình giá");
    await expect(banner(page, "success")).toBeVisible();
    const pricing = await site.api<SongPricing>("GET /api/song-requests/public/pricing");
    expect(pricing.base_price).toBe(0);
  });

  test("includes what is added by Enter or by the button, and not what is blank", async ({ page, site }) => {
    await expect(features(page)).toHaveCount(4);
    const added = field(page, "Thêm mục");
    await added.fill("   ");
    await added.press("Enter");
    await press(page, "Thêm");
    await expect(features(page)).toHaveCount(4);
    await added.fill("  Hai bản phối ");
    await added.press("Enter");
    await expect(added).toHaveValue("");
    await expect(added).toBeFocused();
    await expect(features(page)).toHaveCount(5);
    await added.fill("Sửa lời một lần");
    await press(page, "Thêm");
    await expect(features(page).last()).toContainText("Sửa lời một lần");
    await press(page, "Xóa Thu âm chuyên nghiệp");
    await expect(panel(page).getByRole("button", { name: "Xóa File âm thanh chất lượng cao" })).toBeFocused();
    await expect(panel(page).locator(".note")).toHaveCount(0);
    await press(page, "Lưu cấu hình giá");
    await expect(banner(page, "success")).toBeVisible();
    const pricing = await site.api<SongPricing>("GET /api/song-requests/public/pricing");
    expect(pricing.features).toEqual([
      "Sáng tác nguyên bản",
      "File âm thanh chất lượng cao",
      "Chuyển giao bản quyền",
      "Hai bản phối",
      "Sửa lời một lần",
    ]);
  });

  test("a line that stands there already is told at the list, until it goes", async ({ page }) => {
    const twice = panel(page).getByText("Mỗi mục chỉ ghi một lần");
    await field(page, "Thêm mục").fill("Thu âm chuyên nghiệp");
    await press(page, "Thêm");
    await press(page, "Lưu cấu hình giá");
    await expect(twice).toBeVisible();
    await panel(page).getByRole("button", { name: "Xóa Thu âm chuyên nghiệp" }).last().click();
    await expect(twice).toBeHidden();
    await expect(features(page)).toHaveCount(4);
  });

  test("what can't be a price is told at its field", async ({ page }) => {
    await field(page, "Giá cơ bản (VND)").fill("ba trăm");
    await panel(page).getByLabel("Đơn vị tiền tệ").fill(" ");
    await press(page, "Lưu cấu hình giá");
    await expect(panel(page).getByText("Giá phải là số nguyên không âm")).toBeVisible();
    await expect(panel(page).getByText("Vui lòng nhập đơn vị tiền tệ")).toBeVisible();
    await expect(field(page, "Giá cơ bản (VND)")).toBeFocused();
  });

  test("what could not be saved stays, and is told in the specified words", async ({ page, expectTrouble }) => {
    expectTrouble(/500|409|ERR_FAILED/);
    const save = () => press(page, "Lưu cấu hình giá");
    await field(page, "Giá cơ bản (VND)").fill("500000");
    await page.route(pricingCall, (route) => route.fulfill({ status: 500, body: "" }));
    await save();
    await expect(banner(page, "danger")).toHaveText("Có lỗi xảy ra khi cập nhật cấu hình giá");
    await page.unrouteAll();
    await page.route(pricingCall, (route) => route.fulfill({ status: 409, json: { detail: "Có người vừa lưu" } }));
    await save();
    await expect(banner(page, "danger")).toHaveText("Có người vừa lưu");
    await page.unrouteAll();
    await page.route(pricingCall, (route) => route.abort("failed"));
    await save();
    await expect(banner(page, "danger")).toHaveText(unreachable);
    await expect(field(page, "Giá cơ bản (VND)")).toHaveValue("500000");
  });

  test("unsaved, it is not left without asking", async ({ page }) => {
    const question = page.getByRole("dialog", { name: "Bỏ các thay đổi?" });
    const away = page.getByRole("navigation", { name: "Quản trị" }).getByRole("link", { name: "Thể loại" });
    await field(page, "Mô tả").fill("Giá mùa cưới");
    await away.click();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect(page).toHaveURL(/\/admin\/config$/);
    await page.getByRole("tab", { name: "Lưu trữ (R2)" }).click();
    await page.getByRole("tab", { name: "Giá bài hát" }).click();
    await expect(field(page, "Mô tả")).toHaveValue("Giá mùa cưới");
    await away.click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect(page).toHaveURL(/\/admin\/genres$/);
  });

  test("unsaved, it is not lost by logging out without asking", async ({ page, site }) => {
    const token = () => page.evaluate(() => localStorage.getItem("adminToken"));
    const logout = page.getByRole("button", { name: "Đăng xuất" });
    const question = page.getByRole("dialog", { name: "Bỏ các thay đổi?" });
    await field(page, "Mô tả").fill("Giá mùa cưới");
    await logout.click();
    await question.getByRole("button", { name: "Hủy" }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/config$/);
    await expect(field(page, "Mô tả")).toHaveValue("Giá mùa cưới");
    expect(await token()).toBe(await site.asAdmin());
    await logout.click();
    await question.getByRole("button", { name: "Bỏ thay đổi" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole("button", { name: "Đăng nhập", exact: true })).toBeVisible();
    expect(await token()).toBeNull();
  });

  test("unsaved, it does not hold up a logout in another tab", async ({ page, context }) => {
    await field(page, "Mô tả").fill("Giá mùa cưới");
    const other = await context.newPage();
    await Promise.all([other.waitForResponse("**/api/auth/me"), other.goto("/admin/dashboard")]);
    await other.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("a session that is over leads to the login, whatever is unsaved", async ({ page, expectTrouble }) => {
    expectTrouble(/401/);
    await field(page, "Mô tả").fill("Giá mùa cưới");
    await page.evaluate(() => localStorage.removeItem("adminToken"));
    await press(page, "Lưu cấu hình giá");
    await expect(banner(page, "danger")).toHaveText("Không tìm thấy token xác thực. Vui lòng đăng nhập lại.");
    await page.evaluate(() => localStorage.setItem("adminToken", "da-het-han"));
    await press(page, "Lưu cấu hình giá");
    await expect(page).toHaveURL(/\/admin$/);
    expect(await page.evaluate(() => localStorage.getItem("adminToken"))).toBeNull();
  });
});

test("tabs are walked by keyboard, and their choice stands in the address", async ({ page }) => {
  await open(page, pricingAddress);
  const [first, second] = [page.getByRole("tab", { name: "Giá bài hát" }), page.getByRole("tab", { name: /^Lưu trữ/ })];
  await expect(first).toHaveAttribute("aria-selected", "true");
  await first.focus();
  await page.keyboard.press("ArrowRight");
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/\/admin\/config\?tab=storage$/);
  await expect(panel(page)).toHaveAccessibleName("Lưu trữ (R2)");
  await page.keyboard.press("ArrowRight");
  await expect(first).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/config$/);
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/\/admin\/config\?tab=storage$/);
  await page.reload();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await expect(field(page, "Account ID")).toBeVisible();
  await second.focus();
  await page.keyboard.press("Tab");
  await expect(field(page, "Account ID")).toBeFocused();
});

test("a configuration that could not be loaded says so and can be asked for again", async ({ page, expectTrouble }) => {
  expectTrouble(/ERR_FAILED/);
  await page.route(pricingCall, (route) => route.abort("failed"));
  await open(page, pricingAddress);
  await expect(panel(page).getByRole("alert")).toContainText(unreachable);
  await page.unrouteAll();
  await press(page, "Thử lại");
  await expect(field(page, "Giá cơ bản (VND)")).toHaveValue("299000");
});

test("an expired token is taken away on loading", async ({ page, expectTrouble }) => {
  expectTrouble(/401/);
  await keepToken(page, "da-het-han", "admin");
  await page.goto(storageAddress);
  await expect(page).toHaveURL(/\/admin$/);
  expect(await page.evaluate(() => localStorage.getItem("adminToken"))).toBeNull();
});

test.describe("object storage", () => {
  let s3: S3Server;

  test.beforeEach(async ({ page }) => {
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

  test("is tested, saved, and saved back without its secret", async ({ page, site }) => {
    await expect(page.locator(".note--info")).toContainText("Kho lưu trữ đang tắt");
    await fill(page);
    await press(page, "Kiểm tra kết nối");
    await expect(banner(page, "success")).toContainText("Kết nối Cloudflare R2 thành công!");
    await expect(banner(page, "success")).toContainText("Đã ghi, đọc và xóa một file thử trong music");
    expect(s3.requests).toEqual(expect.arrayContaining([expect.stringMatching(/^PUT \/music\//)]));
    expect(s3.keys("music")).toEqual([]);

    await press(page, "Lưu cấu hình R2");
    await expect(banner(page, "success")).toHaveText("Cấu hình Cloudflare R2 đã được cập nhật thành công!");
    await expect(field(page, "Secret Access Key")).toHaveValue(maskedSecret);
    await expect(page.locator(".note--info")).toContainText("Kho lưu trữ đang bật, giữ 0 file âm thanh.");

    await page.reload();
    await expect(field(page, "Secret Access Key")).toHaveValue(maskedSecret);
    await expect(field(page, "Account ID")).toHaveValue("account");
    await field(page, "Bucket riêng tư (không bắt buộc)").fill("private");
    await press(page, "Lưu cấu hình R2");
    await expect(banner(page, "success")).toBeVisible();
    await press(page, "Kiểm tra kết nối");
    await expect(banner(page, "success")).toContainText("Kết nối Cloudflare R2 thành công!");
    await expect(banner(page, "success")).toContainText("music và private");
    const kept = await site.api<StorageConfig>("GET /api/admin/config/cloudflare-r2", { token: await site.asAdmin() });
    expect(kept).toMatchObject({ secret_access_key: maskedSecret, private_bucket_name: "private" });
    expect(await page.content()).not.toContain(s3.secretAccessKey);
  });

  test("asks for what it needs in the specified order", async ({ page }) => {
    await expect(panel(page).locator("form label")).toHaveText([
      "Account ID",
      "Access Key ID",
      "Secret Access Key",
      "Bucket Name",
      "Bucket riêng tư (không bắt buộc)",
      "Public URL (không bắt buộc)",
      "Region",
      "Endpoint URL",
    ]);
  });

  test("a wrong key fails with what to try", async ({ page }) => {
    await fill(page, { access_key_id: "sai" });
    await press(page, "Kiểm tra kết nối");
    const failure = banner(page, "danger");
    await expect(failure).toContainText("Kết nối thất bại");
    await expect(failure).toContainText("Access Key ID không đúng");
    await expect(failure).toContainText(`${s3.url}, bucket music`);
    await expect(failure.getByRole("listitem").first()).toContainText("Kiểm tra Access Key ID");
    await field(page, "Access Key ID").fill(s3.accessKeyId);
    await expect(failure).toBeVisible();
    await press(page, "Kiểm tra kết nối");
    await expect(banner(page, "success")).toContainText("Kết nối Cloudflare R2 thành công!");
    await expect(failure).toHaveCount(0);
    await field(page, "Bucket Name").fill("khac");
    await expect(banner(page, "success")).toHaveCount(0);
  });

  test("says that it is being tested", async ({ page }) => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(testCall, async (route) => {
      await held;
      await route.continue();
    });
    await fill(page);
    await press(page, "Kiểm tra kết nối");
    await expect(panel(page).getByRole("button", { name: "Đang kiểm tra..." })).toBeDisabled();
    answer();
    await expect(panel(page).getByRole("button", { name: "Kiểm tra kết nối" })).toBeEnabled();
    await expect(banner(page, "success")).toBeVisible();
  });

  test("is not tested before all that it needs is there", async ({ page }) => {
    const missing = "Vui lòng điền đầy đủ thông tin: Account ID, Access Key ID, Secret Access Key và Bucket Name.";
    await press(page, "Kiểm tra kết nối");
    await expect(banner(page, "danger")).toHaveText(missing);
    await expect(field(page, "Account ID")).toBeFocused();
    await fill(page);
    await field(page, "Bucket Name").fill("  ");
    await press(page, "Kiểm tra kết nối");
    await expect(banner(page, "danger")).toHaveText(missing);
    expect(s3.requests).toEqual([]);
  });

  test("secrets are masked, and can be looked at", async ({ page }) => {
    await fill(page);
    for (const label of ["Account ID", "Access Key ID", "Secret Access Key"]) {
      await expect(field(page, label)).toHaveAttribute("type", "password");
      await press(page, `Hiện ${label}`);
      await expect(field(page, label)).toHaveAttribute("type", "text");
      await press(page, `Ẩn ${label}`);
      await expect(field(page, label)).toHaveAttribute("type", "password");
    }
    await press(page, "Lưu cấu hình R2");
    await expect(field(page, "Secret Access Key")).toHaveValue(maskedSecret);
    await field(page, "Secret Access Key").focus();
    await page.keyboard.type("khoa-moi");
    await expect(field(page, "Secret Access Key")).toHaveValue("khoa-moi");
  });

  test("what is wrong is told at its field, failures in the specified words", async ({ page, expectTrouble }) => {
    expectTrouble(/500|ERR_FAILED/);
    await fill(page, { endpoint_url: "không phải địa chỉ" });
    await press(page, "Lưu cấu hình R2");
    await expect(panel(page).getByText("Địa chỉ phải có dạng https://…")).toBeVisible();
    await field(page, "Endpoint URL").fill(s3.url);

    await page.route(storageCall, (route) => route.fulfill({ status: 500, body: "" }));
    await press(page, "Lưu cấu hình R2");
    await expect(banner(page, "danger")).toHaveText("Có lỗi xảy ra khi cập nhật cấu hình R2");
    await page.route(testCall, (route) => route.fulfill({ status: 500, body: "" }));
    await press(page, "Kiểm tra kết nối");
    await expect(banner(page, "danger")).toHaveText("Có lỗi xảy ra khi test kết nối R2");
    await page.unrouteAll();
    await page.route(testCall, (route) => route.abort("failed"));
    await press(page, "Kiểm tra kết nối");
    await expect(banner(page, "danger")).toHaveText(unreachable);
  });

  test("is turned off by leaving everything empty", async ({ page, site }) => {
    await fill(page);
    await press(page, "Lưu cấu hình R2");
    await expect(page.locator(".note--info")).toContainText("đang bật");
    for (const label of ["Account ID", "Access Key ID", "Secret Access Key", "Bucket Name", "Endpoint URL"]) {
      await field(page, label).fill("");
    }
    await press(page, "Lưu cấu hình R2");
    await expect(page.locator(".note--info")).toContainText("đang tắt");
    const kept = await site.api<StorageConfig>("GET /api/admin/config/cloudflare-r2", { token: await site.asAdmin() });
    expect(kept).toMatchObject({ account_id: "", secret_access_key: "", status: { state: "off" } });
  });
});
