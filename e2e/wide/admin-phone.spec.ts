/** A day's work of the back office on a phone. */
import { addPackage, openOffice, orderPackage } from "../support/office.ts";
import { expect, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-phone", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a bank's line finds the order on a phone, which is confirmed in its sheet and leads to the customer", async ({
  page,
  site,
}) => {
  const { id: package_id } = await addPackage(site);
  const user = await site.makeUser();
  const order = await orderPackage(site, { package_id, user_name: "Trần Thu Hà", user_email: user.email }, user.token);
  await orderPackage(site, { package_id, user_name: "Lan" });
  await openOffice(page, site, "/admin/dashboard");
  await page.getByRole("button", { name: "Tìm nhanh" }).tap();
  await page.getByRole("combobox").fill(`CT DEN ${order.code} TRAN THU HA`);
  await page.getByRole("option", { name: order.code }).tap();
  const sheet = page.getByRole("dialog", { name: `Đơn hàng ${order.code}` });
  await sheet.getByRole("button", { name: "Xác nhận đã thanh toán" }).tap();
  const question = page.getByRole("alertdialog", { name: "Xác nhận đã thanh toán" });
  await question.getByRole("button", { name: "Xác nhận" }).tap();
  await expect(question).toHaveCount(0);
  await expect(sheet).toContainText("Đã thanh toán");
  await sheet.getByRole("link", { name: user.username }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(user.username);
  await expect(page.getByRole("region", { name: "Premium" })).toContainText("Gói năm");
});

test("a selection is confirmed and taken back on a phone, a lock is undone", async ({ page, site }) => {
  const { id: package_id } = await addPackage(site);
  const { username } = await site.makeUser();
  for (let n = 0; n < 3; n++) await orderPackage(site, { package_id, user_name: `Khách chọn ${n}` });
  await openOffice(page, site, "/admin/orders?q=khách+chọn&view=cards");
  await page.getByRole("button", { name: "Tùy chọn danh sách" }).tap();
  await page.getByRole("menuitem", { name: "Chọn cả trang" }).tap();
  await page.getByRole("button", { name: "Xác nhận đã nhận tiền" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Xác nhận 3 đơn hàng" }).tap();
  const jobs = page.getByRole("list", { name: "Thao tác hàng loạt" });
  await expect(jobs).toContainText("Đã xác nhận 3 đơn hàng");
  await jobs.getByRole("button", { name: "Hoàn tác" }).tap();
  await page.getByRole("alertdialog", { name: "Hoàn tác?" }).getByRole("button", { name: "Hoàn tác" }).tap();
  await expect(jobs).toContainText("Đã hoàn tác: xác nhận 3 đơn hàng");

  await page.getByRole("button", { name: "Mở trình đơn" }).tap();
  await page.getByRole("dialog").getByRole("link", { name: "Người dùng" }).tap();
  const flag = page.getByRole("switch", { name: `Hoạt động: ${username}` });
  await flag.press("Space");
  await expect(flag).not.toBeChecked();
  await page.getByRole("button", { name: "Hoàn tác" }).tap();
  await expect(flag).toBeChecked();
});
