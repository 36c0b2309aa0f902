/** The queue: changed by keyboard, kept over a reload, taken over by a second browser, and a long list in a hidden page. */
import { devices, type Page } from "@playwright/test";
import { card, expect, open, openAs, storeToken, test } from "./support/test.ts";

const dock = (page: Page) => page.getByRole("region", { name: "Trình phát nhạc" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Danh sách đang phát" });
const coming = (page: Page) => panel(page).getByRole("button", { name: /^Phát ngay: / });
const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const isPaused = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused ?? true);
const playing = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title);

/** The titles of what comes, in their order. */
const comingTitles = (page: Page) => panel(page).locator("[data-song] [title]").allInnerTexts();

async function expectSound(page: Page): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { message: "the song goes on" }).toBeGreaterThan(from + 0.2);
}

async function playAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Phát tất cả/ }).click();
  await expectSound(page);
}

async function openPanel(page: Page): Promise<void> {
  await dock(page)
    .getByRole("button", { name: /^Danh sách đang phát/ })
    .press("Enter");
  await expect(coming(page).first()).toBeVisible();
}

test("by keyboard songs are moved, removed and brought back, and Back closes the list", async ({ page }) => {
  await open(page, "/songs");
  await playAll(page);
  await openPanel(page);
  const [first = "", second = "", third = ""] = await comingTitles(page);
  await coming(page).first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => comingTitles(page)).toEqual(expect.arrayContaining([second, first, third]));
  expect((await comingTitles(page)).slice(0, 3)).toEqual([second, first, third]);
  await expect(coming(page).nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Delete");
  await expect(coming(page).first()).toHaveAccessibleName(`Phát ngay: ${first}`);
  await expect(coming(page).first()).toBeFocused();
  await expect(panel(page).getByRole("status").first()).toHaveText(`Đã bỏ “${second}” khỏi hàng chờ.`);
  await panel(page).getByRole("button", { name: "Hoàn tác" }).press("Enter");
  expect((await comingTitles(page)).slice(0, 3)).toEqual([second, first, third]);
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(/\/songs$/);
  await dock(page).getByRole("button", { name: "Phát bài kế tiếp" }).click();
  await expect.poll(() => playing(page)).toBe(second);
});

test("a song of a card comes next, before the rest of the list", async ({ page }) => {
  await open(page, "/songs");
  await playAll(page);
  const last = page
    .getByRole("article")
    .filter({ has: page.getByRole("button", { name: /^Thêm: / }) })
    .last();
  const title = await last.getByRole("heading", { level: 3 }).innerText();
  await last.getByRole("button", { name: /^Thêm: / }).click();
  await page.getByRole("button", { name: "Phát tiếp" }).click();
  await expect(page.getByText(`“${title}” phát ngay sau bài này.`)).toBeVisible();
  await dock(page).getByRole("button", { name: "Phát bài kế tiếp" }).click();
  await expect.poll(() => playing(page)).toBe(title);
});

test("a reload leaves list, song and second as they were, paused, and counts no play", async ({ page }) => {
  await open(page, "/songs");
  await playAll(page);
  await openPanel(page);
  await coming(page).first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  const order = await comingTitles(page);
  await page.keyboard.press("Escape");
  const title = await playing(page);
  await page.evaluate(() => {
    const audio = document.querySelector("audio");
    if (audio) audio.currentTime = 20;
  });
  await expectSound(page);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await page.reload();
  await expect(dock(page).getByRole("button", { name: `Phát: ${title}` })).toBeVisible();
  expect(await isPaused(page)).toBe(true);
  expect(calls.filter((url) => url.endsWith("/play"))).toEqual([]);
  await openPanel(page);
  expect((await comingTitles(page)).slice(0, 5)).toEqual(order.slice(0, 5));
  await page.keyboard.press("Escape");
  await dock(page)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await expectSound(page);
  expect(await position(page)).toBeGreaterThanOrEqual(20);
});

test("a second device goes on where the first one stopped, once it is pressed", async ({ page, site, browser }) => {
  const user = await site.makeUser();
  await openAs(page, user, "/songs");
  await playAll(page);
  const title = (await playing(page)) ?? "";
  await page.evaluate(() => {
    const audio = document.querySelector("audio");
    if (audio) audio.currentTime = 15;
  });
  await expectSound(page);
  const stored = page.waitForResponse((answer) => answer.url().endsWith("/api/me/queue") && answer.ok());
  await dock(page)
    .getByRole("button", { name: `Tạm dừng: ${title}` })
    .click();
  await stored;

  const { defaultBrowserType: _, ...phone } = devices["Pixel 7"];
  const context = await browser.newContext({ ...phone, baseURL: site.origin });
  const second = await context.newPage();
  await storeToken(second, user.token);
  await open(second, "/songs");
  const offer = second.getByRole("region", { name: "Nghe tiếp từ máy tính" });
  // Asked for once somebody uses the page, which may be before it listens.
  await expect
    .poll(async () => {
      await second.getByRole("heading", { level: 1 }).tap();
      return offer.count();
    })
    .toBe(1);
  await expect(offer).toContainText(title);
  expect(await second.locator("audio").count()).toBe(0);
  await offer.getByRole("button", { name: `Phát: ${title}` }).tap();
  await expect.poll(() => playing(second)).toBe(title);
  await expectSound(second);
  expect(await position(second)).toBeGreaterThanOrEqual(15);
  await expect(dock(second)).toContainText("Danh sách đang phát");
  await context.close();

  await page.reload();
  await expect(dock(page), "its own stays").toContainText(title);
});

test("ten songs follow each other while the page is hidden", async ({ page }) => {
  await open(page, "/songs");
  await playAll(page);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const heard = new Set<string | undefined>();
  for (let count = 0; count < 10; count++) {
    await expect.poll(async () => heard.has(await playing(page))).toBe(false);
    heard.add(await playing(page));
    await expectSound(page);
    await page.evaluate(() => {
      const audio = document.querySelector("audio");
      if (audio) audio.currentTime = audio.duration - 0.3;
    });
  }
  expect(heard.size).toBe(10);
  expect(await page.locator("audio").count()).toBe(1);
});

test("the first press sounds on home, in cards and in a search hit; a press beside the page does not", async ({
  page,
}) => {
  await open(page, "/");
  const listen = page.getByRole("link", { name: "Nghe ngay" }).first();
  await listen.click({ modifiers: ["Control"] });
  expect(await page.locator("audio").count()).toBe(0);
  await listen.click();
  await expect(page).toHaveURL(/\/songs$/);
  await expectSound(page);
  await dock(page).getByRole("button", { name: "Đóng trình phát" }).click();
  await open(page, "/songs?q=hẻm nhỏ");
  await card(page, "Buổi sáng ở hẻm nhỏ")
    .getByRole("button", { name: /^Phát: / })
    .click();
  await expectSound(page);
});
