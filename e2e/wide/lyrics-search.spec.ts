/** A song that is found by a line, and begins there. */

import { fold } from "../../src/contract/fold.ts";
import type { PublishedLines } from "../../src/contract/song-lines.ts";
import { expect, open, test } from "../support/test.ts";

const title = "Buổi sáng ở hẻm nhỏ";

test("a visitor types a line without marks, and hears the song from it", async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  const { document: lyrics } = await site.api<PublishedLines>(`GET /api/songs/${id}/lines`);
  const line = lyrics?.lines.find(({ start_ms, text }) => (start_ms ?? 0) > 8000 && !title.includes(text));
  if (!line?.start_ms) throw new Error("the demo's lines have times");
  const start = line.start_ms / 1000;
  await open(page, "/songs");
  await page.getByRole("searchbox", { name: "Tìm bài hát" }).fill(fold(line.text));
  const card = page.getByRole("article").filter({ hasText: title });
  await expect(card.locator("mark")).toHaveText(line.text);
  await card.getByRole("link", { name: "Nghe từ câu này" }).click();

  await expect(page).toHaveURL((url) => Math.abs(Number(url.searchParams.get("t")) - start) <= 0.011);
  await expect(page.getByRole("main").locator("[aria-current=true]")).toContainText(line.text);
  const time = () => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
  await expect.poll(time).toBeCloseTo(start, 1);
  expect(await page.evaluate(() => document.querySelector("audio")?.paused)).toBe(true);
  await page
    .getByRole("region", { name: "Trình phát", exact: true })
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await expect.poll(time).toBeGreaterThan(start + 0.2);

  // The address alone leads there as well.
  await open(page, `/songs/${id}?t=${start + 0.01}`);
  await expect(page.getByRole("main").locator("[aria-current=true]")).toContainText(line.text);
  await expect.poll(time).toBeCloseTo(start, 1);
});
