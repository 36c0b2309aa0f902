import type { Page } from "@playwright/test";
import type { CategoryWithCount } from "../../src/contract/catalogue.ts";
import { ApiError } from "../../src/contract/errors.ts";
import { builtPage } from "../support/built-page.ts";
import { expect, open, test } from "../support/test.ts";

const address = "/categories";
const failed = "Không thể tải danh sách thể loại. Vui lòng thử lại sau.";

const genres = (page: Page) => page.getByRole("main").getByRole("listitem");

/** Follows the menu from the library, so that the browser itself asks for the genres. */
async function follow(page: Page): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Chính" });
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Chọn thể loại" }).click();
  await expect(page).toHaveURL(/\/categories$/);
}

test("genres link to their songs, and the page has breadcrumbs for search engines", async ({ page, site }) => {
  const all = await site.api<CategoryWithCount[]>("GET /api/categories/with-song-count");
  const expected = all.map(({ name, description, song_count }) => `${name}${description}${song_count} bài hát`);
  await open(page, address);
  await expect(genres(page)).toHaveText(expected);
  await expect(page).toHaveTitle("Chọn thể loại · Ngân Nga");
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}/categories`);
  const block = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(block ?? "")).toMatchObject({
    "@type": "BreadcrumbList",
    itemListElement: [{ item: `${site.origin}/` }, { position: 2, item: `${site.origin}/categories` }],
  });

  const { id, song_count } = all.find(({ name }) => name === "Dân ca") ?? { id: 0, song_count: 0 };
  await genres(page).getByRole("link", { name: "Dân ca" }).click();
  await expect(page).toHaveURL(`${site.origin}/songs?category=${id}`);
  await expect(page.getByText(`trong tổng số ${song_count} bài hát`)).toBeVisible();
  await expect(page.getByLabel("Thể loại").locator("option:checked")).toHaveText("Dân ca");
  await follow(page);
  await expect(genres(page)).toHaveText(expected);
});

test("a failed list shows the error state, whose retry loads the page again", async ({ page, expectErrors }) => {
  expectErrors(/500/);
  const call = "**/api/categories/with-song-count*";
  await open(page, "/songs");
  await page.route(call, (route) => route.fulfill({ status: 500, body: "" }));
  await follow(page);
  await expect(page.getByRole("alert").getByRole("heading")).toHaveText(failed);
  const reloaded = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.getByRole("button", { name: "Thử lại" }).click();
  expect(new URL((await reloaded).url()).pathname).toBe(address);
  await expect(genres(page).first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("menu, footer and the 404 page link to the genres", async ({ page, expectErrors }) => {
  expectErrors(/404/);
  await open(page, "/songs");
  await follow(page);
  await expect(page.getByRole("navigation", { name: "Chính" }).locator("summary")).toHaveAttribute(
    "aria-current",
    "true",
  );
  await open(page, "/songs");
  await page.getByRole("contentinfo").getByRole("link", { name: "Thể loại" }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await open(page, "/khong-co-trang-nay");
  await page.getByRole("main").getByRole("link", { name: "Chọn thể loại" }).click();
  await expect(page).toHaveURL(/\/categories$/);
});

test("the server draws the covers of the first cards, and renders the error state for a failed list", async () => {
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
  expect(html.match(/Thể loại \d+<\/a>/g)).toHaveLength(100);
  expect(html.match(/<svg [^>]*data-palette/g)).toHaveLength(12);
  for (const error of [new ApiError("unavailable"), new TypeError("boom")]) {
    const page = await builtPage(address, () => {
      throw error;
    });
    expect(page.status).toBeGreaterThanOrEqual(500);
    expect(page.cacheable).toBe(false);
    expect(page.html).toContain(failed);
    expect(page.html).not.toContain("boom");
    expect(page.reported).toContain(error);
  }
});
