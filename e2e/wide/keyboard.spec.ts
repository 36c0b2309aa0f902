import type { Locator, Page } from "@playwright/test";
import { card, expect, open, test } from "../support/test.ts";

/** Presses Tab until the focus is on `target`. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let press = 0; press < most; press++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached by ${most} presses of Tab: ${target}`);
}

/** Whether the focused element shows a ring, or the card whose link it is. */
const hasRing = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement ?? document.body;
    return [focused, focused.closest("article") ?? focused].some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
  });

test("the first Tab focuses the skip link", async ({ page }) => {
  await open(page, "/songs");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Đến nội dung chính" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("searchbox", { name: "Tìm bài hát" })).toBeFocused();
});

test("a song is played, opened and paused by keyboard alone", async ({ page }) => {
  const title = "Buổi sáng ở hẻm nhỏ";
  await open(page, "/songs");
  const play = card(page, title).getByRole("button", { name: `Phát: ${title}` });
  await tabTo(page, play);
  expect(await hasRing(page)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(card(page, title)).toContainText("Đang phát...");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0), { message: "it sounds" })
    .toBeGreaterThan(0.3);
  await page.keyboard.press("Space");
  await expect(card(page, title)).not.toContainText("Đang phát...");

  const link = card(page, title).getByRole("link", { name: title, exact: true });
  await tabTo(page, link);
  expect(await hasRing(page)).toBe(true);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("main")).toBeFocused();
  // The dock goes when the page's player is in view.
  const player = page.getByRole("region", { name: "Trình phát", exact: true });
  await page.keyboard.press("k");
  await expect(player.getByRole("button", { name: `Tạm dừng: ${title}` })).toBeVisible();
  await page.keyboard.press("k");
  await expect(player.getByRole("button", { name: `Phát: ${title}` })).toBeVisible();
});

test("the menu 'Nghe nhạc' opens with Enter, follows its links, and closes with Esc", async ({ page }) => {
  await open(page, "/login");
  const summary = page.getByRole("navigation", { name: "Chính" }).locator("summary");
  await tabTo(page, summary);
  await page.keyboard.press("Enter");
  const library = page.getByRole("navigation", { name: "Chính" }).getByRole("link", { name: "Thư viện bài hát" });
  await expect(library).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(library).toBeHidden();
  await expect(summary).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(library).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thư viện bài hát");
  await expect(library).toBeHidden();
});
