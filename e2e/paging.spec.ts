import type { Page } from "@playwright/test";
import type { Site } from "./support/site.ts";
import { card, expect, keepToken, open, ready, test } from "./support/test.ts";

test.use({ catalogue: "own:paging" });
// One server is filled once for the whole file.
test.describe.configure({ mode: "default" });

const total = 186;
const genres = ["Nhạc đồng quê", "Nhạc phim"] as const;

test.beforeAll(async ({ site }) => {
  // The newest comes first.
  const film = await site.addCategory({ name: genres[1] });
  const country = await site.addCategory({ name: genres[0] });
  const audio_url = await site.uploadAudio("pho-bien-thang-sau.mp3");
  for (let number = 1; number <= total; number++) {
    const category_ids = [number <= 30 ? country.id : film.id];
    await site.addSong({ title: `Bài số ${number}`, artist: null, category_ids, audio_url });
  }
  await site.addCategory({ name: "Thể loại đã ẩn", is_active: false });
  await site.addSong({ title: "Bài đã ẩn", category_ids: [film.id], audio_url, is_active: false });
});

const pager = (page: Page) => page.getByRole("navigation", { name: "Phân trang" });
const range = (page: Page) => page.getByText(/^Hiển thị/);

/** What the pager shows between its ends: `1 … 6 7 [8] 9 10 … 16`. */
function numbers(page: Page): Promise<string> {
  return pager(page).evaluate((nav) =>
    [...nav.children]
      .slice(1, -1)
      .map((item) => (item.getAttribute("aria-current") ? `[${item.textContent}]` : item.textContent))
      .join(" "),
  );
}

test("the window of five pages slides, with the first and last page and ellipses", async ({ page }) => {
  await open(page, "/songs");
  await expect(range(page)).toHaveText("Hiển thị 1 - 12 trong tổng số 186 bài hát");
  await expect.poll(() => numbers(page)).toBe("[1] 2 3 4 5 … 16");
  for (const [press, shown, text] of [
    ["Trang 5", "1 … 3 4 [5] 6 7 … 16", "Hiển thị 49 - 60"],
    ["Trang 7", "1 … 5 6 [7] 8 9 … 16", "Hiển thị 73 - 84"],
    ["Sau", "1 … 6 7 [8] 9 10 … 16", "Hiển thị 85 - 96"],
    ["Trang 16", "1 … 12 13 14 15 [16]", "Hiển thị 181 - 186"],
    ["Trước", "1 … 12 13 14 [15] 16", "Hiển thị 169 - 180"],
    ["Trang 1", "[1] 2 3 4 5 … 16", "Hiển thị 1 - 12"],
  ] as const) {
    await pager(page).getByRole("link", { name: press, exact: true }).click();
    await expect(range(page)).toContainText(text);
    await expect.poll(() => numbers(page)).toBe(shown);
  }
});

test("previous is disabled on the first page, next on the last", async ({ page }) => {
  await open(page, "/songs");
  const previous = pager(page).getByRole("link", { name: "Trước" });
  const next = pager(page).getByRole("link", { name: "Sau" });
  await expect(previous).toBeDisabled();
  await expect(next).toBeEnabled();
  await open(page, "/songs?page=16");
  await expect(card(page, "Bài số 1")).toBeVisible();
  await expect(previous).toBeEnabled();
  await expect(next).toBeDisabled();
  await expect(page).toHaveURL(/page=16$/);
});

test("a page past the end becomes the last", async ({ page }) => {
  await open(page, "/songs?page=900");
  await expect(range(page)).toHaveText("Hiển thị 181 - 186 trong tổng số 186 bài hát");
  await expect(pager(page).locator("[aria-current=page]")).toHaveText("16");
});

test("turning a page asks for its songs and scrolls smoothly to the top", async ({ page }) => {
  await page.addInitScript(() => {
    const scrolls: unknown[] = [];
    Object.assign(window, { scrolls });
    const scrollTo = window.scrollTo.bind(window) as (options: ScrollToOptions) => void;
    window.scrollTo = (options) => {
      scrolls.push(options);
      scrollTo(options as unknown as ScrollToOptions);
    };
  });
  const scrolls = () => page.evaluate(() => (window as unknown as { scrolls: unknown[] }).scrolls);
  await open(page, "/songs");
  const asked = page.waitForRequest(/\/api\/songs\?skip=24&limit=12$/);
  await pager(page).getByRole("link", { name: "Trang 3" }).click();
  await asked;
  await expect(range(page)).toContainText("Hiển thị 25 - 36");
  await expect.poll(scrolls).toContainEqual({ top: 0, behavior: "smooth" });
  expect(await scrolls()).not.toContainEqual({ top: 0, behavior: "instant" });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await pager(page).getByRole("link", { name: "Sau" }).click();
  await expect(range(page)).toContainText("Hiển thị 37 - 48");
  await expect.poll(scrolls).toContainEqual({ top: 0, behavior: "instant" });
});

test("page sizes are 8, 12, 24 and 48, and choosing one leads to the first page", async ({ page }) => {
  await open(page, "/songs?page=4");
  const size = page.getByLabel("Số bài mỗi trang");
  await expect(size).toHaveValue("12");
  await expect(size.locator("option")).toHaveText(["8 bài", "12 bài", "24 bài", "48 bài"]);
  for (const count of [8, 24, 48, 12]) {
    await size.selectOption(String(count));
    await expect(range(page)).toHaveText(`Hiển thị 1 - ${count} trong tổng số 186 bài hát`);
    await expect(page.getByRole("article")).toHaveCount(count);
  }
});

test("a genre filters, leads to the first page and stands in the address", async ({ page }) => {
  await open(page, "/songs?page=3");
  const genre = page.getByLabel("Thể loại");
  await expect(genre.locator("option")).toHaveText(["Tất cả thể loại", ...genres]);
  await genre.selectOption("Nhạc đồng quê");
  await expect(range(page)).toHaveText("Hiển thị 1 - 12 trong tổng số 30 bài hát");
  await expect(page).toHaveURL(/\/songs\?category=\d+$/);
  await page.reload();
  await ready(page);
  await expect(range(page)).toHaveText("Hiển thị 1 - 12 trong tổng số 30 bài hát");
  await expect(genre.locator("option:checked")).toHaveText("Nhạc đồng quê");
  await genre.selectOption("Tất cả thể loại");
  await expect(range(page)).toContainText("trong tổng số 186");
  await expect(page).toHaveURL(/\/songs$/);
});

test("choices in the library replace the history entry: back leaves it", async ({ page, site }) => {
  await open(page, "/");
  await page.getByRole("link", { name: "Nghe ngay" }).first().click();
  await expect(range(page)).toBeVisible();
  const entries = await page.evaluate(() => history.length);
  await page.getByLabel("Thể loại").selectOption("Nhạc phim");
  await expect(page).toHaveURL(/category=/);
  await pager(page).getByRole("link", { name: "Sau" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByLabel("Tìm bài hát").fill("so 4");
  await expect(page).toHaveURL(/q=so/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await expect(page).toHaveURL(`${site.origin}/`);
});

test("back from a song returns to the page that was left", async ({ page }) => {
  await open(page, "/songs?page=3");
  await card(page, "Bài số 160").getByRole("link", { name: "Bài số 160", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bài số 160");
  await page.goBack();
  await expect(range(page)).toContainText("Hiển thị 25 - 36");
  await expect(card(page, "Bài số 160")).toBeVisible();
});

test("hidden songs and genres stay hidden, also with an administrator's token", async ({ page, site }) => {
  const expectPublicOnly = async () => {
    await expect(card(page, "Bài số 186")).toBeVisible();
    await expect(card(page, "Bài đã ẩn")).toHaveCount(0);
    await expect(page.getByLabel("Thể loại").locator("option")).toHaveText(["Tất cả thể loại", ...genres]);
  };
  await open(page, "/songs");
  await expectPublicOnly();
  await keepToken(page, await site.asAdmin(), "admin");
  await open(page, "/songs");
  const asAdmin = page.waitForRequest(
    (request) => request.url().includes("/api/songs?") && request.headers().authorization !== undefined,
  );
  await page.getByLabel("Số bài mỗi trang").selectOption("24");
  await asAdmin;
  await expect(page).toHaveURL(/size=24/);
  await expect(page.getByRole("article")).not.toHaveCount(12);
  await expectPublicOnly();
  await expect(page.getByRole("link", { name: "Đăng nhập" }).first()).toBeVisible();
});

test("a new song of the administrator is there with the next visit", async ({ page, site }) => {
  await open(page, "/songs");
  await expect(card(page, "Bài số 186")).toBeVisible();
  const [category_ids, audio_url] = await firstSong(site);
  const song = await site.addSong({ title: "Vừa đăng xong", category_ids, audio_url });
  await page.reload();
  await expect(card(page, "Vừa đăng xong")).toBeVisible();
  await expect(range(page)).toContainText("187");
  await site.api(`DELETE /api/songs/${song.id}`, { token: await site.asAdmin() });
  await page.reload();
  await expect(range(page)).toContainText("186");
});

async function firstSong(site: Site): Promise<[number[], string]> {
  const { category_ids, audio_url } = await site.songNamed("Bài số 1");
  return [category_ids, audio_url ?? ""];
}

test("the library is sent with the drawings of the cards it may open with, and draws the others", async ({
  page,
  site,
}) => {
  const sent = await (await fetch(`${site.origin}/songs`)).text();
  const cards = sent.match(/<article class="song"/g)?.length ?? 0;
  const withImage = sent.match(/class="cover__image"/g)?.length ?? 0;
  expect(cards).toBeGreaterThan(8);
  expect(withImage).toBe(0);
  expect(sent.match(/<svg [^>]*data-palette/g)).toHaveLength(8);
  await open(page, "/songs");
  await expect(page.locator(".songs .cover svg")).toHaveCount(cards);
});
