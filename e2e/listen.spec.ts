import type { Page } from "@playwright/test";
import { card, expect, open, test } from "./support/test.ts";

const first = "Buổi sáng ở hẻm nhỏ";
const second = "Ghé về bến cũ";

/** Seconds into the song, as the media element says. */
const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const isPaused = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused ?? true);

function play(page: Page, title: string) {
  return card(page, title)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
}

async function expectSound(page: Page): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { message: "the song goes on" }).toBeGreaterThan(from + 0.3);
}

test("a song of the library really sounds, pauses, and goes on where it was", async ({ page }) => {
  await open(page, "/songs");
  await play(page, first);
  await expect(card(page, first)).toContainText("Đang phát...");
  await expectSound(page);
  await expect(page.getByRole("region", { name: "Trình phát nhạc" })).toContainText(first);

  await card(page, first)
    .getByRole("button", { name: `Tạm dừng: ${first}` })
    .click();
  await expect(card(page, first)).not.toContainText("Đang phát...");
  expect(await isPaused(page)).toBe(true);
  const pausedAt = await position(page);
  expect(pausedAt).toBeGreaterThan(0);

  await play(page, first);
  await expectSound(page);
  expect(await position(page)).toBeGreaterThan(pausedAt);
});

test("pressing play on another song stops the first", async ({ page }) => {
  await open(page, "/songs");
  await play(page, first);
  await expectSound(page);
  await play(page, second);
  await expect(card(page, second)).toContainText("Đang phát...");
  await expect(page.getByText("Đang phát...")).toHaveCount(1);
  await expect(card(page, first).getByRole("button", { name: `Phát: ${first}` })).toBeVisible();
  await expectSound(page);
  expect(await page.locator("audio").count(), "one media element for all songs").toBe(1);
});

test("the dock follows, pauses and closes", async ({ page }) => {
  await open(page, "/songs");
  const dock = page.getByRole("region", { name: "Trình phát nhạc" });
  await expect(dock).toBeHidden();
  await play(page, first);
  await expect(dock.getByRole("link", { name: first })).toHaveAttribute("href", /^\/songs\/\d+$/);
  await expect(dock).toContainText("Hiên Nhà");
  await expect(dock).toContainText(/0:(0[1-9]|[1-4]\d) \/ 0:44/);
  await dock.getByRole("button", { name: `Tạm dừng: ${first}` }).click();
  expect(await isPaused(page)).toBe(true);
  await dock.getByRole("button", { name: "Đóng trình phát" }).click();
  await expect(dock).toBeHidden();
});

test("another page, size or genre of the library leaves the song alone", async ({ page }) => {
  await open(page, "/songs");
  await play(page, first);
  await expectSound(page);
  await page.getByRole("link", { name: "Sau" }).click();
  await expect(page.getByText("Hiển thị 13 - 18")).toBeVisible();
  await expect(card(page, first)).toHaveCount(0);
  await expectSound(page);
  await page.getByLabel("Số bài mỗi trang").selectOption("8 bài");
  await expect(page.getByText("Hiển thị 1 - 8")).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Thể loại").selectOption("Lo-fi");
  await expect(page).toHaveURL(/category=/);
  await expectSound(page);
  await page.getByLabel("Tìm bài hát").fill("mua");
  await expect(page).toHaveURL(/q=mua/);
  await expectSound(page);
});

test("leaving the library stops the sound", async ({ page }) => {
  await open(page, "/songs");
  await play(page, first);
  await expectSound(page);
  await card(page, second).getByRole("link", { name: second, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: second })).toBeVisible();
  await expect.poll(() => isPaused(page)).toBe(true);
  expect(await position(page)).toBe(0);
});

test("the end of a song clears the playing state", async ({ page }) => {
  await open(page, "/songs");
  await play(page, first);
  await expectSound(page);
  await page.evaluate(() => {
    const audio = document.querySelector("audio");
    if (audio) audio.currentTime = audio.duration - 0.4;
  });
  await expect(page.getByText("Đang phát...")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Trình phát nhạc" })).toBeHidden();
  await expect(card(page, first).getByRole("button", { name: `Phát: ${first}` })).toBeVisible();
});

test("a song that can't be read clears silently", async ({ page, expectTrouble }) => {
  expectTrouble(/\/uploads\//, /ERR_FAILED/);
  await page.route("**/uploads/**", (route) => route.abort());
  await open(page, "/songs");
  await play(page, first);
  await expect(page.getByRole("region", { name: "Trình phát nhạc" })).toBeHidden();
  await expect(page.getByText("Đang phát...")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a play is counted once, when the sound begins", async ({ page, site }) => {
  const { id } = await site.songNamed(first);
  const counted: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") counted.push(new URL(request.url()).pathname);
  });
  await open(page, "/songs");
  expect(counted).toEqual([]);
  const answer = page.waitForResponse((response) => response.url().endsWith(`/api/songs/${id}/play`));
  await play(page, first);
  expect((await answer).status()).toBe(200);
  await card(page, first)
    .getByRole("button", { name: `Tạm dừng: ${first}` })
    .click();
  await play(page, first);
  await expectSound(page);
  expect(counted).toEqual([`/api/songs/${id}/play`]);
});

test("the system's media controls know the song and move it", async ({ page }) => {
  await page.addInitScript(() => {
    const handlers = new Map<string, MediaSessionActionHandler | null>();
    const set = navigator.mediaSession.setActionHandler.bind(navigator.mediaSession);
    navigator.mediaSession.setActionHandler = (action, handler) => {
      handlers.set(action, handler);
      set(action, handler);
    };
    Object.assign(window, {
      pressMediaKey: (action: MediaSessionAction, seekTime?: number) => handlers.get(action)?.({ action, seekTime }),
    });
  });
  const press = (action: MediaSessionAction, seekTime?: number) =>
    page.evaluate(
      ([name, time]) => {
        const { pressMediaKey } = window as unknown as { pressMediaKey(action: string, time?: number): void };
        pressMediaKey(name, time);
      },
      [action, seekTime] as const,
    );
  await open(page, "/songs");
  await play(page, first);
  await expectSound(page);
  expect(
    await page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return { title: metadata?.title, artist: metadata?.artist, playbackState };
    }),
  ).toEqual({ title: first, artist: "Hiên Nhà", playbackState: "playing" });

  await press("pause");
  await expect(page.getByText("Đang phát...")).toHaveCount(0);
  await press("seekto", 20);
  expect(await position(page)).toBe(20);
  await press("play");
  await expect(card(page, first)).toContainText("Đang phát...");
  await expectSound(page);
  expect(await position(page)).toBeGreaterThan(20);
});

test("on a phone too a card shows how the lyrics begin, in one line, and the way to the rest", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/songs");
  const shown = card(page, "Buổi sáng ở hẻm nhỏ");
  const excerpt = shown.locator(".song__excerpt");
  await expect(excerpt).toContainText("Sáng nay hẻm nhỏ thức");
  await expect(excerpt).toBeVisible();
  const lines = await excerpt.evaluate(
    (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
  await shown.getByRole("link", { name: "Xem lời bài hát" }).click();
  await expect(page).toHaveURL(/\/songs\/\d+$/);
});
