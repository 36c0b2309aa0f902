/** The proof that an e-mail is its owner's, from the registration to the list of users. */
import { type MailSite, startMailSite } from "./support/mail-site.ts";
import { checkScreen, prepareScreen } from "./support/screen-check.ts";
import { uniqueName } from "./support/site.ts";
import { expect, open, storeToken, test } from "./support/test.ts";

let mails: MailSite;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  mails = await startMailSite();
});
test.afterAll(() => mails?.stop());

test("a new user verifies the e-mail on a phone that is not logged in, and the back office shows it", async ({
  page,
  browser,
}) => {
  const { site } = mails;
  const username = uniqueName("moi");
  const email = `${username}@example.com`;
  await open(page, `${site.origin}/register`);
  for (const [label, value] of [
    ["Tên đăng nhập", username],
    ["Email", email],
    ["Mật khẩu", "mat-khau-1"],
    ["Xác nhận mật khẩu", "mat-khau-1"],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByRole("button", { name: "Đăng ký", exact: true }).click();
  await expect(page).toHaveURL(`${site.origin}/`);
  await open(page, `${site.origin}/account`);
  await expect(page.getByText("Email chưa xác minh")).toBeVisible();

  const desk = await browser.newContext();
  const list = await desk.newPage();
  await storeToken(list, await site.asAdmin(), "admin");
  await open(list, `${site.origin}/admin/users?q=${username}`);
  const row = list.getByRole("row").filter({ hasText: email });
  await expect(row).toBeVisible();
  await expect(row.getByTitle("Email đã xác minh")).toHaveCount(0);

  const phone = await browser.newContext();
  const link = await phone.newPage();
  await link.goto(await mails.linkTo(email, "/api/user/verify-email"));
  await link.getByRole("button", { name: "Xác minh email" }).click();
  await expect(link.getByRole("heading", { level: 1 })).toHaveText("Đã xác minh email");

  await list.reload();
  await expect(row.getByTitle("Email đã xác minh")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Email đã xác minh")).toBeVisible();
  await desk.close();
  await phone.close();
});

test("the pages of the link are readable, and reading one verifies nothing", async ({ page }) => {
  const { site } = mails;
  const user = await site.makeUser();
  await prepareScreen(page);
  await page.goto(await mails.linkTo(user.email, "/api/user/verify-email"));
  await checkScreen(page, { name: "verification of an e-mail", heading: "Xác minh email", bare: true });
  const isVerified = async () => {
    const { token } = user;
    return (await site.api<{ is_email_verified: boolean }>("GET /api/user/me", { token })).is_email_verified;
  };
  expect(await isVerified()).toBe(false);
  await prepareScreen(page);
  await page.getByRole("button", { name: "Xác minh email" }).press("Enter");
  await checkScreen(page, { name: "verified e-mail", heading: "Đã xác minh email", bare: true });
  expect(await isVerified()).toBe(true);
});
