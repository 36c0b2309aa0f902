/** Talk about a request: the customer on a phone, a member at the desk, both at once. */
import path from "node:path";
import type { CustomerRequest } from "../src/contract/requests.ts";
import { expect, open, storeSession, test } from "./support/test.ts";

test.use({ catalogue: "own:talk", viewport: { width: 390, height: 844 }, hasTouch: true });
test.beforeEach(({ site }) => site.empty());

const picture = path.resolve(import.meta.dirname, "../test/fixtures/audio/cover.png");

test("a customer writes with a picture, the desk sees it live and answers with a saved reply", async ({
  page,
  browser,
  site,
}) => {
  const multipart = new FormData();
  const sent = { customer_name: "Nguyễn Thị Lan", customer_email: "lan@example.com", request_content: "Tặng mẹ" };
  for (const [name, text] of Object.entries(sent)) multipart.append(name, text);
  const { id, page_token, code } = await site.api<CustomerRequest>("POST /api/song-requests", { multipart });
  const { token } = await site.makeStaff();
  await site.api(`PUT /api/staff/requests/${id}/assign`, { token });
  const reply = { title: "Cảm ơn", text: "Cảm ơn {ten}, bài {ma} có ảnh rồi ạ", is_shared: false };
  await site.api("POST /api/account/saved-replies", { token, json: reply });

  const viewport = { width: 1280, height: 800 };
  const desk = await (await browser.newContext({ baseURL: site.origin, locale: "vi-VN", viewport })).newPage();
  const staffInfo = await site.api("GET /api/staff/me", { token });
  await storeSession(desk, { staffToken: token, staffInfo: JSON.stringify(staffInfo) });
  await open(desk, "/staff/dashboard");
  const row = desk.getByRole("row", { name: /Nguyễn Thị Lan/ });
  await expect(row).toBeVisible();

  await open(page, `/requests/${page_token}`);
  const log = page.getByRole("log", { name: "Tin nhắn" });
  await page.getByRole("button", { name: "Viết tin nhắn" }).click();
  await expect(log).toContainText("Chưa có tin nhắn nào");
  await expect(page.getByLabel("Nhắn cho người viết bài")).toBeFocused();
  await page.getByLabel("Ảnh hoặc bản thu", { exact: true }).last().setInputFiles(picture);
  await page.getByLabel("Nhắn cho người viết bài").fill("Ảnh mẹ đây ạ");
  await page.getByRole("button", { name: "Gửi tin nhắn" }).click();
  await expect(log).toContainText("Ảnh mẹ đây ạ");
  await expect(log.getByRole("button", { name: "Xem ảnh lớn: cover.png" })).toBeVisible();

  await expect(row).toContainText("1 tin mới");
  await row.getByRole("button", { name: /^Mở chi tiết/ }).click();
  const talk = desk.getByRole("dialog").getByRole("log", { name: "Tin nhắn" });
  await expect(talk).toContainText("Ảnh mẹ đây ạ");
  await expect(row).not.toContainText("tin mới");
  const shown = talk.locator("img");
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await desk.getByRole("button", { name: "Câu trả lời soạn sẵn" }).click();
  await desk.getByRole("menuitem", { name: "Cảm ơn" }).click();
  const answer = desk.getByLabel("Nhắn cho khách");
  await expect(answer).toHaveValue(`Cảm ơn Nguyễn Thị Lan, bài ${code} có ảnh rồi ạ`);
  await answer.press("Control+Enter");
  await expect(talk).toContainText(`bài ${code} có ảnh rồi ạ`);

  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(log).toContainText(`bài ${code} có ảnh rồi ạ`);
  await expect(log).toContainText("Anh, Ngân Nga");
  await expect(talk).toContainText("Đã xem");
});
