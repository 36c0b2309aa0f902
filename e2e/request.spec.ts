/** The form of a request for a song: an error, the way by keyboard, before and without scripts. `request-life` is the way on a phone. */
import path from "node:path";
import type { Page } from "@playwright/test";
import type { SongRequest } from "../src/contract/requests.ts";
import type { Site } from "./support/site.ts";
import { expect, holdCode, open, openAs, ready, test } from "./support/test.ts";

test.use({ catalogue: "own:request" });
test.beforeEach(({ site }) => site.empty());

const song = path.resolve(import.meta.dirname, "../demo/songs/buoi-sang-o-hem-nho.mp3");
const story = "Bài hát tặng ba má nhân 30 năm ngày cưới";
const submit = (page: Page) => page.getByRole("button", { name: "Gửi yêu cầu", exact: true });
const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Xác nhận gửi" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const fileField = (page: Page) => page.getByLabel(/^File tham khảo/);
const allRequests = async (site: Site) =>
  site.api<SongRequest[]>("GET /api/song-requests", { token: await site.asAdmin() });

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Họ và tên *").fill("Nguyễn Thị Lan");
  await page.getByLabel("Email *").fill("lan@example.com");
  await page.getByLabel("Nội dung yêu cầu *").fill(story);
}

test("what the server refuses is told, and nothing typed is lost, by a reload neither", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/415/);
  await open(page, "/request");
  await fillIn(page);
  await fileField(page).setInputFiles({
    name: "gia.mp3",
    mimeType: "audio/mpeg",
    buffer: Buffer.from("không phải nhạc"),
  });
  await submit(page).click();
  await confirm(page).click();
  await expect(page.getByRole("alert").first()).toHaveText("Vui lòng chọn file âm thanh hoặc video hợp lệ");
  await expect(fileField(page)).toBeFocused();
  expect(await allRequests(site)).toEqual([]);
  await page.reload();
  await ready(page);
  await expect(page.getByLabel("Nội dung yêu cầu *")).toHaveValue(story);
  await expect(page.getByText("Trình duyệt không giữ được file này.")).toBeVisible();
  await page.getByRole("button", { name: "Bỏ file gia.mp3" }).click();
  await submit(page).click();
  await confirm(page).click();
  await expect(heading(page)).toHaveText("Yêu cầu đã được gửi!");
  expect(await allRequests(site)).toMatchObject([{ request_content: story, reference_file_name: null }]);
});

test("a user sends a request by keyboard, and the account lists it", async ({ page, site }) => {
  const user = await site.makeUser();
  // Held, so that the screen before the answer is seen however slow the test is.
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/song-requests", async (route) => {
    await seen;
    await route.continue();
  });
  await openAs(page, user, "/request");
  await expect(page.getByLabel("Email *")).toHaveValue(user.email);
  await page.getByRole("group", { name: "Dịp" }).getByRole("radio").first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Ngày cưới" })).toBeChecked();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Tab");
  await expect(page.getByLabel("Nội dung yêu cầu *")).toBeFocused();
  await page.keyboard.type(story);
  // Past the fold of the music.
  for (let i = 0; i < 2; i++) await page.keyboard.press("Tab");
  await expect(fileField(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Số điện thoại")).toBeFocused();
  await page.keyboard.type("0901 234 567");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await confirm(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Đang gửi yêu cầu..." })).toBeFocused();
  letGo();
  await expect(page.getByRole("heading", { name: "Yêu cầu đã được gửi!" })).toBeFocused();
  expect(await allRequests(site)).toMatchObject([
    {
      customer_name: user.full_name,
      customer_email: user.email,
      customer_phone: "0901 234 567",
      occasion: "Ngày cưới",
    },
  ]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Theo dõi yêu cầu" })).toBeFocused();

  await open(page, "/account");
  await page.getByRole("region", { name: "Bài hát đã đặt" }).getByRole("link", { name: story }).press("Enter");
  await expect(page).toHaveURL(/\/requests\/[\w-]{22}$/);
});

test("texts, a file and a press from before the scripts arrive count", async ({ page }) => {
  const releaseCode = await holdCode(page);
  await page.goto("/request", { waitUntil: "commit" });
  await fillIn(page);
  await fileField(page).setInputFiles(song);
  await submit(page).click();
  releaseCode();
  await expect(page.getByRole("dialog")).toContainText(story);
  await page.getByRole("button", { name: "Quay lại sửa" }).click();
  await expect(page.getByLabel("Nội dung yêu cầu *")).toHaveValue(story);
  await expect(page.getByRole("button", { name: "Bỏ file buoi-sang-o-hem-nho.mp3" })).toBeVisible();
});

test("without scripts the price is shown, without a dead button", async ({ browser, site }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL: site.origin });
  await page.goto("/request");
  await expect(page.getByLabel("Giá và cam kết").getByText("299.000 VND")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expect(page.getByText("Để gửi yêu cầu, bạn bật JavaScript")).toBeVisible();
  await page.close();
});
