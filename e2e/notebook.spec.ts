/** The notebook with real sound: a word of a song is saved, heard, answered, due again days later, and reviewed without a connection. */
import type { Page } from "@playwright/test";
import type { NotebookWord } from "../src/contract/notebook.ts";
import type { PublishedLines } from "../src/contract/song-lines.ts";
import type { Account, Site } from "./support/site.ts";
import { watchSong } from "./support/sound.ts";
import { expect, open, openAs, test } from "./support/test.ts";

const title = "你好，朋友 (Nǐ hǎo, péngyou)";
const word = "朋友";
const day = 24 * 60 * 60_000;

const card = (page: Page) => page.getByRole("article", { name: "Từ đang ôn" });
const audio = (page: Page) =>
  page.evaluate(() => {
    const { currentTime = 0, paused = true } = document.querySelector("audio") ?? {};
    return { ms: currentTime * 1000, paused };
  });

async function wordOf(site: Site, { token }: Account): Promise<NotebookWord> {
  const [found] = await site.api<NotebookWord[]>("GET /api/user/words", { token });
  if (!found) throw new Error("The notebook is empty.");
  return found;
}

/** Lets days pass for a word: all its times move into the past. */
function passDays(site: Site, { id }: NotebookWord, days: number): void {
  const earlier = (time: string | null) => time && new Date(Date.parse(time) - days * day).toISOString();
  site.changeDatabase((database) => {
    database.function("earlier", earlier as (...values: unknown[]) => unknown);
    database
      .prepare(
        `UPDATE words SET created_at = earlier(created_at), due = earlier(due), first_review = earlier(first_review),
         last_review = earlier(last_review) WHERE id = ?`,
      )
      .run(id);
    database.prepare("UPDATE word_reviews SET reviewed_at = earlier(reviewed_at) WHERE word_id = ?").run(id);
  });
}

/** Saves the word with the line in which it is met first. Returns that line. */
async function saveWord(page: Page, site: Site, account: Account) {
  const { id } = await site.songNamed(title);
  const { document } = await site.api<PublishedLines>(`GET /api/songs/${id}/lines`);
  const line = document?.lines.find(({ text }) => text.includes(word));
  if (!line) throw new Error("The demo song has no such line.");
  await openAs(page, account, `/songs/${id}`);
  await page
    .getByRole("region", { name: "Trình phát", exact: true })
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await page.getByRole("button", { name: "Tra từ", exact: true }).click();
  await page.locator("ol [data-at]").filter({ hasText: word }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: word })).toBeVisible();
  await dialog.getByRole("button", { name: "Lưu vào Sổ từ" }).click();
  await dialog.getByRole("link", { name: "Mở Sổ từ" }).click();
  await page.getByRole("button", { name: "Bắt đầu ôn" }).click();
  await expect(card(page).getByRole("heading", { name: word })).toBeVisible();
  return line;
}

test("a word is saved from a song, heard in its line, answered, taken back, and due again days later", async ({
  page,
  site,
}) => {
  const account = await site.makeUser();
  const line = await saveWord(page, site, account);
  const heard = await watchSong(page);
  const { start_ms, end_ms } = line;
  await expect.poll(async () => (await audio(page)).paused).toBe(false);
  expect((await audio(page)).ms).toBeGreaterThan((start_ms ?? 0) - 200);
  await expect.poll(async () => (await audio(page)).paused).toBe(true);
  // A line whose end the machine had no time for is heard again.
  while ((await heard()).ends.length === 0) {
    await card(page).getByRole("button", { name: "Nghe câu hát" }).click();
    await expect.poll(async () => (await audio(page)).paused).toBe(false);
    await expect.poll(async () => (await audio(page)).paused).toBe(true);
    // Space would press the button again.
    await card(page).getByRole("heading", { name: word }).click();
  }
  // 200 ms are heard after the line.
  for (const stop of (await heard()).ends) expect(Math.abs(stop - ((end_ms ?? 0) + 200))).toBeLessThan(50);

  await page.keyboard.press("Space");
  await expect(card(page).getByText("bạn bè")).toBeVisible();
  await page.keyboard.press("4");
  await expect(page.getByRole("heading", { name: "Xong phần ôn hôm nay" })).toBeVisible();
  await expect.poll(async () => (await wordOf(site, account)).reps).toBe(1);

  await page.getByRole("button", { name: "Hoàn tác câu trả lời cuối" }).click();
  await expect.poll(async () => (await wordOf(site, account)).reps).toBe(0);
  await expect(card(page).getByRole("heading", { name: word })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(card(page).getByText("bạn bè")).toBeVisible();
  await page.keyboard.press("4");
  await expect.poll(async () => (await wordOf(site, account)).reps).toBe(1);
  await expect(page.getByRole("link", { name: "Sổ từ", exact: true })).toBeVisible();

  const saved = await wordOf(site, account);
  passDays(site, saved, 1);
  await open(page, "/");
  await expect(page.getByRole("link", { name: "Sổ từ", exact: true })).toBeVisible();
  passDays(site, saved, 7);
  await open(page, "/");
  await page.getByRole("link", { name: "Sổ từ: 1 từ cần ôn hôm nay" }).click();
  await expect(page.getByRole("heading", { name: "1 từ cần ôn hôm nay" })).toBeVisible();
});

test("answers that were given without a connection arrive once it is back", async ({
  page,
  context,
  site,
  expectErrors,
}) => {
  expectErrors(/failed: .* net::ERR_INTERNET_DISCONNECTED/, /Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const account = await site.makeUser();
  await saveWord(page, site, account);
  await context.setOffline(true);
  await page.keyboard.press("Space");
  await expect(card(page).getByText("bạn bè")).toBeVisible();
  await page.keyboard.press("1");
  await expect(page.getByText(/^1 lượt ôn chưa gửi/)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(card(page).getByText("bạn bè")).toBeVisible();
  await page.keyboard.press("3");
  await expect(page.getByText(/^2 lượt ôn chưa gửi/)).toBeVisible();
  expect((await wordOf(site, account)).reps).toBe(0);
  await context.setOffline(false);
  await expect(page.getByText(/lượt ôn chưa gửi/)).toHaveCount(0);
  await expect.poll(async () => (await wordOf(site, account)).reps).toBe(2);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("reviews:")))).toEqual([]);
});
