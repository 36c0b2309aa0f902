/** The line trainer with real sound: what the media element really plays, by its own clock. */
import type { PublishedLines } from "../../src/contract/song-lines.ts";
import { watchSong } from "../support/sound.ts";
import { expect, open, test } from "../support/test.ts";

const title = "Good Morning, Little Sun";
/** Milliseconds heard around a line, and how far from its ends a loop may be. */
const [leadIn, tail, tolerance] = [150, 200, 50];

test("a song's page leads to its lines, which repeat within 50 ms, wait, slow down and follow keys", async ({
  page,
  site,
}) => {
  const { id } = await site.songNamed(title);
  const published = await site.api<PublishedLines>(`GET /api/songs/${id}/lines`);
  const [first, second] = published.document?.lines.filter(({ start_ms }) => start_ms !== null) ?? [];
  const endOf = (line: typeof first, next: typeof first) => (line?.end_ms ?? next?.start_ms ?? 0) + tail;
  await open(page, `/songs/${id}`);
  await page.getByRole("link", { name: "Học với bài này" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Học với bài ${title}`);
  const stage = page.getByRole("region", { name: "Câu đang luyện" });
  await expect(stage).toContainText(first?.text ?? "");
  await page.getByRole("button", { name: "Lặp câu này mãi" }).click();
  await page.getByRole("button", { name: "Nghe", exact: true }).click();
  await expect(stage).toContainText("Lần 1");
  const heard = await watchSong(page);
  await expect(stage).toContainText("Lần 4");
  const times = async () => {
    const { ends, starts } = await heard();
    return Math.min(ends.length, starts.length);
  };
  await expect.poll(times, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  const { ends, starts } = await heard();
  for (const end of ends) expect(Math.abs(end - endOf(first, second))).toBeLessThanOrEqual(tolerance);
  for (const start of starts) {
    expect(Math.abs(start - Math.max(0, (first?.start_ms ?? 0) - leadIn))).toBeLessThanOrEqual(tolerance);
  }

  // Without the loop the song waits after the line, until a key leads on.
  await page.keyboard.press("l");
  await expect(stage).toContainText("Đến lượt bạn hát, rồi bấm Tiếp");
  expect(await page.evaluate(() => document.querySelector("audio")?.paused)).toBe(true);
  for (const rate of ["0,9×", "0,8×", "0,7×", "0,6×"]) {
    await page.keyboard.press("-");
    await expect(stage).toContainText(rate);
  }
  await page.keyboard.press("k");
  await expect(stage).toContainText(second?.text ?? "");
  await expect(stage).toContainText("0,6×");
  const slow = await page.evaluate(async () => {
    const song = document.querySelector("audio") as HTMLAudioElement;
    const at = () => ({ song: song.currentTime, clock: performance.now() / 1000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = at();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const after = at();
    return {
      rate: (after.song - before.song) / (after.clock - before.clock),
      keepsPitch: song.preservesPitch,
    };
  });
  expect(slow.rate).toBeGreaterThan(0.5);
  expect(slow.rate).toBeLessThan(0.7);
  expect(slow.keepsPitch).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await expect(stage).toContainText(first?.text ?? "");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Phím tắt" })).toBeVisible();
  await page.keyboard.press("Escape");

  // The settings stay on this device; the song's page has its own speed.
  await page.reload();
  await expect(stage).toContainText("0,6×");
  await page.getByRole("link", { name: "Trở lại bài hát" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it needs, and leads back to the song", async ({ page, site, expectErrors }) => {
    expectErrors(/^failed: GET \S+\.js csp$/);
    const { id } = await site.songNamed(title);
    await page.goto(`/songs/${id}/learn`);
    await expect(page.getByText(/^Phần luyện tập cần JavaScript/)).toBeVisible();
    await page.getByRole("link", { name: "Trở lại bài hát" }).click();
    await expect(page.getByText(/Good morning/i).first()).toBeVisible();
  });
});
