/** The panel beside a list, walked and written into by keys alone. */
import type { AdminOrder, PayableOrder } from "../../src/contract/orders.ts";
import { addPackage, openOffice, orderPackage } from "../support/office.ts";
import { expect, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-panel" });

test("three orders are walked, noted on and left by keys, and typed text is asked about", async ({ page, site }) => {
  const { id: package_id } = await addPackage(site);
  const orders: PayableOrder[] = [];
  for (const user_name of ["Lan", "Minh", "Tú"]) orders.unshift(await orderPackage(site, { package_id, user_name }));
  const panel = (index: number) => page.getByRole("dialog", { name: `Đơn hàng ${orders[index]?.code}` });
  const question = page.getByRole("alertdialog", { name: "Bỏ các thay đổi?" });
  await openOffice(page, site, "/admin/orders");
  await expect(page.getByRole("rowheader")).toHaveCount(3);

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(panel(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(panel(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(panel(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(panel(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(panel(0)).toBeFocused();

  await page.keyboard.press("e");
  await expect(panel(0).locator(":focus")).toHaveRole("combobox");
  const note = panel(0).getByLabel("Ghi chú quản trị");
  await note.focus();
  await page.keyboard.type("khách hẹn jke");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Ở lại" }).press("Enter");
  await expect(question).toHaveCount(0);
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("khách hẹn jke");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Đã lưu đơn hàng")).toBeVisible();
  const saved = await site.api<AdminOrder>(`GET /api/premium-orders/${orders[0]?.id}`, { token: await site.asAdmin() });
  expect(saved.admin_notes).toBe("khách hẹn jke");

  await page.keyboard.type(" lại");
  await page.getByRole("button", { name: "Dòng sau" }).press("Enter");
  await question.getByRole("button", { name: "Bỏ thay đổi" }).press("Enter");
  await expect(panel(1)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Xem: ${orders[1]?.code}` })).toBeFocused();
});
