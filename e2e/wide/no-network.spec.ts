/** Moments without network, two tabs, and a tab that is older than the site: nothing that is open is lost, and what was pressed goes on. */
import type { Page } from "@playwright/test";
import type { PremiumPackage } from "../../src/contract/premium-packages.ts";
import { openOffice } from "../support/office.ts";
import { expect, open, ready, test } from "../support/test.ts";

const dock = (page: Page) => page.getByRole("region", { name: "Trình phát nhạc" });
const full = (page: Page) => page.getByRole("dialog", { name: "Bài đang nghe" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const link = (page: Page, to: string) => page.locator(`a[href="${to}"]:visible`).first();
const position = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const isPaused = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused ?? true);
const lost = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load|net::|could not be loaded/;

async function expectSound(page: Page): Promise<void> {
  const from = await position(page);
  await expect.poll(() => position(page), { message: "the song goes on" }).toBeGreaterThan(from + 0.2);
}

const playAll = (page: Page) => page.getByRole("button", { name: /^Phát tất cả/ }).click();

test.describe("without network", () => {
  test.beforeEach(({ expectErrors }) => expectErrors(lost));

  test("a list waits at its next song and blames none", async ({ page, context }) => {
    await open(page, "/songs");
    await playAll(page);
    await expectSound(page);
    await context.setOffline(true);
    await dock(page).getByRole("button", { name: "Phát bài kế tiếp" }).click();
    await expect(page.getByText("Mất kết nối. Nhạc phát tiếp khi có mạng trở lại.")).toBeVisible();
    await expect(dock(page)).toContainText("· 2/");
    await context.setOffline(false);
    await expect.poll(() => isPaused(page)).toBe(false);
    await expectSound(page);
    await expect(dock(page)).toContainText("· 2/");
  });

  test("a link waits, also one that was only pointed at, and is followed once the network is back", async ({
    page,
    context,
  }) => {
    await open(page, "/songs");
    await context.setOffline(true);
    await link(page, "/premium").hover();
    await link(page, "/categories").click();
    await expect(page.getByText("Mất kết nối. Trang mở ra khi có mạng trở lại.")).toBeVisible();
    await expect(heading(page)).toHaveText("Thư viện bài hát");
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/categories$/);
    await expect(heading(page)).toHaveText("Chọn thể loại");
    await expect(page.getByText("Mất kết nối")).toHaveCount(0);
  });

  test("the way back waits for code that the document has not loaded", async ({ page, context }) => {
    await open(page, "/categories");
    await link(page, "/songs").click();
    await expect(heading(page)).toHaveText("Thư viện bài hát");
    await page.reload();
    await ready(page);
    await context.setOffline(true);
    await page.evaluate(() => window.history.back());
    await expect(page.getByText("Mất kết nối. Trang mở ra khi có mạng trở lại.")).toBeVisible();
    await expect(heading(page)).toHaveText("Thư viện bài hát");
    await context.setOffline(false);
    await expect(heading(page)).toHaveText("Chọn thể loại");
  });

  test("a back office stays, and opens its next screen once the network is back", async ({ page, context, site }) => {
    // Fetched ahead, the code would be there.
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await openOffice(page, site, "/admin/songs");
    await context.setOffline(true);
    await link(page, "/admin/genres").click();
    await expect(page.getByText("Mất kết nối. Trang mở ra khi có mạng trở lại.")).toBeVisible();
    await expect(heading(page)).toHaveText("Bài hát");
    await context.setOffline(false);
    await expect(page).toHaveURL(/\/admin\/genres$/);
    await expect(heading(page)).toHaveText("Thể loại");
  });

  test("a back office has the code of its screens before they are opened", async ({ page, context, site }) => {
    await openOffice(page, site, "/admin/songs");
    await page.waitForFunction(() => "admin/config/screen" in Reflect.get(window, "__reactRouterRouteModules"));
    await context.setOffline(true);
    await link(page, "/admin/config").click();
    await expect(heading(page)).toHaveText("Cấu hình");
  });
});

test("a tab whose code is gone opens the page that it was told to, and its list goes on there", async ({
  page,
  expectErrors,
}) => {
  expectErrors(/404|Failed to load|Failed to fetch/);
  await open(page, "/songs");
  await playAll(page);
  await dock(page).getByRole("button", { name: "Phát bài kế tiếp" }).click();
  await expect(dock(page)).toContainText("· 2/");
  await dock(page)
    .getByRole("slider", { name: /^Vị trí phát/ })
    .press("PageUp");
  await expectSound(page);
  const left = await position(page);
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
  // A document of the new version has its code.
  await page.route("**/categories", async (route) => {
    await page.unroute("**/assets/*.js");
    await route.continue();
  });
  await link(page, "/categories").click();
  await expect(page).toHaveURL(/\/categories$/);
  await expect(heading(page)).toHaveText("Chọn thể loại");
  await expect(dock(page)).toContainText("· 2/");
  await expect.poll(() => position(page)).toBeGreaterThanOrEqual(left);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the full player that can't be had is opened by the next press", async ({ page, expectErrors }) => {
    expectErrors(lost);
    await page.route("**/assets/full-player-*.js", (route) => route.abort());
    await open(page, "/songs");
    await page.getByRole("button", { name: /^Phát tất cả/ }).tap();
    const opener = dock(page).getByRole("button", { name: /^Mở trình phát: / });
    await opener.tap();
    await expect(page.getByText("Mất kết nối. Bạn bấm lại khi có mạng nhé.")).toBeVisible();
    await expectSound(page);
    await page.unroute("**/assets/full-player-*.js");
    await opener.tap();
    await expect(full(page)).toBeVisible();
  });
});

test.describe("an order", () => {
  test.use({ catalogue: "own:premium" });

  test("is not sent before the steps that follow are there", async ({ page, site, expectErrors }) => {
    expectErrors(lost);
    const json = { name: "Gói năm", price: 399_000, duration_days: 365, sort_order: 1, is_lifetime: false };
    await site.api<PremiumPackage>("POST /api/admin/premium-packages", { token: await site.asAdmin(), json });
    const late = /\/assets\/(?:receiver|payment-step)-[^/]*\.js/;
    await page.route(late, (route) => route.abort());
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/premium-orders")) sent++;
    });
    await open(page, "/premium");
    await page.getByRole("button", { name: "Chọn gói này: Gói năm" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Họ và tên").fill("Nguyễn Thị Lan");
    await dialog.getByLabel("Số điện thoại").fill("0901 234 567");
    await dialog.getByLabel("Email", { exact: true }).fill("lan@example.com");
    const order = dialog.getByRole("button", { name: "Đặt mua" });
    await order.click();
    await expect(dialog.getByRole("alert")).toContainText("Không kết nối được với máy chủ");
    expect(sent).toBe(0);
    await page.unroute(late);
    await order.click();
    await expect(dialog.getByRole("heading", { level: 2 })).toHaveText("Premium vào tài khoản nào?");
    expect(sent).toBe(1);
  });
});

test("the newest of two tabs plays", async ({ page, context }) => {
  await open(page, "/songs");
  await playAll(page);
  await expectSound(page);
  const other = await context.newPage();
  await open(other, "/songs");
  await playAll(other);
  await expectSound(other);
  await expect.poll(() => isPaused(page)).toBe(true);
});

test("the system shows the drawn cover of a song", async ({ page }) => {
  await open(page, "/songs");
  await playAll(page);
  const picture = () => page.evaluate(() => navigator.mediaSession.metadata?.artwork.at(0)?.src.slice(0, 22));
  await expect.poll(picture).toBe("data:image/png;base64,");
});
