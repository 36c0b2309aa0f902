import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aCountedCategory } from "#test/component/samples.ts";
import { held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import * as genresPage from "./page.tsx";

const heading = "Chọn thể loại";
const list = "GET /api/categories/with-song-count";
const items = page.getByRole("listitem");
const open = () => renderRoute(genresPage, { path: "/categories" });
const item = (name: string) => items.filter({ has: page.getByRole("link", { name }) });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi();
});

test("a card shows name, description and number of songs, and all of it links to the songs", async () => {
  api.change({
    [list]: [
      aCountedCategory({ id: 4, name: "Dân ca", description: "Quan họ, hò Huế, lý Nam Bộ", song_count: 2 }),
      aCountedCategory({ id: 5, name: "Rock", song_count: 1 }),
    ],
  });
  const screen = await open();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Chọn thể loại");
  await expect.element(item("Dân ca")).toHaveTextContent("Dân caQuan họ, hò Huế, lý Nam Bộ2 bài hát");
  await expect.element(item("Rock")).toHaveTextContent("Rock1 bài hát");
  await item("Dân ca").click({ position: { x: 20, y: 120 } });
  await expect.poll(screen.address).toBe("/songs?category=4");
});

test("shows an empty state with a link to the library", async () => {
  api.change({ [list]: [] });
  const screen = await open();
  await expect.element(page.getByRole("heading", { name: "Chưa có thể loại nào" })).toBeVisible();
  expect(items.query()).toBeNull();
  await checkScreen({ heading });
  await page.getByRole("link", { name: "Thư viện bài hát" }).click();
  await expect.poll(screen.address).toBe("/songs");
});

test("shows the icon, or the drawn cover when the icon fails to load", async () => {
  api.change({
    [list]: [
      aCountedCategory({ id: 1, name: "Dân ca" }),
      aCountedCategory({ id: 2, name: "Rock", icon_url: "/pictures/mark.svg" }),
      aCountedCategory({ id: 3, name: "Ru con", icon_url: "/uploads/khong-co.png" }),
    ],
  });
  await open();
  await expect.element(item("Rock")).toBeVisible();
  const drawn = (name: string) => item(name).element().querySelectorAll("svg").length;
  const image = (name: string) => item(name).element().querySelector("img")?.getAttribute("src");
  await expect.poll(() => image("Ru con")).toBeUndefined();
  expect([image("Dân ca"), image("Rock")]).toEqual([undefined, "/pictures/mark.svg"]);
  await expect.poll(() => ["Dân ca", "Rock", "Ru con"].map(drawn)).toEqual([1, 0, 1]);
});

test("shows eight skeletons while loading, then all of a hundred genres", async () => {
  const late = held(Array.from({ length: 100 }, (_, id) => aCountedCategory({ id: id + 1, name: `Loại ${id + 1}` })));
  api.change({ [list]: late.answer });
  await open();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Chọn thể loại");
  const waiting = page.getByText("Đang tải thể loại");
  await expect.element(waiting).toBeInTheDocument();
  expect(waiting.element().parentElement?.childElementCount).toBe(1 + 8);
  await fits();
  late.release();
  await expect.poll(() => items.elements()).toHaveLength(100);
  await expect.element(item("Loại 100")).toBeVisible();
  expect(waiting.query()).toBeNull();
});

test("shows the error state with a retry for a list that does not come", async () => {
  api.change({ [list]: networkDown() });
  await open();
  await expect
    .element(page.getByRole("alert").getByRole("heading"))
    .toHaveTextContent("Không thể tải danh sách thể loại. Vui lòng thử lại sau.");
  await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
  expect(items.query()).toBeNull();
  await checkScreen({ heading });
});

test("long names and descriptions fit in their cards beside the covers", async () => {
  const unbroken = "Ngânnga".repeat(14);
  const words = "Những bài hát rất dài về một chuyến tàu đi từ Hà Nội qua Huế, Đà Nẵng rồi vào tận Cà Mau mùa gió";

  /** Where text leaves its card or lies over the cover, whose place is the card's picture. */
  function faults(): string[] {
    return items.elements().flatMap((each) => {
      const card = each.getBoundingClientRect();
      const cover = each.querySelector("[aria-hidden=true]")?.getBoundingClientRect();
      return [...each.querySelectorAll("h3, p")].flatMap((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right, top, bottom } = (text.tagName === "P" ? text : range).getBoundingClientRect();
        const name = text.textContent?.slice(0, 20);
        const outside = left < card.left || right > card.right || top < card.top || bottom > card.bottom;
        const isCount = /^\d+ bài hát$/.test(text.textContent ?? "");
        const over = cover && !isCount && right > cover.left && bottom > cover.top;
        return [...(outside ? [`outside: ${name}`] : []), ...(over ? [`over the cover: ${name}`] : [])];
      });
    });
  }

  api.change({
    [list]: [
      aCountedCategory({ id: 1, name: unbroken, description: "mộtchữdài".repeat(200) }),
      aCountedCategory({ id: 2, name: words, description: "Kể chuyện đường xa. ".repeat(90) }),
      aCountedCategory({ id: 3, name: "Rock" }),
    ],
  });
  await open();
  await expect.element(item(words)).toMatchTextContent("3 bài hát");
  await document.fonts.ready;
  for (const width of [1600, 1280, 768, 390, 360]) {
    await page.viewport(width, 800);
    expect(document.documentElement.scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
    expect(faults(), `${width} px`).toEqual([]);
  }
});
