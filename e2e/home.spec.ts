import type { CDPSession, Locator, Page } from "@playwright/test";
import type { Category, CategoryWithCount, Song } from "../src/contract/catalogue.ts";
import { type BuiltPage, builtPage } from "./support/built-page.ts";
import { faults } from "./support/screen-check.ts";
import type { Site } from "./support/site.ts";
import { card, expect, holdCode, open, openAs, ready, test } from "./support/test.ts";

const locked = "Gửi người ở lại";
const always = ["Một bài hát viết riêng cho bạn", "Người nghe kể lại"];

/** The part of the page under a heading of its own. */
const section = (page: Page, name: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
const carousel = (page: Page) => page.getByRole("region", { name: "Bài hát mới nhất" });
const featured = (page: Page) => section(page, "Bài hát nổi bật");
const genres = (page: Page) => section(page, "Thể loại nổi bật");
const learning = (page: Page) => section(page, "Học ngoại ngữ qua âm nhạc");
const order = (page: Page) => section(page, "Một bài hát viết riêng cho bạn");
const voices = (page: Page) => section(page, "Người nghe kể lại");

test("introduces the site, shows its content, and links to the other pages", async ({ page, site }) => {
  const latest = await site.api<Song[]>("GET /api/songs?limit=8");
  const songs = await site.api<Song[]>("GET /api/songs?featured=true&limit=12");
  const found = await site.api<Category[]>("GET /api/categories?featured=true");
  const counts = await site.api<CategoryWithCount[]>("GET /api/categories/with-song-count");
  await open(page, "/");
  await expect(page).toHaveTitle("Nghe nhạc, học ngoại ngữ, đặt bài hát riêng · Ngân Nga");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ngân nga cả ngày, chẳng cần lý do");
  await expect(
    page.getByRole("navigation", { name: "Chính" }).getByRole("link", { name: "Trang chủ" }),
  ).toHaveAttribute("aria-current", "page");
  expect(await carousel(page).locator("h3").allTextContents()).toEqual(latest.map(({ title }) => title));

  const cards = featured(page).getByRole("article");
  await expect(cards).toHaveCount(songs.length);
  for (const [place, song] of songs.entries()) {
    const each = cards.nth(place);
    await expect(each.getByRole("heading")).toContainText(song.title);
    await expect(each).toContainText(`Tác giả: ${song.artist}`);
    await expect(each.getByRole("listitem")).toHaveText(song.categories.slice(0, 2).map(({ name }) => name));
    await expect(each.getByText("Premium", { exact: true }).filter({ visible: true })).toHaveCount(
      song.is_premium ? 1 : 0,
    );
  }
  await expect(genres(page).getByRole("listitem")).toContainText(
    found.map(({ id }) => `${counts.find((each) => each.id === id)?.song_count} bài hát`),
  );
  await expect(learning(page).getByRole("link", { name: /^(Hello|Konnichiwa|Nǐ hǎo)/ })).toHaveCount(3);
  await expect(order(page).getByText("299.000 VND")).toBeVisible();
  await expect(order(page).getByRole("link", { name: "Gửi yêu cầu của bạn" })).toHaveAttribute("href", "/request");
  const voice = voices(page).getByRole("figure");
  await expect(voice).toHaveCount(3);
  await voices(page).getByText("Nghe thêm 3 người kể").click();
  await expect(voice).toHaveCount(6);

  const { id } = await site.categoryNamed("Tiếng Nhật qua bài hát");
  await learning(page)
    .getByRole("link", { name: /^Konnichiwa/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/songs\\?category=${id}$`));
  await expect(page.getByLabel("Thể loại")).toHaveValue(String(id));
});

test("draws the covers below the first view when the browser is idle, also after going back", async ({
  page,
  site,
}) => {
  const covers = () =>
    Promise.all([featured(page), genres(page)].map((each) => each.locator("svg[data-palette]").count()));
  const sent = await (await fetch(`${site.origin}/`)).text();
  expect(sent.match(/<svg [^>]*data-palette/g)).toHaveLength(1);
  await open(page, "/");
  const count = [await featured(page).getByRole("article").count(), await genres(page).getByRole("listitem").count()];
  await expect.poll(covers).toEqual(count);
  await page.getByRole("main").getByRole("link", { name: "Nghe ngay" }).first().click();
  await expect(page).toHaveURL(/\/songs$/);
  await expect(
    page.getByRole("region", { name: "Trình phát nhạc" }).getByRole("button", { name: /^Tạm dừng/ }),
  ).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(covers).toEqual(count);
});

test("describes the site and its search to search engines", async ({ page, site }) => {
  await open(page, "/");
  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [website, organization] = blocks.map((text) => JSON.parse(text));
  expect(website).toMatchObject({ "@type": "WebSite", name: "Ngân Nga", url: `${site.origin}/` });
  expect(organization).toMatchObject({ "@type": "Organization", name: "Ngân Nga", url: `${site.origin}/` });
  expect(website.publisher["@id"]).toBe(organization["@id"]);
  expect((await fetch(organization.logo)).status).toBe(200);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${site.origin}/`);
  await open(page, website.potentialAction.target.urlTemplate.replace("{search_term_string}", "mua%20tren"));
  await expect(card(page, "Mưa trên mái tôn")).toBeVisible();
});

/** Returns the positions of the visible elements by their text. */
function places(page: Page): Promise<[string, number, number][]> {
  return page.locator("main :is(h1, h2, h3, li, figure), footer").evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .map((each): [string, number, number] => {
        const { top, left } = each.getBoundingClientRect();
        return [each.textContent?.slice(0, 40) ?? "", Math.round(left), Math.round(top + window.scrollY)];
      }),
  );
}

test("has no layout shift after the first paint, on a phone and on a desktop", async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const letGo = await holdCode(page);
    await page.goto("/", { waitUntil: "domcontentloaded" });
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page);
    letGo();
    await ready(page);
    const drawn = genres(page).locator("svg[data-palette]");
    await expect(drawn).toHaveCount(await genres(page).getByRole("listitem").count());
    for (let y = 700; y <= 7000; y += 700) {
      await page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
    }
    expect(await places(page), `${width} px`).toEqual(before);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("a card plays in the dock until another song starts or the page is left", async ({ page }) => {
  await open(page, "/");
  const dock = page.getByRole("region", { name: "Trình phát nhạc" });
  await card(page, "Buổi sáng ở hẻm nhỏ").getByRole("button", { name: "Phát: Buổi sáng ở hẻm nhỏ" }).click();
  await expect(card(page, "Buổi sáng ở hẻm nhỏ")).toContainText("Đang phát...");
  await expect(dock).toContainText("Buổi sáng ở hẻm nhỏ");
  await expect
    .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0), { message: "it sounds" })
    .toBeGreaterThan(0.3);
  await card(page, "Tết gõ cửa").getByRole("button", { name: "Phát: Tết gõ cửa" }).click();
  await expect(page.getByText("Đang phát...")).toHaveCount(1);
  await expect(dock).toContainText("Tết gõ cửa");
  await dock.getByRole("button", { name: "Tạm dừng: Tết gõ cửa" }).click();
  await expect(page.getByText("Đang phát...")).toHaveCount(0);
  await dock.getByRole("button", { name: "Phát: Tết gõ cửa" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Đăng nhập" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
});

test("a premium user gets a playable premium song after the first load", async ({ page, site }) => {
  await openAs(page, await site.makeUser({ premium: true }), "/");
  const own = card(page, locked);
  await expect(own).toContainText("Em đi khi phố chưa lên đèn");
  await own.getByRole("button", { name: `Phát: ${locked}` }).click();
  await expect(own).toContainText("Đang phát...");
});

test("renders and passes axe when all requests fail", async ({ page, expectErrors }) => {
  expectErrors(/./);
  await open(page, "/songs");
  await page.route("**/api/**", (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Ngân Nga" }).click();
  await expect(order(page).getByText("Đang tải giá")).toBeAttached();
  await expect(carousel(page)).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(always);
  expect(await faults(page)).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("it is six screens long at most", async ({ page }) => {
    await open(page, "/");
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6 * 844);
  });

  test("a slide's link opens its song, which sounds", async ({ page, site }) => {
    const [latest] = await site.api<Song[]>("GET /api/songs?limit=8");
    await open(page, "/");
    await carousel(page).getByRole("button", { name: "Bài 1", exact: true }).tap();
    await carousel(page).getByRole("link", { name: "Nghe ngay" }).tap();
    await expect(page).toHaveURL(`${site.origin}/songs/${latest?.id}`);
    const player = page.getByRole("region", { name: "Trình phát", exact: true });
    await expect(player.getByRole("button", { name: `Tạm dừng: ${latest?.title}` })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0), { message: "it sounds" })
      .toBeGreaterThan(0.3);
  });
});

test.describe("the carousel on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  interface Point {
    x: number;
    y: number;
  }

  const touch = (session: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", at?: Point) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });

  async function swipe(page: Page, from: Point, right: number, down: number): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await touch(session, "touchStart", from);
    for (let step = 1; step <= 7; step++) {
      await touch(session, "touchMove", { x: from.x + (right * step) / 7, y: from.y + (down * step) / 7 });
    }
    await touch(session, "touchEnd");
    await session.detach();
  }

  /** Waits until the page has stood still for ten frames: a touch while it scrolls can't be cancelled, which Chromium notes. */
  const standStill = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          let last = Number.NaN;
          let still = 0;
          const look = () => {
            still = scrollY === last ? still + 1 : 0;
            last = scrollY;
            if (still === 10) resolve();
            else requestAnimationFrame(look);
          };
          look();
        }),
    );

  test("changes by swipe, follows a tap, and scrolls the page on a vertical swipe", async ({ page, site }) => {
    const latest = await site.api<Song[]>("GET /api/songs?limit=8");
    await open(page, "/");
    await carousel(page).getByRole("button", { name: "Tạm dừng băng chuyền" }).tap();
    await carousel(page).getByRole("button", { name: "Bài 1", exact: true }).tap();
    const slide = carousel(page).getByRole("group", { name: / trên 8$/ });
    const expectShown = async (place: number) => {
      await expect(slide).toHaveCount(1);
      await expect(slide.getByRole("heading", { level: 3 })).toHaveText(latest[place - 1]?.title ?? "");
    };
    await expectShown(1);
    const title = slide.getByRole("heading", { level: 3 });
    await title.scrollIntoViewIfNeeded();
    const box = (await title.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const from = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    await swipe(page, from, -80, 0);
    await expectShown(2);
    const before = await page.evaluate(() => scrollY);
    await swipe(page, from, -60, -240);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
    await expectShown(2);
    await standStill(page);
    await carousel(page).getByRole("link", { name: "Nghe ngay" }).tap();
    await expect(page).toHaveURL(`${site.origin}/songs/${latest[1]?.id}`);
  });
});

/** Renders the page with failing responses for the matching requests. */
function homeOf(site: Site, failing: RegExp): Promise<BuiltPage> {
  return builtPage("/", (key, { query = {} }) => {
    const address = `${key}?${new URLSearchParams(query as Record<string, string>)}`;
    if (failing.test(address)) throw new Error(address);
    return site.api(address);
  });
}

test("a failed request omits its section, is logged once, and makes the page not cacheable", async ({ site }) => {
  const latest = await site.api<Song[]>("GET /api/songs?limit=8");
  const whole = await homeOf(site, /nothing/);
  expect(whole).toMatchObject({ status: 200, cacheable: true });
  for (const { title } of latest) expect(whole.html).toContain(`>${title}</h3>`);
  expect(whole.html).toContain("299.000");
  expect(whole.reported).toEqual([]);
  for (const [failing, missing] of [
    [/limit=8/, "Bài hát mới nhất"],
    [/featured=true&limit=12/, "Bài hát nổi bật"],
    [/categories\?featured/, "Thể loại nổi bật"],
    [/with-song-count/, "Học ngoại ngữ qua âm nhạc"],
    [/pricing/, "299.000"],
  ] as const) {
    const { status, cacheable, html, reported } = await homeOf(site, failing);
    expect({ status, cacheable }, missing).toEqual({ status: 200, cacheable: false });
    expect(html).not.toContain(missing);
    expect(html).toContain("Người nghe kể lại");
    expect(reported, missing).toHaveLength(1);
  }
});

test("omits the sections of songs and genres on a site without them", async ({ site }) => {
  const { status, cacheable, html } = await builtPage("/", (key) =>
    key === "GET /api/song-requests/public/pricing" ? site.api(key) : [],
  );
  expect({ status, cacheable }).toEqual({ status: 200, cacheable: true });
  expect(html.match(/(?<=<h2[^>]*>)[^<]+/g)).toEqual(expect.arrayContaining(always));
  for (const title of ["Bài hát mới nhất", "Bài hát nổi bật", "Thể loại nổi bật", "Học ngoại ngữ qua âm nhạc"]) {
    expect(html).not.toContain(`>${title}<`);
  }
});
