/** Lyrics before singing: staff send, the customer marks a line, staff send again, the customer sees what changed and agrees. */
import type { CustomerRequest } from "../src/contract/requests.ts";
import { expect, open, storeSession, test } from "./support/test.ts";

test.use({ catalogue: "own:lyrics", viewport: { width: 390, height: 844 } });
test.beforeEach(({ site }) => site.empty());

const first = "Mẹ ngồi bên hiên vắng\nĐong đưa võng trưa hè\n\nNhớ tiếng mẹ ầu ơ";

test("lyrics go back and forth until the customer agrees, and the due day stands still meanwhile", async ({
  page,
  site,
  browser,
}) => {
  const member = await site.makeStaff();
  const multipart = new FormData();
  multipart.set("customer_name", "Nguyễn Thị Lan");
  multipart.set("customer_email", "lan@example.com");
  multipart.set("request_content", "Bài hát mừng sinh nhật mẹ, quê ở Bến Tre");
  const { id, page_token } = await site.api<CustomerRequest>("POST /api/song-requests", { multipart });
  await site.api(`PUT /api/staff/requests/${id}/assign`, { token: member.token });

  const viewport = { width: 1280, height: 800 };
  const desk = await (await browser.newContext({ baseURL: site.origin, locale: "vi-VN", viewport })).newPage();
  const staffInfo = JSON.stringify({ id: 1, username: member.username, full_name: member.full_name });
  await storeSession(desk, { staffToken: member.token, staffInfo });
  await open(desk, `/staff/dashboard?open=${id}`);
  const panel = desk.getByRole("dialog", { name: `Yêu cầu #${id}` });
  await panel.getByRole("button", { name: "Gửi lời cho khách duyệt" }).click();
  let form = desk.getByRole("dialog", { name: "Gửi lời cho khách duyệt" });
  await form.getByLabel(/^Lời bài hát/).fill(first);
  await form.getByRole("button", { name: "Gửi cho khách" }).click();
  await expect(panel.getByText(/^Đang chờ khách duyệt lời, hạn dừng từ/)).toBeVisible();

  await open(page, `/requests/${page_token}`);
  const lyrics = page.getByRole("region", { name: "Lời bài hát chờ bạn đọc" });
  await expect(page.getByText(/^Hạn giao tạm dừng/)).toBeVisible();
  await lyrics.getByRole("button", { name: "Nhớ tiếng mẹ ầu ơ" }).click();
  await lyrics.getByLabel("Góp ý cho dòng “Nhớ tiếng mẹ ầu ơ”").fill("Đổi “ầu ơ” thành “à ơi”");
  // The draft is on the device.
  await page.reload();
  await expect(lyrics.getByLabel("Góp ý cho dòng “Nhớ tiếng mẹ ầu ơ”")).toHaveValue("Đổi “ầu ơ” thành “à ơi”");
  await lyrics.getByRole("button", { name: "Gửi góp ý (1 dòng)" }).click();
  await expect(page.getByRole("heading", { name: "Bạn đã góp ý lời bài hát" })).toBeVisible();

  // The desk is told of it.
  const version = panel.getByRole("region", { name: "Lời bản 1" });
  await expect(version).toContainText("Đổi “ầu ơ” thành “à ơi”");
  await panel.getByRole("button", { name: "Gửi bản lời mới" }).click();
  form = desk.getByRole("dialog", { name: "Gửi bản lời mới" });
  await form.getByLabel(/^Lời bài hát/).fill(first.replace("ầu ơ", "à ơi"));
  await form.getByRole("button", { name: "Gửi cho khách" }).click();
  await expect(panel.getByRole("region", { name: "Lời bản 2" })).toContainText("Chờ khách");

  await page.reload();
  await lyrics.getByRole("button", { name: "Xem chỗ đã đổi so với bản 1" }).click();
  await expect(lyrics.locator("del")).toContainText("ầu ơ");
  await expect(lyrics.locator("ins")).toContainText("à ơi");
  await lyrics.getByRole("button", { name: "Đồng ý với lời này" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Đồng ý", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Bạn đã đồng ý với lời" })).toBeVisible();
  await expect(page.getByText(/^Muộn nhất/)).toBeVisible();
  await expect(panel.getByRole("region", { name: "Lời bản 2" })).toContainText("Khách đồng ý");
});
