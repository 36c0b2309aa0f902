/** A forgotten password, from the login over the mail to the next login. */
import type { Page } from "@playwright/test";
import { type Mailbox, startMailbox } from "./support/mailbox.ts";
import { type RunningServer, startServer } from "./support/server.ts";
import { connect, type Site } from "./support/site.ts";
import { expect, open, openAs, test } from "./support/test.ts";

const publicUrl = "http://nghe.test";
const newPassword = "mat-khau-moi-cua-toi-2";

let mailbox: Mailbox;
let server: RunningServer;
let site: Site;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  mailbox = await startMailbox();
  server = await startServer({ demo: false, env: { SMTP_URL: mailbox.url, PUBLIC_URL: publicUrl } });
  site = connect(server);
});
test.afterAll(async () => {
  await server?.stop();
  await mailbox?.stop();
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Returns the address of the newest link of a path that was sent to an e-mail, on the tested server. */
async function linkTo(email: string, path: string): Promise<string> {
  const find = () => mailbox.linksTo(email).find((link) => link.startsWith(`${publicUrl}${path}`));
  await expect.poll(find).toBeDefined();
  return find()?.replace(publicUrl, site.origin) ?? "";
}

async function askFor(page: Page, email: string): Promise<void> {
  await field(page, "Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Bạn xem hộp thư nhé");
}

async function setPassword(page: Page): Promise<void> {
  await field(page, "Mật khẩu mới").fill(newPassword);
  await field(page, "Xác nhận mật khẩu").fill(newPassword);
  await page.getByRole("button", { name: "Đặt mật khẩu", exact: true }).click();
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
  const link = await linkTo(user.email, "/reset-password");
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
  await phone.goto("about:blank");
  await open(phone, link);
  await setPassword(phone);
  await expect(heading(phone)).toHaveText("Đường dẫn không dùng được");
  await visitor.close();
});

test("a member of staff gets there from the login of the back office", async ({ page }) => {
  const member = await site.makeStaff();
  await open(page, `${site.origin}/staff/login`);
  await page.getByRole("button", { name: "Quên mật khẩu?" }).click();
  await page.getByRole("link", { name: "Gửi thư đặt lại mật khẩu" }).click();
  await askFor(page, member.email);
  await open(page, await linkTo(member.email, "/reset-password"));
  await setPassword(page);
  await page.getByRole("main").getByRole("link", { name: "Đăng nhập" }).click();
  await field(page, "Tên đăng nhập").fill(member.username);
  await field(page, "Mật khẩu").fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${site.origin}/staff/dashboard`);
});

test("a user verifies the e-mail from a phone that is not logged in", async ({ page }) => {
  const user = await site.makeUser();
  await page.goto(await linkTo(user.email, "/api/user/verify-email"));
  await page.getByRole("button", { name: "Xác nhận email" }).click();
  await expect(heading(page)).toHaveText("Đã xác nhận email");
  const { is_email_verified } = await site.api<{ is_email_verified: boolean }>("GET /api/user/me", {
    token: user.token,
  });
  expect(is_email_verified).toBe(true);
});
