/** Listening through the site: lists that go on, the system's controls, the dock across pages, the sleep timer. */
import type { Page } from "@playwright/test";
import { card, expect, open, test } from "./support/test.ts";

const dock = (page: Page) => page.getByRole("region", { name: "Trình phát nhạc" });
const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const isPaused = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused ?? true);
const title = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title);

async function expectSound(page: Page): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { message: "the song goes on" }).toBeGreaterThan(from + 0.2);
}

/** Brings the song shortly before its end. */
async function toEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const audio = document.querySelector("audio");
    if (audio) audio.currentTime = audio.duration - 0.3;
  });
}

/** The titles of the library that a visitor may hear, in its order. */
async function openTitles(page: Page): Promise<string[]> {
  const cards = page.getByRole("article").filter({ has: page.getByRole("button", { name: /^Phát: / }) });
  return cards.getByRole("heading", { level: 3 }).allInnerTexts();
}

async function playAll(page: Page): Promise<string[]> {
  await open(page, "/songs");
  const titles = await openTitles(page);
  await page.getByRole("button", { name: /^Phát tất cả/ }).click();
  await expect.poll(() => title(page)).toBe(titles[0]);
  await expectSound(page);
  return titles;
}

test("three songs follow each other while the page is hidden, with one media element", async ({ page }) => {
  const titles = await playAll(page);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  for (const next of titles.slice(1, 4)) {
    await toEnd(page);
    await expect.poll(() => title(page)).toBe(next);
    await expectSound(page);
  }
  expect(await page.locator("audio").count()).toBe(1);
});

test("the system's buttons play the next song and the one before", async ({ page }) => {
  await page.addInitScript(() => {
    const handlers: Record<string, MediaSessionActionHandler | null> = {};
    Object.assign(window, { handlers });
    const session = navigator.mediaSession;
    const set = session.setActionHandler.bind(session);
    session.setActionHandler = (action, handler) => {
      handlers[action] = handler;
      set(action, handler);
    };
  });
  const press = (action: MediaSessionAction) =>
    page.evaluate((name) => {
      const { handlers } = window as unknown as { handlers: Record<string, MediaSessionActionHandler> };
      handlers[name]?.({ action: name });
    }, action);
  const [first, second] = await playAll(page);
  await press("nexttrack");
  await expect.poll(() => title(page)).toBe(second);
  await expect(dock(page)).toContainText("Danh sách đang phát");
  await press("previoustrack");
  await expect.poll(() => title(page)).toBe(first);
  await press("pause");
  await expect.poll(() => isPaused(page)).toBe(true);
});

test("a list goes on across the public pages until it is closed", async ({ page }) => {
  const [first = ""] = await playAll(page);
  await page.getByRole("link", { name: "Ngân Nga" }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await expectSound(page);
  await expect(dock(page)).toContainText(first);
  await dock(page).getByRole("button", { name: "Đóng trình phát" }).click();
  await expect(dock(page)).toBeHidden();
  expect(await isPaused(page)).toBe(true);
});

test("a single song goes on in its own page at the same second, and stops with another", async ({ page, site }) => {
  const { id } = await site.songNamed("Buổi sáng ở hẻm nhỏ");
  await open(page, "/songs?q=hẻm nhỏ");
  await card(page, "Buổi sáng ở hẻm nhỏ")
    .getByRole("button", { name: /^Phát: / })
    .click();
  await expectSound(page);
  await page.evaluate(() => {
    const audio = document.querySelector("audio");
    if (audio) audio.currentTime = 20;
  });
  await dock(page).getByRole("link", { name: "Buổi sáng ở hẻm nhỏ" }).click();
  await expect(page).toHaveURL(`${site.origin}/songs/${id}`);
  const pagePlayer = page.getByRole("region", { name: "Trình phát", exact: true });
  await expect(pagePlayer.getByRole("button", { name: "Tạm dừng: Buổi sáng ở hẻm nhỏ" })).toBeVisible();
  await expectSound(page);
  expect(await position(page)).toBeGreaterThanOrEqual(20);
  await page.getByRole("navigation").getByRole("link", { name: "Premium", exact: true }).first().click();
  await expect(page).toHaveURL(/\/premium$/);
  await expect.poll(() => isPaused(page)).toBe(true);
  await expect(dock(page)).toBeHidden();
});

test("the sleep timer pauses the music", async ({ page }) => {
  await page.clock.install();
  const [first = ""] = await playAll(page);
  await dock(page).getByRole("combobox", { name: "Hẹn giờ tắt nhạc" }).selectOption("15 phút");
  await page.clock.fastForward("15:01");
  await expect.poll(() => isPaused(page)).toBe(true);
  await expect(dock(page).getByRole("button", { name: `Phát: ${first}` })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the bar opens the full view with the lyrics, from which the next song is played", async ({ page }) => {
    const [first = "", second = ""] = await playAll(page);
    await dock(page)
      .getByRole("button", { name: `Mở trình phát: ${first}` })
      .tap();
    const full = page.getByRole("dialog", { name: "Bài đang nghe" });
    await expect(full.getByRole("heading", { level: 2 })).toHaveText(first);
    await expect(full.getByRole("region", { name: "Lời bài hát" })).toBeVisible();
    await full.getByRole("button", { name: "Phát bài kế tiếp" }).tap();
    await expect(full.getByRole("heading", { level: 2 })).toHaveText(second);
    await expectSound(page);
    await full.getByRole("button", { name: "Thu nhỏ trình phát" }).tap();
    await expect(full).toBeHidden();
    await expect(dock(page)).toContainText(second);

    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await dock(page)
      .getByRole("button", { name: `Mở trình phát: ${second}` })
      .tap();
    await expect(full).toBeVisible();
    await page.goBack();
    await expect(full).toBeHidden();
    await expect(page).toHaveURL(/\/songs$/);
    await expectSound(page);
    expect(calls.filter((url) => url.includes("limit="))).toEqual([]);
    await page.goBack();
    await expect(page).not.toHaveURL(/\/songs$/);
  });
});
