/** A staff member in the back office, from the first day to the last. */
import type { Page } from "@playwright/test";
import { confirmIdentity, expect, needsConfirmation, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-staff" });

const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const dialog = (page: Page) => page.getByRole("dialog");

test("a member is added, made a supervisor, suspended and deleted", async ({ page, site, expectErrors }) => {
  expectErrors(needsConfirmation);
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, "/admin/dashboard");
  await page.getByRole("navigation", { name: "Thao tác nhanh" }).getByRole("link", { name: "Nhân viên" }).click();
  await expect(page.getByRole("heading", { name: "Chưa có nhân viên nào" })).toBeVisible();
  await page.getByRole("button", { name: "Thêm nhân viên" }).first().press("Enter");
  await dialog(page).getByLabel("Tên đăng nhập").fill("minh_anh");
  await dialog(page).getByLabel("Email").fill("minh-anh@example.com");
  await dialog(page).getByLabel("Họ và tên").fill("Minh Anh");
  await dialog(page).getByLabel("Mật khẩu", { exact: false }).first().fill("ngan");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Mật khẩu phải có ít nhất 10 ký tự")).toBeVisible();
  await dialog(page).getByLabel("Mật khẩu", { exact: false }).first().fill("mot-mat-khau-rieng");
  await page.keyboard.press("Enter");
  await confirmIdentity(page);
  await expect(page.getByText("Đã thêm nhân viên")).toBeVisible();
  await expect(row(page, "Minh Anh")).toContainText("Hoạt động");
  const login = { form: { username: "minh_anh", password: "mot-mat-khau-rieng" } };
  const { access_token: token } = await site.api<{ access_token: string }>("POST /api/staff/login", login);

  await page.getByRole("button", { name: "Sửa: Minh Anh" }).click();
  // The inputs are drawn by their labels.
  await dialog(page).getByRole("switch", { name: "Giám sát viên" }).press("Space");
  await dialog(page).getByRole("button", { name: "Lưu" }).click();
  await expect(row(page, "Minh Anh")).toContainText("Giám sát viên");
  expect(await site.api("GET /api/staff/me", { token })).toMatchObject({ is_supervisor: true });

  await page.getByRole("button", { name: "Sửa: Minh Anh" }).click();
  await dialog(page).getByRole("switch", { name: "Hoạt động" }).press("Space");
  await dialog(page).getByRole("button", { name: "Lưu" }).click();
  await expect(row(page, "Minh Anh")).toContainText("Đã khóa");
  await expect(site.api("GET /api/staff/me", { token })).rejects.toThrow("answered 401");

  await page.getByRole("button", { name: "Xóa: Minh Anh" }).click();
  const question = page.getByRole("alertdialog", { name: "Xóa nhân viên" });
  await expect(question).toContainText("Bạn có chắc chắn muốn xóa nhân viên này?");
  await question.getByRole("button", { name: "Xóa nhân viên" }).click();
  await expect(page.getByRole("heading", { name: "Chưa có nhân viên nào" })).toBeVisible();
});
