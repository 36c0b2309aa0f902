/** The contacts on public pages; `support/route-lines.ts` visits each of them. */
import type { Page } from "@playwright/test";
import { expect, open, test } from "../support/test.ts";

const call = "**/api/admin/support/public/active";
const button = (page: Page) => page.getByRole("button", { name: "Liên hệ hỗ trợ" });
const option = (page: Page, name: string) =>
  page.getByRole("complementary", { name: "Hỗ trợ" }).getByRole("link", { name });

test("is on a missing page too, with the contacts of the site", async ({ page, expectErrors }) => {
  expectErrors(/404/);
  await open(page, "/khong-co-trang-nay");
  await expect(button(page)).toBeVisible();
  await button(page).focus();
  await page.keyboard.press("Enter");
  await expect(option(page, "Viết thư (địa chỉ minh họa)")).toHaveAttribute("href", "mailto:xin-chao@example.com");
  await expect(option(page, "Tổng đài (số minh họa)")).toHaveAttribute("href", "tel:19000000");
  await page.keyboard.press("Escape");
  await expect(option(page, "Tổng đài")).toBeHidden();
  await expect(button(page)).toBeFocused();
});

test("requests the contacts once, after the page has loaded", async ({ page, site }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("support/public/active")) requests.push(request.url());
  });
  const sent = await (await fetch(`${site.origin}/login`)).text();
  expect(sent).not.toMatch(/assets\/support|contact-list|Liên hệ hỗ trợ/);
  await open(page, "/login");
  await expect(button(page)).toBeVisible();
  const order = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const request = performance.getEntriesByType("resource").find(({ name }) => name.includes("support/public/active"));
    return { loaded: navigation?.loadEventStart ?? 0, requested: request?.startTime ?? 0 };
  });
  expect(order.loaded).toBeGreaterThan(0);
  expect(order.requested).toBeGreaterThanOrEqual(order.loaded);
  await page.getByRole("banner").getByRole("link", { name: "Đăng ký" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Đăng ký");
  await page.getByRole("contentinfo").getByRole("link", { name: "Điều khoản sử dụng" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Điều khoản sử dụng");
  await expect(button(page)).toBeVisible();
  expect(requests).toHaveLength(1);
});

test("shows and loads nothing without contacts, and only logs a failure", async ({ page, expectErrors }) => {
  expectErrors(/500/, /The support contacts could not be loaded/);
  const more: string[] = [];
  page.on("request", (request) => more.push(request.url()));
  await page.route(call, (route) => route.fulfill({ json: [] }));
  const answered = page.waitForResponse(call);
  await open(page, "/login");
  await answered;
  await page.waitForLoadState("networkidle");
  await expect(button(page)).toHaveCount(0);
  expect(more.filter((url) => url.includes("assets/support"))).toEqual([]);

  await page.unroute(call);
  await page.route(call, (route) => route.fulfill({ status: 500, json: { detail: "Hỏng" } }));
  const logged = page.waitForEvent("console", (message) => message.text().includes("could not be loaded"));
  await open(page, "/login");
  await logged;
  await expect(button(page)).toHaveCount(0);
  await expect(page.getByText("Hỏng")).toHaveCount(0);
});

test("is above the dock, on a phone and on a desktop", async ({ page }) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await open(page, "/songs");
    await expect(button(page)).toBeVisible();
    const before = (await button(page).boundingBox())?.y ?? 0;
    await page.getByRole("button", { name: "Phát: Ghé về bến cũ" }).click();
    const dock = page.getByRole("region", { name: "Trình phát nhạc" });
    await expect(dock).toBeVisible();
    const clearance = async () => {
      const [above, below] = [await button(page).boundingBox(), await dock.boundingBox()];
      return above && below ? below.y - above.y - above.height : Number.NEGATIVE_INFINITY;
    };
    await expect.poll(clearance).toBeGreaterThanOrEqual(0);
    await expect.poll(async () => (await button(page).boundingBox())?.y).toBeLessThan(before);
    await button(page).click();
    await expect(option(page, "Tổng đài")).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Đóng trình phát" }).click();
    await expect.poll(async () => (await button(page).boundingBox())?.y).toBe(before);
  }
});

/** Returns the controls and lines of the page that reach into the column of the button, wherever the page is scrolled. */
function coveredByButton(page: Page): Promise<string[]> {
  return button(page).evaluate((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    const reaches = (box: DOMRect) => box.width > 1 && box.right > left + 0.5 && box.left < right;
    // What scrolls sideways comes out from under it.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      ((element.scrollWidth > element.clientWidth && getComputedStyle(element).overflowX === "auto") ||
        scrolls(element.parentElement));
    const covered: string[] = [];
    const parts = document.querySelectorAll("#main, footer");
    const texts = [...parts].map((part) => document.createTreeWalker(part, NodeFilter.SHOW_TEXT));
    for (const text of texts) {
      while (text.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text.currentNode);
        // A cut line ends where its box does.
        const parent = text.currentNode.parentElement;
        const box = parent?.closest("[aria-hidden=true]") ? undefined : parent?.getBoundingClientRect();
        if (box && reaches(box) && [...range.getClientRects()].some(reaches) && !scrolls(parent))
          covered.push(`${text.currentNode.textContent}`);
      }
    }
    const controls = [...parts].flatMap((part) => [
      ...part.querySelectorAll("a, button, input, select, textarea, summary"),
    ]);
    for (const control of controls) {
      if (control.checkVisibility() && reaches(control.getBoundingClientRect()) && !scrolls(control.parentElement))
        covered.push(control.outerHTML.slice(0, 120));
    }
    return covered;
  });
}

for (const width of [320, 390, 768, 1280, 1600]) {
  test(`covers no control and no line of a page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 664 });
    for (const address of [
      "/",
      "/songs",
      "/songs/1",
      "/categories",
      "/educational",
      "/premium",
      "/request",
      "/register",
    ]) {
      await open(page, address);
      await expect(button(page)).toBeInViewport({ ratio: 1 });
      expect(await coveredByButton(page), address).toEqual([]);
    }
  });
}

test("is seen on a dark painting in the light theme", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  for (const width of [390, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/");
    await expect(button(page)).toBeVisible();
    const [ring, paper] = await button(page).evaluate((element) => {
      const { borderLeftWidth, borderLeftStyle, borderLeftColor } = getComputedStyle(element);
      return [
        [borderLeftWidth, borderLeftStyle, borderLeftColor].join(" "),
        getComputedStyle(document.body).backgroundColor,
      ];
    });
    expect(ring).toBe(`2px solid ${paper}`);
  }
});
