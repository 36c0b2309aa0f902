/** The page of a customer: from an order to all of the person, and to another account of theirs. */
import type { User } from "../../src/contract/accounts.ts";
import { addPackage, openOffice, orderPackage } from "../support/office.ts";
import type { Account, Site } from "../support/site.ts";
import { expect, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-customer" });

const idOf = async (site: Site, { token }: Account) => (await site.api<User>("GET /api/user/me", { token })).id;

test("an order leads to its customer, and that page to the person's other account and back", async ({ page, site }) => {
  const { id: package_id } = await addPackage(site);
  const [lan, other] = [await site.makeUser(), await site.makeUser()];
  const of = ({ email }: Account) => ({ package_id, user_name: "Nguyễn Thị Lan", user_email: email });
  const order = await orderPackage(site, { ...of(lan), user_phone: "0903 777 121" }, lan.token);
  await orderPackage(site, { ...of(other), user_phone: "+84 903 777 121" }, other.token);
  await site.api("PATCH /api/admin/users/" + (await idOf(site, lan)) + "/add-premium-days?days_to_add=7", {
    token: await site.asAdmin(),
  });
  await openOffice(page, site, `/admin/orders?open=${order.id}`);
  await page
    .getByRole("dialog", { name: `Đơn hàng ${order.code}` })
    .getByRole("link", { name: lan.username })
    .click();
  await expect(page).toHaveURL(new RegExp(`/admin/users/${await idOf(site, lan)}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(lan.username);
  await expect(page.getByRole("region", { name: "Đơn hàng (1)" })).toContainText("399.000 ₫");
  await expect(page.getByRole("region", { name: "Premium" })).toContainText("Thêm Premium 7 ngày");

  const same = page.getByRole("region", { name: "Có thể là cùng một người" });
  await expect(same.getByRole("row").filter({ hasText: other.username })).toContainText("cùng số điện thoại trên đơn");
  await same.getByRole("link", { name: other.username }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(other.username);
  await page.goBack();
  await page.getByRole("link", { name: order.code, exact: true }).click();
  await expect(page.getByRole("dialog", { name: `Đơn hàng ${order.code}` })).toBeVisible();
});
