/** Forms that are submitted before the page's scripts have arrived. */
import { expect, holdCode, test } from "./support/test.ts";

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
