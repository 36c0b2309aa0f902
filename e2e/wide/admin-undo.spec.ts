/** What one press did is taken back by the next: a lock, a hand-over, the hand-over of ten requests. */
import type { Page } from "@playwright/test";
import type { User } from "../../src/contract/accounts.ts";
import type { SongRequest } from "../../src/contract/requests.ts";
import type { StaffMember } from "../../src/contract/staff.ts";
import { openOffice, requestSong } from "../support/office.ts";
import { type Account, type Site, uniqueName } from "../support/site.ts";
import { expect, open, storeSession, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-undo" });

const undo = (page: Page) => page.getByRole("button", { name: "Hoàn tác" });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

async function addMember(site: Site, full_name: string): Promise<StaffMember> {
  const username = uniqueName("nhan_vien");
  const json = { username, email: `${username}@example.com`, full_name, password: "mat-khau-1" };
  return site.api<StaffMember>("POST /api/admin/staff", { token: await site.asAdmin(), json });
}

async function openDesk(page: Page, site: Site, { token }: Account): Promise<void> {
  const info = await site.api<object>("GET /api/staff/me", { token });
  await storeSession(page, { staffToken: token, staffInfo: JSON.stringify(info) });
  await open(page, "/staff/dashboard");
}

test("a lock is undone from its message", async ({ page, site }) => {
  const { username } = await site.makeUser();
  await openOffice(page, site, `/admin/users?q=${username}`);
  const flag = page.getByRole("switch", { name: `Hoạt động: ${username}` });
  await flag.focus();
  await page.keyboard.press("Space");
  await expect(flag).not.toBeChecked();
  await undo(page).click();
  await expect(flag).toBeChecked();
  // The list shows the change before the server has made it.
  const token = await site.asAdmin();
  const found = () => site.api<User[]>(`GET /api/admin/users?search=${username}`, { token });
  await expect.poll(found).toMatchObject([{ username, is_active: true }]);
});

test("a supervisor's hand-over goes back to the member before", async ({ page, site }) => {
  const supervisor = await site.makeStaff({ is_supervisor: true });
  const [first, second] = [await addMember(site, "Trần Thu Hà"), await addMember(site, "Hoài An")];
  const { id } = await requestSong(site, "Vũ Hoàng Nam");
  await site.api(`PUT /api/staff/requests/${id}/assign`, { token: supervisor.token, json: { staff_id: first.id } });
  await openDesk(page, site, supervisor);
  await page
    .getByRole("navigation", { name: "Các phần của bàn làm việc" })
    .getByRole("link", { name: "Của nhóm" })
    .click();
  await page.getByRole("button", { name: `Xem: Yêu cầu #${id}` }).click();
  const details = page.getByRole("dialog", { name: `Yêu cầu #${id}` });
  await details.getByRole("tab", { name: "Thông tin" }).click();
  await details.getByLabel("Giao cho").selectOption(String(second.id));
  await details.getByRole("button", { name: "Giao việc" }).click();
  await expect(undo(page)).toBeVisible();
  // Beside a panel a row has no place for its member.
  await details.getByRole("button", { name: "Đóng" }).click();
  await expect(row(page, "Vũ Hoàng Nam")).toContainText(second.full_name);
  await undo(page).click();
  await expect(page.getByText(`Đã hoàn tác với yêu cầu #${id}`)).toBeVisible();
  await expect(row(page, "Vũ Hoàng Nam")).toContainText(first.full_name);
});

test("ten requests are handed over in four presses, and back to nobody in one", async ({ page, site }) => {
  const token = await site.asAdmin();
  const member = await addMember(site, "Ngọc Mai");
  for (let n = 0; n < 10; n++) await requestSong(site, `Khách mười ${n}`);
  await openOffice(page, site, "/admin/requests?q=khách+mười");
  await page.getByRole("checkbox", { name: "Chọn cả trang" }).click();
  await page.getByRole("button", { name: "Giao cho…" }).click();
  const question = page.getByRole("alertdialog", { name: "Giao 10 yêu cầu?" });
  await question.getByRole("radio", { name: "Ngọc Mai (đang làm 0)" }).check();
  await question.getByRole("button", { name: "Giao 10 yêu cầu" }).click();
  const jobs = page.getByRole("list", { name: "Thao tác hàng loạt" });
  await expect(jobs).toContainText("Đã giao 10 yêu cầu");
  // The message stays while the pointer is on it.
  const message = page.getByRole("region", { name: "Thông báo" });
  await message.getByRole("status").hover();
  const members = async () => {
    const found = await site.api<SongRequest[]>("GET /api/song-requests?search=kh%C3%A1ch%20m%C6%B0%E1%BB%9Di", {
      token,
    });
    return found.map(({ staff_id }) => staff_id);
  };
  expect(await members()).toEqual(Array(10).fill(member.id));

  await expect(message).toContainText("Xong: giao yêu cầu");
  await message.getByRole("button", { name: "Hoàn tác" }).click();
  await expect(jobs).toContainText("Đã hoàn tác: giao 10 yêu cầu");
  expect(await members()).toEqual(Array(10).fill(null));
});
