import { readFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { CustomerRequest, SongRequestDetail } from "../src/contract/requests.ts";
import { type Site, uniqueName } from "./support/site.ts";
import { expect, open, test } from "./support/test.ts";

test.use({ catalogue: "own:staff" });

const password = "mat-khau-nhan-vien";

async function addMember(site: Site, full_name: string, is_supervisor = false): Promise<string> {
  const username = uniqueName("nhan_vien");
  const json = { username, email: `${username}@example.com`, full_name, password, is_supervisor };
  await site.api("POST /api/admin/staff", { token: await site.asAdmin(), json });
  return username;
}

async function sendRequest(site: Site, customer_name: string): Promise<CustomerRequest> {
  const multipart = new FormData();
  const fields = {
    customer_name,
    customer_email: "lan@example.com",
    request_content: "Bài hát mừng thọ ông nội 80 tuổi, có tên các cháu",
  };
  for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
  return site.api<CustomerRequest>("POST /api/song-requests", { multipart });
}

async function logIn(page: Page, username: string, greeting: string): Promise<void> {
  await open(page, "/staff");
  await expect(page).toHaveURL(/\/staff\/login$/);
  await page.getByLabel("Tên đăng nhập").fill(username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Chào ${greeting}`);
}

/** Opens a page with a storage of its own. */
async function openOther(browser: Browser, site: Site): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, locale: "vi-VN" });
  return context.newPage();
}

test("a request that one member claims leaves the other's list by itself, and is finished", async ({
  page,
  browser,
  site,
}) => {
  const [first, second] = [await addMember(site, "Trần Thu Hà"), await addMember(site, "Minh Anh")];
  const { id } = await sendRequest(site, "Phạm Quốc Bảo");
  const name = `Yêu cầu #${id}`;
  await logIn(page, first, "Trần Thu Hà");
  const other = await openOther(browser, site);
  await logIn(other, second, "Minh Anh");
  const claimOfOther = other.getByRole("button", { name: `Nhận việc: ${name}` });
  await expect(claimOfOther).toBeVisible();

  await page.getByRole("button", { name: `Nhận việc: ${name}` }).click();
  await expect(page.getByText(`Bạn đã nhận yêu cầu #${id}`)).toBeVisible();
  await expect(claimOfOther).toBeHidden();
  await expect(other.getByText("Mọi yêu cầu đều đã có người nhận.")).toBeVisible();
  await other.context().close();

  await page.getByRole("button", { name: `Mở chi tiết: ${name}` }).click();
  const details = page.getByRole("dialog", { name });
  const song = path.resolve(import.meta.dirname, "../demo/songs/ame-no-uta.mp3");
  await details
    .locator("input[type=file]")
    .setInputFiles({ name: "ban-1.mp3", mimeType: "audio/mpeg", buffer: readFileSync(song) });
  await expect(details.getByText("Bản 1", { exact: true })).toBeVisible();
  await details.getByLabel("Trạng thái yêu cầu").selectOption("Hoàn thành");
  await details.getByLabel("Ghi chú của nhân viên").fill("Đã gửi khách");
  await details.getByRole("button", { name: "Lưu trạng thái" }).click();
  await expect(details.getByText("Đã lưu trạng thái và ghi chú")).toBeVisible();
  const saved = await site.api<SongRequestDetail>(`GET /api/song-requests/${id}`, { token: await site.asAdmin() });
  expect(saved).toMatchObject({ status: "completed", staff_notes: "Đã gửi khách", staff_name: "Trần Thu Hà" });
  expect(saved.songs).toHaveLength(1);
});

test("a press on a request that a colleague has just taken tells so", async ({ page, site, expectErrors }) => {
  expectErrors(/409/);
  const [first, second] = [await addMember(site, "Trần Thu Hà"), await addMember(site, "Minh Anh")];
  const { id } = await sendRequest(site, "Lê Thị Hồng");
  // Without news the list goes stale.
  await page.route(/\/api\/staff\/changes$/, (route) => new Promise<void>(() => void route));
  await logIn(page, first, "Trần Thu Hà");
  const claim = page.getByRole("button", { name: `Nhận việc: Yêu cầu #${id}` });
  await expect(claim).toBeVisible();
  const { access_token: token } = await site.api<{ access_token: string }>("POST /api/staff/login", {
    form: { username: second, password },
  });
  await site.api(`PUT /api/staff/requests/${id}/assign`, { token });
  await claim.click();
  await expect(page.getByText("Yêu cầu đã được nhân viên khác nhận")).toBeVisible();
  await expect(claim).toBeHidden();
});

test("a supervisor hands a request over by keyboard", async ({ page, site }) => {
  const boss = await addMember(site, "Khánh Thư", true);
  await addMember(site, "Hoài An");
  const { id } = await sendRequest(site, "Vũ Hoàng Nam");
  await logIn(page, boss, "Khánh Thư");
  await page.getByRole("button", { name: `Xem: Yêu cầu #${id}` }).focus();
  await page.keyboard.press("Enter");
  const details = page.getByRole("dialog", { name: `Yêu cầu #${id}` });
  await details.getByLabel("Giao cho").selectOption("Hoài An (0 đang làm)");
  await details.getByRole("button", { name: "Giao việc" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Đã giao yêu cầu #${id} cho Hoài An`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "Vũ Hoàng Nam" })).toContainText("Hoài An");
});
