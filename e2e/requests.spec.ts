/** The private page of a request: from the finished song to the saved file. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import jsQR from "jsqr";
import sharp from "sharp";
import type { CustomerRequest, SongRequestDetail } from "../src/contract/requests.ts";
import type { Site } from "./support/site.ts";
import { expect, open, test } from "./support/test.ts";

test.use({ catalogue: "own:requests", viewport: { width: 390, height: 844 } });
test.beforeEach(({ site }) => site.empty());

const songs = path.resolve(import.meta.dirname, "../demo/songs");
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const status = (page: Page) => page.getByRole("region", { name: "Tình trạng" });

async function fileNamed(name: string): Promise<File> {
  return new File([new Uint8Array(await readFile(path.join(songs, name)))], name, { type: "audio/mpeg" });
}

/** Sends a request with a file. */
async function sendRequest(site: Site): Promise<CustomerRequest> {
  const multipart = new FormData();
  multipart.set("customer_name", "Nguyễn Thị Lan");
  multipart.set("customer_email", "lan@example.com");
  multipart.set("request_content", "Bài hát tặng ba má nhân 30 năm ngày cưới");
  multipart.set("reference_file", await fileNamed("ghe-ve-ben-cu.mp3"));
  return site.api<CustomerRequest>("POST /api/song-requests", { multipart });
}

/** Attaches a version and completes the request as its staff member does. */
async function deliver(site: Site, token: string, id: number, name: string): Promise<void> {
  const multipart = new FormData();
  multipart.set("audio_file", await fileNamed(name));
  await site.api(`POST /api/staff/requests/${id}/song`, { token, multipart });
  await site.api(`PUT /api/staff/requests/${id}/update-status`, { token, json: { status: "completed" } });
}

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

/** Returns the text of a QR code in a picture. */
async function decoded(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** What the browser does when its tab is shown again. */
async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

test("a customer hears the song, has it changed, accepts it, and saves it once it is paid", async ({ page, site }) => {
  await addBank(site);
  const { id, code, page_token } = await sendRequest(site);
  const member = await site.makeStaff();
  const supervisor = await site.makeStaff({ is_supervisor: true });
  await site.api(`PUT /api/staff/requests/${id}/assign`, { token: member.token });
  await deliver(site, member.token, id, "buoi-sang-o-hem-nho.mp3");

  await open(page, `/requests/${page_token}`);
  await expect(heading(page)).toHaveText(`Yêu cầu ${code}`);
  await page.getByRole("button", { name: `Phát: Bài hát ${code}, bản 1` }).click();
  const audio = page.locator("audio");
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(1);
  await page.getByRole("button", { name: `Tạm dừng: Bài hát ${code}, bản 1` }).click();
  await page.getByRole("button", { name: /^Ghim vào giây hiện tại/ }).click();
  await page.getByLabel("Bạn muốn sửa điều gì? *").fill("Đoạn này hát chậm lại");
  await page.getByRole("button", { name: "Gửi yêu cầu sửa" }).click();
  await expect(status(page).getByRole("status")).toContainText("Đã ghi nhận");
  const asked = await site.api<SongRequestDetail>(`GET /api/staff/requests/${id}`, { token: member.token });
  expect(asked.status).toBe("processing");
  expect(asked.events.at(-1)).toMatchObject({
    kind: "changes_requested",
    text: "Đoạn này hát chậm lại",
    version: 1,
    second: Math.floor(await audio.evaluate((element: HTMLAudioElement) => element.currentTime)),
  });

  await deliver(site, member.token, id, "ghe-ve-ben-cu.mp3");
  await returnToTab(page);
  await expect(page.getByRole("button", { name: `Phát: Bài hát ${code}, bản 2` })).toBeVisible();
  await page.getByRole("button", { name: "Tôi hài lòng, nhận bài hát" }).click();
  await expect(page.getByRole("dialog")).toContainText("bản 2 với giá thỏa thuận 299.000 ₫");
  await page.getByRole("button", { name: "Đồng ý nhận" }).click();
  const picture = page.getByRole("img", { name: /^Mã QR chuyển khoản/ });
  await expect(picture).toBeVisible();
  const shown = await decoded(await picture.screenshot());
  const savingPicture = page.waitForEvent("download");
  await page.getByRole("link", { name: "Lưu ảnh QR" }).click();
  const pictureFile = await savingPicture;
  expect(pictureFile.suggestedFilename()).toBe(`QR-${code}.png`);
  const saved = await decoded(await readFile(await pictureFile.path()));
  expect(saved).toContain("0010A0000007270124000697043601100123456789");
  expect(saved).toContain("5406299000");
  expect(saved).toContain(`0810${code}`);
  expect(shown).toBe(saved);

  await site.api(`PUT /api/staff/requests/${id}/payment`, { token: supervisor.token, json: { is_paid: true } });
  await returnToTab(page);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Tải bản đầy đủ" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.mp3$/);
  expect((await readFile(await file.path())).equals(await readFile(path.join(songs, "ghe-ve-ben-cu.mp3")))).toBe(true);
});

test("the page is read under its own address alone, and is in no cache and no index", async ({ site }) => {
  const { code, page_token, customer_name } = await sendRequest(site);
  const own = await fetch(`${site.origin}/requests/${page_token}`);
  expect(own.status).toBe(200);
  const html = await own.text();
  expect(html).toContain(code);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  for (const other of [page_token.toLowerCase(), code, "AAAAAAAAAAAAAAAAAAAAAA"]) {
    const answer = await fetch(`${site.origin}/requests/${other}`);
    expect(answer.status, other).toBe(404);
    expect(await answer.text(), other).not.toContain(customer_name);
  }
  for (const address of [page_token, "AAAAAAAAAAAAAAAAAAAAAA"]) {
    const { headers } = await fetch(`${site.origin}/requests/${address}`);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("etag")).toBeNull();
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
  }
});
