/** Scroll restoration: a new page starts at its top, back and reload restore the position. */
import type { Page } from "@playwright/test";
import { expect, open, settled, test } from "../support/test.ts";

/** The library's longest page. */
const library = "/songs?size=48";
/** Links on a song's page. */
const related = "main aside a[href^='/songs/']";

const height = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await expect.poll(() => height(page)).toBe(top);
}

/** Follows a link without bringing it into view first, as the test's own click would. */
const follow = (page: Page, link: string) =>
  page
    .locator(link)
    .first()
    .evaluate((a: HTMLElement) => a.click());

/** Delays the data. */
async function delay(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
}

/** Records the scroll position of each frame. The returned function returns them. */
async function watch(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen = new Set<number>();
    Object.assign(window, { seen });
    (function note() {
      seen.add(Math.round(window.scrollY));
      requestAnimationFrame(note);
    })();
  });
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<number> }).seen]);
}

test("a link opens a page at its top at once", async ({ page }) => {
  await open(page, "/");
  await scrollTo(page, 1200);
  const heights = await watch(page);
  await follow(page, "article a[href^='/songs/']");
  await expect(page.getByRole("region", { name: "Trình phát", exact: true })).toBeVisible();
  await expect.poll(() => height(page)).toBe(0);
  await expect.poll(heights).toEqual([1200, 0]);
});

test("back and forward restore the scroll position, also with slow data", async ({ page }) => {
  await open(page, library);
  await scrollTo(page, 2000);
  await follow(page, "article a[href^='/songs/']");
  await expect(page.locator(related).first()).toBeVisible();
  await scrollTo(page, 300);
  await delay(page);
  const heights = await watch(page);
  await page.goBack();
  await expect(page.getByRole("article")).not.toHaveCount(0);
  await expect.poll(heights).toEqual([300, 2000]);
  await page.goForward();
  await expect(page.locator(related).first()).toBeVisible();
  await expect.poll(() => height(page)).toBe(300);
});

test("back restores a position below the end of the skeleton", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await open(page, library);
  await follow(page, "article a[href^='/songs/']");
  await expect(page.locator(related).first()).toBeVisible();
  const position = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - 100);
  await scrollTo(page, position);
  await follow(page, related);
  await expect(page.locator(related).first()).toBeVisible();
  await delay(page);
  await page.goBack();
  await expect(page.locator(related).first()).toBeVisible();
  await expect.poll(() => height(page)).toBe(position);
});

test("scrolling while data is loading is not undone", async ({ page }) => {
  await open(page, library);
  await scrollTo(page, 2000);
  await follow(page, "article a[href^='/songs/']");
  await expect(page.locator(related).first()).toBeVisible();
  const { promise: scrolled, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    await scrolled;
    await route.continue();
  });
  await page.goBack();
  await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
  await page.mouse.wheel(0, -600);
  await expect.poll(() => height(page)).toBeLessThan(1900);
  letGo();
  await expect(page.getByRole("article")).not.toHaveCount(0);
  await settled(page);
  expect(await height(page)).toBeLessThan(1900);
});

test("a reload restores the scroll position", async ({ page }) => {
  for (const address of [library, "/"]) {
    await open(page, address);
    await scrollTo(page, 1500);
    await page.reload();
    const heights = await watch(page);
    await expect.poll(() => height(page)).toBe(1500);
    await expect.poll(heights).toEqual([1500]);
  }
});

test.describe("a table of contents", () => {
  const parts = ["Xem, sửa và xóa dữ liệu của bạn", "Khi bạn nghe nhạc", "Khi bạn sang nơi khác"];
  const entry = (page: Page, name: string) => page.getByLabel("Mục lục").getByRole("link", { name });
  /** The top of a section after a jump, below the header. */
  const under = 168;
  const top = (page: Page, name: string) =>
    page.getByRole("heading", { name }).evaluate((heading) => Math.round(heading.getBoundingClientRect().top));

  test("scrolls smoothly to each section in turn, and back", async ({ page }) => {
    await open(page, "/privacy");
    const heights = await watch(page);
    for (const name of parts) {
      const drawn = (await heights()).length;
      await entry(page, name).click();
      await expect.poll(() => top(page, name)).toBe(under);
      // A jump draws the last height alone.
      expect((await heights()).length, "heights on the way").toBeGreaterThan(drawn + 1);
    }
    await page.goBack();
    await expect.poll(() => top(page, parts[1] as string)).toBe(under);
  });

  test("jumps under reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, "/privacy");
    const heights = await watch(page);
    for (const name of parts) {
      await entry(page, name).click();
      await expect.poll(() => top(page, name)).toBe(under);
    }
    await expect.poll(heights).toHaveLength(parts.length + 1);
    for (let back = 0; back < parts.length; back++) await page.goBack();
    await expect.poll(() => height(page)).toBe(0);
  });
});
