/** Public pages on a phone, with the longest names that the contract allows. */
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { renderRoute } from "#test/component/render.tsx";
import { aPackage, selling } from "#test/component/sales.ts";
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
    "GET /api/premium-packages": selling(aPackage()),
  });
  await page.viewport(390, 664);
});

/** Sets the size of all text, as a reader's browser does. */
function enlargeText(): void {
  document.documentElement.style.fontSize = "200%";
  onTestFinished(() => {
    document.documentElement.style.removeProperty("font-size");
  });
}

const excessWidth = () => document.documentElement.scrollWidth - window.innerWidth;
const linesOf = (element: Element) =>
  Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));

test("a library with genre names of 100 letters is as wide as a phone", async () => {
  await renderRoute(libraryPage, { path: "/songs" });
  await expect.element(page.getByRole("article")).toBeVisible();
  expect(excessWidth()).toBe(0);
});

test("a card cuts title and author, and holds both in full", async () => {
  const title = "Một cái tên bài hát thật dài ".repeat(7).slice(0, 200).trim();
  const artist = "Nhóm nhạc rất đông người ".repeat(4).trim();
  stubApi({
    "GET /api/songs": [{ ...song, title, artist }],
    "GET /api/songs/count": { total: 1 },
    "GET /api/categories": [],
    "GET /api/premium-packages": selling(),
  });
  await renderRoute(libraryPage, { path: "/songs" });
  const heading = page.getByRole("heading", { level: 3 });
  const author = page.getByText(`Tác giả: ${artist}`);
  await expect.element(heading).toHaveAttribute("title", title);
  await expect.element(author).toHaveAttribute("title", artist);
  for (const width of [320, 390, 768, 1280]) {
    await page.viewport(width, 664);
    expect(linesOf(heading.element()), `${width} px`).toBe(2);
    expect(linesOf(author.element()), `${width} px`).toBe(1);
  }
});

test.for([320, 390])("a library with text of 200 %% is as wide as a phone of %i px", async (width) => {
  await page.viewport(width, 664);
  enlargeText();
  await renderRoute(libraryPage, { path: "/songs" });
  const card = page.getByRole("article");
  await expect.element(card).toBeVisible();
  expect(excessWidth()).toBe(0);
  // Text stands below the cover, where it has the card's width.
  const heading = card.getByRole("heading").element().getBoundingClientRect();
  expect(heading.width).toBeGreaterThan(0.6 * card.element().getBoundingClientRect().width);
});

test("a song page with genre names of 100 letters is as wide as a phone, and shows play at once", async () => {
  await renderRoute(songPage, { path: "/songs/:id", at: "/songs/7" });
  const player = page.getByRole("region", { name: "Trình phát" });
  await expect.element(player).toBeVisible();
  expect(excessWidth()).toBe(0);
  expect(player.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(664);
});
