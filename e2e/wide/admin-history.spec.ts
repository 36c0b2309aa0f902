/** The history: from what to what on the record and on the screen, by its person, without secrets. */
import { addPackage, openOffice, requestSong } from "../support/office.ts";
import { admin } from "../support/site.ts";
import { expect, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-history" });

test("a changed price is told on the record and on the screen, by its person, without secrets", async ({
  page,
  site,
}) => {
  const token = await site.asAdmin();
  const { name } = await addPackage(site);
  const user = await site.makeUser();
  const { id: userId } = await site.api<{ id: number }>("GET /api/user/me", { token: user.token });
  const secret = "mật khẩu dài không ai đọc";
  await site.api(`PUT /api/admin/users/${userId}`, { token, json: { full_name: "Phan Thị Kim", password: secret } });
  const member = await site.makeStaff();
  const request = await requestSong(site, "Lê Hoa");
  await site.api(`PUT /api/staff/requests/${request.id}/assign`, { token: member.token, json: {} });

  await openOffice(page, site, "/admin/premium");
  await page.getByRole("button", { name: `Sửa: ${name}` }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "Giá", exact: true }).fill("349000");
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Đã lưu gói Premium")).toBeVisible();
  await page.getByRole("button", { name: `Sửa: ${name}` }).click();
  await form.getByText("Lịch sử thay đổi").click();
  const steps = form.getByRole("list", { name: "Lịch sử thay đổi" });
  await expect(steps.getByRole("listitem").first()).toContainText("Giá: 399.000 ₫ → thành 349.000 ₫");

  await page.goto("/admin/history");
  const rows = page.getByRole("row");
  const priced = rows.filter({ hasText: "Giá: 399.000 ₫ → thành 349.000 ₫" });
  await expect(priced).toContainText(admin.email);
  const claimed = rows.filter({ hasText: "Sửa yêu cầu" });
  await expect(claimed).toContainText(member.full_name);
  await expect(rows.filter({ hasText: "Phan Thị Kim" })).toContainText(admin.email);
  expect(await page.content()).not.toContain(secret);
  const trail = await site.api<object[]>("GET /api/admin/history?limit=100", { token });
  expect(JSON.stringify(trail)).not.toMatch(new RegExp(`${secret}|${user.password}|argon2`));

  await page.getByRole("button", { name: "Bộ lọc" }).click();
  await page.getByLabel("Người", { exact: true }).selectOption(member.full_name);
  await expect(priced).toHaveCount(0);
  await expect(claimed).toBeVisible();
  await page.getByLabel("Việc", { exact: true }).selectOption("Đăng nhập");
  await expect(claimed).toHaveCount(0);
  await expect(rows.filter({ hasText: "Đăng nhập" })).toContainText(member.full_name);
});
