import type { Page } from "@playwright/test";
import { ApiError } from "../src/contract/errors.ts";
import { builtPage } from "./support/built-page.ts";
import { expect, keepToken, open, test } from "./support/test.ts";

test.use({ catalogue: "own:genres" });
// One server, empty at first, is filled once for the whole file.
test.describe.configure({ mode: "default" });

const address = "/categories";
const listCall = "**/api/categories/with-song-count*";
const failed = "Không thể tải danh sách thể loại. Vui lòng thử lại sau.";

const genres = (page: Page) => page.getByRole("main").getByRole("listitem");
const genre = (page: Page, name: string) => genres(page).filter({ has: page.getByRole("link", { name, exact: true }) });
const skeletons = (page: Page) => page.locator(".genre--skeleton");

/** Follows the menu from the library, so that the browser itself asks for the genres. */
async function follow(page: Page): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Chính" });
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Chọn thể loại" }).click();
  await expect(page).toHaveURL(/\/categories$/);
}

test("without genres the page says so and leads to the library, from the server and in the browser", async ({
  page,
}) => {
  await open(page, address);
  await expect(page.getByRole("heading", { name: "Chưa có thể loại nào" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Thư viện bài hát" }).click();
  await expect(page).toHaveURL(/\/songs$/);
  await follow(page);
  await expect(page.getByRole("heading", { name: "Chưa có thể loại nào" })).toBeVisible();
  await expect(genres(page)).toHaveCount(0);
});

test.describe("with genres", () => {
  const long = {
    unbroken: "Ngânnga".repeat(14),
    words: "Những bài hát rất dài về một chuyến tàu đi từ Hà Nội qua Huế, Đà Nẵng rồi vào tận Cà Mau mùa gió",
  };

  test.beforeAll(async ({ site }) => {
    const folk = await site.addCategory({ name: "Dân ca", description: "Quan họ, hò Huế, lý Nam Bộ" });
    const rock = await site.addCategory({ name: "Rock", icon_url: "/favicon.svg" });
    await site.addCategory({ name: "Ru con", icon_url: "/khong-co-hinh.png" });
    await site.addCategory({ name: long.unbroken, description: "mộtchữdài".repeat(200) });
    await site.addCategory({ name: long.words, description: "Kể chuyện đường xa. ".repeat(90) });
    const hidden = await site.addCategory({ name: "Thể loại đã ẩn" });
    const audio_url = await site.uploadAudio("pho-bien-thang-sau.mp3");
    await site.addSong({ title: "Gió đưa cành trúc", category_ids: [folk.id], audio_url });
    await site.addSong({ title: "Cây đa đầu làng", category_ids: [folk.id, rock.id, hidden.id], audio_url });
    await site.addSong({ title: "Bài đã ẩn", category_ids: [folk.id], audio_url, is_active: false });
    const token = await site.asAdmin();
    await site.api(`PUT /api/categories/${hidden.id}`, { token, json: { is_active: false } });
  });

  // A genre's picture that is no longer there is not the page's fault.
  test.beforeEach(({ expectTrouble }) => expectTrouble(/khong-co-hinh\.png/, /status of 404/));

  test("a card has name, description and number of songs, and leads to its songs", async ({ page, site }) => {
    await open(page, address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chọn thể loại");
    await expect(genres(page)).toHaveCount(5);
    await expect(genre(page, "Dân ca")).toContainText("Quan họ, hò Huế, lý Nam Bộ");
    await expect(genre(page, "Dân ca")).toContainText("2 bài hát");
    await expect(genre(page, "Rock")).toHaveText("Rock1 bài hát");
    await expect(genre(page, "Ru con")).toContainText("0 bài hát");
    const { id } = await site.categoryNamed("Dân ca");
    await expect(genre(page, "Dân ca").getByRole("link")).toHaveAttribute("href", `/songs?category=${id}`);

    // The whole card is the link.
    await genre(page, "Dân ca").click({ position: { x: 20, y: 120 } });
    await expect(page).toHaveURL(`${site.origin}/songs?category=${id}`);
    await expect(page.getByText("Hiển thị 1 - 2 trong tổng số 2 bài hát")).toBeVisible();
    await expect(page.getByLabel("Thể loại").locator("option:checked")).toHaveText("Dân ca");
    await page.goBack();
    await expect(genre(page, "Rock")).toBeVisible();
  });

  test("the browser asks for the same list, and hidden genres stay hidden from an administrator too", async ({
    page,
    site,
  }) => {
    await keepToken(page, await site.asAdmin(), "admin");
    await open(page, "/songs");
    const answer = page.waitForResponse(listCall);
    await follow(page);
    expect(await (await answer).text()).toContain("Thể loại đã ẩn");
    await expect(genres(page)).toHaveCount(5);
    await expect(page.getByText("Thể loại đã ẩn")).toHaveCount(0);
  });

  test("an icon takes the drawn cover's place, and the drawing that of an icon that fails", async ({ page }) => {
    await open(page, address);
    await expect(genre(page, "Rock").locator("img")).toHaveAttribute("src", "/favicon.svg");
    await expect(genre(page, "Rock").locator(".cover svg")).toHaveCount(0);
    await genre(page, "Ru con").scrollIntoViewIfNeeded();
    await expect(genre(page, "Ru con").locator(".cover svg")).toBeVisible();
    await expect(genre(page, "Ru con").locator("img")).toHaveCount(0);
    await expect(genre(page, "Dân ca").locator(".cover svg")).toBeVisible();
  });

  test("eight placeholders stand until the list is there", async ({ page }) => {
    await open(page, "/songs");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(listCall, async (route) => {
      await held;
      await route.fallback();
    });
    await follow(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Chọn thể loại");
    await expect(skeletons(page)).toHaveCount(8);
    await expect(page.getByText("Đang tải thể loại")).toBeAttached();
    release();
    await expect(genres(page)).toHaveCount(5);
    await expect(skeletons(page)).toHaveCount(0);
  });

  for (const [how, route] of [
    ["is refused", { status: 500, body: "" }],
    ["does not come", undefined],
    ["is no JSON", { status: 200, body: "<html>" }],
  ] as const) {
    test(`a list that ${how} is said, and retrying loads the page again`, async ({ page, expectTrouble }) => {
      expectTrouble(/with-song-count/, /status of 500/, /ERR_FAILED/);
      await open(page, "/songs");
      await page.route(listCall, (each) => (route ? each.fulfill(route) : each.abort("failed")));
      await follow(page);
      await expect(page.getByRole("alert").getByRole("heading")).toHaveText(failed);
      await expect(genres(page)).toHaveCount(0);
      const reloaded = page.waitForResponse((response) => response.request().isNavigationRequest());
      await page.getByRole("button", { name: "Thử lại" }).click();
      expect(new URL((await reloaded).url()).pathname).toBe(address);
      await expect(genres(page)).toHaveCount(5);
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  }

  for (const width of [360, 390, 768, 1280, 1600]) {
    test(`long names and descriptions stay in their cards and clear of the covers, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, address);
      await expect(genre(page, long.unbroken)).toContainText("0 bài hát");
      await expect(genre(page, long.words)).toContainText("0 bài hát");
      const overhang = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overhang).toBeLessThanOrEqual(0);
      const faults = await genres(page).evaluateAll((cards) =>
        cards.flatMap((each) => {
          const card = each.getBoundingClientRect();
          const cover = each.querySelector(".cover")?.getBoundingClientRect();
          return [...each.querySelectorAll("h3, p")].flatMap((words) => {
            const range = document.createRange();
            range.selectNodeContents(words);
            const { left, right, top, bottom } =
              words.tagName === "P" ? words.getBoundingClientRect() : range.getBoundingClientRect();
            const text = words.textContent?.slice(0, 20);
            const outside = left < card.left || right > card.right || top < card.top || bottom > card.bottom;
            const isCount = words.classList.contains("genre__count");
            const over = cover && !isCount && right > cover.left && bottom > cover.top;
            return [...(outside ? [`outside: ${text}`] : []), ...(over ? [`over the cover: ${text}`] : [])];
          });
        }),
      );
      expect(faults).toEqual([]);
    });
  }

  test("a hundred genres are all there", async ({ page, site }) => {
    site.changeDatabase((database) => {
      const insert = database.prepare(
        `INSERT INTO categories (name, name_key, category_type, is_active, is_featured, is_demo, created_at)
         VALUES (?, ?, 'entertainment', 1, 0, 0, '2026-01-01T00:00:00Z')`,
      );
      for (let number = 1; number <= 95; number++) insert.run(`Thêm ${number}`, `thêm ${number}`);
    });
    await open(page, address);
    await expect(genres(page)).toHaveCount(100);
    await expect(genre(page, "Thêm 95")).toContainText("0 bài hát");
  });

  test("the page tells search engines where it stands", async ({ page, site }) => {
    await open(page, address);
    await expect(page).toHaveTitle("Chọn thể loại · Ngân Nga");
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}/categories`);
    const block = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(block ?? "")).toMatchObject({
      "@type": "BreadcrumbList",
      itemListElement: [{ item: `${site.origin}/` }, { position: 2, item: `${site.origin}/categories` }],
    });
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    test.beforeEach(({ expectTrouble }) => expectTrouble(/^failed: GET \S+\.js csp$/));

    test("genres can be read and followed", async ({ page }) => {
      await page.goto(address);
      await genre(page, "Dân ca").getByRole("link").click();
      await expect(page.getByText("Hiển thị 1 - 2 trong tổng số 2 bài hát")).toBeVisible();
    });
  });
});

test("menu, drawer, footer and the missing page lead to the genres", async ({ page, expectTrouble }) => {
  expectTrouble(/404/);
  await open(page, "/songs");
  await follow(page);
  const menu = page.getByRole("navigation", { name: "Chính" });
  await expect(menu.locator("summary")).toHaveAttribute("aria-current", "true");
  await open(page, "/songs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Thể loại" }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await open(page, "/khong-co-trang-nay");
  await page.getByRole("main").getByRole("link", { name: "Chọn thể loại" }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/songs");
  await page.getByRole("button", { name: "Mở trình đơn" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Chọn thể loại" }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the page is sent with the drawings of the cards it may open with", async () => {
  const many = Array.from({ length: 100 }, (_, place) => ({
    id: place + 1,
    name: `Thể loại ${place + 1}`,
    description: null,
    icon_url: null,
    category_type: "entertainment",
    is_active: true,
    song_count: place,
  }));
  const { html } = await builtPage(address, () => many);
  expect(html.match(/<li class="genre"/g)).toHaveLength(100);
  expect(html.match(/<svg [^>]*data-palette/g)).toHaveLength(12);
});

for (const error of [new ApiError("unavailable"), new TypeError("boom")]) {
  test(`a page whose list failed on the server says so and is not kept: ${error.name}`, async () => {
    const page = await builtPage(address, () => {
      throw error;
    });
    expect(page.status).toBeGreaterThanOrEqual(500);
    expect(page.kept).toBe(false);
    expect(page.html).toContain(failed);
    expect(page.html).not.toContain("boom");
    expect(page.reported).toContain(error);
  });
}
