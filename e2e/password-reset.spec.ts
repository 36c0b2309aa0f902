/** A forgotten password, from the login over the mail to the next login. */
import type { Page } from "@playwright/test";
import { type MailSite, startMailSite } from "./support/mail-site.ts";
import { admin, type Site } from "./support/site.ts";
import { expect, open, openAs, test } from "./support/test.ts";

const newPassword = "mat-khau-moi-cua-toi-2";

let mails: MailSite;
let site: Site;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  mails = await startMailSite();
  ({ site } = mails);
});
test.afterAll(() => mails?.stop());

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function askFor(page: Page, email: string): Promise<void> {
  await expect(heading(page)).toHaveText("Quên mật khẩu");
  await field(page, "Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Bạn xem hộp thư nhé");
}

async function setPassword(page: Page): Promise<void> {
  await field(page, "Mật khẩu mới").fill(newPassword);
  await field(page, "Xác nhận mật khẩu").fill(newPassword);
  await page.getByRole("button", { name: "Đặt mật khẩu", exact: true }).click();
}

/** Opens a link a second time. */
async function expectUsed(page: Page, link: string): Promise<void> {
  // A page that is open already would only get another hash.
  await page.goto("about:blank");
  await open(page, link);
  await setPassword(page);
  await expect(heading(page)).toHaveText("Đường dẫn không dùng được");
}

test("a user sets a new password with the link of a mail, which works once", async ({ page, expectErrors }) => {
  expectErrors(/401/, /422/);
  const user = await site.makeUser();
  await openAs(page, user, `${site.origin}/account`);
  await expect(heading(page)).toHaveText("Tài khoản");
  const visitor = await page.context().browser()?.newContext();
  if (!visitor) throw new Error("There is no browser.");
  const phone = await visitor.newPage();
  const addresses: string[] = [];
  phone.on("request", (request) => addresses.push(request.url(), request.headers().referer ?? ""));
  await open(phone, `${site.origin}/login`);
  await phone.getByRole("link", { name: "Quên mật khẩu?" }).click();
  await askFor(phone, user.email);
  const link = await mails.linkTo(user.email, "/reset-password");
  await open(phone, link);
  await setPassword(phone);
  await expect(heading(phone)).toHaveText("Đã đặt mật khẩu mới");
  await expect(phone).toHaveURL(`${site.origin}/reset-password`);
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token") ?? "";
  expect(token).not.toBe("");
  expect(addresses.filter((address) => address.split("#")[0]?.includes(token))).toEqual([]);
  await phone.getByRole("main").getByRole("link", { name: "Đăng nhập" }).click();
  await field(phone, "Tên đăng nhập hoặc email").fill(user.email);
  await field(phone, "Mật khẩu").fill(newPassword);
  await phone.keyboard.press("Enter");
  await expect(phone).toHaveURL(`${site.origin}/`);
  await page.reload();
  await expect(page, "the other device is logged out").toHaveURL(`${site.origin}/login`);
  await expectUsed(phone, link);
  await visitor.close();
});

test("a member of staff gets there from the login of the back office", async ({ page, expectErrors }) => {
  expectErrors(/422/);
  const member = await site.makeStaff();
  await open(page, `${site.origin}/staff/login`);
  await page.getByRole("button", { name: "Quên mật khẩu?" }).click();
  await page.getByRole("link", { name: "Gửi thư đặt lại mật khẩu" }).click();
  await askFor(page, member.email);
  const link = await mails.linkTo(member.email, "/reset-password");
  await open(page, link);
  await setPassword(page);
  await page.getByRole("main").getByRole("link", { name: "Đăng nhập" }).click();
  await field(page, "Tên đăng nhập").fill(member.username);
  await field(page, "Mật khẩu").fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${site.origin}/staff/dashboard`);
  await expect(site.api("GET /api/staff/me", { token: member.token })).rejects.toThrow("401");
  await expectUsed(page, link);
});

test("an administrator gets there from the login of the back office", async ({ page, expectErrors }) => {
  expectErrors(/422/);
  const token = await site.logInAdmin();
  await open(page, `${site.origin}/admin`);
  await page.getByRole("button", { name: "Quên mật khẩu?" }).click();
  await page.getByRole("link", { name: "Gửi thư đặt lại mật khẩu" }).click();
  await askFor(page, admin.email);
  const link = await mails.linkTo(admin.email, "/reset-password");
  await open(page, link);
  await setPassword(page);
  await page.getByRole("main").getByRole("link", { name: "Đăng nhập" }).click();
  await field(page, "Email").fill(admin.email);
  await field(page, "Mật khẩu").fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${site.origin}/admin/dashboard`);
  await expect(site.api("GET /api/auth/me", { token })).rejects.toThrow("401");
  await expectUsed(page, link);
});
