/** Public pages on a phone, with the longest names that the contract allows. */
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderRoute } from "#test/component/render.tsx";
import { aCategory, aSong } from "#test/component/samples.ts";
import { counted, stubApi } from "#test/component/stub-api.ts";
import * as libraryPage from "./library/page.tsx";
import * as songPage from "./song/page.tsx";

const words = aCategory({ id: 1, name: "Nhạc cho buổi chiều mưa ".repeat(5).slice(0, 100).trim() });
const oneWord = aCategory({ id: 2, name: "Siêu".repeat(25) });
const song = aSong({ id: 7, title: "Bài hát dài hai dòng tên trên màn hình", categories: [words, oneWord] });

beforeEach(async () => {
  stubApi({
    "GET /api/songs/{id}": song,
    "GET /api/songs": [song],
    "GET /api/songs/count": { total: 1 },
    "GET /api/categories": counted([words, oneWord], 2),
  });
  await page.viewport(390, 664);
});

const excessWidth = () => document.documentElement.scrollWidth - window.innerWidth;

test("a library with genre names of 100 letters is as wide as a phone", async () => {
  await renderRoute(libraryPage, { path: "/songs" });
  await expect.element(page.getByRole("article")).toBeVisible();
  expect(excessWidth()).toBe(0);
});

test("a song page with genre names of 100 letters is as wide as a phone, and shows play at once", async () => {
  await renderRoute(songPage, { path: "/songs/:id", at: "/songs/7" });
  const player = page.getByRole("region", { name: "Trình phát" });
  await expect.element(player).toBeVisible();
  expect(excessWidth()).toBe(0);
  expect(player.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(664);
});
