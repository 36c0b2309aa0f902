/** A request for a song in the back office, from its arrival to the library. */
import type { Page } from "@playwright/test";
import type { CustomerRequest } from "../src/contract/requests.ts";
import type { StaffMember } from "../src/contract/staff.ts";
import type { Site } from "./support/site.ts";
import { expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-requests" });

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Sends a request as a customer does. */
async function sendRequest(site: Site, customer_name: string): Promise<CustomerRequest> {
  const multipart = new FormData();
  const fields = { customer_name, customer_email: "lan@example.com", request_content: "Một bài mừng sinh nhật mẹ" };
  for (const [name, value] of Object.entries({ ...fields, budget: "500000", occasion: "Sinh nhật" })) {
    multipart.set(name, value);
  }
  return site.api<CustomerRequest>("POST /api/song-requests", { multipart });
}

test("a request is assigned, gets its song, and goes to the library with the customer's consent", async ({
  page,
  site,
}) => {
  const token = await site.asAdmin();
  const member = await site.api<StaffMember>("POST /api/admin/staff", {
    token,
    json: { username: "minh_anh", email: "a@example.com", full_name: "Minh Anh", password: "mat-khau-nhan-vien" },
  });
  const genre = await site.addCategory({ name: "Gia đình" });
  const { id, page_token } = await sendRequest(site, "Nguyễn Thị Lan");
  await sendRequest(site, "Trần Văn Nam");
  await storeToken(page, token, "admin");
  await open(page, "/admin/requests?view=cards");
  await expect(page.getByText("Hiển thị 1 - 2 trong tổng số 2 yêu cầu")).toBeVisible();
  await page.getByRole("searchbox", { name: "Tìm yêu cầu" }).fill("nguyen thi");
  await expect(page.getByText("Hiển thị 1 - 1 trong tổng số 1 yêu cầu")).toBeVisible();

  const name = `Yêu cầu #${id} của Nguyễn Thị Lan`;
  const show = page.getByRole("button", { name: `Xem: Nguyễn Thị Lan #${id}` });
  const item = page.getByRole("listitem").filter({ has: show });
  await show.click();
  const details = dialog(page, name);
  await expect(details).toContainText("500.000 VND");
  await expect(details).toContainText("Khách chưa kể: tặng ai");
  await details.getByRole("tab", { name: "Thông tin" }).click();
  await details.getByLabel("Trạng thái").selectOption("Đang xử lý");
  await details.getByLabel("Người phụ trách").selectOption(String(member.id));
  await details.getByLabel("Giá thỏa thuận").fill("450000");
  await details.getByLabel("Ghi chú quản trị").fill("Khách cần trước chủ nhật");
  await details.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Đã lưu yêu cầu")).toBeVisible();
  await details.getByRole("button", { name: "Đóng" }).click();
  await expect(item.getByText("Minh Anh")).toBeVisible();

  await show.click();
  await details.getByRole("tab", { name: "Thông tin" }).click();
  await expect(details.getByRole("list", { name: "Diễn biến" })).toContainText("Minh Anh");
  await details.getByRole("tab", { name: "Bài hát" }).click();
  const chooser = page.waitForEvent("filechooser");
  await details.getByRole("button", { name: "Gắn bản nhạc" }).click();
  await (await chooser).setFiles("demo/songs/ghe-ve-ben-cu.mp3");
  await expect(details.getByText("Bản 1", { exact: true })).toBeVisible();
  await details.getByRole("tab", { name: "Thông tin" }).click();
  await details.getByLabel("Trạng thái").selectOption("Hoàn thành");
  await details.getByRole("button", { name: "Lưu" }).click();
  await expect(details.getByRole("button", { name: "Lưu" })).toBeHidden();
  await details.getByRole("button", { name: "Đóng" }).click();
  await expect(item).toContainText("Hoàn thành");

  const path = `/api/requests/${page_token}`;
  const { songs, agreed_price } = await site.api<CustomerRequest>(`GET ${path}`);
  await site.api(`POST ${path}/accept`, { json: { version_id: songs[0]?.id, agreed_price } });
  await site.api(`PUT ${path}/consent`, { json: { consent: true } });

  // The stream of changes reads the list again.
  await expect(item.getByText("Chưa thanh toán")).toBeVisible();
  await show.click();
  await details.getByRole("button", { name: "Đưa vào thư viện" }).click();
  const form = dialog(page, "Đưa vào thư viện");
  await form.getByLabel("Tên bài hát").fill("Mẹ yêu");
  await form.getByRole("combobox", { name: "Thể loại" }).fill(genre.name);
  // Before the genres are loaded, Tab takes none, and their list covers the button when it opens.
  await expect(page.getByRole("option", { name: genre.name })).toBeVisible();
  await page.keyboard.press("Tab");
  await form.getByRole("button", { name: "Đưa vào thư viện" }).click();
  await details.getByRole("link", { name: "Xem bài hát" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mẹ yêu" })).toBeVisible();
});

test("a request is deleted by keyboard after its question", async ({ page, site }) => {
  const { id } = await sendRequest(site, "Lê Hoa");
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, "/admin/requests?q=Hoa");
  await page.getByRole("button", { name: `Xóa: Yêu cầu #${id} của Lê Hoa` }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Xóa yêu cầu" });
  await expect(question).toContainText("Bạn có chắc chắn muốn xóa yêu cầu này?");
  await question.getByRole("button", { name: "Xóa yêu cầu" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Không tìm thấy yêu cầu nào" })).toBeVisible();
});

test("a change that the server refuses stays in its form", async ({ page, site, expectErrors }) => {
  expectErrors(/404/);
  const { id } = await sendRequest(site, "Phạm Tú");
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, "/admin/requests?q=Phạm");
  await page.getByRole("button", { name: `Xem: Phạm Tú #${id}` }).click();
  const details = dialog(page, `Yêu cầu #${id} của Phạm Tú`);
  await details.getByRole("tab", { name: "Thông tin" }).click();
  await details.getByLabel("Ghi chú quản trị").fill("Gọi lại");
  await page.route(`**/api/song-requests/${id}`, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 404, json: { detail: "Không tìm thấy yêu cầu" } })
      : route.fallback(),
  );
  await details.getByRole("button", { name: "Lưu" }).click();
  await expect(details.getByRole("alert")).toContainText("Không tìm thấy yêu cầu");
});
