/** The dashboard: counters, links, activity, the last 30 days, the most played songs. */
import type { Page } from "@playwright/test";
import type { BulkJob } from "../../src/contract/bulk.ts";
import type { Category, Song } from "../../src/contract/catalogue.ts";
import type { DashboardStats } from "../../src/contract/dashboard.ts";
import { admin } from "../support/site.ts";
import { expect, open, storeToken, test } from "../support/test.ts";

test.use({ catalogue: "own:admin-dashboard" });
test.describe.configure({ mode: "serial" });

const counters = (page: Page) => page.getByRole("definition");
const activities = (page: Page) => page.getByRole("region", { name: "Hoạt động gần đây" }).getByRole("listitem");
const showActivities = (page: Page) => page.getByText("Hoạt động gần đây").click();
const chart = (page: Page, noun: string) => page.getByRole("img", { name: new RegExp(`${noun} trong 30 ngày qua`) });

test.beforeEach(async ({ page, site }) => {
  await storeToken(page, await site.asAdmin(), "admin");
});

test("shows activity and plays with their links", async ({ page, site }) => {
  const token = await site.asAdmin();
  const genre = await site.addCategory({ name: "Trữ tình" });
  const gone = await site.addCategory({ name: "Nhạc xưa" });
  await fetch(`${site.origin}/api/categories/${gone.id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  const song = await site.addSong({
    title: "Mưa hạ & nắng",
    artist: "Hoài An",
    category_ids: [genre.id],
    audio_url: "https://nghe.example/a.mp3",
  });
  await site.api<Category>(`PUT /api/categories/${genre.id}`, { token, json: { name: "Dân ca" } });
  await site.makeUser();
  await site.api<Song>(`POST /api/songs/${song.id}/play`);

  await page.goto("/admin/dashboard");
  await expect(counters(page)).toHaveText(["1", "1", "0", "1"]);
  await expect(chart(page, "1 lượt nghe")).toBeVisible();
  await page.getByRole("tab", { name: "Người dùng mới" }).click();
  await expect(chart(page, "1 người dùng mới")).toBeVisible();
  await showActivities(page);
  const lines = activities(page);
  await expect(lines.nth(0)).toContainText(`Quản trị viên ${admin.email} đã sửa thể loại “Dân ca”`);
  await expect(lines.nth(1)).toContainText("đã thêm bài hát “Mưa hạ & nắng”");
  await expect(lines.nth(2)).toContainText("đã xóa thể loại “Nhạc xưa”");
  await expect(lines.nth(2).getByRole("link")).toHaveCount(0);
  await expect(lines.nth(0).getByRole("time")).toHaveText(/^vừa xong · \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  // Entries of one job are a row, and keep the names of their time.
  const added = lines.nth(3).getByRole("link", { name: "đã thêm 2 thể loại: Nhạc xưa, Trữ tình" });
  await expect(added).toHaveAttribute("href", "/admin/genres");
  await expect(lines.nth(1).getByRole("link")).toHaveAttribute("href", `/admin/songs?open=${song.id}`);
  const top = page.getByRole("region", { name: "Nghe nhiều nhất 30 ngày qua" }).getByRole("listitem");
  await expect(top).toHaveCount(1);
  await expect(top).toContainText("Hoài An");
  await expect(top).toContainText("1 lượt");
  await expect(top.getByRole("link", { name: "Mưa hạ & nắng" })).toBeVisible();
  await lines.nth(0).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thể loại");
});

test("refetches after a change in another route of the back office", async ({ page, site }) => {
  await page.goto("/admin/dashboard");
  await expect(counters(page).nth(1)).toHaveText("1");
  await page.getByRole("complementary").getByRole("link", { name: "Thể loại" }).click();
  await page.getByRole("button", { name: "Thêm thể loại" }).click();
  await page.getByLabel("Tên thể loại").fill("Bolero");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByRole("heading", { name: "Bolero" })).toBeVisible();
  await page.getByRole("complementary").getByRole("link", { name: "Tổng quan" }).click();
  await expect(counters(page).nth(1)).toHaveText("2");
  await showActivities(page);
  await expect(activities(page).first()).toContainText("thể loại: Bolero, ");
  const stats = await site.api<DashboardStats>("GET /api/admin/dashboard/stats", { token: await site.asAdmin() });
  expect(stats.total_categories).toBe(2);
});

test("a bulk change is one line with a link to the songs", async ({ page, site }) => {
  const token = await site.asAdmin();
  const { id: genre } = await site.categoryNamed("Bolero");
  const fields = { category_ids: [genre], audio_url: "https://nghe.example/b.mp3" };
  const ids = [];
  for (const title of ["Một", "Hai"]) ids.push((await site.addSong({ ...fields, title })).id);
  const { id } = await site.api<BulkJob>("POST /api/admin/bulk", { token, json: { kind: "deactivate_songs", ids } });
  const state = async () => (await site.api<BulkJob>(`GET /api/admin/bulk/${id}`, { token })).state;
  await expect.poll(state).toBe("done");
  await page.goto("/admin/dashboard");
  await showActivities(page);
  const line = activities(page).first();
  await expect(line).toContainText(`Quản trị viên ${admin.email} đã sửa 2 bài hát: Hai, Một`);
  await line.getByRole("link").click();
  await expect(page).toHaveURL(/\/admin\/songs$/);
});

test("the public pages do without the chart's code", async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") loaded.push(response.url());
  });
  // Asked for once more, since a browser may have dropped a script's text by the time a test wants it.
  const has = async () => {
    for (const address of loaded) if ((await (await fetch(address)).text()).includes("u-over")) return true;
    return false;
  };
  await open(page, "/");
  await page.waitForLoadState("networkidle");
  expect(await has()).toBe(false);
  await page.goto("/admin/dashboard");
  await expect.poll(has).toBe(true);
});
