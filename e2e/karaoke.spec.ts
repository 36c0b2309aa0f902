/** Lyrics that move with a song that sounds: on its page, slower, and in the preview of a hidden song. */
import type { Page } from "@playwright/test";
import type { Song } from "../src/contract/catalogue.ts";
import type { PublishedLines } from "../src/contract/song-lines.ts";
import { jumpTo, watchJumps } from "./support/sound.ts";
import { expect, open, test } from "./support/test.ts";

const title = "Good Morning, Little Sun";
const play = (page: Page) =>
  page.getByRole("region", { name: "Trình phát", exact: true }).getByRole("button", { name: `Phát: ${title}` });
const current = (page: Page) => page.getByRole("main").locator("[aria-current=true]");

/** The words of the line that sounds with how far each is filled, and the second of the song, all at one moment. */
const sung = (page: Page) =>
  page.evaluate(() => ({
    second: document.querySelector("audio")?.currentTime ?? 0,
    words: [...document.querySelectorAll<HTMLElement>("main [aria-current=true] [data-piece]")].map((word) => ({
      text: word.dataset.piece,
      part: Number(word.style.getPropertyValue("--sung")),
    })),
  }));

/** The speed of the song, and whether its pitch stays. */
const speed = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector("audio");
    return [audio?.playbackRate, audio?.preservesPitch];
  });

test.use({ viewport: { width: 390, height: 844 } });

test("a listener sings along at 0.6×, from the line that was pressed", async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  const { document } = await site.api<PublishedLines>(`GET /api/songs/${id}/lines`);
  const line = document?.lines[2];
  const [word, after] = line?.words ?? [];
  if (!line?.start_ms || !word || !after?.start_ms) throw new Error("the demo's lines have words with times");
  const start = line.start_ms / 1000;
  await open(page, `/songs/${id}`);
  await play(page).click();
  await page.getByLabel("Tốc độ").selectOption("0,6×");
  const jumps = await watchJumps(page);
  await page.getByRole("button", { name: line.text }).click();
  await expect.poll(async () => (await jumps()).at(-1)).toBeCloseTo(start, 2);
  expect(await speed(page)).toEqual([0.6, true]);

  // Where the song stands still, the first word is filled as far as the element's own time says, give or take 60 ms of the song.
  const length = after.start_ms / 1000 - start;
  await page
    .getByRole("region", { name: "Trình phát", exact: true })
    .getByRole("button", { name: `Tạm dừng: ${title}` })
    .click();
  for (const part of [0.75, 0.25]) {
    await jumpTo(page, start + part * length);
    await expect(current(page)).toContainText(line.text);
    await expect
      .poll(async () => {
        const { second, words } = await sung(page);
        return Math.abs((words[0]?.part ?? 0) * length - (second - start));
      })
      .toBeLessThan(0.06);
    expect((await sung(page)).words[0]?.text).toBe(line.text.slice(word.start_char, word.end_char));
  }
});

test("layers that are hidden stay hidden", async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  await open(page, `/songs/${id}`);
  await play(page).click();
  const vietnamese = page.getByRole("group", { name: "Phần lời hiện ra" }).getByRole("button", { name: "Tiếng Việt" });
  const translated = page.getByRole("main").locator("ol [lang=vi]");
  await expect(translated.first()).toBeVisible();
  await vietnamese.click();
  await expect(translated).toHaveCount(0);
  await open(page, `/songs/${id}`);
  await play(page).click();
  await expect(vietnamese).toHaveAttribute("aria-pressed", "false");
  await expect(translated).toHaveCount(0);
});

test("the preview of a hidden song moves, too", async ({ page, site, expectErrors }) => {
  // Plays of hidden songs are not counted.
  expectErrors(/answer 404: POST .*\/play$/, /status of 404/);
  const token = await site.asAdmin();
  const { id: shown, audio_url, categories } = await site.songNamed(title);
  const { document } = await site.api<PublishedLines>(`GET /api/songs/${shown}/lines`);
  // A song of its own: other tests read the demo's at the same time.
  const json = {
    title,
    audio_url,
    category_ids: categories.map(({ id }) => id),
    is_active: false,
    allow_same_file: true,
  };
  const { id } = await site.api<Song>("POST /api/songs", { token, json });
  try {
    await site.api(`PUT /api/songs/${id}/lines`, { token, json: { document } });
    const { preview_url } = await site.api<Song>(`GET /api/songs/${id}`, { token });
    await open(page, `${site.origin}${preview_url}`);
    await play(page).click();
    await expect(page.getByLabel("Tốc độ")).toBeEnabled();
    await page.getByRole("main").locator("ol button").nth(1).click();
    await expect(current(page)).toHaveCount(1);
  } finally {
    await site.api(`DELETE /api/songs/${id}`, { token });
  }
});
