/** The command palette: a bank's line, a screen, a form of a new record. */
import type { Page } from "@playwright/test";
import { addPackage, openOffice, orderPackage } from "../support/office.ts";
import { expect, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-palette" });

const palette = (page: Page) => page.getByRole("dialog", { name: "Tìm nhanh" });

test("a pasted bank's line opens its order, a name its screen, and 'thêm' a form", async ({ page, site }) => {
  const { id: package_id } = await addPackage(site);
  const order = await orderPackage(site, { package_id, user_name: "Nguyễn Thị Lan" });
  await orderPackage(site, { package_id, user_name: "Trần Văn Nam" });
  await openOffice(page, site, "/admin/dashboard");
  // The screen stands once its account is read; no key works before that.
  await expect(page.getByRole("button", { name: /^Tìm nhanh/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  const spaced = `${order.code.slice(0, 5)} ${order.code.slice(5)}`.toLowerCase();
  await page.keyboard.insertText(`+399,000VND FT26325088172 CT DEN:${spaced} NGUYEN THI LAN`);
  await expect(palette(page).getByRole("option")).toHaveText([new RegExp(`${order.code}.*Nguyễn Thị Lan`)]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: `Đơn hàng ${order.code}` })).toContainText("399.000 ₫");

  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText("lich su");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lịch sử");

  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.insertText("thêm thể loại");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Thêm thể loại" })).toBeVisible();
});
