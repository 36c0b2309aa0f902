import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Song } from "#contract/catalogue.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { chooseAtOnce } from "#test/component/choose.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aPackage, selling } from "#test/component/sales.ts";
import { aCategory, aLockedSong, aSong, loggedIn, loggedInAdmin } from "#test/component/samples.ts";
import {
  type Answers,
  counted,
  fails,
  hangs,
  held,
  networkDown,
  type SentRequest,
  type StubbedApi,
  stubApi,
} from "#test/component/stub-api.ts";
import { prefer, settled } from "#test/component/visitor.ts";
import { overhang } from "#test/screen.ts";
import * as library from "./page.tsx";

const country = aCategory({ id: 1, name: "Nhạc đồng quê" });
const film = aCategory({ id: 2, name: "Nhạc phim" });
const hidden = aCategory({ id: 3, name: "Thể loại đã ẩn", is_active: false });

/** The newest first: "Bài số 186" down to "Bài số 1", the oldest thirty of the first genre. */
const songs: Song[] = Array.from({ length: 186 }, (_, place) => {
  const number = 186 - place;
  return aSong({ id: number, title: `Bài số ${number}`, categories: [number <= 30 ? country : film] });
});

function found({ query }: SentRequest): Song[] {
  const { search = "", category_id, premium } = query;
  const matches = (song: Song) =>
    song.title.toLowerCase().includes(search.toLowerCase()) && (premium !== "true" || song.is_premium);
  return songs.filter((song) => matches(song) && (!category_id || song.category_ids.includes(Number(category_id))));
}

const catalogue: Answers = {
  "GET /api/songs": (request) => {
    const { skip = "0", limit = "20" } = request.query;
    const matching = found(request);
    return counted(matching.slice(Number(skip), Number(skip) + Number(limit)), matching.length);
  },
  "GET /api/songs/count": (request) => ({ total: found(request).length }),
  "GET /api/categories": [film, country, hidden],
  "GET /api/premium-packages": selling(aPackage({ price: 49_000, duration_days: 30 })),
};

const pager = page.getByRole("navigation", { name: "Phân trang" });
const step = (name: string) => pager.getByRole("link", { name });
const range = page.getByText(/^Hiển thị/);
const searchBox = page.getByRole("searchbox", { name: "Tìm bài hát" });
const genre = page.getByRole("combobox", { name: "Thể loại" });
const size = page.getByRole("combobox", { name: "Số bài mỗi trang" });
const cards = page.getByRole("article");
const card = (title: string) => cards.filter({ has: page.getByRole("link", { name: title }) });
const results = page.getByRole("heading", { name: "Danh sách bài hát" });
const failure = "Không thể tải dữ liệu. Vui lòng thử lại sau.";

let api: StubbedApi;
beforeEach(() => {
  api = stubApi(catalogue);
});
const open = (at = "/songs") => renderRoute(library, { path: "/songs", at });
const listed = () => api.requests("GET /api/songs").map(({ query }) => query);
const options = (select: typeof genre) =>
  [...(select.element() as HTMLSelectElement).options].map(({ textContent }) => textContent);
const chosen = (select: typeof genre) => (select.element() as HTMLSelectElement).selectedOptions[0]?.textContent;

/** Returns the page numbers of the pager: `1 … 6 7 [8] 9 10 … 16`. */
const numbers = () =>
  [...(pager.query()?.children ?? [])]
    .slice(1, -1)
    .map((item) => (item.getAttribute("aria-current") ? `[${item.textContent}]` : item.textContent))
    .join(" ");

test("shows Premium songs alone, until their filter is taken off", async () => {
  api.change({
    "GET /api/songs": (request) =>
      request.query.premium === "true" ? [aLockedSong({ id: 500, title: "Bài khóa" })] : songs.slice(0, 12),
    "GET /api/songs/count": ({ query }) => ({ total: query.premium === "true" ? 1 : 186 }),
  });
  const screen = await open("/songs?premium=1");
  await expect.element(range).toHaveTextContent("Hiển thị 1 - 1 trong tổng số 1 bài hát");
  await searchBox.fill("khóa");
  await expect.poll(screen.address).toBe("/songs?q=kh%C3%B3a&premium=1");
  await fits();
  await page.getByRole("link", { name: /^Bài Premium.*bỏ lọc$/ }).click();
  await expect.poll(screen.address).toBe("/songs?q=kh%C3%B3a");
  await expect.element(page.getByRole("link", { name: /^Bài Premium.*bỏ lọc$/ })).not.toBeInTheDocument();
});

describe("pages", () => {
  test("are shown in a window with ellipses, and have disabled steps before the first and after the last", async () => {
    const screen = await open();
    await expect.element(range).toHaveTextContent("Hiển thị 1 - 12 trong tổng số 186 bài hát");
    await expect.poll(numbers).toBe("[1] 2 3 4 5 … 16");
    await expect.element(step("Trước")).toHaveAttribute("aria-disabled", "true");
    await expect.element(step("Sau")).not.toHaveAttribute("aria-disabled");
    for (const [press, shown, text, address] of [
      ["Trang 16", "1 … 12 13 14 15 [16]", "Hiển thị 181 - 186", "/songs?page=16"],
      ["Trước", "1 … 12 13 14 [15] 16", "Hiển thị 169 - 180", "/songs?page=15"],
      ["Trang 1", "[1] 2 3 4 5 … 16", "Hiển thị 1 - 12", "/songs"],
      ["Sau", "1 [2] 3 4 5 … 16", "Hiển thị 13 - 24", "/songs?page=2"],
    ] as const) {
      await step(press).click();
      await expect.element(range).toMatchTextContent(text);
      await expect.poll(numbers).toBe(shown);
      await expect.poll(screen.address).toBe(address);
      if (press !== "Trang 16") continue;
      await expect.element(step("Trước")).not.toHaveAttribute("aria-disabled");
      await expect.element(step("Sau")).toHaveAttribute("aria-disabled", "true");
    }
    expect(listed().at(-1)).toEqual({ skip: "12", limit: "12" });
  });

  test("show the last page for one past the end", async () => {
    await open("/songs?page=900");
    await expect.element(range).toHaveTextContent("Hiển thị 181 - 186 trong tổng số 186 bài hát");
    expect(numbers()).toBe("1 … 12 13 14 15 [16]");
  });

  test("scroll smoothly to the top, at once under reduced motion, and focus the heading", async () => {
    const scroll = vi.spyOn(window, "scrollTo");
    await open();
    await expect.element(range).toBeVisible();
    await step("Trang 3").click();
    await expect.element(range).toMatchTextContent("Hiển thị 25 - 36");
    await expect.element(results).toHaveFocus();
    expect(scroll.mock.calls).toContainEqual([{ top: 0, behavior: "smooth" }]);
    expect(scroll.mock.calls).not.toContainEqual([{ top: 0, behavior: "instant" }]);
    await prefer({ reducedMotion: "reduce" });
    await step("Sau").click();
    await expect.element(range).toMatchTextContent("Hiển thị 37 - 48");
    expect(scroll.mock.calls).toContainEqual([{ top: 0, behavior: "instant" }]);
  });

  test("have 8, 12, 24 or 48 songs; another size shows the first page", async () => {
    const screen = await open("/songs?page=4");
    await expect.element(size).toHaveValue("12");
    expect(options(size)).toEqual(["8 bài", "12 bài", "24 bài", "48 bài"]);
    const pages = page.getByRole("navigation", { name: "Phân trang" }).element().getBoundingClientRect();
    expect(size.element().getBoundingClientRect().top, "at the foot").toBeGreaterThan(pages.bottom);
    for (const count of [48, 12]) {
      await size.selectOptions(String(count));
      await expect.element(range).toHaveTextContent(`Hiển thị 1 - ${count} trong tổng số 186 bài hát`);
      await expect.poll(() => cards.elements()).toHaveLength(count);
      await expect.poll(screen.address).toBe(count === 12 ? "/songs" : `/songs?size=${count}`);
    }
  });
});

test("a search of more songs than the list counts says so, and its last page is that of the last one counted", async () => {
  api.change({ "GET /api/songs": counted(songs.slice(0, 12), 10_001) });
  await open("/songs?q=s%E1%BB%91&page=900");
  await expect.element(range).toHaveTextContent("Hiển thị 9.997 - 10.000 trong tổng số hơn 10.000 bài hát");
  expect(api.requests("GET /api/songs/count")).toEqual([]);
});

describe("a genre", () => {
  test("filters, shows the first page and is in the URL", async () => {
    const screen = await open("/songs?page=3");
    await expect.poll(() => options(genre)).toEqual(["Tất cả thể loại", "Nhạc phim", "Nhạc đồng quê"]);
    await genre.selectOptions("Nhạc đồng quê");
    await expect.element(range).toHaveTextContent("Hiển thị 1 - 12 trong tổng số 30 bài hát");
    await expect.poll(screen.address).toBe("/songs?category=1");
    await genre.selectOptions("Tất cả thể loại");
    await expect.element(range).toMatchTextContent("trong tổng số 186");
    await expect.poll(screen.address).toBe("/songs");
  });

  test("a hidden genre is omitted for an administrator, whose requests ask for active songs", async () => {
    loggedInAdmin();
    await open();
    await expect.poll(() => options(genre)).toEqual(["Tất cả thể loại", "Nhạc phim", "Nhạc đồng quê"]);
    for (const key of ["GET /api/songs", "GET /api/songs/count"] as const) {
      expect(api.requests(key).map(({ query, token }) => [query.active, token])).toEqual([["true", "admin-token"]]);
    }
  });
});

test("a second change before the page of the first one is rendered keeps the first", async () => {
  await open("/songs?category=2");
  await expect.element(range).toHaveTextContent("Hiển thị 1 - 12 trong tổng số 156 bài hát");
  chooseAtOnce([genre, ""], [size, "8"]);
  await expect.element(range).toHaveTextContent("Hiển thị 1 - 8 trong tổng số 186 bài hát");
});

test("shows the search, genre, page and size of its URL", async () => {
  await open("/songs?q=s%E1%BB%91%201&category=2&page=2&size=24");
  await expect.element(range).toMatchTextContent("Hiển thị 25 - 48 trong tổng số");
  await expect.element(searchBox).toHaveValue("số 1");
  expect(chosen(genre)).toBe("Nhạc phim");
  expect(chosen(size)).toBe("24 bài");
  expect(listed()).toEqual([{ search: "số 1", category_id: "2", skip: "24", limit: "24" }]);
  await checkScreen({ heading: "Thư viện bài hát" });
});

describe("a search", () => {
  test("is sent once, 500 ms after the last letter, for the first page", async () => {
    stopClock();
    const screen = await open("/songs?page=2");
    await expect.element(range).toBeVisible();
    const before = listed().length;
    await userEvent.type(searchBox, "số");
    await passTime(400);
    await userEvent.type(searchBox, " 77");
    await passTime(499);
    expect(listed()).toHaveLength(before);
    await passTime(1);
    await expect.element(range).toHaveTextContent("Hiển thị 1 - 1 trong tổng số 1 bài hát");
    expect(listed().slice(before)).toEqual([{ search: "số 77", skip: "0", limit: "12" }]);
    await expect.poll(screen.address).toBe("/songs?q=s%E1%BB%91+77");
  });

  test("is trimmed, and none when blank", async () => {
    stopClock();
    const screen = await open();
    await expect.element(range).toBeVisible();
    const before = listed().length;
    await searchBox.fill("   ");
    await passTime(5_000);
    expect(listed()).toHaveLength(before);
    await searchBox.fill("  186 ");
    await passTime(500);
    await expect.element(range).toMatchTextContent("trong tổng số 1 bài hát");
    await expect.poll(screen.address).toBe("/songs?q=186");
  });

  test("is sent at once on Enter", async () => {
    stopClock();
    await open();
    await searchBox.fill("số 186");
    await userEvent.keyboard("{Enter}");
    await expect.element(range).toHaveTextContent("Hiển thị 1 - 1 trong tổng số 1 bài hát");
  });

  test("is cleared at once by its cross, and drops the advice on searching", async () => {
    stopClock();
    const screen = await open("/songs?q=zzzz");
    await expect.element(page.getByRole("heading", { name: "Không tìm thấy bài hát nào" })).toBeVisible();
    expect(document.title).toBe("zzzz · Tìm bài hát · Ngân Nga");
    const advice = page.getByText(/^Gõ không dấu/);
    const clear = page.getByRole("button", { name: "Xóa từ khóa" });
    expect(advice.query()).toBeNull();
    await clear.click();
    await expect.element(range).toHaveTextContent("Hiển thị 1 - 12 trong tổng số 186 bài hát");
    await expect.element(searchBox).toHaveFocus();
    await expect.element(searchBox).toHaveValue("");
    await expect.element(advice).toBeVisible();
    expect(clear.query()).toBeNull();
    await expect.poll(screen.address).toBe("/songs");
  });

  test("an empty result shows a hint and a link that clears the search, and gets the focus", async () => {
    const screen = await open("/songs?q=zzzz&page=2");
    const empty = page.getByRole("heading", { name: "Không tìm thấy bài hát nào" });
    await expect.element(empty).toBeVisible();
    await expect.element(page.getByText("Bạn thử đổi từ khóa hoặc chọn thể loại khác nhé.")).toBeVisible();
    expect([range.query(), pager.query()]).toEqual([null, null]);
    await checkScreen({ heading: "Thư viện bài hát" });
    (page.getByRole("link", { name: "Xóa bộ lọc" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(range).toHaveTextContent("Hiển thị 1 - 12 trong tổng số 186 bài hát");
    await expect.element(searchBox).toHaveValue("");
    expect(empty.query()).toBeNull();
    await expect.poll(screen.address).toBe("/songs");
    await expect.element(results).toHaveFocus();
  });

  test("a late response does not replace a newer one", async () => {
    const late = held(counted([aSong({ id: 900, title: "Bài đến muộn" })], 1));
    const inTime = catalogue["GET /api/songs"] as (request: SentRequest) => ReturnType<typeof counted<Song[]>>;
    api.change({
      "GET /api/songs": (request) => (request.query.search === "muộn" ? late.answer() : inTime(request)),
    });
    await open();
    await expect.element(range).toBeVisible();
    await searchBox.fill("muộn");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => listed().some(({ search }) => search === "muộn")).toBe(true);
    await searchBox.fill("số 186");
    await userEvent.keyboard("{Enter}");
    await expect.element(card("Bài số 186")).toBeVisible();
    late.release();
    await new Promise((resolve) => setTimeout(resolve));
    await expect.element(card("Bài số 186")).toBeVisible();
    expect(card("Bài đến muộn").query()).toBeNull();
  });
});

describe("an empty list", () => {
  beforeEach(() => api.change({ "GET /api/songs": [], "GET /api/songs/count": { total: 0 } }));
  const empty = page.getByRole("heading", { name: "Không tìm thấy bài hát nào" });
  const reset = page.getByRole("link", { name: "Xóa bộ lọc" });

  test("of a genre says that it has no songs", async () => {
    await open("/songs?category=2");
    await expect.element(empty).toBeVisible();
    await expect.element(page.getByText("Thể loại này chưa có bài. Bạn chọn thể loại khác nhé.")).toBeVisible();
    await expect.element(reset).toBeVisible();
  });

  test("without a filter has none to remove", async () => {
    await open();
    await expect.element(empty).toBeVisible();
    await expect.element(page.getByText("Thư viện chưa có bài nào. Bạn quay lại sau nhé.")).toBeVisible();
    expect(reset.query()).toBeNull();
  });
});

describe("the error state", () => {
  test("is shown with a retry on a change of page", async () => {
    await open();
    await expect.element(range).toBeVisible();
    api.change({ "GET /api/songs/count": fails(500, "Máy chủ gặp sự cố") });
    await step("Sau").click();
    await expect.element(page.getByRole("alert")).toMatchTextContent(failure);
    await expect.element(page.getByRole("button", { name: "Thử lại" })).toBeVisible();
    expect(cards.query()).toBeNull();
  });

  test("begins where that of other pages does, without tools that have nothing to choose", async () => {
    api.change({ "GET /api/songs": networkDown(), "GET /api/categories": networkDown() });
    await open();
    const alert = page.getByRole("alert");
    await expect.element(alert).toMatchTextContent(failure);
    expect(searchBox.query()).toBeNull();
    const head = page.getByRole("heading", { level: 1 }).element().parentElement;
    expect(alert.element().getBoundingClientRect().top).toBe(head?.getBoundingClientRect().bottom);
  });

  test("replaces the skeleton after ten seconds without a response", async () => {
    await open();
    await expect.element(range).toBeVisible();
    api.change({ "GET /api/songs": hangs() });
    stopClock();
    await step("Sau").click();
    await expect.element(page.getByText("Đang tải bài hát")).toBeInTheDocument();
    await passTime(9_999);
    expect(page.getByRole("alert").query()).toBeNull();
    await passTime(1);
    await expect.element(page.getByRole("alert")).toMatchTextContent(failure);
  });
});

describe("a phone", () => {
  const lyrics = "Sáng nay hẻm nhỏ thức trước mặt trời\nTiếng rao bánh mì\nXe đạp leng keng";
  const description = "Một con hẻm thức dậy với cà phê sữa, bánh mì nóng và tiếng guitar.";
  const song = aSong({ id: 7, title: "Buổi sáng ở hẻm nhỏ", lyrics, description, categories: [film, country] });

  beforeEach(() => page.viewport(390, 844));

  test("shows two lines of the lyrics in place of the description, and its own menu", async () => {
    api.change({ "GET /api/songs": [song] });
    const screen = await open();
    const excerpt = page.getByText(/^Sáng nay hẻm nhỏ thức/);
    await expect.element(excerpt).toBeVisible();
    const { clientHeight } = excerpt.element();
    expect(Math.round(clientHeight / Number.parseFloat(getComputedStyle(excerpt.element()).lineHeight))).toBe(2);
    await expect.element(page.getByText(description)).not.toBeVisible();
    await page.getByRole("button", { name: "Thêm: Buổi sáng ở hẻm nhỏ" }).click();
    await expect.element(page.getByRole("button", { name: "Thêm vào hàng chờ" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Thêm vào hàng chờ" })).not.toBeInTheDocument();
    expect(screen.address()).toBe("/songs");
  });

  test("shows three songs in its first view", async () => {
    api.change({ "GET /api/songs": [7, 8, 9, 10].map((id) => ({ ...song, id })) });
    await open();
    await expect.poll(() => cards.elements()).toHaveLength(4);
    await document.fonts.ready;
    // The site's header takes the first 64 pixels.
    expect(cards.nth(2).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844 - 64);
  });

  test("has a word beside the lock of a premium song", async () => {
    api.change({ "GET /api/songs": [aLockedSong({ id: 8, description })] });
    await open();
    await expect.element(cards.getByText("Premium", { exact: true }).last()).toBeVisible();
    await expect.element(page.getByText(description)).toBeVisible();
  });
});

test("chips of a card stand in one row, whose second name is cut", async () => {
  const long = aCategory({ id: 4, name: "Tiếng Trung qua bài hát cho người mới" });
  api.change({ "GET /api/songs": [aSong({ id: 7, categories: [film, long] })] });
  await open();
  const chips = () => cards.getByRole("listitem").elements() as HTMLElement[];
  await expect.poll(chips).toHaveLength(2);
  for (const width of [1280, 768, 390, 320]) {
    await page.viewport(width, 800);
    const [first, second] = chips();
    expect(second?.offsetTop, `${width} px`).toBe(first?.offsetTop);
    expect(first?.scrollWidth).toBe(first?.clientWidth);
  }
  const second = chips()[1];
  expect(second?.scrollWidth).toBeGreaterThan(second?.clientWidth ?? 0);
  expect(second?.title).toBe(long.name);
});

describe("Premium", () => {
  const line = page.getByText(/^Premium mở mọi bài có vương miện và tải bài hát về máy, 49\.000 ₫ cho 1 tháng\./);

  test("is told with its lowest price, below the songs", async () => {
    const screen = await open();
    await expect.element(line).toBeVisible();
    await page.getByRole("link", { name: "Xem các gói Premium" }).click();
    await expect.poll(screen.address).toBe("/premium");
  });

  test("is not told while its price can't be had", async () => {
    api.change({ "GET /api/premium-packages": fails(500) });
    await open();
    await expect.element(range).toMatchTextContent("Hiển thị");
    await expect.poll(() => api.requests("GET /api/premium-packages")).toHaveLength(1);
    await settled();
    expect(line.query()).toBeNull();
  });

  test("is not told to users who have it", async () => {
    api.change(loggedIn({ is_premium: true }));
    await open();
    await expect.element(range).toMatchTextContent("Hiển thị");
    await expect.element(line).not.toBeInTheDocument();
  });
});

describe("a song found by its lyrics", () => {
  const hit = {
    before: "Ngoài kia ",
    found: "mưa rơi",
    after: " mãi",
    lang: null,
    sung: null,
    start_ms: 61_500,
  };
  const sung = { text: "雨がずっと降っている", lang: "ja" };

  test("shows the line with the words marked, and leads to its moment", async () => {
    const listed = [
      aSong({ id: 3, title: "Có giờ", lyrics: "Ngoài kia mưa rơi mãi", lyrics_hit: hit }),
      aSong({ id: 2, title: "Bản dịch", lyrics: "x", lyrics_hit: { ...hit, sung, start_ms: null } }),
      aSong({ id: 1, title: "Mưa rơi", lyrics: "Câu đầu", lyrics_hit: null }),
      aLockedSong({ id: 4, title: "Mưa rơi kín", lyrics_hit: null }),
    ];
    api.change({ "GET /api/songs": counted(listed, listed.length) });
    await open("/songs?q=mua+roi");
    const timed = card("Có giờ");
    await expect.element(timed.getByText("mưa rơi", { exact: true })).toBeVisible();
    expect(timed.element().querySelector("mark")?.textContent).toBe("mưa rơi");
    await expect.element(timed.getByText(/^Ngoài kia mưa rơi mãi$/)).toBeVisible();
    const moment = timed.getByRole("link", { name: "Nghe từ câu này, 1:01 Có giờ" });
    await expect.element(moment).toHaveAttribute("href", "/songs/3?t=61.51");
    const translated = card("Bản dịch");
    await expect.element(translated.getByText(sung.text)).toHaveAttribute("lang", "ja");
    await expect
      .element(translated.getByRole("link", { name: "Xem lời bài hát Bản dịch" }))
      .toHaveAttribute("href", "/songs/2");
    await expect.element(card("Mưa rơi").first().getByText("Câu đầu")).toBeVisible();
    expect(document.querySelectorAll("mark")).toHaveLength(2);
    await fits();
  });
});

describe("long names on a phone", () => {
  const words = aCategory({ id: 1, name: "Nhạc cho buổi chiều mưa ".repeat(5).slice(0, 100).trim() });
  const oneWord = aCategory({ id: 2, name: "Siêu".repeat(25) });
  const song = aSong({ id: 7, title: "Bài hát dài hai dòng tên trên màn hình", categories: [words, oneWord] });

  beforeEach(() =>
    api.change({
      "GET /api/songs": [song],
      "GET /api/songs/count": { total: 1 },
      "GET /api/categories": counted([words, oneWord], 2),
    }),
  );

  const linesOf = (element: Element) =>
    Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));

  test("of genres, with 100 letters, are no wider than it, also with text of 200 %", async () => {
    await open();
    await expect.element(cards).toBeVisible();
    onTestFinished(() => void document.documentElement.style.removeProperty("font-size"));
    for (const fontSize of ["100%", "200%"]) {
      document.documentElement.style.fontSize = fontSize;
      for (const width of [390, 320]) {
        await page.viewport(width, 664);
        await expect.poll(overhang, { message: `sideways at ${width} px, ${fontSize}` }).toEqual([]);
      }
    }
    // Text stands below the cover, where it has the card's width.
    for (const width of [390, 320]) {
      await page.viewport(width, 664);
      const heading = cards.getByRole("heading").element().getBoundingClientRect();
      expect(heading.width).toBeGreaterThan(0.6 * cards.element().getBoundingClientRect().width);
    }
  });

  test("of title and author are cut in a card, which holds both in full", async () => {
    const title = "Một cái tên bài hát thật dài ".repeat(7).slice(0, 200).trim();
    const artist = "Nhóm nhạc rất đông người ".repeat(4).trim();
    api.change({ "GET /api/songs": [{ ...song, title, artist }] });
    await open();
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
});
