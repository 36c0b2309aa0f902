/** The administrator's songs, from upload to the visitor's playback to deletion. */
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { type Site, uniqueName } from "./support/site.ts";
import { card, expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-songs" });

const demoSongs = path.resolve(import.meta.dirname, "../demo/songs");
const cover = path.resolve(import.meta.dirname, "../test/fixtures/audio/cover.png");
const mp3 = path.join(demoSongs, "ghe-ve-ben-cu.mp3");

const item = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const alertDialog = (page: Page, name: string) => page.getByRole("alertdialog", { name });
/** Waits until a genre can be taken from the open list: before the genres are loaded, no key takes one. */
const offered = (page: Page, genre: string) =>
  expect(page.getByRole("listbox").getByRole("option", { name: genre })).toBeVisible();
/** Picks files with the button of this name. */
async function pick(
  page: Page,
  button: string,
  files: string | string[] | { name: string; mimeType: string; buffer: Buffer },
) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button, exact: true }).click();
  await (await chooser).setFiles(files);
}

async function openSongs(page: Page, site: Site, address = "/admin/songs"): Promise<void> {
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, address);
}

/** Adds a genre with a number of songs, all with the same name. */
async function fill(site: Site, count: number, fields: Record<string, unknown> = {}) {
  const name = uniqueName("bai");
  const genre = await site.addCategory({ name: uniqueName("the_loai") });
  const audio_url = await site.uploadAudio("ghe-ve-ben-cu.mp3");
  const songs = [];
  for (let place = 1; place <= count; place++) {
    songs.push(await site.addSong({ title: `${name} ${place}`, category_ids: [genre.id], audio_url, ...fields }));
  }
  return { name, genre, audio_url, songs };
}

/** Selects the cards of a page. */
async function selectPage(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Tùy chọn danh sách" }).click();
  await page.getByRole("menuitem", { name: "Chọn cả trang" }).click();
}

test("a song is uploaded, published, played by a visitor, changed, hidden and deleted", async ({
  page,
  site,
  browser,
}) => {
  const genre = await site.addCategory({ name: uniqueName("the_loai") });
  await openSongs(page, site);

  await page.getByRole("button", { name: "Thêm bài hát" }).first().click();
  const form = dialog(page, "Thêm bài hát");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 5_000,
  });
  await pick(page, "Tải file lên", mp3);
  const bar = form.getByRole("progressbar");
  await expect(bar).toBeVisible();
  await expect(form.getByText(/\d+ KB \/ 228 KB, [1-9]\d?%/)).toBeVisible();
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(form.getByText("Vui lòng chờ file audio được tải lên hoàn tất")).toBeVisible();
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect(page.getByText("File audio đã được tải lên thành công!")).toBeVisible();
  await expect(form.getByText("Vui lòng chờ file audio được tải lên hoàn tất")).toBeHidden();
  await expect(form.getByText("228 KB / 228 KB, 100%")).toBeVisible();
  await expect(form.getByLabel("Âm thanh")).toHaveValue(/^\/uploads\/audio\/[0-9a-f]{32}\.mp3$/);
  // Empty fields are filled from the tags.
  await expect(form.getByLabel("Tên bài hát")).not.toHaveValue("");
  await form.getByRole("button", { name: /^Phát:/ }).click();
  await expect(form.getByRole("button", { name: /^Tạm dừng:/ })).toBeVisible();
  await expect(form.getByText(/0:(0[1-9]|[1-5]\d) \/ 0:\d\d/)).toBeVisible();

  const title = uniqueName("Bài mới");
  await form.getByLabel("Tên bài hát").fill(title);
  await form.getByLabel("Tác giả").fill("Hiên Nhà");
  await form.getByLabel("Lời bài hát", { exact: true }).fill("Câu thứ nhất\nCâu thứ hai");
  await form.getByRole("button", { name: "Xem trước lời bài hát" }).click();
  await expect(form.getByRole("region", { name: "Lời bài hát như khách thấy" })).toHaveText(
    "Câu thứ nhất\nCâu thứ hai",
  );
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(form.getByText("Vui lòng chọn ít nhất một thể loại")).toBeVisible();
  await form.getByRole("combobox", { name: "Thể loại" }).fill(genre.name);
  await offered(page, genre.name);
  await page.keyboard.press("Tab");
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Thêm bài hát thành công!")).toBeVisible();
  const made = item(page, title);
  await expect(made.getByText("Đang hiện")).toBeVisible();
  await expect(made.getByText("Tác giả: Hiên Nhà")).toBeVisible();
  await expect(made.getByText(genre.name)).toBeVisible();

  const saved = page.waitForEvent("download");
  await made.getByRole("link", { name: `Tải file: ${title}` }).click();
  expect((await saved).suggestedFilename()).toBe(`${title}.mp3`);

  const visitor = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await open(visitor, `/songs?q=${encodeURIComponent(title)}`);
  await card(visitor, title)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await expect(visitor.getByText("Đang phát...")).toBeVisible();
  await expect
    .poll(() => visitor.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
    .toBeGreaterThan(0.3);

  await page.getByRole("button", { name: `Sửa: ${title}` }).click();
  const edit = dialog(page, "Bài hát: ");
  await edit.getByLabel("Mô tả").fill("Một bài để thử");
  await edit.getByLabel("Đang hiện").uncheck();
  await edit.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
  await edit.getByRole("button", { name: "Đóng" }).click();
  await expect(made.getByText("Tạm ẩn")).toBeVisible();
  await expect(made.getByText("Một bài để thử")).toBeVisible();
  await open(visitor, `/songs?q=${encodeURIComponent(title)}`);
  await expect(card(visitor, title)).toHaveCount(0);

  await page.getByRole("button", { name: `Xóa: ${title}` }).click();
  const question = alertDialog(page, "Xóa bài hát");
  await expect(question.getByText("Bạn có chắc chắn muốn xóa bài hát này?")).toBeVisible();
  await expect(question.getByText(title)).toBeVisible();
  await question.getByRole("button", { name: "Hủy" }).click();
  await expect(made).toBeVisible();
  await page.getByRole("button", { name: `Xóa: ${title}` }).click();
  await question.getByRole("button", { name: "Xóa bài hát" }).click();
  await expect(page.getByText("Xóa bài hát thành công!")).toBeVisible();
  await expect(made).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await visitor.context().close();
});

test("a bulk change asks once and shows the number of songs", async ({ page, site, expectErrors }) => {
  expectErrors(/500/);
  const { name, songs } = await fill(site, 3);
  const other = await site.addCategory({ name: uniqueName("the_loai") });
  await openSongs(page, site, `/admin/songs?q=${name}`);
  // A page that is still empty can't be chosen.
  await expect(page.getByRole("checkbox", { name: /^Chọn: / })).toHaveCount(3);
  await selectPage(page);
  await expect(page.getByText("Đã chọn 3 bài hát")).toBeVisible();
  await page.getByRole("checkbox", { name: `Chọn: ${name} 2` }).uncheck();

  await page.getByText("Thao tác", { exact: true }).click();
  await page.getByRole("menuitem", { name: "Tạm ẩn" }).click();
  const hide = alertDialog(page, "Tạm ẩn 2 bài hát?");
  await expect(hide.getByText(`${name} 1`)).toBeVisible();
  await hide.getByRole("button", { name: "Tạm ẩn 2 bài hát" }).click();
  const jobs = page.getByRole("list", { name: "Thao tác hàng loạt" });
  await expect(jobs.getByText("Đã tạm ẩn 2 bài hát")).toBeVisible();
  await expect(item(page, `${name} 3`).getByText("Tạm ẩn")).toBeVisible();
  const seen = await site.api<{ id: number }[]>(`GET /api/songs?search=${name}`);
  expect(seen.map(({ id }) => id)).toEqual([songs[1]?.id]);

  // One file can't be free for one song and Premium for another.
  await page.getByRole("checkbox", { name: `Chọn: ${name} 1` }).check();
  await page.getByText("Thao tác", { exact: true }).click();
  await page.getByRole("menuitem", { name: "Chuyển thành Premium" }).click();
  await page.getByRole("button", { name: "Chuyển thành Premium 1 bài hát" }).click();
  await jobs.getByRole("button", { name: "Xem lý do" }).click();
  await expect(jobs).toContainText(`${name} 1: File âm thanh này đang thuộc một bài hát miễn phí`);

  await selectPage(page);
  await page.getByText("Thao tác", { exact: true }).click();
  await page.getByRole("menuitem", { name: "Thêm thể loại…" }).click();
  const adding = alertDialog(page, "Thêm thể loại cho 3 bài hát?");
  // With many genres they are a list, with a few all are seen.
  const genre = adding.getByLabel(other.name, { exact: true });
  const genres = adding.getByRole("combobox", { name: "Thể loại" });
  await expect(genre.or(genres).first()).toBeVisible();
  if (await genres.isVisible()) await genres.selectOption(other.name);
  else await genre.check();
  const bulkCall = "**/api/admin/bulk";
  await page.route(bulkCall, (route) => route.fulfill({ status: 500, body: "" }));
  await adding.getByRole("button", { name: "Thêm thể loại cho 3 bài hát" }).click();
  await expect(page.getByText("Có lỗi xảy ra khi bắt đầu thao tác")).toBeVisible();
  await page.unroute(bulkCall);
  await adding.getByRole("button", { name: "Thêm thể loại cho 3 bài hát" }).click();
  await expect(adding).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(jobs.getByText("Đã thêm thể loại cho 3 bài hát")).toBeVisible();
  await expect(item(page, `${name} 1`).getByText(other.name)).toBeVisible();

  await selectPage(page);
  await page.getByRole("button", { name: "Xóa các bài đã chọn" }).click();
  const remove = alertDialog(page, "Xóa 3 bài hát?");
  await remove.getByRole("button", { name: "Hủy" }).click();
  await expect(item(page, `${name} 1`)).toBeVisible();
  await page.getByRole("button", { name: "Xóa các bài đã chọn" }).click();
  await remove.getByRole("button", { name: "Xóa 3 bài hát" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(jobs.getByText("Đã xóa 3 bài hát")).toBeVisible();
  await expect(page.getByText("Không tìm thấy bài hát nào")).toBeVisible();
});

test("a cancelled upload leaves no file", async ({ page, site }) => {
  // At this speed it takes longer than a test may.
  const endless = test.info().outputPath("dai.mp3");
  writeFileSync(endless, "");
  truncateSync(endless, 40_000_000);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await openSongs(page, site);
  const before = readdirSync(path.join(site.dataDir, "uploads/audio")).length;
  await page.getByRole("button", { name: "Thêm bài hát" }).first().click();
  const form = dialog(page, "Thêm bài hát");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", slow);
  await pick(page, "Tải file lên", endless);
  await expect.poll(() => readdirSync(path.join(site.dataDir, "tmp")).length).toBe(1);
  // A file that is not audio does not replace it.
  await pick(page, "Tải file lên", { name: "ghi-chu.txt", mimeType: "text/plain", buffer: Buffer.from("chữ") });
  await expect(form.getByRole("alert")).toHaveText("Vui lòng chọn file âm thanh hợp lệ");
  await expect(form.getByRole("progressbar", { name: "Đang tải lên: dai.mp3" })).toBeVisible();
  await form.getByRole("button", { name: /^Hủy tải lên/ }).click();
  await expect(form.getByRole("progressbar")).toBeHidden();
  await expect(form.getByLabel("Âm thanh")).toHaveValue("");
  await cdp.send("Network.emulateNetworkConditions", { ...slow, uploadThroughput: -1 });
  await expect.poll(() => readdirSync(path.join(site.dataDir, "tmp")).length).toBe(0);
  expect(readdirSync(path.join(site.dataDir, "uploads/audio")).length).toBe(before);

  // An uploaded file that is not saved is deleted too.
  await pick(page, "Tải file lên", mp3);
  await expect(page.getByText("File audio đã được tải lên thành công!")).toBeVisible();
  await form.getByRole("button", { name: "Hủy", exact: true }).click();
  await alertDialog(page, "Bỏ các thay đổi?").getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => readdirSync(path.join(site.dataDir, "uploads/audio")).length).toBe(before);
});

test("a song is added by keyboard alone, and unsaved changes are asked about", async ({ page, site, expectErrors }) => {
  expectErrors(/409/);
  const { name, genre, audio_url } = await fill(site, 1);
  const title = uniqueName("Bài phím");
  await openSongs(page, site);
  await page.getByRole("button", { name: "Thêm bài hát" }).first().focus();
  await page.keyboard.press("Enter");
  const form = dialog(page, "Thêm bài hát");
  await form.getByLabel("Tên bài hát").focus();
  await page.keyboard.type(title);
  await page.keyboard.press("Escape");
  await alertDialog(page, "Bỏ các thay đổi?").getByRole("button", { name: "Ở lại" }).press("Enter");
  await expect(form.getByLabel("Tên bài hát")).toHaveValue(title);
  await page.keyboard.press("Tab");
  await form.getByLabel("Âm thanh").focus();
  await page.keyboard.type(audio_url);
  await form.getByRole("combobox", { name: "Thể loại" }).focus();
  await page.keyboard.type(genre.name);
  await offered(page, genre.name);
  await page.keyboard.press("Enter");
  await form.getByLabel("Tên bài hát").focus();
  await page.keyboard.press("Enter");
  const question = alertDialog(page, "Thêm bài hát từ file đã có?");
  await expect(question).toContainText(`File âm thanh này đã là bài hát “${name} 1”`);
  await question.getByRole("button", { name: "Vẫn thêm" }).press("Enter");
  await expect(page.getByText("Thêm bài hát thành công!")).toBeVisible();
  await expect(item(page, title)).toBeVisible();
});

test("dropped files become hidden songs with their tags, and failed files can be retried", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/415|500/);
  await page.setViewportSize({ width: 390, height: 844 });
  const named = await site.addCategory({ name: uniqueName("the_loai") });
  await openSongs(page, site, "/admin/songs?active=false");
  const names = ["ni-hao-peng-you.mp3", "si-ji.mp3"];
  const files = names.map((name) => ({ name, data: readFileSync(path.join(demoSongs, name)).toString("base64") }));
  const dropped = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, data } of given) {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: "audio/mpeg", lastModified: 1 }));
    }
    transfer.items.add(new File(["chữ"], "ghi-chu.txt", { type: "text/plain" }));
    transfer.items.add(new File(["không phải nhạc"], "gia.mp3", { type: "audio/mpeg" }));
    return transfer;
  }, files);
  await expect(page.getByRole("button", { name: "Tải nhiều file" })).toBeVisible();
  await page.dispatchEvent("body", "dragenter", { dataTransfer: dropped });
  await expect(page.getByText("Thả file âm thanh vào đây, mỗi file thành một bài nháp")).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: dropped });

  const drafts = dialog(page, "Tải nhiều file");
  await expect(drafts.getByRole("listitem")).toHaveCount(4);
  await expect(drafts.getByRole("button", { name: "Tải lên 3 file" })).toBeDisabled();
  await drafts.getByLabel(/^Thể loại khi file/).selectOption(named.name);
  let broken = true;
  await page.route("**/api/songs", (route) => {
    if (route.request().method() !== "POST" || !broken) return route.continue();
    broken = false;
    return route.fulfill({ status: 500, json: {} });
  });
  await drafts.getByRole("button", { name: "Tải lên 3 file" }).click();
  await expect(drafts.getByText("Có lỗi xảy ra khi lưu bài hát")).toBeVisible({ timeout: 30_000 });
  await expect(drafts.getByText("Vui lòng chọn file âm thanh hợp lệ")).toHaveCount(2);
  await expect(drafts.getByText("Đã tạo 1 bài nháp")).toBeVisible();
  await drafts.getByRole("button", { name: `Thử lại: ${names[0]}` }).click();
  await expect(drafts.getByText("Đã tạo 2 bài nháp")).toBeVisible();
  await drafts.getByRole("button", { name: "Xong" }).click();
  await expect(drafts).toBeHidden();
  const made = await site.api<{ is_active: boolean; category_ids: number[]; lyrics: string | null }[]>(
    `GET /api/songs?category_id=${named.id}`,
    { token: await site.asAdmin() },
  );
  expect(made).toHaveLength(2);
  for (const song of made) expect(song.is_active).toBe(false);
  await expect(page.getByRole("listitem").filter({ hasText: named.name })).toHaveCount(2);
});

test("an uploaded cover is shown in the form, and to visitors after saving", async ({ page, site, browser }) => {
  const { songs } = await fill(site, 1);
  const title = songs[0]?.title ?? "";
  await openSongs(page, site, `/admin/songs?q=${title}`);
  await page.getByRole("button", { name: `Sửa: ${title}` }).click();
  const form = dialog(page, "Bài hát: ");
  await pick(page, "Tải ảnh lên", { name: "gia.txt", mimeType: "text/plain", buffer: Buffer.from("chữ") });
  await expect(form.getByRole("alert")).toHaveText("Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP");
  await pick(page, "Tải ảnh lên", cover);
  await expect(form.getByRole("alert")).toBeHidden();
  await expect(form.getByLabel("Ảnh bìa", { exact: true })).toHaveValue(/^\/uploads\/images\/[0-9a-f]{32}\.png$/);
  await expect(form.getByRole("img", { name: "Ảnh bìa" })).toHaveJSProperty("complete", true);
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByText("Cập nhật bài hát thành công!")).toBeVisible();
  await form.getByRole("button", { name: "Đóng" }).click();
  const visitor = await (await browser.newContext({ baseURL: site.origin })).newPage();
  await open(visitor, `/songs?q=${title}`);
  const seen = card(visitor, title).locator("img").first();
  await expect(seen).toBeVisible();
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await visitor.context().close();

  // An uploaded cover that is not saved is deleted.
  const count = () => readdirSync(path.join(site.dataDir, "uploads/images")).length;
  const before = count();
  await page.getByRole("button", { name: `Sửa: ${title}` }).click();
  const saved = await form.getByLabel("Ảnh bìa", { exact: true }).inputValue();
  await pick(page, "Tải ảnh lên", cover);
  await expect(form.getByLabel("Ảnh bìa", { exact: true })).not.toHaveValue(saved);
  expect(count()).toBe(before + 1);
  await form.getByRole("button", { name: "Đóng" }).click();
  await alertDialog(page, "Bỏ các thay đổi?").getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect.poll(count).toBe(before);

  // So is the cover embedded in the audio.
  await page.getByRole("button", { name: "Thêm bài hát" }).first().click();
  await pick(page, "Tải file lên", path.resolve(cover, "../tagged.mp3"));
  const add = dialog(page, "Thêm bài hát");
  await expect(add.getByLabel("Ảnh bìa", { exact: true })).toHaveValue(/^\/uploads\/images\/[0-9a-f]{32}\.jpg$/);
  await expect(add.getByRole("img", { name: "Ảnh bìa" })).toBeVisible();
  await add.getByRole("button", { name: "Hủy", exact: true }).click();
  await alertDialog(page, "Bỏ các thay đổi?").getByRole("button", { name: "Bỏ thay đổi" }).click();
  await expect.poll(count).toBe(before);
});
