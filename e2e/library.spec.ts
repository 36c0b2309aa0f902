/** The library on a real server: search, pages, playback and login. */
import type { Page } from "@playwright/test";
import { card, expect, holdCode, open, ready, storeToken, test } from "./support/test.ts";

const searchBox = (page: Page) => page.getByRole("searchbox", { name: "Tìm bài hát" });
const range = (page: Page) => page.getByText(/^Hiển thị/);
const pager = (page: Page) => page.getByRole("navigation", { name: "Phân trang" });
const dock = (page: Page) => page.getByRole("region", { name: "Trình phát nhạc" });
const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const isPaused = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused ?? true);

async function expectSound(page: Page): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { message: "the song goes on" }).toBeGreaterThan(from + 0.3);
}

test.describe("search", () => {
  test("finds title and artist without marks, and can be cleared", async ({ page }) => {
    await open(page, "/songs");
    const advice = (await page.getByText("Gõ không dấu cũng tìm được").textContent()) ?? "";
    const [, typed = "", found = ""] = advice.match(/“(.+)” sẽ thấy “(.+)”/) ?? [];
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
    await searchBox(page).fill(typed);
    await searchBox(page).press("Enter");
    await expect(page.getByRole("article").filter({ hasText: new RegExp(found, "i") })).not.toHaveCount(0);
    await searchBox(page).fill("không có bài nào như vậy");
    await page.getByRole("link", { name: "Xóa bộ lọc" }).click();
    await expect(range(page)).toHaveText("Hiển thị 1 - 12 trong tổng số 18 bài hát");
    await expect(page).toHaveURL(/\/songs$/);
    await searchBox(page).fill("pho bien");
    await expect(page).toHaveTitle("pho bien · Tìm bài hát · Ngân Nga");
    await page.getByRole("button", { name: "Xóa từ khóa" }).click();
    await expect(searchBox(page)).toBeFocused();
    await expect(searchBox(page)).toHaveValue("");
    await expect(range(page)).toHaveText("Hiển thị 1 - 12 trong tổng số 18 bài hát");
  });

  test("applies input from before hydration", async ({ page }) => {
    const letGo = await holdCode(page);
    await page.goto("/songs?page=2", { waitUntil: "domcontentloaded" });
    await searchBox(page).fill("bến cũ");
    await page.getByRole("combobox", { name: "Thể loại" }).selectOption("Ballad");
    await page.getByRole("combobox", { name: "Số bài mỗi trang" }).selectOption("24 bài");
    letGo();
    await ready(page);
    await expect(page).toHaveURL(
      ({ searchParams }) => searchParams.get("size") === "24" && searchParams.has("category"),
    );
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get("q") === "bến cũ" && !searchParams.has("page"));
    await expect(range(page)).toHaveText("Hiển thị 1 - 1 trong tổng số 1 bài hát");
    await expect(card(page, "Ghé về bến cũ")).toBeVisible();
    await expect(searchBox(page)).toHaveValue("bến cũ");
    await expect(page.getByRole("combobox", { name: "Thể loại" })).toHaveValue(/\d/);
  });

  test("a failed search shows the error state, whose retry loads the page again", async ({ page, expectErrors }) => {
    expectErrors(/500/);
    await open(page, "/songs");
    await page.route(/\/api\/songs\?/, (route) => route.fulfill({ status: 500, json: { detail: "Hỏng" } }));
    await pager(page).getByRole("link", { name: "Sau" }).click();
    await expect(page.getByRole("alert")).toContainText("Không thể tải dữ liệu. Vui lòng thử lại sau.");
    await page.unroute(/\/api\/songs\?/);
    const reload = page.waitForNavigation();
    await page.getByRole("button", { name: "Thử lại" }).click();
    await reload;
    await expect(range(page)).toHaveText("Hiển thị 13 - 18 trong tổng số 18 bài hát");
  });
});

test.describe("pages", () => {
  test("a change of page or filter replaces the history entry; back from a song restores it", async ({
    page,
    site,
  }) => {
    await open(page, "/");
    await page.getByRole("link", { name: "Nghe ngay" }).first().click();
    await expect(range(page)).toBeVisible();
    const entries = await page.evaluate(() => history.length);
    await page.getByLabel("Thể loại").selectOption("Indie Acoustic");
    await expect(page).toHaveURL(/category=/);
    await page.getByLabel("Thể loại").selectOption("Tất cả thể loại");
    await page.getByLabel("Số bài mỗi trang").selectOption("8 bài");
    await pager(page).getByRole("link", { name: "Trang 3" }).click();
    await expect(page).toHaveURL(/page=3/);
    await expect(range(page)).toHaveText("Hiển thị 17 - 18 trong tổng số 18 bài hát");
    expect(await page.evaluate(() => history.length)).toBe(entries);
    const title = (await page.getByRole("article").last().getByRole("heading").textContent()) ?? "";
    await card(page, title).getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await page.goBack();
    await expect(range(page)).toHaveText("Hiển thị 17 - 18 trong tổng số 18 bài hát");
    await page.goBack();
    await expect(page).toHaveURL(`${site.origin}/`);
  });

  test("a page past the end shows the last one, and a reload restores the URL's page", async ({ page, site }) => {
    const { id } = await site.categoryNamed("Lo-fi");
    await open(page, "/songs?page=900");
    await expect(range(page)).toHaveText("Hiển thị 13 - 18 trong tổng số 18 bài hát");
    await open(page, `/songs?q=m&category=${id}&size=24`);
    await page.reload();
    await ready(page);
    await expect(searchBox(page)).toHaveValue("m");
    await expect(page.getByLabel("Thể loại").locator("option:checked")).toHaveText("Lo-fi");
    await expect(page.getByLabel("Số bài mỗi trang")).toHaveValue("24");
    await expect(card(page, "Mưa trên mái tôn")).toBeVisible();
  });
});

test("the server draws the covers of the first cards, the browser the others", async ({ page, site }) => {
  const sent = await (await fetch(`${site.origin}/songs`)).text();
  expect(sent.match(/<article /g)).toHaveLength(12);
  expect(sent.match(/<svg [^>]*data-palette/g)).toHaveLength(8);
  await open(page, "/songs");
  await expect(page.getByRole("article").locator("svg[data-palette]")).toHaveCount(12);
});

test("a song plays, pauses, resumes and counts once, until another starts or the library is left", async ({
  page,
  site,
}) => {
  const first = "Buổi sáng ở hẻm nhỏ";
  const second = "Ghé về bến cũ";
  const { id } = await site.songNamed(first);
  const counted: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().method() === "POST") counted.push(`${response.status()} ${pathname}`);
  });
  const press = (label: string, title: string) =>
    card(page, title)
      .getByRole("button", { name: `${label}: ${title}` })
      .click();
  await open(page, "/songs");
  await press("Phát", first);
  await expect(card(page, first)).toContainText("Đang phát...");
  await expectSound(page);
  await expect(dock(page)).toContainText(first);
  await press("Tạm dừng", first);
  await expect.poll(() => isPaused(page)).toBe(true);
  const pausedAt = await position(page);
  await press("Phát", first);
  await expectSound(page);
  expect(await position(page)).toBeGreaterThan(pausedAt);
  const play = `200 /api/songs/${id}/play`;
  await expect.poll(() => counted).toEqual([play]);

  await press("Phát", second);
  await expect(page.getByText("Đang phát...")).toHaveCount(1);
  await expect(dock(page)).toContainText(second);
  await expectSound(page);
  await card(page, first).getByRole("link", { name: first, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
  await expect.poll(() => isPaused(page)).toBe(true);
  expect(counted.filter((line) => line === play)).toHaveLength(1);
});

test("a login in another tab unlocks premium songs, in the list and on a song's page", async ({
  page,
  context,
  site,
}) => {
  const premium = "Gửi người ở lại";
  const firstLine = "Em đi khi phố chưa lên đèn";
  const { id } = await site.songNamed(premium);
  await open(page, "/songs?q=gui%20nguoi");
  const lock = card(page, premium).getByRole("button", { name: `Bài Premium, mở khóa: ${premium}` });
  await expect(lock).toBeVisible();
  const songPage = await context.newPage();
  await open(songPage, `/songs/${id}`);
  await expect(songPage.getByText(firstLine)).toHaveCount(0);

  const other = await context.newPage();
  await storeToken(other, (await site.makeUser({ premium: true })).token);
  await expect(card(page, premium)).toContainText(firstLine);
  await expect(lock).toHaveCount(0);
  await expect(songPage.getByText(firstLine)).toBeVisible();
  await other.evaluate(() => localStorage.removeItem("userToken"));
  await expect(lock).toBeVisible();
});
