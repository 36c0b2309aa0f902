/** The home page of a site that has little or nothing yet, and of a server whose calls fail. */
import { type BuiltPage, builtPage } from "./support/built-page.ts";
import type { Site } from "./support/site.ts";
import { expect, open, test } from "./support/test.ts";

test.use({ catalogue: "own:home-empty" });
test.describe.configure({ mode: "serial" });

const always = ["Một bài hát viết riêng cho bạn", "Người nghe kể lại"];

test("sections with nothing to show are left out", async ({ page }) => {
  await open(page, "/");
  await expect(page.locator("main h2")).toHaveText(always);
  await page.getByRole("banner").getByRole("link", { name: "Ngân Nga" }).click();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  await expect(page.locator("main h2")).toHaveText(always);
});

test("they come with the first that belongs there, and only what is active", async ({ page, site }) => {
  await site.addCategory({ name: "Ẩn đi", is_featured: true, is_active: false });
  await site.addCategory({ name: "Tiếng Pháp ẩn", category_type: "educational", is_active: false });
  await site.addCategory({ name: "Không nổi bật" });
  await open(page, "/");
  await expect(page.locator("main h2")).toHaveText(always);
  await site.addCategory({ name: "Bolero", is_featured: true });
  const topic = await site.addCategory({ name: "Từ vựng mỗi ngày", category_type: "educational" });
  await page.reload();
  await expect(page.locator("main h2")).toHaveText(["Thể loại nổi bật", "Học ngoại ngữ qua âm nhạc", ...always]);
  await expect(page.locator(".genre")).toHaveCount(1);
  await expect(page.locator(".genre")).toContainText("0 bài hát");
  const topics = page.locator(".topics li");
  await expect(topics).toHaveCount(1);
  await expect(topics.locator("strong"), "a language it does not know stands by its own name").toHaveText(topic.name);
  await expect(topics.getByRole("link")).toHaveAttribute("href", `/songs?category=${topic.id}`);

  const audio_url = await site.uploadAudio("mua-tren-mai-ton.mp3");
  await site.addSong({ title: "Bài đầu tiên", category_ids: [topic.id], audio_url });
  await page.reload();
  await expect(page.locator(".latest .slide")).toHaveCount(1);
  await expect(page.locator("main h2").nth(0)).toHaveText("Bài hát mới nhất");
  await expect(topics).toContainText("1 bài hát");
  await expect(page.getByRole("heading", { name: "Bài hát nổi bật" })).toHaveCount(0);
});

test("an administrator sees home as the public does", async ({ page, site }) => {
  await site.addCategory({ name: "Dân ca", is_featured: true });
  await site.addCategory({ name: "Dân ca ẩn", is_featured: true, is_active: false });
  await site.addCategory({ name: "Tiếng Anh", category_type: "educational" });
  await site.addCategory({ name: "Tiếng Anh ẩn", category_type: "educational", is_active: false });
  await open(page, "/");
  const genres = await page.locator(".genre").allTextContents();
  const topics = await page.locator(".topics li").allTextContents();
  expect(genres.join()).toContain("Dân ca");
  expect([...genres, ...topics].join()).not.toContain("ẩn");
  await page.evaluate((token) => localStorage.setItem("adminToken", token), await site.asAdmin());
  await open(page, "/songs");
  await page.getByRole("banner").getByRole("link", { name: "Ngân Nga" }).click();
  await expect(page.locator(".genre")).toHaveText(genres);
  await expect(page.locator(".topics li")).toHaveText(topics);
});

/** The page as the server makes it when the calls that match fail. */
function homeOf(site: Site, failing: RegExp): Promise<BuiltPage> {
  return builtPage("/", (key, { query = {} }) => {
    const address = `${key}?${new URLSearchParams(query as Record<string, string>)}`;
    if (failing.test(address)) throw new Error(address);
    return site.api(address);
  });
}

test("a page that lacks a call's data is whole but for it, reported once and never kept", async ({ site }) => {
  const whole = await homeOf(site, /nothing/);
  expect(whole).toMatchObject({ status: 200, kept: true });
  expect(whole.html).toContain("299.000");
  expect(whole.reported).toEqual([]);
  for (const [failing, missing] of [
    [/limit=8/, 'class="latest'],
    [/featured=true&limit=12/, "Bài hát nổi bật"],
    [/categories\?featured/, "Thể loại nổi bật"],
    [/with-song-count/, "Học ngoại ngữ qua âm nhạc"],
    [/pricing/, "299.000"],
  ] as const) {
    const { status, kept, html, reported } = await homeOf(site, failing);
    expect({ status, kept }, missing).toEqual({ status: 200, kept: false });
    expect(html).not.toContain(missing);
    expect(html).toContain("Người nghe kể lại");
    expect(reported, missing).toHaveLength(1);
  }
});
