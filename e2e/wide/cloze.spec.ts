/** Gaps of a song that sounds: filled by a visitor with one mistake, the same again from the link, the score taken over by an account. */
import type { Page } from "@playwright/test";
import { gapsOf } from "../../src/contract/learn/gaps.ts";
import type { Learning } from "../../src/contract/learning.ts";
import type { PublishedLines } from "../../src/contract/song-lines.ts";
import { watchSong } from "../support/sound.ts";
import { expect, open, test } from "../support/test.ts";

const title = "Good Morning, Little Sun";
const stage = (page: Page) => page.getByRole("region", { name: "Câu đang hỏi" });
const field = (page: Page) => page.getByRole("textbox", { name: /^Từ còn thiếu/ });
const sound = (page: Page) =>
  page.evaluate(() => {
    const audio = document.querySelector("audio");
    return { second: audio?.currentTime ?? 0, isPaused: audio?.paused ?? true };
  });

test.use({ viewport: { width: 390, height: 844 } });

test("a visitor fills the gaps with one mistake, shares them, and logs in with the score", async ({ page, site }) => {
  test.slow();
  const { id } = await site.songNamed(title);
  const { document } = await site.api<PublishedLines>(`GET /api/songs/${id}/lines`);
  if (!document) throw new Error("the demo song has lines");
  const link = `/songs/${id}/learn?mode=cloze&level=10&seed=abc`;
  const gaps = gapsOf(document, 10, "abc");
  const [first] = gaps;
  const line = document.lines[first?.line ?? 0];
  const end = (line?.end_ms ?? 0) / 1000;
  if (!first || !line) throw new Error("there are gaps");

  await open(page, link);
  const heard = await watchSong(page);
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole("banner")).toHaveCSS("position", "static");
  await expect(stage(page)).not.toContainText(line.text);
  const asked = await stage(page).getByRole("paragraph").filter({ hasText: "chỗ trống đang hỏi" }).innerText();

  // The song waits at the end of the line.
  await expect.poll(async () => (await sound(page)).isPaused, { timeout: 30_000 }).toBe(true);
  // A line whose end the machine had no time for is heard again.
  while ((await heard()).ends.length === 0) {
    await page.keyboard.press("Backspace");
    await expect.poll(async () => (await sound(page)).isPaused).toBe(false);
    await expect.poll(async () => (await sound(page)).isPaused).toBe(true);
  }
  for (const stop of (await heard()).ends) {
    expect(stop).toBeGreaterThan(1000 * end + 150);
    expect(stop).toBeLessThan(1000 * end + 300);
  }

  await page.keyboard.type("xyz");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "“xyz” chưa đúng" })).toBeVisible();
  // Emptied, the field hears the line again.
  for (const key of ["Backspace", "Backspace", "Backspace", "Backspace"]) await page.keyboard.press(key);
  await expect.poll(async () => (await sound(page)).isPaused).toBe(false);
  expect((await sound(page)).second).toBeLessThan(end);

  for (const [place, gap] of gaps.entries()) {
    await expect(field(page)).toHaveAccessibleName(`Từ còn thiếu ${place + 1} trên ${gaps.length}`, {
      timeout: 30_000,
    });
    await page.keyboard.type(gap.text.toUpperCase());
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "Đúng rồi." })).toBeVisible();
  }
  const score = Math.round((100 * (2 * gaps.length - 1)) / (2 * gaps.length));
  await expect(page.getByRole("heading", { name: `${score}/100 điểm` })).toBeFocused({ timeout: 30_000 });
  await expect(page.getByRole("banner")).toHaveCSS("position", "sticky");
  await expect(page.getByText("1 ngày liền", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Nghe câu ${first.line + 1}` }).click();
  await expect.poll(async () => (await sound(page)).isPaused).toBe(false);

  // The same link asks the same.
  await page.reload();
  await expect(page.getByRole("radio", { name: new RegExp(`^Dễ .* Cao nhất ${score}/100 điểm$`) })).toBeChecked();
  await page.getByRole("button", { name: "Bắt đầu" }).click();
  await expect(stage(page).getByRole("paragraph").filter({ hasText: "chỗ trống đang hỏi" })).toHaveText(asked);

  const account = await site.makeUser();
  await open(page, "/login");
  await page.getByLabel("Tên đăng nhập").fill(account.username);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(account.password);
  await page.getByRole("main").getByRole("button", { name: "Đăng nhập" }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("learnRounds"))).toBeNull();
  const { token } = account;
  const learning = await site.api<Learning>(`GET /api/user/learning?song_id=${id}`, { token });
  expect(learning).toMatchObject({
    streak: 1,
    scores: [{ exercise: "typed", level: 10, best_score: score, rounds: 1 }],
  });
  await open(page, link);
  await expect(page.getByRole("radio", { name: new RegExp(`^Dễ .* Cao nhất ${score}/100 điểm$`) })).toBeChecked();
});
