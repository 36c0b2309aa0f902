import type { Page } from "@playwright/test";
import type { ApiKey } from "../../src/contract/api.ts";
import { ApiError } from "../../src/contract/errors.ts";
import { builtPage } from "../support/built-page.ts";
import { card, expect, open, openAs, storeToken, test } from "../support/test.ts";

const address = "/educational";
const free = "Ichi, Ni, San";
const premium = "四季 (Sì jì)";
const noTopics = "Các chủ đề đang được chuẩn bị, bạn quay lại sau nhé.";
const noSongs = "Chưa có bài nổi bật nào. Bạn chọn một chủ đề hoặc ghé thư viện nhé.";

const topics = (page: Page) => page.getByRole("main").getByRole("link", { name: /^Tiếng/ });
const song = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });
const lock = (page: Page) => song(page, premium).getByText("Nội dung Premium", { exact: true });
const register = (page: Page) => page.getByRole("main").locator("a", { hasText: "Đăng ký miễn phí" });
const listen = (page: Page) => page.getByRole("main").getByRole("link", { name: "Nghe tất cả bài hát" });
const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);

test("a visitor filters by topic, plays a free song in place, and sees a premium one locked", async ({
  page,
  site,
}) => {
  const { id } = await site.songNamed(premium);
  const response = await page.goto(address);
  expect(await response?.text()).not.toContain(`/songs/${id}"`);
  await open(page, address);
  await expect(page).toHaveTitle("Học ngoại ngữ qua âm nhạc · Ngân Nga");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}${address}`);
  const block = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(block ?? "")).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [{ item: `${site.origin}/` }, { item: `${site.origin}${address}` }],
  });
  await expect(topics(page)).toHaveCount(3);
  await expect(lock(page)).toBeVisible();
  await expect(song(page, premium).locator("a, button")).toHaveCount(0);
  await card(page, free)
    .getByRole("button", { name: `Phát: ${free}` })
    .click();
  await expect(card(page, free)).toContainText("Đang phát...");
  await expect(page.getByRole("region", { name: "Trình phát nhạc" })).toContainText(free);
  await expect.poll(() => position(page)).toBeGreaterThan(0.3);

  const topic = await site.categoryNamed("Tiếng Nhật qua bài hát");
  await topics(page)
    .filter({ hasText: /^Tiếng Nhật/ })
    .click();
  await expect(page).toHaveURL(`${site.origin}/songs?category=${topic.id}`);
  await expect(page.getByText("trong tổng số 2 bài hát")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
});

test("a premium user opens and plays a premium song until logging out", async ({ page, site }) => {
  const user = await site.makeUser({ premium: true });
  const { id } = await site.songNamed(premium);
  await openAs(page, user, address);
  await expect(card(page, premium).getByRole("link", { name: premium, exact: true })).toHaveAttribute(
    "href",
    `/songs/${id}`,
  );
  await expect(lock(page)).toHaveCount(0);
  await card(page, premium)
    .getByRole("button", { name: `Phát: ${premium}` })
    .click();
  await expect.poll(() => position(page)).toBeGreaterThan(0.3);
  await page.locator("summary", { hasText: user.full_name }).click();
  await page.getByRole("button", { name: "Đăng xuất" }).click();
  await expect(lock(page)).toBeVisible();
  await expect(song(page, premium).locator("a")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
  await expect(register(page)).toBeVisible();
});

test("a failed list shows the error state, whose retry loads the page again", async ({ page, expectErrors }) => {
  expectErrors(/ERR_FAILED/);
  const call = /\/api\/songs\?featured=true&limit=8$/;
  await open(page, "/songs");
  await page.route(call, (route) => route.abort("failed"));
  const menu = page.getByRole("navigation", { name: "Chính" });
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Nghe để học ngoại ngữ" }).click();
  await expect(page.getByRole("alert").getByRole("heading")).toHaveText("Lỗi tải dữ liệu");
  const reloaded = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.getByRole("button", { name: "Thử lại" }).click();
  expect(new URL((await reloaded).url()).pathname).toBe(address);
  await expect(topics(page)).toHaveCount(3);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a stored token hides the registration, and the layout does not move after the session check", async ({
  page,
  site,
}) => {
  await storeToken(page, (await site.makeUser()).token);
  const gates: (() => void)[] = [];
  for (const held of [/\/assets\/.*\.js$/, /\/api\/user\/me$/]) {
    const gate = new Promise<void>((resolve) => gates.push(resolve));
    await page.route(held, async (route) => {
      await gate;
      await route.fallback();
    });
  }
  await page.goto(address, { waitUntil: "commit" });
  await expect(listen(page)).toBeVisible();
  await expect(register(page)).toHaveCount(1);
  await expect(register(page), "before React").toBeHidden();
  const place = () => listen(page).evaluate((link) => [(link as HTMLElement).offsetLeft, link.clientWidth]);
  await page.evaluate(() => document.fonts.ready);
  const before = await place();
  const checked = page.waitForRequest(/\/api\/user\/me$/);
  gates[0]?.();
  await checked;
  await expect(register(page), "while the token is checked").toBeHidden();
  gates[1]?.();
  await expect(register(page)).toHaveCount(0);
  expect(await place()).toEqual(before);
});

test.describe("rendered by the server", () => {
  const lists: Partial<Record<ApiKey, unknown>> = {
    "GET /api/categories": [
      { id: 7, name: "Tiếng Hàn", description: null, icon_url: null, category_type: "educational", is_active: true },
    ],
    "GET /api/songs": [],
  };
  /** Answers, but throws for one of the calls. */
  const failing = (failed: ApiKey, error: Error) => (key: ApiKey) => {
    if (key === failed) throw error;
    return lists[key];
  };

  test("a page with all lists is cacheable; with a refused list it shows the other one and is not", async () => {
    const page = await builtPage(address, (key) => lists[key]);
    expect(page).toMatchObject({ status: 200, cacheable: true, reported: [] });
    expect(page.html, "its covers are left to the browser").not.toContain("data-palette");
    const songless = await builtPage(address, failing("GET /api/songs", new ApiError("unavailable")));
    expect(songless).toMatchObject({ status: 200, cacheable: false });
    expect(songless.html).toContain("Tiếng Hàn");
    expect(songless.html).toContain(noSongs);
    expect(songless.html).not.toContain("Lỗi tải dữ liệu");
    const topicless = await builtPage(address, failing("GET /api/categories", new ApiError("internal")));
    expect(topicless).toMatchObject({ status: 200, cacheable: false });
    expect(topicless.html).toContain(noTopics);
    expect(topicless.html).not.toContain("Lỗi tải dữ liệu");
  });

  test("any other failure renders the error state, not cacheable", async () => {
    for (const failed of ["GET /api/songs", "GET /api/categories"] as const) {
      const error = new TypeError("boom");
      const page = await builtPage(address, failing(failed, error));
      expect(page).toMatchObject({ status: 500, cacheable: false });
      expect(page.html).toContain("Lỗi tải dữ liệu");
      expect(page.html).toContain("Không thể tải dữ liệu. Vui lòng thử lại sau.");
      expect(page.html).not.toContain("boom");
      expect(page.reported).toContain(error);
    }
  });
});
