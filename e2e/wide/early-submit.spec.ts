/** Forms that are submitted before the page's scripts have arrived. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { PayableOrder } from "../../src/contract/orders.ts";
import type { CustomerRequest } from "../../src/contract/requests.ts";
import { type Site, uniqueName } from "../support/site.ts";
import { expect, holdCode, test } from "../support/test.ts";

/** Returns the address of an order that is paid and belongs to no account. */
async function paidOrder(site: Site): Promise<string> {
  const { id, page_token } = await site.api<PayableOrder>(`GET /api/orders/${await site.addOrder()}`);
  await site.api(`PUT /api/premium-orders/${id}`, { token: await site.asAdmin(), json: { payment_status: "paid" } });
  return `/orders/${page_token}`;
}

/** Returns the address of a request whose song waits for its customer's word. */
async function deliveredRequest(site: Site): Promise<string> {
  const fields = new FormData();
  fields.set("customer_name", "Nguyễn Thị Lan");
  fields.set("customer_email", "lan@example.com");
  fields.set("request_content", "Một bài cho ngày cưới");
  const { id, page_token } = await site.api<CustomerRequest>("POST /api/song-requests", { multipart: fields });
  const token = await site.asAdmin();
  const song = new FormData();
  const bytes = await readFile(path.resolve(import.meta.dirname, "../../demo/songs/buoi-sang-o-hem-nho.mp3"));
  song.set("audio_file", new Blob([new Uint8Array(bytes)], { type: "audio/mpeg" }), "bai-hat.mp3");
  await site.api(`POST /api/song-requests/${id}/song`, { token, multipart: song });
  await site.api(`PUT /api/song-requests/${id}`, { token, json: { status: "completed" } });
  return `/requests/${page_token}`;
}

test("logs in with a form submitted before the scripts arrive", async ({ page, site }) => {
  const account = await site.makeUser();
  const releaseCode = await holdCode(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Tên đăng nhập hoặc email").fill(account.username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();

  await expect(page.getByRole("form", { name: "Đăng nhập" })).toHaveAttribute("aria-busy", "true");
  await expect(page).toHaveURL("/login");
  releaseCode();

  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByText(account.full_name).first()).toBeVisible();
});

test("checks a form submitted before the scripts arrive", async ({ page }) => {
  const releaseCode = await holdCode(page);
  await page.goto("/register", { waitUntil: "commit" });
  await page.getByLabel("Tên đăng nhập").fill("hà");
  await page.getByLabel("Email").press("Enter");
  releaseCode();

  await expect(page.getByLabel("Tên đăng nhập")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Tên đăng nhập")).toHaveValue("hà");
  await expect(page.getByLabel("Tên đăng nhập")).toBeFocused();
});

test("chooses a package pressed before the scripts arrive", async ({ page }) => {
  const releaseCode = await holdCode(page);
  await page.goto("/premium", { waitUntil: "commit" });
  const plans = page.getByRole("main").getByRole("listitem");
  await plans.getByRole("button", { name: "Chọn gói này: 1 tháng" }).click();
  await expect(plans.getByText("Đang chờ trang tải xong.").first()).toBeVisible();
  await plans.getByRole("button", { name: "Chọn gói này: 1 năm" }).click();
  await expect(
    page.getByText("Đang chờ trang tải xong.").filter({ visible: true }),
    "the last press counts",
  ).toHaveCount(1);
  releaseCode();
  await expect(page.getByRole("dialog", { name: "Đặt mua gói 1 năm" })).toBeVisible();
});

test("makes the account of an order whose form was submitted before the scripts arrive", async ({ page, site }) => {
  const address = await paidOrder(site);
  const releaseCode = await holdCode(page);
  await page.goto(address, { waitUntil: "commit" });
  await page.getByLabel("Email đăng nhập").fill(`${uniqueName("lan")}@example.com`);
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill("mat-khau-1");
  await page.getByRole("button", { name: "Tạo tài khoản" }).click();
  releaseCode();
  await expect(page.getByText("Đơn hàng đã được gắn vào tài khoản của bạn")).toBeVisible();
});

test("sends the changes to a song that were submitted before the scripts arrive", async ({ page, site }) => {
  const address = await deliveredRequest(site);
  const releaseCode = await holdCode(page);
  await page.goto(address, { waitUntil: "commit" });
  await page.getByText("Muốn sửa", { exact: true }).click();
  await page.getByLabel("Bạn muốn sửa điều gì? *").fill("Hát chậm hơn một chút");
  await page.getByRole("button", { name: "Gửi yêu cầu sửa" }).click();
  releaseCode();
  await expect(page.getByRole("region", { name: "Tình trạng" }).getByRole("status")).toContainText("Đã ghi nhận");
  await page.getByText("Diễn biến", { exact: true }).click();
  await expect(page.getByText("Hát chậm hơn một chút")).toBeVisible();
});

test("keeps what is typed while the scripts never arrive", async ({ page, expectErrors }) => {
  expectErrors(/ERR_FAILED/);
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/login");
  await page.getByLabel("Tên đăng nhập hoặc email").fill("thu_ha");
  await page.getByLabel("Mật khẩu", { exact: true }).fill("mat-khau-1");
  await page.getByLabel("Mật khẩu", { exact: true }).press("Enter");
  await expect(page.getByRole("form").getByRole("status")).toHaveText(/^Đang chờ trang tải xong/);
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Tên đăng nhập hoặc email")).toHaveValue("thu_ha");
  await expect(page.getByLabel("Mật khẩu", { exact: true })).toHaveValue("mat-khau-1");
});
