/** Lyrics that are timed by taps in the back office, with real sound, until they move on the page of their song. */
import type { Locator, Page } from "@playwright/test";
import type { Song } from "../../src/contract/catalogue.ts";
import type { EditedLines, PublishedLines } from "../../src/contract/song-lines.ts";
import { type Site, uniqueName } from "../support/site.ts";
import { jumpTo } from "../support/sound.ts";
import { expect, open, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:lines-editor" });

const text = "Mưa rơi trên phố\nGió bay qua sông\nNắng lên sau đồi";

async function addSong(site: Site): Promise<Song> {
  const genre = await site.addCategory({ name: uniqueName("the_loai") });
  const audio_url = await site.uploadAudio("ghe-ve-ben-cu.mp3");
  return site.addSong({ title: uniqueName("bai"), category_ids: [genre.id], audio_url });
}

const row = (page: Page, name: string | RegExp): Locator => page.getByRole("option", { name });
const saved = (page: Page) => page.getByText("Mọi thay đổi đã được lưu nháp");
const second = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const startOf = async (site: Site, { id }: Song) =>
  (await site.api<EditedLines>(`GET /api/songs/${id}/lines/draft`, { token: await site.asAdmin() })).document.lines;

test("a text is pasted, tapped, corrected, reloaded and published, and moves with its song", async ({ page, site }) => {
  const song = await addSong(site);
  await storeToken(page, await site.asAdmin(), "admin");
  await open(page, `/admin/songs?open=${song.id}`);
  await page.getByRole("link", { name: "Nhập lời có thời gian" }).click();
  await page.getByLabel("Dán lời vào đây").fill(text);
  await page.getByRole("button", { name: "Đọc lời đã dán" }).click();
  await expect(row(page, /^1 chưa có giờ Mưa rơi trên phố/)).toHaveAttribute("aria-selected", "true");

  // The latency of the taps is subtracted: taps by a machine come without one.
  await page.getByRole("button", { name: "Độ trễ 100 ms" }).click();
  await page.getByRole("dialog").getByLabel("Số mili giây").fill("0");
  await page.getByRole("button", { name: "Dùng độ trễ này" }).click();
  await page.getByRole("listbox", { name: "Các dòng" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Tạm dừng" })).toBeVisible();
  await expect.poll(() => second(page)).toBeGreaterThan(0.5);
  const before = await second(page);
  await page.keyboard.press("Space");
  await expect(row(page, /^2 chưa có giờ/)).toHaveAttribute("aria-selected", "true");
  const after = await second(page);
  await expect.poll(() => second(page)).toBeGreaterThan(after + 1);
  await page.keyboard.press("Space");
  const stamped = await second(page);
  await expect.poll(() => second(page)).toBeGreaterThan(stamped + 1);
  await page.keyboard.down("Space");
  const held = await second(page);
  await expect.poll(() => second(page)).toBeGreaterThan(held + 0.6);
  await page.keyboard.up("Space");
  await expect(page.getByText("Đã hết lời.", { exact: false }).first()).toBeVisible();
  await expect(row(page, /^3 0:\d\d\.\d\d Nắng lên sau đồi hết ở 0:\d\d\.\d\d/)).toBeVisible();
  await page.keyboard.press("p");
  await expect(page.getByRole("button", { name: "Phát", exact: true })).toBeVisible();

  // A word is corrected, then another one by mistake, which is taken back.
  await row(page, /Gió bay qua sông/).click();
  await page.getByLabel("Lời gốc", { exact: true }).fill("Gió bay qua đồng");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Control+z");
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(row(page, /^2 0:\d\d\.\d\d Gió bay qua đồng/)).toBeVisible();
  const lines = await startOf(site, song);
  const [first, next] = lines.map(({ start_ms }) => (start_ms ?? Number.NaN) / 1000);
  expect(first, "the stamp lies between what the element told around it").toBeGreaterThanOrEqual(before - 0.05);
  expect(first).toBeLessThanOrEqual(after + 0.05);
  expect(next).toBeGreaterThan(after + 0.9);
  expect((lines[2]?.end_ms ?? 0) - (lines[2]?.start_ms ?? 0)).toBeGreaterThan(500);

  await page.getByRole("button", { name: "Phát hành" }).click();
  await expect(page.getByText("Đã phát hành lời theo dòng")).toBeVisible();
  const { document } = await site.api<PublishedLines>(`GET /api/songs/${song.id}/lines`);
  expect(document?.lines.map(({ text: line }) => line)).toEqual([
    "Mưa rơi trên phố",
    "Gió bay qua đồng",
    "Nắng lên sau đồi",
  ]);

  await open(page, `/songs/${song.id}`);
  const player = page.getByRole("region", { name: "Trình phát", exact: true });
  await player.getByRole("button", { name: `Phát: ${song.title}` }).click();
  await expect(page.getByRole("button", { name: /Gió bay qua đồng/ })).toBeVisible();
  await player.getByRole("button", { name: `Tạm dừng: ${song.title}` }).click();
  await jumpTo(page, (next ?? 0) + 0.1);
  await expect(page.getByRole("main").locator("[aria-current=true]")).toContainText("Gió bay qua đồng");
});

test("of two editors the later one is told who saved, and loses nothing by a reload", async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/409/);
  const song = await addSong(site);
  const { token: other, email } = await secondAdmin(site);
  await storeToken(page, await site.asAdmin(), "admin");
  const address = `/api/songs/${song.id}/lines`;
  const lyrics = await site.api<{ document: unknown }>(`POST ${address}/read`, { token: other, json: { text } });
  const { version } = await site.api<EditedLines>(`GET ${address}/draft`, { token: other });
  const draft = { document: lyrics.document, version };
  const { version: seen } = await site.api<EditedLines>(`PUT ${address}/draft`, { token: other, json: draft });
  await open(page, `/admin/songs/${song.id}/lines`);
  await expect(row(page, /Mưa rơi trên phố/)).toBeVisible();

  const theirs = await site.api<{ document: unknown }>(`POST ${address}/read`, {
    token: other,
    json: { text: "Của người kia" },
  });
  await site.api(`PUT ${address}/draft`, { token: other, json: { document: theirs.document, version: seen } });
  await page.getByLabel("Lời gốc", { exact: true }).fill("Mưa rơi của tôi");
  await expect(page.getByText(`${email} đã sửa sau khi bạn mở, nên chưa lưu gì`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${email} đã sửa sau khi bạn mở, nên chưa lưu gì`)).toBeVisible();
  await expect(row(page, /Mưa rơi của tôi/)).toBeVisible();
  await page.getByRole("button", { name: "Lưu nháp bản của tôi đè lên" }).click();
  await expect(saved(page)).toBeVisible();
  expect((await startOf(site, song))[0]?.text).toBe("Mưa rơi của tôi");
});

/** Invites another administrator, who sets a password and logs in. */
async function secondAdmin(site: Site): Promise<{ token: string; email: string }> {
  const email = `${uniqueName("binh")}@example.com`;
  const json = { email, full_name: "Lê Bình", role: "admin" };
  const token = await site.asAdmin();
  const { link } = await site.api<{ link: string }>("POST /api/admin/administrators", { token, json });
  const password = "mat-khau-cua-binh";
  const code = new URLSearchParams(new URL(link, site.origin).hash.slice(1)).get("token");
  await site.api("POST /api/auth/reset-password", { json: { token: code, password } });
  const form = { username: email, password };
  const { access_token } = await site.api<{ access_token: string }>("POST /api/auth/login", { form });
  return { token: access_token, email };
}
