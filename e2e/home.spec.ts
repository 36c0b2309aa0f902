import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import type { Category, CategoryWithCount, Song } from "../src/contract/catalogue.ts";
import { pages } from "../src/web/site/pages.ts";
import { card, expect, open, openAs, test } from "./support/test.ts";

declare global {
  interface Window {
    /** How far the page has moved by itself, as browsers measure it. */
    shift: number;
  }
}

const locked = "Gửi người ở lại";
const firstLine = "Em đi khi phố chưa lên đèn";

/** The part of the page under a heading of its own. */
const section = (page: Page, name: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
const featured = (page: Page) => section(page, "Bài hát nổi bật");
const genres = (page: Page) => section(page, "Thể loại nổi bật");
const learning = (page: Page) => section(page, "Học ngoại ngữ qua âm nhạc");
const order = (page: Page) => section(page, "Một bài hát viết riêng cho bạn");
const voices = (page: Page) => section(page, "Người nghe kể lại");

/** Opens the library, and from there goes home without loading a page, so that the browser makes the calls. */
async function goHome(page: Page): Promise<void> {
  await open(page, "/songs");
  await page.getByRole("banner").getByRole("link", { name: "Ngân Nga" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ngân nga cả ngày, chẳng cần lý do");
}

const calls = {
  latest: (url: URL) => url.pathname === "/api/songs" && !url.searchParams.has("featured") && size(url) === "8",
  featured: (url: URL) => url.pathname === "/api/songs" && url.searchParams.get("featured") === "true",
  genres: (url: URL) => url.pathname === "/api/categories" && url.searchParams.get("featured") === "true",
  counts: (url: URL) => url.pathname === "/api/categories/with-song-count",
  pricing: (url: URL) => url.pathname === "/api/song-requests/public/pricing",
};
const size = (url: URL) => url.searchParams.get("limit");

test.describe("the home page", () => {
  test("says what this is and leads to the library", async ({ page }) => {
    await open(page, "/");
    await expect(page).toHaveTitle("Nghe nhạc, học ngoại ngữ, đặt bài hát riêng · Ngân Nga");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ngân nga cả ngày, chẳng cần lý do");
    await expect(
      page.getByRole("navigation", { name: "Chính" }).getByRole("link", { name: "Trang chủ" }),
    ).toHaveAttribute("aria-current", "page");
    await page.locator(".hero").getByRole("link", { name: "Nghe ngay" }).click();
    await expect(page).toHaveURL(/\/songs$/);
  });

  test("draws the covers below what it opens with when the browser is idle, and again on the way back", async ({
    page,
    site,
  }) => {
    const covers = page.locator(":is(.songs, .genres) .cover");
    const sent = await (await fetch(`${site.origin}/`)).text();
    expect(sent.match(/<svg [^>]*data-palette/g)).toHaveLength(1);
    await open(page, "/");
    const count = await covers.count();
    expect(count).toBeGreaterThan(12);
    await expect(covers.locator("svg, img")).toHaveCount(count);
    await page.locator(".hero").getByRole("link", { name: "Nghe ngay" }).click();
    await expect(page).toHaveURL(/\/songs$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect(covers.locator("svg, img")).toHaveCount(count);
  });

  test("shows the eight latest songs in the carousel", async ({ page, site }) => {
    const latest = await site.api<Song[]>("GET /api/songs?limit=8");
    await open(page, "/");
    const slides = page.getByRole("region", { name: "Bài hát mới nhất" }).locator(".slide");
    await expect(slides).toHaveCount(8);
    expect(await slides.locator("h3").allTextContents()).toEqual(latest.map(({ title }) => title));
  });

  test("shows the featured songs as cards, with the way to all", async ({ page, site }) => {
    const songs = await site.api<Song[]>("GET /api/songs?featured=true&limit=12");
    await open(page, "/");
    const cards = featured(page).getByRole("article");
    await expect(cards).toHaveCount(songs.length);
    for (const [place, song] of songs.entries()) {
      const each = cards.nth(place);
      await expect(each.getByRole("heading")).toContainText(song.title);
      await expect(each).toContainText(`Tác giả: ${song.artist}`);
      await expect(each.locator(".chip")).toHaveText(song.categories.slice(0, 2).map(({ name }) => name));
      await expect(each.getByText("Premium", { exact: true })).toHaveCount(song.is_premium ? 1 : 0);
      await expect(each.getByRole("link", { name: /^Xem lời bài hát/ })).toHaveCount(song.is_premium ? 0 : 1);
    }
    await featured(page).getByRole("link", { name: "Xem tất cả" }).click();
    await expect(page).toHaveURL(/\/songs$/);
  });

  test("shows the featured genres with the number of their songs", async ({ page, site }) => {
    const found = await site.api<Category[]>("GET /api/categories/?featured=true");
    const counts = await site.api<CategoryWithCount[]>("GET /api/categories/with-song-count/");
    await open(page, "/");
    const cards = genres(page).getByRole("listitem");
    await expect(cards).toHaveCount(found.length);
    for (const [place, genre] of found.entries()) {
      const count = counts.find(({ id }) => id === genre.id)?.song_count;
      await expect(cards.nth(place)).toContainText(`${count} bài hát`);
      await expect(cards.nth(place).getByRole("link", { name: genre.name })).toHaveAttribute(
        "href",
        `/songs?category=${genre.id}`,
      );
    }
    const dance = found.find(({ name }) => name === "Dân ca");
    await genres(page).getByRole("link", { name: "Dân ca" }).click();
    await expect(page).toHaveURL(new RegExp(`/songs\\?category=${dance?.id}$`));
    await expect(page.getByLabel("Thể loại")).toHaveValue(String(dance?.id));
  });

  test("greets in the languages to learn", async ({ page, site }) => {
    const { id } = await site.categoryNamed("Tiếng Nhật qua bài hát");
    await open(page, "/");
    const topics = learning(page).getByRole("listitem");
    await expect(topics).toHaveCount(3);
    await expect(topics.locator("strong")).toHaveText(["Hello", "Konnichiwa", "Nǐ hǎo"]);
    expect(await topics.locator("strong").evaluateAll((all) => all.map((each) => each.getAttribute("lang")))).toEqual([
      "en",
      "ja-Latn",
      "zh-Latn",
    ]);
    await expect(topics.nth(1)).toContainText("Tiếng Nhật qua bài hát");
    await expect(topics.nth(1)).toContainText(/\d+ bài hát/);
    await topics.nth(1).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/songs\\?category=${id}$`));
  });

  test("offers a song made to order at its price", async ({ page }) => {
    await open(page, "/");
    for (const text of [
      "Không cần đặt cọc",
      "Nhận bài trong tối đa 3 ngày làm việc",
      "Nghe kết quả miễn phí",
      "Bài hát viết riêng theo câu chuyện của bạn",
      "Cam kết chất lượng: không đặt cọc, hài lòng mới thanh toán.",
    ]) {
      await expect(order(page)).toContainText(text);
    }
    await expect(order(page).locator(".price")).toHaveText("299.000 VND");
    await expect(order(page).locator(".ticks li")).toHaveText([
      "Sáng tác nguyên bản",
      "Thu âm chuyên nghiệp",
      "File âm thanh chất lượng cao",
      "Chuyển giao bản quyền",
    ]);
    const [name, path] = pages.request.exists
      ? ["Gửi yêu cầu của bạn", pages.request.path]
      : ["Liên hệ với chúng tôi", "/contact"];
    await expect(order(page).getByRole("link", { name })).toHaveAttribute("href", path);
  });

  test("lets six listeners tell", async ({ page }) => {
    await open(page, "/");
    await expect(voices(page).locator("figure")).toHaveCount(6);
    await expect(voices(page).locator("figcaption").first()).toHaveText("Nguyễn Thảo Vy, Đà Nẵng");
  });

  test("tells search engines who this is and how to search", async ({ page, site }) => {
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

  for (const width of [390, 1280]) {
    test(`stands still while it loads, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript(() => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shift += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
      });
      await open(page, "/");
      await page.waitForLoadState("networkidle");
      for (let y = 700; y <= 7000; y += 700) {
        await page.evaluate((top) => {
          window.scrollTo({ top, behavior: "instant" });
          return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        }, y);
      }
      // What is left is the font coming in.
      expect(await page.evaluate(() => window.shift)).toBeLessThan(0.005);
    });
  }
});

test.describe("playing from home", () => {
  test("a card plays, the dock follows, another song takes over, leaving ends it", async ({ page }) => {
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

  test("a premium song opens the dialog with its title", async ({ page }) => {
    await open(page, "/");
    const locks = featured(page).getByRole("button", { name: `Bài Premium, mở khóa: ${locked}` });
    await expect(card(page, locked)).not.toContainText(firstLine);
    await locks.click();
    const dialog = page.getByRole("dialog", { name: locked });
    await expect(dialog.getByRole("heading", { name: "Nội dung Premium" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(locks).toBeFocused();
  });

  test("a premium user sees theirs after the first load, and plays it", async ({ page, site }) => {
    await openAs(page, await site.makeUser({ premium: true }), "/");
    const own = card(page, locked);
    await expect(own).toContainText(firstLine);
    await own.getByRole("button", { name: `Phát: ${locked}` }).click();
    await expect(own).toContainText("Đang phát...");
  });
});

test.describe("on a visit from another page", () => {
  test("the specified calls are made, once each", async ({ page }) => {
    const asked: string[] = [];
    await open(page, "/songs");
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      // The support button of every page asks for itself.
      if (pathname.startsWith("/api/") && !pathname.includes("/support/")) asked.push(pathname + search);
    });
    await page.getByRole("banner").getByRole("link", { name: "Ngân Nga" }).click();
    await expect(featured(page).getByRole("article").first()).toBeVisible();
    expect(asked.toSorted()).toEqual(
      [
        "/api/songs?limit=8",
        "/api/songs?featured=true&limit=12",
        "/api/categories?featured=true",
        "/api/categories/with-song-count",
        "/api/song-requests/public/pricing",
      ].toSorted(),
    );
  });

  const shapes = {
    latest: (page: Page) => page.locator(".latest .skeleton"),
    featured: (page: Page) => featured(page).locator(".song--skeleton"),
    genres: (page: Page) => genres(page).locator(".genre--skeleton"),
    counts: (page: Page) => learning(page).locator(".topics__skeleton"),
    pricing: (page: Page) => order(page).locator(".skeleton"),
  };
  for (const [name, shape] of Object.entries(shapes) as [keyof typeof calls, (page: Page) => Locator][]) {
    test(`a skeleton stands only where the call for ${name} is not back`, async ({ page }) => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(calls[name], async (route) => {
        await held;
        await route.fallback();
      });
      await goHome(page);
      await expect(shape(page).first()).toBeVisible();
      for (const other of Object.keys(shapes) as (keyof typeof calls)[]) {
        // Genres wait for their numbers too.
        if (other === name || (name === "counts" && other === "genres")) continue;
        await expect(shapes[other](page)).toHaveCount(0);
      }
      release();
      await expect(page.locator("main .skeleton")).toHaveCount(0);
    });
  }

  const gone: Record<keyof typeof calls, (page: Page) => Promise<void>> = {
    latest: (page) => expect(page.locator(".latest")).toHaveCount(0),
    featured: (page) => expect(featured(page)).toHaveCount(0),
    genres: (page) => expect(genres(page)).toHaveCount(0),
    counts: async (page) => {
      await expect(learning(page)).toHaveCount(0);
      await expect(genres(page).getByRole("listitem")).not.toHaveCount(0);
      await expect(genres(page)).not.toContainText(/\d bài hát/);
    },
    pricing: async (page) => {
      await expect(order(page).locator(".skeleton")).not.toHaveCount(0);
      await expect(order(page)).toContainText("Không cần đặt cọc");
      await expect(order(page).locator(".price")).toHaveCount(0);
    },
  };
  for (const [name, isGone] of Object.entries(gone) as [keyof typeof calls, (page: Page) => Promise<void>][]) {
    test(`a failing call for ${name} is only logged; the rest stands`, async ({ page, expectTrouble }) => {
      expectTrouble(/500/);
      const logged: string[] = [];
      page.on("console", (message) => void (message.type() === "info" && logged.push(message.text())));
      await page.route(calls[name], (route) => route.fulfill({ status: 500, json: { detail: "Máy chủ gặp sự cố" } }));
      await goHome(page);
      await isGone(page);
      for (const other of Object.keys(shapes) as (keyof typeof calls)[]) {
        if (other !== name) await expect(shapes[other](page)).toHaveCount(0);
      }
      await expect(voices(page)).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect.poll(() => logged.filter((text) => text.includes("Máy chủ gặp sự cố"))).toHaveLength(1);
    });
  }

  test("with everything failing it is still a page, and passes axe", async ({ page, expectTrouble }) => {
    expectTrouble(/./);
    await open(page, "/songs");
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("banner").getByRole("link", { name: "Ngân Nga" }).click();
    await expect(order(page).locator(".skeleton").first()).toBeVisible();
    await expect(page.locator(".latest")).toHaveCount(0);
    await expect(page.locator("main h2")).toHaveText(["Một bài hát viết riêng cho bạn", "Người nghe kể lại"]);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});
