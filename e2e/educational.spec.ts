import type { Page } from "@playwright/test";
import type { ApiKey } from "../src/contract/api.ts";
import { ApiError } from "../src/contract/errors.ts";
import { builtPage } from "./support/built-page.ts";
import { card, expect, keepToken, open, openAs, test } from "./support/test.ts";

test.use({ catalogue: "own:educational" });
// One server, empty at first, is filled once for the whole file.
test.describe.configure({ mode: "default" });

const address = "/educational";
const songsCall = /\/api\/songs\?featured=true&limit=8$/;
const topicsCall = /\/api\/categories$/;
const noTopics = "Các chủ đề đang được chuẩn bị, bạn quay lại sau nhé.";
const noSongs = "Chưa có bài nổi bật nào. Bạn chọn một chủ đề hoặc ghé thư viện nhé.";

const topics = (page: Page) => page.locator(".genres").getByRole("link");
const song = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });
const lock = (page: Page) => page.getByText("Nội dung Premium", { exact: true });
const register = (page: Page) => page.getByRole("main").locator("a", { hasText: "Đăng ký miễn phí" });
const listen = (page: Page) => page.getByRole("main").getByRole("link", { name: "Nghe tất cả bài hát" });
const loadError = (page: Page) => page.getByRole("alert");

/** Follows the menu from the library, so that the browser itself asks for the lists. */
async function follow(page: Page): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Chính" });
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Nghe để học ngoại ngữ" }).click();
  await expect(page).toHaveURL(/\/educational$/);
}

test("without topics and songs the page stands, and says so where they will be", async ({ page }) => {
  await open(page, address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Học ngoại ngữ qua âm nhạc");
  await expect(page.getByText(noTopics)).toBeVisible();
  await expect(page.getByText(noSongs)).toBeVisible();
  await expect(loadError(page)).toHaveCount(0);
});

test.describe("with topics and songs", () => {
  const free = "Ichi, Ni, San";
  const premium = "四季 (Sì jì)";

  test.beforeAll(async ({ site }) => {
    const learning = { category_type: "educational" } as const;
    const japanese = await site.addCategory({ name: "Tiếng Nhật", description: "Số đếm, thời tiết", ...learning });
    const chinese = await site.addCategory({ name: "Tiếng Trung", ...learning });
    const hidden = await site.addCategory({ name: "Tiếng đã ẩn", ...learning, is_active: false });
    const ballad = await site.addCategory({ name: "Ballad" });
    const audio_url = await site.uploadAudio("pho-bien-thang-sau.mp3");
    const featured = { audio_url, is_featured: true };
    await site.addSong({ title: free, category_ids: [ballad.id, japanese.id], lyrics: "Một, hai, ba", ...featured });
    const locked = { audio_url: await site.uploadAudio("ame-no-uta.mp3"), is_featured: true, is_premium: true };
    await site.addSong({ title: premium, category_ids: [chinese.id], lyrics: "Lời riêng", ...locked });
    await site.addSong({ title: "Không để học", category_ids: [ballad.id], ...featured });
    await site.addSong({ title: "Chủ đề đã ẩn", category_ids: [hidden.id], ...featured });
    await site.addSong({ title: "Không nổi bật", category_ids: [japanese.id], audio_url });
  });

  test("benefits, topics that filter, featured songs of them, and ways on", async ({ page, site }) => {
    await open(page, address);
    await expect(page.locator(".gains").getByRole("heading")).toHaveText([
      "Dễ nhớ",
      "Luyện nghe",
      "Tập trung",
      "Hiệu quả",
    ]);
    await expect(topics(page)).toHaveText(["Tiếng Trung", "Tiếng Nhật"]);
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([premium, free]);
    await listen(page).click();
    await expect(page).toHaveURL(/\/songs$/);
    await page.goBack();
    const { id } = await site.categoryNamed("Tiếng Nhật");
    await topics(page).last().click();
    await expect(page).toHaveURL(`${site.origin}/songs?category=${id}`);
    await expect(page.getByText("trong tổng số 2 bài hát")).toBeVisible();
  });

  test("a song leads to its page and plays right here, until the page is left", async ({ page, site }) => {
    await open(page, address);
    const { id } = await site.songNamed(free);
    await expect(card(page, free).getByRole("link", { name: free, exact: true })).toHaveAttribute(
      "href",
      `/songs/${id}`,
    );
    await card(page, free)
      .getByRole("button", { name: `Phát: ${free}` })
      .click();
    await expect(card(page, free)).toContainText("Đang phát...");
    await expect(page.getByRole("region", { name: "Trình phát nhạc" })).toContainText(free);
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
      .toBeGreaterThan(0.3);
    await card(page, free).getByRole("link", { name: free, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(free);
    await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
  });

  test("a premium song is a locked notice without any link for a visitor", async ({ page, site }) => {
    const { id } = await site.songNamed(premium);
    const response = await page.goto(address);
    expect(await response?.text()).not.toContain(`/songs/${id}"`);
    await open(page, address);
    await expect(song(page, premium)).toContainText("Nội dung Premium");
    await expect(song(page, premium).getByText("Đăng nhập để nghe bài hát", { exact: true })).toBeVisible();
    await expect(song(page, premium).locator("a, button")).toHaveCount(0);
    await expect(song(page, premium)).not.toContainText("Lời riêng");
    await expect(lock(page)).toHaveCount(1);
  });

  test("a user without premium finds it locked too", async ({ page, site }) => {
    await openAs(page, await site.makeUser(), address);
    await expect(song(page, premium)).toContainText("Đăng nhập để nghe bài hát bằng tài khoản Premium");
    await expect(lock(page)).toBeVisible();
    await expect(song(page, premium).locator("a, button")).toHaveCount(0);
    await expect(card(page, free)).toBeVisible();
  });

  test("a premium user follows and hears it; logging out locks it again", async ({ page, site }) => {
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
    await expect
      .poll(() => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0))
      .toBeGreaterThan(0.3);
    await page.locator("summary", { hasText: user.full_name }).click();
    await page.getByRole("button", { name: "Đăng xuất" }).click();
    await expect(lock(page)).toBeVisible();
    await expect(song(page, premium).locator("a")).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.querySelector("audio")?.paused ?? true)).toBe(true);
    await expect(register(page)).toBeVisible();
  });

  test("with an administrator's token the page shows what the public sees", async ({ page, site }) => {
    await keepToken(page, await site.asAdmin(), "admin");
    await open(page, "/songs");
    const answer = page.waitForResponse(topicsCall);
    await follow(page);
    expect(await (await answer).text()).toContain("Tiếng đã ẩn");
    await expect(topics(page)).toHaveText(["Tiếng Trung", "Tiếng Nhật"]);
    await expect(page.getByRole("article").getByRole("heading")).toHaveText([premium, free]);
  });

  test("placeholders stand until both lists are there", async ({ page }) => {
    await open(page, "/songs");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(songsCall, async (route) => {
      await held;
      await route.fallback();
    });
    await follow(page);
    await expect(page.locator(".genre--skeleton")).toHaveCount(4);
    await expect(page.locator(".song--skeleton")).toHaveCount(4);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Học ngoại ngữ qua âm nhạc");
    release();
    await expect(topics(page)).toHaveCount(2);
    await expect(page.locator(".skeleton")).toHaveCount(0);
  });

  for (const status of [404, 429, 500, 503]) {
    test(`a list refused with ${status} stays empty without a word, the other is shown`, async ({
      page,
      expectTrouble,
    }) => {
      expectTrouble(new RegExp(String(status)));
      await open(page, "/songs");
      await page.route(songsCall, (route) => route.fulfill({ status, body: "" }));
      await follow(page);
      await expect(topics(page)).toHaveCount(2);
      await expect(page.getByText(noSongs)).toBeVisible();
      await expect(loadError(page)).toHaveCount(0);

      await page.unroute(songsCall);
      await page.route(topicsCall, (route) => route.fulfill({ status, json: { detail: "Không được" } }));
      await page.getByRole("contentinfo").getByRole("link", { name: "Bài hát mới" }).click();
      await expect(page).toHaveURL(/\/songs$/);
      await page.goBack();
      await expect(page.getByRole("article").first()).toBeVisible();
      await expect(page.getByText(noTopics)).toBeVisible();
      await expect(loadError(page)).toHaveCount(0);
    });
  }

  for (const [how, list, route] of [
    ["songs that do not come", songsCall, undefined],
    ["topics that do not come", topicsCall, undefined],
    ["songs that can't be read", songsCall, { status: 200, body: "<html>" }],
    ["topics that are no list", topicsCall, { status: 200, json: {} }],
  ] as const) {
    test(`${how} are a load error, and retrying loads the page again`, async ({ page, expectTrouble }) => {
      expectTrouble(/ERR_FAILED/);
      await open(page, "/songs");
      await page.route(list, (each) => (route ? each.fulfill(route) : each.abort("failed")));
      await follow(page);
      await expect(loadError(page).getByRole("heading")).toHaveText("Lỗi tải dữ liệu");
      await expect(loadError(page)).toContainText("Không thể tải dữ liệu. Vui lòng thử lại sau.");
      await expect(listen(page)).toBeVisible();
      const reloaded = page.waitForResponse((response) => response.request().isNavigationRequest());
      await page.getByRole("button", { name: "Thử lại" }).click();
      expect(new URL((await reloaded).url()).pathname).toBe(address);
      await expect(topics(page)).toHaveCount(2);
      await expect(loadError(page)).toHaveCount(0);
    });
  }

  test("a list without an answer for ten seconds is a load error", async ({ page, expectTrouble }) => {
    expectTrouble(/The support contacts could not be loaded/);
    await page.clock.install();
    await open(page, "/songs");
    await page.route(songsCall, () => undefined);
    const asked = page.waitForRequest(songsCall);
    await follow(page);
    await asked;
    await page.clock.fastForward(5_000);
    await expect(page.locator(".song--skeleton").first()).toBeVisible();
    await page.clock.fastForward(5_000);
    await expect(loadError(page)).toContainText("Lỗi tải dữ liệu");
  });

  test("registering is offered to a visitor", async ({ page }) => {
    await open(page, address);
    await register(page).click();
    await expect(page).toHaveURL(/\/register$/);
  });

  test("with a stored token it never shows, and nothing moves when that is sure", async ({ page, site }) => {
    await keepToken(page, (await site.makeUser()).token);
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

  test("it comes back when the token proves to be worth nothing", async ({ page, expectTrouble }) => {
    expectTrouble(/401/);
    await keepToken(page, "het-han");
    await open(page, address);
    await expect(register(page)).toBeVisible();
  });

  test("the page tells search engines where it stands", async ({ page, site }) => {
    await open(page, address);
    await expect(page).toHaveTitle("Học ngoại ngữ qua âm nhạc · Ngân Nga");
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}${address}`);
    const block = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(block ?? "")).toMatchObject({
      "@type": "BreadcrumbList",
      itemListElement: [{ item: `${site.origin}/` }, { item: `${site.origin}${address}` }],
    });
  });

  test("a phone's menu leads here", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/songs");
    await page.getByRole("button", { name: "Mở trình đơn" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Nghe để học ngoại ngữ" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Học ngoại ngữ qua âm nhạc");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    test.beforeEach(({ expectTrouble }) => expectTrouble(/^failed: GET \S+\.js csp$/));

    test("the page is whole: topics, songs, the lock and the ways on", async ({ page }) => {
      await page.goto(address);
      await expect(lock(page)).toBeVisible();
      await expect(register(page)).toBeVisible();
      await card(page, free).getByRole("link", { name: free, exact: true }).click();
      await expect(page.locator("audio[controls]")).toBeVisible();
      await page.goto(address);
      await topics(page).first().click();
      await expect(page.getByText("trong tổng số 1 bài hát")).toBeVisible();
    });
  });
});

test.describe("made on the server", () => {
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

  test("a list refused stays empty, the other is shown, and the page is not kept", async () => {
    const songless = await builtPage(address, failing("GET /api/songs", new ApiError("unavailable")));
    expect(songless).toMatchObject({ status: 200, kept: false });
    expect(songless.html).toContain("Tiếng Hàn");
    expect(songless.html).toContain(noSongs);
    expect(songless.html).not.toContain("Lỗi tải dữ liệu");
    const topicless = await builtPage(address, failing("GET /api/categories", new ApiError("internal")));
    expect(topicless).toMatchObject({ status: 200, kept: false });
    expect(topicless.html).toContain(noTopics);
    expect(topicless.html).not.toContain("Lỗi tải dữ liệu");
  });

  test("anything else thrown is the load error, and the page is not kept", async () => {
    for (const failed of ["GET /api/songs", "GET /api/categories"] as const) {
      const error = new TypeError("boom");
      const page = await builtPage(address, failing(failed, error));
      expect(page).toMatchObject({ status: 500, kept: false });
      expect(page.html).toContain("Lỗi tải dữ liệu");
      expect(page.html).toContain("Không thể tải dữ liệu. Vui lòng thử lại sau.");
      expect(page.html).not.toContain("boom");
      expect(page.reported).toContain(error);
    }
  });

  test("a page with all its lists is kept, its covers left to the browser", async () => {
    const page = await builtPage(address, (key) => lists[key]);
    expect(page).toMatchObject({ status: 200, kept: true, reported: [] });
    expect(page.html).toContain('<div class="cover" aria-hidden="true"></div>');
    expect(page.html).not.toContain("data-palette");
  });
});
