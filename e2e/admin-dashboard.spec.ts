/** The dashboard: counters, ways on, what was done, the last 30 days, the songs heard most. */
import type { Page } from "@playwright/test";
import type { Category, Song } from "../src/contract/catalogue.ts";
import type { DashboardStats } from "../src/contract/dashboard.ts";
import { admin } from "./support/site.ts";
import { expect, keepToken, open, test } from "./support/test.ts";

test.use({ catalogue: "own:admin-dashboard" });
test.describe.configure({ mode: "serial" });

const statsCall = "**/api/admin/dashboard/stats";
const counters = (page: Page) => page.locator(".stat dd");
const chart = (page: Page, noun: string) => page.getByRole("img", { name: new RegExp(`${noun} trong 30 ngày qua`) });

test.beforeEach(async ({ page, site }) => {
  await keepToken(page, await site.asAdmin(), "admin");
});

test("an empty site says so everywhere", async ({ page }) => {
  await page.goto("/admin/dashboard");
  await expect(counters(page)).toHaveText(["0", "0", "0", "0"]);
  await expect(page.getByText("Chưa có lượt nghe nào trong 30 ngày qua.")).toBeVisible();
  await expect(page.getByText("Chưa có người dùng mới nào trong 30 ngày qua.")).toBeVisible();
  await expect(page.getByText("Chưa có bài hát nào được nghe.")).toBeVisible();
  await expect(page.locator("canvas")).toHaveCount(0);
});

test("what is done and heard appears, with its links", async ({ page, site }) => {
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
  await expect(chart(page, "1 người dùng mới")).toBeVisible();
  const lines = page.locator(".activity li");
  await expect(lines.nth(0)).toContainText(`Quản trị viên ${admin.email} đã sửa thể loại “Dân ca”`);
  await expect(lines.nth(1)).toContainText("đã thêm bài hát “Mưa hạ & nắng”");
  await expect(lines.nth(2)).toContainText("đã xóa thể loại “Nhạc xưa”");
  await expect(lines.nth(2).getByRole("link")).toHaveCount(0);
  await expect(lines.nth(0).locator("time")).toHaveText(/^vừa xong · \d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  // Of a thing that has another name by now the old one is told, and leads to it all the same.
  await expect(lines.nth(4).getByRole("link", { name: "Trữ tình" })).toHaveAttribute("href", "/admin/genres");
  await expect(lines.nth(1).getByRole("link")).toHaveAttribute(
    "href",
    "/admin/songs?q=M%C6%B0a+h%E1%BA%A1+%26+n%E1%BA%AFng",
  );
  const top = page.locator(".top-songs li");
  await expect(top).toHaveCount(1);
  await expect(top).toContainText("Hoài An");
  await expect(top).toContainText("1 lượt");
  await expect(top.getByRole("link", { name: "Mưa hạ & nắng" })).toBeVisible();
  await lines.nth(0).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thể loại");
});

test("the numbers of each day can be read without seeing", async ({ page }) => {
  await page.goto("/admin/dashboard");
  const summary = page.locator("summary").filter({ hasText: "Xem số liệu từng ngày" });
  await summary.focus();
  await page.keyboard.press("Enter");
  const rows = page.getByRole("table", { name: /từng ngày trong 30 ngày qua/ }).getByRole("row");
  await expect(rows).toHaveCount(31);
  await expect(rows.nth(1).getByRole("cell")).toHaveText(["1", "1"]);
  await expect(rows.nth(2).getByRole("cell")).toHaveText(["0", "0"]);
});

test("pointing at a day tells its number", async ({ page }) => {
  await page.goto("/admin/dashboard");
  const plays = page.getByRole("region", { name: "Lượt nghe 30 ngày qua" });
  await expect(plays).toContainText("1 lượt nghe");
  const box = await plays.locator(".u-over").boundingBox();
  if (!box) throw new Error("The chart is not drawn.");
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await expect(plays).toContainText(/\d\d\/\d\d: 0 lượt nghe/);
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2);
  await expect(plays).toContainText(/\d\d\/\d\d: 1 lượt nghe/);
  await page.mouse.move(0, 0);
  await expect(plays).not.toContainText(":");
});

/** How much of the chart's line is of the theme's colour. */
const inkOf = (page: Page) =>
  page
    .locator(".chart canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const probe = document.createElement("canvas").getContext("2d");
      const context = canvas.getContext("2d");
      if (!probe || !context) return 0;
      probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
      probe.fillRect(0, 0, 1, 1);
      const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let same = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) same += 1;
      }
      return same;
    });

test("the charts follow the theme and the window", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/admin/dashboard");
  await expect.poll(() => inkOf(page)).toBeGreaterThan(20);
  await page.getByRole("button", { name: "Đổi giao diện sáng hoặc tối" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect.poll(() => inkOf(page)).toBeGreaterThan(20);
  await expect(page.locator(".chart canvas")).toHaveCount(2);
  for (const width of [1280, 390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    const fits = () =>
      page
        .locator(".chart")
        .evaluateAll((charts) =>
          charts.every((each) => Math.abs((each.querySelector("canvas")?.clientWidth ?? 0) - each.clientWidth) < 2),
        );
    await expect.poll(fits, `${width} px`).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("the buttons lead to the screens there are, in their order", async ({ page }) => {
  await page.goto("/admin/dashboard");
  const quick = page.getByRole("navigation", { name: "Thao tác nhanh" });
  await expect(quick).toBeVisible();
  const order = ["Bài hát", "Thể loại", "Yêu cầu sáng tác", "Nhân viên", "Liên hệ hỗ trợ", "Cấu hình"];
  const shown = await quick.getByRole("link").allTextContents();
  expect(shown).toEqual(order.filter((label) => shown.includes(label)));
  expect(shown).toContain("Thể loại");
  await quick.getByRole("link", { name: "Thể loại" }).click();
  await expect(page).toHaveURL(/\/admin\/genres$/);
});

test("when it can't be loaded all counters are zero, and it can be tried again", async ({ page, expectTrouble }) => {
  expectTrouble(/500/);
  await page.route(statsCall, (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("alert")).toContainText("Không thể tải số liệu tổng quan");
  await expect(counters(page)).toHaveText(["0", "0", "0", "0"]);
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await page.unroute(statsCall);
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect(counters(page)).toHaveText(["1", "1", "0", "1"]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("nothing moves when it has come", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(statsCall, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/admin/dashboard");
  await expect(page.locator(".panel-skeleton").first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const places = () =>
    page.evaluate(() =>
      [".stats", ".quick", ".dashboard__charts > :nth-child(1)", ".dashboard__numbers", ".dashboard__activity"].map(
        (selector) => Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? -1),
      ),
    );
  const before = await places();
  answer();
  await expect(page.locator(".activity li").first()).toBeVisible();
  expect(await places()).toEqual(before);
});

test("comes back fresh after a change elsewhere in the back office", async ({ page, site }) => {
  await page.goto("/admin/dashboard");
  await expect(counters(page).nth(1)).toHaveText("1");
  await page.getByRole("complementary").getByRole("link", { name: "Thể loại" }).click();
  await page.getByRole("button", { name: "Thêm thể loại" }).click();
  await page.getByLabel("Tên thể loại").fill("Bolero");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByRole("heading", { name: "Bolero" })).toBeVisible();
  await page.goBack();
  await expect(counters(page).nth(1)).toHaveText("2");
  await expect(page.locator(".activity li").first()).toContainText("đã thêm thể loại “Bolero”");
  const stats = await site.api<DashboardStats>("GET /api/admin/dashboard/stats", { token: await site.asAdmin() });
  expect(stats.total_categories).toBe(2);
});

test("many songs changed at once are one line that leads to the songs", async ({ page, site }) => {
  const token = await site.asAdmin();
  const { id: genre } = await site.categoryNamed("Bolero");
  const fields = { category_ids: [genre], audio_url: "https://nghe.example/b.mp3" };
  const ids = [];
  for (const title of ["Một", "Hai"]) ids.push((await site.addSong({ ...fields, title })).id);
  await site.api("POST /api/admin/songs/bulk", { token, json: { ids, action: "deactivate" } });
  await page.goto("/admin/dashboard");
  const line = page.locator(".activity li").first();
  await expect(line).toContainText(`Quản trị viên ${admin.email} đã tạm ẩn 2 bài hát: Một, Hai`);
  await line.getByRole("link").click();
  await expect(page).toHaveURL(/\/admin\/songs$/);
});

test("when it can't be loaded again the counters are zero too, not what they were", async ({ page, expectTrouble }) => {
  expectTrouble(/500/);
  await page.goto("/admin/dashboard");
  await expect(counters(page).nth(1)).toHaveText("2");
  await page.getByRole("complementary").getByRole("link", { name: "Thể loại" }).click();
  await page.route(statsCall, (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Thêm thể loại" }).click();
  await page.getByLabel("Tên thể loại").fill("Ca trù");
  await page.getByRole("button", { name: "Lưu" }).click();
  await expect(page.getByRole("heading", { name: "Ca trù" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("alert")).toContainText("Không thể tải số liệu tổng quan");
  await expect(counters(page)).toHaveText(["0", "0", "0", "0"]);
  await page.unroute(statsCall);
  await page.getByRole("button", { name: "Thử lại" }).click();
  await expect(counters(page).nth(1)).toHaveText("3");
});

test("the chart's code comes with this screen only", async ({ page }) => {
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
  await page.goto("/admin/genres");
  await page.waitForLoadState("networkidle");
  expect(await has()).toBe(false);
  await page.goto("/admin/dashboard");
  await expect.poll(has).toBe(true);
});
