import type { Page } from "@playwright/test";
import type { CustomerRequest } from "../src/contract/requests.ts";
import { type Site, uniqueName } from "./support/site.ts";
import { expect, open, storeSession, test } from "./support/test.ts";

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

async function openDesk(page: Page, site: Site, username: string): Promise<void> {
  type Reply = { access_token: string; staff_info: { full_name: string } };
  const form = { username, password };
  const { access_token: staffToken, staff_info } = await site.api<Reply>("POST /api/staff/login", { form });
  await storeSession(page, { staffToken, staffInfo: JSON.stringify(staff_info) });
  await open(page, "/staff/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Chào ${staff_info.full_name}`);
}

/** The link of a part of the desk. */
const tab = (page: Page, label: string) =>
  page.getByRole("navigation", { name: "Các phần của bàn làm việc" }).getByRole("link", { name: label });

test("a press on a request that a colleague has just taken tells so", async ({ page, site, expectErrors }) => {
  expectErrors(/409/);
  const [first, second] = [await addMember(site, "Trần Thu Hà"), await addMember(site, "Minh Anh")];
  const { id } = await sendRequest(site, "Lê Thị Hồng");
  // Without news the list goes stale.
  await page.route(/\/api\/staff\/changes$/, (route) => new Promise<void>(() => void route));
  await openDesk(page, site, first);
  await tab(page, "Chờ người nhận").click();
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
  await openDesk(page, site, boss);
  await tab(page, "Của nhóm").click();
  await page.getByRole("button", { name: `Xem: Yêu cầu #${id}` }).focus();
  await page.keyboard.press("Enter");
  const details = page.getByRole("dialog", { name: `Yêu cầu #${id}` });
  await expect(details.getByRole("tab", { name: "Thông tin" })).toBeVisible();
  await page.keyboard.press("a");
  await expect(details.getByLabel("Giao cho")).toBeFocused();
  await details.getByLabel("Giao cho").selectOption("Hoài An (0 đang làm)");
  await details.getByRole("button", { name: "Giao việc" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Đã giao yêu cầu #${id} cho Hoài An`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: "Vũ Hoàng Nam" })).toContainText("Hoài An");
});

test("a claim by mistake is undone at once, and given back with a reason later", async ({ page, site }) => {
  const member = await addMember(site, "Ngọc Mai");
  const { id } = await sendRequest(site, "Phan Thị Kim");
  await openDesk(page, site, member);
  await tab(page, "Chờ người nhận").click();
  const claim = page.getByRole("button", { name: `Nhận việc: Yêu cầu #${id}` });
  await claim.click();
  await expect(claim).toBeHidden();
  await page.getByRole("button", { name: "Hoàn tác" }).click();
  await expect(page.getByText(`Yêu cầu #${id} đã trở lại danh sách chung`)).toBeVisible();
  await expect(claim).toBeVisible();

  await claim.click();
  await tab(page, "Việc của tôi").click();
  await page.getByRole("button", { name: `Mở chi tiết: Yêu cầu #${id}` }).click();
  const details = page.getByRole("dialog", { name: `Yêu cầu #${id}` });
  const reason = "Tuần này mình nghỉ phép";
  await details.getByRole("button", { name: `Thao tác: Yêu cầu #${id}` }).click();
  await page.getByRole("menuitem", { name: "Trả lại" }).click();
  const form = page.getByRole("dialog", { name: `Trả lại yêu cầu #${id}` });
  await form.getByLabel("Lý do trả lại").fill(reason);
  await form.getByRole("button", { name: "Trả lại" }).click();
  await details.getByRole("tab", { name: "Thông tin" }).click();
  const released = details.getByRole("list", { name: "Diễn biến" }).getByRole("listitem").filter({ hasText: reason });
  await expect(released).toContainText("Ngọc Mai trả yêu cầu về danh sách chung");
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await tab(page, "Chờ người nhận").click();
  await expect(claim).toBeVisible();
});

test("a note that was typed when the session ended is there after the login", async ({ page, site, expectErrors }) => {
  expectErrors(/401/);
  const member = await addMember(site, "Thanh Vân");
  const { id } = await sendRequest(site, "Đặng Thu Thảo");
  await openDesk(page, site, member);
  await tab(page, "Chờ người nhận").click();
  await page.getByRole("button", { name: `Nhận việc: Yêu cầu #${id}` }).click();
  await tab(page, "Việc của tôi").click();
  await page.getByRole("button", { name: `Xem: Yêu cầu #${id}` }).click();
  await page.getByRole("tab", { name: "Thông tin" }).click();
  const notes = page.getByLabel("Ghi chú của nhân viên");
  await notes.fill("Đang viết lời hai");
  const token = await page.evaluate(() => localStorage.getItem("staffToken") ?? "");
  await site.api("POST /api/staff/logout", { token });
  await expect(page).toHaveURL(/\/staff\/login$/);
  await page.getByLabel("Tên đăng nhập").fill(member);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập" }).click();
  await expect(page.getByText("Những gì bạn đang nhập dở vẫn còn đây.")).toBeVisible();
  await expect(notes).toHaveValue("Đang viết lời hai");
  await page.getByRole("button", { name: "Lưu trạng thái" }).click();
  await expect(page.getByText("Đã lưu trạng thái và ghi chú")).toBeVisible();
});

test("an address of no screen is the 404 page in both back offices", async ({ page, expectErrors }) => {
  expectErrors(/404/);
  for (const address of ["/staff", "/staff/khong-co", "/admin/khong-co"]) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trang không tồn tại");
  }
});
