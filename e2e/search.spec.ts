import type { Page } from "@playwright/test";
import sharp from "sharp";
import { card, expect, holdCode, open, ready, test } from "./support/test.ts";

/** Paths and queries of the API calls a page makes, in order; without the support button's, which comes at a quiet moment. */
function apiCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.includes("/support/"))
      calls.push(decodeURIComponent(`${pathname}${search}`));
  });
  return calls;
}

// The support button's call runs out of time while the clock leaps.
test.beforeEach(({ expectTrouble }) => expectTrouble(/The support contacts could not be loaded/));

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Tìm bài hát" });

test("a search waits 500 ms after the last letter, then asks once", async ({ page }) => {
  const calls = apiCalls(page);
  await page.clock.install();
  await open(page, "/songs?page=2");
  await page.clock.pauseAt(Date.now() + 60_000);
  calls.length = 0;

  await searchBox(page).pressSequentially("mua");
  await page.clock.runFor(400);
  await searchBox(page).press("Space");
  await searchBox(page).press("t");
  await page.clock.runFor(499);
  await page.evaluate(() => fetch("/api/health"));
  expect(calls, "nothing was asked before").toEqual(["/api/health"]);

  await page.clock.runFor(1);
  await expect(page.getByText("Hiển thị 1 - 1 trong tổng số 1 bài hát")).toBeVisible();
  await expect(card(page, "Mưa trên mái tôn")).toBeVisible();
  expect(calls.filter((call) => call.startsWith("/api/songs?"))).toEqual(["/api/songs?search=mua+t&skip=0&limit=12"]);
  expect(calls.filter((call) => call.startsWith("/api/songs/count"))).toHaveLength(1);
  await expect(page).toHaveURL(/\/songs\?q=mua\+t$/);
});

test("what was typed and chosen before the page listened takes effect once it does", async ({ page }) => {
  const letGo = await holdCode(page);
  await page.goto("/songs?page=2", { waitUntil: "domcontentloaded" });
  await searchBox(page).fill("bến cũ");
  await page.getByRole("combobox", { name: "Thể loại" }).selectOption("Ballad");
  await page.getByRole("combobox", { name: "Số bài mỗi trang" }).selectOption("24 bài");
  letGo();
  await ready(page);
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("size") === "24" && searchParams.has("category"));
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get("q") === "bến cũ" && !searchParams.has("page"));
  await expect(page.getByText("Hiển thị 1 - 1 trong tổng số 1 bài hát")).toBeVisible();
  await expect(card(page, "Ghé về bến cũ")).toBeVisible();
  await expect(searchBox(page)).toHaveValue("bến cũ");
  await expect(page.getByRole("combobox", { name: "Thể loại" })).toHaveValue(/\d/);
});

test("a search needs no marks, and finds title and artist", async ({ page }) => {
  await open(page, "/songs");
  for (const [text, title] of [
    ["pho bien", "Phố biển tháng Sáu"],
    ["DOI CHE", "Sương trên đồi chè"],
    ["đồi chè", "Sương trên đồi chè"],
    ["to chim se", "Chú mèo đi học trễ"],
    ["你好", "你好，朋友 (Nǐ hǎo, péngyou)"],
  ] as const) {
    await searchBox(page).fill(text);
    await expect(card(page, title)).toBeVisible();
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === text);
  }
});

test("blanks alone are no search, and those around a word are dropped", async ({ page }) => {
  await open(page, "/songs");
  const calls = apiCalls(page);
  await page.clock.install();
  await searchBox(page).fill("   ");
  await page.clock.runFor(5_000);
  await page.evaluate(() => fetch("/api/health"));
  expect(calls).toEqual(["/api/health"]);
  await searchBox(page).fill("  tet ");
  await page.clock.runFor(500);
  await expect(card(page, "Tết gõ cửa")).toBeVisible();
  await expect(page).toHaveURL(/\?q=tet$/);
});

test("Enter searches at once", async ({ page }) => {
  await open(page, "/songs");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await searchBox(page).fill("tet go cua");
  await searchBox(page).press("Enter");
  await expect(page.getByText("Hiển thị 1 - 1 trong tổng số 1 bài hát")).toBeVisible();
});

test("nothing found says so, gives a hint and a way out", async ({ page }) => {
  await open(page, "/songs");
  await searchBox(page).fill("không có bài nào như vậy");
  const empty = page.getByRole("heading", { name: "Không tìm thấy bài hát nào" });
  await expect(empty).toBeVisible();
  await expect(page.getByText("Bạn thử đổi từ khóa hoặc chọn thể loại khác nhé.")).toBeVisible();
  await expect(page.getByText("Hiển thị")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Phân trang" })).toHaveCount(0);

  await page.getByRole("link", { name: "Xóa bộ lọc" }).click();
  await expect(empty).toHaveCount(0);
  await expect(searchBox(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/songs$/);
  await expect(page.getByText("Hiển thị 1 - 12 trong tổng số 18 bài hát")).toBeVisible();
});

test("an address with search, genre and size opens as it says", async ({ page, site }) => {
  const { id } = await site.categoryNamed("Lo-fi");
  await open(page, `/songs?q=m&category=${id}&size=24`);
  await expect(searchBox(page)).toHaveValue("m");
  await expect(page.getByLabel("Thể loại").locator("option:checked")).toHaveText("Lo-fi");
  await expect(page.getByLabel("Số bài mỗi trang")).toHaveValue("24");
  await expect(card(page, "Mưa trên mái tôn")).toBeVisible();
});

test("an answer that comes late does not replace a newer one", async ({ page }) => {
  await open(page, "/songs");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/songs\?.*search=tet/, async (route) => {
    await held;
    await route.fallback();
  });
  const asked = page.waitForRequest(/search=tet/);
  await searchBox(page).fill("tet");
  await asked;
  await searchBox(page).fill("doi che");
  await expect(card(page, "Sương trên đồi chè")).toBeVisible();
  release();
  await page.evaluate(() => fetch("/api/health"));
  await expect(card(page, "Sương trên đồi chè")).toBeVisible();
  await expect(card(page, "Tết gõ cửa")).toHaveCount(0);
});

test.describe("when the data can't be had", () => {
  const sentence = "Không thể tải dữ liệu. Vui lòng thử lại sau.";

  for (const [what, pattern] of [
    ["songs", /\/api\/songs\?/],
    ["count", /\/api\/songs\/count/],
    ["categories", /\/api\/categories/],
  ] as const) {
    test(`${what}: the sentence, and a retry that reloads`, async ({ page, expectTrouble }) => {
      expectTrouble(/500/);
      await open(page, "/songs");
      await page.route(pattern, (route) => route.fulfill({ status: 500, json: { detail: "Máy chủ gặp sự cố" } }));
      await page.getByRole("link", { name: "Sau" }).click();
      await expect(page.getByRole("alert")).toContainText(sentence);
      await expect(page.getByRole("article")).toHaveCount(0);

      await page.unroute(pattern);
      const reload = page.waitForNavigation();
      await page.getByRole("button", { name: "Thử lại" }).click();
      await reload;
      await expect(page.getByText("Hiển thị 13 - 18 trong tổng số 18 bài hát")).toBeVisible();
    });
  }

  test("no connection gives the same", async ({ page, expectTrouble }) => {
    expectTrouble(/ERR_FAILED/);
    await open(page, "/songs");
    await page.route("**/api/songs?**", (route) => route.abort());
    await page.getByRole("link", { name: "Sau" }).click();
    await expect(page.getByRole("alert")).toContainText(sentence);
  });

  test("no answer within ten seconds gives the same", async ({ page }) => {
    await open(page, "/songs");
    await page.clock.install();
    await page.route("**/api/songs?**", () => {});
    await page.getByRole("link", { name: "Sau" }).click();
    await expect(page.getByText("Đang tải bài hát")).toBeAttached();
    await page.clock.runFor(10_000);
    await expect(page.getByRole("alert")).toContainText(sentence);
  });
});

test("the example in the page's advice finds songs", async ({ page }) => {
  await open(page, "/songs");
  const advice = (await page.getByText("Gõ không dấu cũng tìm được").textContent()) ?? "";
  const [, typed = "", found = ""] = advice.match(/“(.+)” sẽ thấy “(.+)”/) ?? [];
  await searchBox(page).fill(typed);
  await searchBox(page).press("Enter");
  await expect(page.getByRole("article").filter({ hasText: new RegExp(found, "i") })).not.toHaveCount(0);
});

test("the button that empties the search is of the page's ink, not of the browser's blue", async ({ page }) => {
  await open(page, "/songs?q=mua");
  await searchBox(page).focus();
  const box = (await searchBox(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: box.x + box.width - 52, y: box.y + 10, width: 40, height: box.height - 20 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  const [red, , blue] = channels;
  // A dark cross is there, and the least of its red is no less than the least of its blue.
  expect(red?.max).toBeGreaterThan((red?.min ?? 255) + 100);
  expect(red?.min).toBeGreaterThanOrEqual(blue?.min ?? 255);
});
