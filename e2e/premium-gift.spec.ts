/** Premium as a gift: bought on one device, taken on another, once. */
import type { PayableOrder } from "../src/contract/orders.ts";
import { uniqueName } from "./support/site.ts";
import { expect, test } from "./support/test.ts";

test("buys Premium for somebody, who registers on another device and takes it, once", async ({
  page,
  site,
  browser,
}) => {
  await page.goto("/premium");
  await page.getByRole("button", { name: "Chọn gói này: 1 năm" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Mua tặng người khác").click();
  await dialog.getByLabel("Tặng cho").fill("Mẹ");
  await dialog.getByLabel("Người tặng").fill("Lan và Minh");
  await dialog.getByLabel("Lời nhắn (không bắt buộc)").fill("Chúc mẹ nghe nhạc thật vui.");
  await dialog.getByLabel("Họ và tên").fill("Nguyễn Thị Lan");
  await dialog.getByLabel("Số điện thoại").fill("0901 234 567");
  await dialog.getByLabel("Email", { exact: true }).fill(`${uniqueName("lan")}@example.com`);
  await dialog.getByRole("button", { name: "Đặt mua" }).click();
  await dialog.getByRole("link", { name: "Theo dõi đơn hàng" }).click();
  await expect(page).toHaveURL(/\/orders\//);
  const token = new URL(page.url()).pathname.split("/").at(-1);

  const { id } = await site.api<PayableOrder>(`GET /api/orders/${token}`);
  const json = { payment_status: "paid", status: "confirmed" };
  await site.api(`PUT /api/premium-orders/${id}`, { token: await site.asAdmin(), json });
  await expect(page.getByText(/cho Mẹ đã sẵn sàng/)).toBeVisible();
  const address = await page.getByRole("link", { name: "Xem trang quà" }).getAttribute("href");

  const receiver = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await receiver.goto(address ?? "");
  await receiver.getByRole("button", { name: "Mở quà" }).click();
  await expect(receiver.getByText("Chúc mẹ nghe nhạc thật vui.")).toBeVisible();
  await receiver.getByRole("link", { name: "Tạo tài khoản và nhận Premium" }).click();
  const name = uniqueName("me");
  await receiver.getByLabel("Tên đăng nhập").fill(name);
  await receiver.getByLabel("Email").fill(`${name}@example.com`);
  await receiver.getByLabel("Họ và tên").fill("Mẹ Hoa");
  await receiver.getByLabel("Mật khẩu", { exact: true }).fill("mat-khau-cua-me");
  await receiver.getByLabel("Xác nhận mật khẩu").fill("mat-khau-cua-me");
  await receiver.getByRole("button", { name: "Đăng ký", exact: true }).click();
  await expect(receiver.getByText(/^Premium đã vào tài khoản của bạn/)).toBeVisible();
  await expect(page.getByText(/đã được nhận ngày/)).toBeVisible();

  const other = await site.makeUser();
  const second = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
  await second.goto(address ?? "");
  await second.getByRole("button", { name: "Mở quà" }).click();
  await expect(second.getByText("Món quà này đã được nhận.")).toBeVisible();
  const secret = (address ?? "").split("/").at(-1);
  const refused = await site.api(`POST /api/gifts/${secret}/take`, { token: other.token }).catch(String);
  expect(refused).toContain("Món quà này đã được nhận");
});
