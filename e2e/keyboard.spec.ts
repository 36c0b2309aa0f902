import type { Locator, Page } from "@playwright/test";
import { card, expect, open, test } from "./support/test.ts";

/** Presses Tab until the focus is on `target`. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let press = 0; press < most; press++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Not reached by ${most} presses of Tab: ${target}`);
}

/** Whether the focused element shows a ring. */
const hasRing = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement ?? document.body);
    return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  });

test("the first Tab offers to skip to the content", async ({ page }) => {
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

test("from the front door to a sounding song and back to silence", async ({ page }) => {
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
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: `Tạm dừng: ${title}` })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: `Phát: ${title}` })).toBeVisible();
});

test("a letter in the search box is a letter, also while a song plays", async ({ page }) => {
  const title = "Buổi sáng ở hẻm nhỏ";
  await open(page, "/songs");
  await card(page, title)
    .getByRole("button", { name: `Phát: ${title}` })
    .click();
  await page.getByRole("searchbox").focus();
  await page.keyboard.type("k pho");
  await expect(page.getByRole("searchbox")).toHaveValue("k pho");
  await expect(page.getByRole("region", { name: "Trình phát nhạc" })).toContainText(title);
  expect(await page.evaluate(() => document.querySelector("audio")?.paused)).toBe(false);
});

test("the premium dialog takes the focus, keeps it, and gives it back on Esc", async ({ page }) => {
  await open(page, "/songs?q=gui%20nguoi");
  const locked = page.getByRole("button", { name: "Bài Premium, mở khóa: Gửi người ở lại" });
  await tabTo(page, locked);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Gửi người ở lại" });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(":focus")).toHaveCount(1);
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement !== body && activeElement?.closest("dialog") === null;
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(locked).toBeFocused();
});

test("the menu 'Nghe nhạc' opens with Enter, leads by its links, and closes with Esc", async ({ page }) => {
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

test("the dropdown closes on a press outside", async ({ page }) => {
  await open(page, "/songs");
  const nav = page.getByRole("navigation", { name: "Chính" });
  await nav.locator("summary").click();
  await expect(nav.getByRole("link", { name: "Thư viện bài hát" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(nav.getByRole("link", { name: "Thư viện bài hát" })).toBeHidden();
});

test("the focus is not lost with a link to other results, nor with the player that is closed", async ({ page }) => {
  await open(page, "/songs");
  const results = page.getByRole("heading", { name: "Danh sách bài hát" });
  await page.getByRole("link", { name: "Sau" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Hiển thị 13 - 18 trong tổng số 18 bài hát")).toBeVisible();
  await expect(results).toBeFocused();

  await open(page, "/songs?q=zzzz");
  await page.getByRole("link", { name: "Xóa bộ lọc" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Hiển thị 1 - 12 trong tổng số 18 bài hát")).toBeVisible();
  await expect(results).toBeFocused();

  const playButton = page.getByRole("article").first().getByRole("button");
  await playButton.focus();
  await page.keyboard.press("Enter");
  const close = page.getByRole("button", { name: "Đóng trình phát" });
  await close.focus();
  await page.keyboard.press("Enter");
  await expect(close).toBeHidden();
  await expect(playButton).toBeFocused();
});
