/** Links between pages: client-side navigation, and the browser's own for modifier keys. */
import type { Page } from "@playwright/test";
import { card, expect, open, test } from "../support/test.ts";

const title = "Buổi sáng ở hẻm nhỏ";

declare global {
  interface Window {
    /** Set by a test: gone with the document. */
    sameDocument?: boolean;
  }
}

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.sameDocument = true;
  });
}
const isMarked = (page: Page) => page.evaluate(() => window.sameDocument === true);

/** Returns the addresses that the page preloads, but has not loaded yet. */
const unfinishedPreloads = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload], link[rel=prefetch]")]
      .map(({ href }) => href)
      .filter((href) => performance.getEntriesByName(href).length === 0),
  );

test("a click on a link or its content navigates in the same document, and back", async ({ page }) => {
  await open(page, "/songs");
  await mark(page);
  await card(page, title).getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.getByRole("banner").locator(".brand svg").click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/songs$/);
  expect(await isMarked(page)).toBe(true);
});

test("Enter follows a link", async ({ page }) => {
  await open(page, "/songs");
  await mark(page);
  await card(page, title).getByRole("heading").getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test("a modifier key or the middle button opens a link in a new tab", async ({ page, context }) => {
  await open(page, "/songs");
  const link = card(page, title).getByRole("heading").getByRole("link");
  for (const how of [{ modifiers: ["Control" as const] }, { button: "middle" as const }]) {
    const opened = context.waitForEvent("page");
    await link.click(how);
    const other = await opened;
    await expect(other.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await other.close();
    await expect(page).toHaveURL(/\/songs$/);
  }
});

test("a link to the current page adds no history entry", async ({ page }) => {
  await open(page, "/songs");
  await page.getByRole("banner").locator(".brand").click();
  // The address changes before the page: until then the link leads to another one.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ngân nga cả ngày, chẳng cần lý do");
  await expect(page).toHaveURL(/\/$/);
  const shownAgain = page.waitForResponse(/\/api\/songs\?limit=8/);
  await page.getByRole("banner").locator(".brand").click();
  await shownAgain;
  await page.goBack();
  await expect(page).toHaveURL(/\/songs$/);
});

test("a pointer that rests on a link loads its page's code, and nothing else", async ({ page }) => {
  await open(page, "/");
  // Its code is the last that the page itself requests.
  await expect(page.getByRole("button", { name: "Liên hệ hỗ trợ" })).toBeVisible();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  // The first one starts music, which asks for more.
  const link = page.getByRole("main").locator("a[href='/songs']").last();
  const preloads = page.locator("link[rel=modulepreload]");
  const before = await preloads.count();
  await link.hover();
  // All parts of the code are preloaded at the same moment.
  await expect.poll(() => preloads.count()).toBeGreaterThan(before);
  await expect.poll(() => unfinishedPreloads(page)).toEqual([]);
  expect(requests.filter((path) => !/^\/assets\/.*\.(?:js|css)$/.test(path))).toEqual([]);
  requests.length = 0;
  await link.click();
  await expect(page.getByRole("searchbox")).toBeVisible();
  expect(requests.filter((path) => path.endsWith(".js"))).toEqual([]);
});

test("tracking parameters do not change the page, and share its cache entry", async ({ page, site }) => {
  const { id } = await site.songNamed(title);
  const tags = await Promise.all(
    ["", "?fbclid=abc", "?utm_source=zalo&utm_medium=social"].map(async (marks) =>
      (await fetch(`${site.origin}/songs/${id}${marks}`)).headers.get("etag"),
    ),
  );
  expect(new Set(tags).size).toBe(1);
  await open(page, `/songs/${id}?fbclid=abc`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await open(page, "/songs?fbclid=abc&page=2");
  await expect(page.getByRole("navigation", { name: "Phân trang" }).locator("[aria-current=page]")).toHaveText("2");
});
