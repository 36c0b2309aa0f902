/** The whole life of a request for a song: customer, staff and administrator at once, from the form to the saved file. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Download, Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import type { CustomerRequest, SongRequest, SongRequestDetail } from "../src/contract/requests.ts";
import { requestSong } from "./support/office.ts";
import type { Account, Site } from "./support/site.ts";
import { expect, open, storeToken, test } from "./support/test.ts";

test.use({ catalogue: "own:request-life", viewport: { width: 390, height: 844 } });
test.beforeEach(({ site }) => site.empty());

const story = "Bài hát tặng ba má nhân 30 năm ngày cưới";
const reference = "ghe-ve-ben-cu";
const versions = ["buoi-sang-o-hem-nho.mp3", "ame-no-uta.mp3"] as const;
const songPath = (name: string) => path.resolve(import.meta.dirname, "../demo/songs", name);

async function addBank(site: Site): Promise<void> {
  const json = {
    bank_name: "Vietcombank",
    bank_bin: "970436",
    account_number: "0123456789",
    account_holder: "CONG TY NGAN NGA",
    is_active: true,
  };
  await site.api("POST /api/bank-config", { token: await site.asAdmin(), json });
}

/** Opens a page at a desk, with a storage of its own. */
async function openDesk(browser: Browser, site: Site): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  return (await browser.newContext({ baseURL: site.origin, locale: "vi-VN", viewport })).newPage();
}

async function logInStaff(page: Page, { username, password, full_name }: Account): Promise<void> {
  await open(page, "/staff/login");
  await page.getByLabel("Tên đăng nhập").fill(username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Chào ${full_name}`);
  await expect(page.getByRole("heading", { name: "Chưa có yêu cầu nào" })).toBeVisible();
  await tab(page, "Chờ người nhận").click();
}

/** The link of a part of the desk. */
const tab = (page: Page, label: string) =>
  page.getByRole("navigation", { name: "Các phần của bàn làm việc" }).getByRole("link", { name: label });

/** Plays a song until its bytes have come and a second is over. */
async function hear(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: `Phát: ${title}` }).click();
  // The slider is of this song, the media element of any.
  const position = page.getByRole("slider", { name: `Vị trí phát: ${title}` });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(1);
  const loaded = page.locator("audio").evaluate(({ buffered }: HTMLAudioElement) => buffered.end(0));
  expect(await loaded).toBeGreaterThan(1);
  await page.getByRole("button", { name: `Tạm dừng: ${title}` }).click();
}

/** Presses a link that saves a file. */
async function saved(page: Page, link: string): Promise<Download> {
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: link }).click();
  return saving;
}

const bytesOf = async (download: Download) => readFile(await download.path());
const hasBytes = async (download: Download, name: string) =>
  (await bytesOf(download)).equals(await readFile(songPath(name)));

/** Returns the text of a QR code in a picture. */
async function decoded(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** Does what the browser does when its tab is shown again. */
async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** Puts the song of another customer, who allowed it, among those that visitors hear first. */
async function addExample(site: Site): Promise<void> {
  const token = await site.asAdmin();
  const genre = await site.addCategory({ name: "Gia đình" });
  const { id, page_token } = await requestSong(site, "Trần Văn Bình");
  const multipart = new FormData();
  multipart.set("title", "Xôi nóng đầu ngõ");
  multipart.set("audio_file", new File([await readFile(songPath(`${reference}.mp3`))], "bài.mp3"));
  await site.api(`POST /api/song-requests/${id}/delivery`, { token, multipart });
  const own = `/api/requests/${page_token}`;
  const { songs, agreed_price } = await site.api<CustomerRequest>(`GET ${own}`);
  await site.api(`POST ${own}/accept`, { json: { version_id: songs[0]?.id, agreed_price } });
  await site.api(`PUT ${own}/consent`, { json: { consent: true } });
  const json = { title: "Xôi nóng đầu ngõ", category_ids: [genre.id] };
  const { song_id } = await site.api<SongRequestDetail>(`POST /api/song-requests/${id}/library-song`, { token, json });
  await site.api("POST /api/admin/examples", { token, json: { song_id, occasion: "Ngày cưới" } });
}

/** Sends a request with a file through the form, as a visitor who comes from the home page. */
async function sendRequest(page: Page, site: Site): Promise<SongRequest> {
  await open(page, "/");
  await page.getByRole("main").getByRole("link", { name: "Gửi yêu cầu của bạn" }).click();
  await expect(page).toHaveURL(/\/request$/);
  await expect(page.getByText("299.000 VND").first()).toBeVisible();
  await page.getByRole("button", { name: "Phát: Xôi nóng đầu ngõ" }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0)).toBeGreaterThan(0);
  await page.getByRole("main").getByRole("button", { name: "Tạm dừng: Xôi nóng đầu ngõ" }).click();
  await page.getByLabel("Họ và tên *").fill("Nguyễn Thị Lan");
  await page.getByLabel("Email *").fill("lan@example.com");
  await page.getByLabel("Nội dung yêu cầu *").fill(story);
  await page.getByText(/^Giọng, thể loại, tâm trạng, nhịp: để chúng tôi chọn/).click();
  for (const choice of ["Ngày cưới", "Cha mẹ", "Ấm áp", "Song ca", "Bolero", "Chậm"])
    await page.getByRole("form").getByText(choice, { exact: true }).click();
  await page.getByText("Kể thêm một chút").click();
  await page.getByLabel("Ngân sách dự kiến (VND)").fill("500.000");
  await page.getByLabel(/^File tham khảo/).setInputFiles(songPath(`${reference}.mp3`));
  await page.getByRole("button", { name: "Gửi yêu cầu", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText(`${reference}.mp3`);
  await page.getByRole("dialog").getByRole("button", { name: "Xác nhận gửi" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yêu cầu đã được gửi!");
  const token = await site.asAdmin();
  const [request, ...others] = await site.api<SongRequest[]>("GET /api/song-requests", { token });
  expect(others.map(({ customer_name }) => customer_name)).toEqual(["Trần Văn Bình"]);
  expect(request).toMatchObject({
    customer_name: "Nguyễn Thị Lan",
    customer_email: "lan@example.com",
    customer_phone: null,
    request_content: story,
    recipient: "Cha mẹ",
    voice: "Song ca",
    tempo: "Chậm",
    budget: 500_000,
    reference_file_name: `${reference}.mp3`,
    status: "new",
  });
  return request as SongRequest;
}

/** Attaches a file as the next version, and completes the request, in the dialog that shows it. */
async function deliver(page: Page, number: number, file: string): Promise<void> {
  const details = page.getByRole("dialog");
  const chooser = page.waitForEvent("filechooser");
  await details.getByRole("tab", { name: "Bài hát" }).click();
  await details.getByRole("button", { name: "Gắn bản nhạc" }).click();
  await (await chooser).setFiles(songPath(file));
  await expect(details.getByText(`Bản ${number}`, { exact: true })).toBeVisible();
  await details.getByRole("tab", { name: "Thông tin" }).click();
  await details.getByLabel("Trạng thái yêu cầu").selectOption("Hoàn thành");
  await details.getByRole("button", { name: "Lưu trạng thái" }).click();
  await expect(details.getByText("Khách nghe được")).toHaveCount(number);
}

/** Hands a file over with its words, in one step. */
async function handOver(page: Page, number: number, file: string): Promise<void> {
  const details = page.getByRole("dialog").first();
  const chooser = page.waitForEvent("filechooser");
  await details.getByRole("button", { name: "Giao bài cho khách" }).click();
  await (await chooser).setFiles(songPath(file));
  const form = page.getByRole("dialog", { name: "Giao bài cho khách" });
  await form.getByLabel(/^Tên bài hát/).fill("Ba mươi năm");
  await form.getByLabel(/^Lời đề tặng/).fill("Tặng ba má");
  await form.getByLabel(/^Lời bài hát/).fill("Ba mươi năm\nmột nhịp cầu");
  await form.getByRole("button", { name: "Giao bài", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(details.getByText("Khách nghe được")).toHaveCount(number);
  await expect(details.getByLabel("Trạng thái yêu cầu")).toHaveValue("completed");
}

/** Sends lyrics to the customer, who agrees with them on the phone. */
async function agreeOnLyrics(desk: Page, phone: Page, address: string): Promise<void> {
  const details = desk.getByRole("dialog").first();
  await details.getByRole("button", { name: "Gửi lời cho khách duyệt" }).click();
  const form = desk.getByRole("dialog", { name: "Gửi lời cho khách duyệt" });
  await form.getByLabel(/^Lời bài hát/).fill("Ba mươi năm\nmột nhịp cầu");
  await form.getByRole("button", { name: "Gửi cho khách" }).click();
  await expect(details.getByText(/^Đang chờ khách duyệt lời, hạn dừng từ/)).toBeVisible();
  await open(phone, address);
  const lyrics = phone.getByRole("region", { name: "Lời bài hát chờ bạn đọc" });
  await lyrics.getByRole("button", { name: "Đồng ý với lời này" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Đồng ý", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Bạn đã đồng ý với lời" })).toBeVisible();
  await expect(details.getByRole("region", { name: "Lời bản 1" })).toContainText("Khách đồng ý");
}

/** Gives the song away; the receiver opens it on a phone of their own, hears it and says thanks. */
async function giveAway(page: Page, browser: Browser, site: Site): Promise<void> {
  const section = page.getByRole("region", { name: "Gửi tặng" });
  await section.getByLabel("Tên người nhận").fill("Ba má");
  await section.getByLabel("Tên người tặng").fill("Con Lan");
  await section.getByLabel("Lời nhắn").fill("Con thương ba má");
  await section.getByRole("button", { name: "Tạo trang quà" }).click();
  const address = await section.getByRole("link", { name: /^Xem trang quà/ }).getAttribute("href");
  const viewport = { width: 390, height: 844 };
  const other = await browser.newContext({ baseURL: site.origin, locale: "vi-VN", viewport });
  const receiver = await other.newPage();
  await open(receiver, address ?? "");
  await receiver.getByRole("button", { name: "Mở quà" }).click();
  await expect(receiver.getByRole("heading", { level: 1 })).toContainText("Ba mươi năm");
  await expect(receiver.getByText("Con thương ba má")).toBeVisible();
  await expect
    .poll(() => receiver.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
    .toBeGreaterThan(1);
  for (const secret of ["Nguyễn Thị Lan", "lan@example.com", story, "299.000"])
    expect(await receiver.content()).not.toContain(secret);
  await receiver.getByRole("textbox", { name: "Lời cảm ơn *" }).fill("Ba má nghe rồi, cảm ơn con");
  await receiver.getByRole("form", { name: "Lời cảm ơn" }).getByRole("button").click();
  await expect(receiver.getByText("Lời cảm ơn của bạn đã được gửi tới người tặng.")).toBeVisible();
  await other.close();
  await page.reload();
  await expect(section).toContainText("Ba má nghe rồi, cảm ơn con");
}

test("a song is ordered on a phone, made by staff, changed, accepted, paid, saved and given away", async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(360_000);
  await addBank(site);
  await addExample(site);
  const [member, colleague] = [await openDesk(browser, site), await openDesk(browser, site)];
  await logInStaff(member, await site.makeStaff());
  await logInStaff(colleague, await site.makeStaff());

  const { id, code, page_token } = await sendRequest(page, site);
  await expect(page.getByText(code).first()).toBeVisible();
  const address = `/requests/${page_token}`;
  await expect(page.getByRole("link", { name: "Theo dõi yêu cầu" })).toHaveAttribute("href", address);
  await page.getByRole("button", { name: "Gửi yêu cầu khác" }).click();
  await expect(page.getByLabel("Nội dung yêu cầu *")).toHaveValue("");

  const name = `Yêu cầu #${id}`;
  const claim = (desk: Page) => desk.getByRole("button", { name: `Nhận việc: ${name}` });
  await expect(claim(colleague)).toBeVisible();
  await claim(member).click();
  await expect(member.getByText(`Bạn đã nhận yêu cầu #${id}`)).toBeVisible();
  await expect(colleague.getByText("Mọi yêu cầu đều đã có người nhận.")).toBeVisible();
  await expect(claim(colleague)).toBeHidden();
  await colleague.context().close();

  await tab(member, "Việc của tôi").click();
  await member.getByRole("button", { name: `Mở chi tiết: ${name}` }).click();
  const details = member.getByRole("dialog", { name });
  await expect(details).toContainText(story);
  await hear(member, reference);
  const sent = await saved(member, `Tải file: ${reference}`);
  expect(sent.suggestedFilename()).toBe(`${reference}.mp3`);
  expect(await hasBytes(sent, `${reference}.mp3`)).toBe(true);
  await details.getByRole("tab", { name: "Thông tin" }).click();
  await details.getByLabel("Ghi chú của nhân viên").fill("Giọng miền Tây");
  await details.getByRole("tab", { name: "Bài hát" }).click();
  await agreeOnLyrics(member, page, address);
  await deliver(member, 1, versions[0]);

  await open(page, "/premium");
  await page.getByRole("link", { name: new RegExp(code) }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bài hát ngày cưới tặng cha mẹ");
  await hear(page, `Bài hát ${code}, bản 1`);
  await page.getByText("Muốn sửa", { exact: true }).click();
  await page.getByRole("button", { name: /^Ghim vào giây hiện tại/ }).click();
  const pin = page.getByText(/^Ghim ở giây \d+:\d\d$/);
  await expect(pin).toBeVisible();
  const second = /\d+:\d\d$/.exec((await pin.textContent()) ?? "")?.[0] ?? "";
  expect(second).not.toBe("0:00");
  await page.getByLabel("Bạn muốn sửa điều gì? *").fill("Đoạn này hát chậm lại");
  await page.getByRole("button", { name: "Gửi yêu cầu sửa" }).click();
  await expect(page.getByRole("region", { name: "Tình trạng" }).getByRole("status")).toContainText("Đã ghi nhận");

  const wish = details.getByRole("listitem").filter({ hasText: `muốn sửa bản 1, ở ${second}` });
  await expect(wish).toContainText("Đoạn này hát chậm lại");
  await expect(details.getByLabel("Trạng thái yêu cầu")).toHaveValue("processing");
  await handOver(member, 2, versions[1]);
  await member.context().close();

  await returnToTab(page);
  const stage = page.getByRole("region", { name: "Ba mươi năm" });
  await expect(stage).toContainText("Tặng ba má");
  await expect(page.getByRole("region", { name: "Lời bài hát" })).toContainText("một nhịp cầu");
  await hear(page, `Bài hát ${code}, bản 2`);
  await page.getByRole("button", { name: "Tôi hài lòng, nhận bài" }).click();
  await expect(page.getByRole("dialog")).toContainText("bản 2 với giá thỏa thuận 299.000 ₫");
  await page.getByRole("button", { name: "Đồng ý nhận" }).click();
  const picture = page.getByRole("img", { name: /^Mã QR chuyển khoản/ });
  await expect(picture).toBeVisible();
  const shown = await decoded(await picture.screenshot());
  const pictureFile = await saved(page, "Lưu ảnh QR");
  expect(pictureFile.suggestedFilename()).toBe(`QR-${code}.png`);
  const payment = await decoded(await bytesOf(pictureFile));
  expect(payment).toContain("0010A0000007270124000697043601100123456789");
  expect(payment).toContain("5406299000");
  expect(payment).toContain(`0810${code}`);
  expect(shown).toBe(payment);
  await expect(page.getByRole("link", { name: "Tải bản đầy đủ" })).toHaveCount(0);

  const office = await openDesk(browser, site);
  await storeToken(office, await site.asAdmin(), "admin");
  await open(office, "/admin/requests");
  await office.getByRole("button", { name: `Xem: Nguyễn Thị Lan #${id}` }).click();
  const form = office.getByRole("dialog", { name: `${name} của Nguyễn Thị Lan` });
  await form.getByRole("button", { name: "Ghi nhận thanh toán" }).click();
  await expect(form.getByRole("switch", { name: "Đã thanh toán" })).toBeFocused();
  await office.keyboard.press("Space");
  await form.getByRole("button", { name: "Lưu" }).click();
  await expect(office.getByText("Đã lưu yêu cầu")).toBeVisible();
  await office.context().close();

  await returnToTab(page);
  const song = await saved(page, "Tải bản đầy đủ");
  expect(song.suggestedFilename()).toBe("Ngân Nga - Ba mươi năm.mp3");
  expect(await hasBytes(song, versions[1])).toBe(true);
  await giveAway(page, browser, site);
  const token = await site.asAdmin();
  const { events, ...stored } = await site.api<SongRequestDetail>(`GET /api/song-requests/${id}`, { token });
  expect(stored).toMatchObject({
    status: "completed",
    staff_name: "Lê Minh Anh",
    staff_notes: "Giọng miền Tây",
    accepted_at: expect.any(String),
    paid_at: expect.any(String),
  });
  expect(events.map(({ kind }) => kind)).toEqual([
    "received",
    "claimed",
    "status_changed",
    "lyrics_sent",
    "lyrics_agreed",
    "song_attached",
    "status_changed",
    "changes_requested",
    "song_attached",
    "status_changed",
    "accepted",
    "paid",
  ]);
});
