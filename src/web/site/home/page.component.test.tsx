import { beforeEach, describe, expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import type { Category, CategoryWithCount, Song } from "#contract/catalogue.ts";
import { defaultSongPricing } from "#contract/settings.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aPackage, selling } from "#test/component/sales.ts";
import { aCategory, aCountedCategory, aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { fails, hangs, held, type SentRequest, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import * as home from "./page.tsx";

const songs: Song[] = [1, 2, 3].map((id) => aSong({ id, title: `Bài ${id}`, audio_url: sound }));
const genres: Category[] = [aCategory({ id: 1, name: "Dân ca" }), aCategory({ id: 2, name: "Rock" })];
const counts: CategoryWithCount[] = [
  aCountedCategory({ id: 1, name: "Dân ca", song_count: 1234 }),
  aCountedCategory({ id: 2, name: "Rock", song_count: 0 }),
  aCountedCategory({ id: 3, name: "Tiếng Nhật qua bài hát", category_type: "educational", song_count: 5 }),
  aCountedCategory({ id: 4, name: "Từ vựng mỗi ngày", category_type: "educational", song_count: 1 }),
];
const isFeatured = ({ query }: SentRequest) => query.featured === "true";

/** The page's endpoints by section, with their responses. */
const calls = {
  latest: { key: "GET /api/songs", only: (request: SentRequest) => !isFeatured(request), whole: songs },
  featured: { key: "GET /api/songs", only: isFeatured, whole: songs.slice(0, 2) },
  genres: { key: "GET /api/categories", only: isFeatured, whole: genres },
  counts: { key: "GET /api/categories/with-song-count", only: () => true, whole: counts },
  pricing: { key: "GET /api/song-requests/public/pricing", only: () => true, whole: defaultSongPricing },
  packages: { key: "GET /api/premium-packages", only: () => true, whole: selling(aPackage()) },
} as const;
type Call = keyof typeof calls;

/** Answers all calls wholly but those given. */
function answers(special: Partial<Record<Call, unknown>> = {}) {
  const answer = (name: Call) => {
    const given: unknown = name in special ? special[name] : calls[name].whole;
    return (typeof given === "function" ? given() : given) as never;
  };
  return {
    "GET /api/songs": (request: SentRequest) => answer(isFeatured(request) ? "featured" : "latest"),
    "GET /api/categories": () => answer("genres"),
    "GET /api/categories/with-song-count": () => answer("counts"),
    "GET /api/song-requests/public/pricing": () => answer("pricing"),
    "GET /api/premium-packages": () => answer("packages"),
    "POST /api/songs/{id}/play": { counted: true },
  };
}

const playing = () => [...document.querySelectorAll("audio")].some(({ paused }) => !paused);

/** The part of the page under a heading of its own. */
const section = (name: string): Locator => page.elementLocator(document.body).getByRole("heading", { name, level: 2 });
const inSection = (name: string) => section(name).element().closest("section") as HTMLElement;
const featured = "Bài hát nổi bật";
const genresTitle = "Thể loại nổi bật";
const learning = "Học ngoại ngữ qua âm nhạc";
const order = "Một bài hát viết riêng cho bạn";
const premium = /^Premium mở mọi bài có vương miện/;
const voices = "Người nghe kể lại";
const headings = () =>
  page
    .getByRole("heading", { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);

let api: StubbedApi;
beforeEach(() => {
  api = stubApi();
});

const open = () => renderRoute(home, { path: "/" });

async function openWhole(special: Partial<Record<Call, unknown>> = {}) {
  api.change(answers(special));
  const screen = await open();
  await expect.element(section(voices)).toBeVisible();
  return screen;
}

test("sends each request once, and shows all the answers", async () => {
  await openWhole();
  for (const text of [
    "299.000 VND",
    "Không cần đặt cọc",
    "Nhận bài trong tối đa 3 ngày làm việc",
    "Nghe kết quả miễn phí",
    "Cam kết chất lượng: không đặt cọc, hài lòng mới thanh toán.",
    defaultSongPricing.description,
    ...defaultSongPricing.features,
  ]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  const carousel = page.getByRole("region", { name: "Bài hát mới nhất" });
  await expect.element(carousel).toBeVisible();
  const titles = [...carousel.element().querySelectorAll("h3")].map(({ textContent }) => textContent);
  expect(titles, "the latest in the order of the response").toEqual(["Bài 1", "Bài 2", "Bài 3"]);
  const voice = page.getByRole("figure");
  await expect.poll(() => voice.elements()).toHaveLength(3);
  await page.getByText("Nghe thêm 3 người kể").click();
  await expect.poll(() => voice.elements()).toHaveLength(6);
  expect(document.querySelector("figcaption")?.textContent).toBe("Nguyễn Thảo Vy, Đà Nẵng");
  expect(api.requests("GET /api/songs").map(({ query }) => query)).toEqual([
    { limit: "8" },
    { featured: "true", limit: "12" },
  ]);
  expect(api.requests("GET /api/categories").map(({ query }) => query)).toEqual([{ featured: "true" }]);
  expect(api.requests("GET /api/categories/with-song-count")).toHaveLength(1);
  expect(api.requests("GET /api/song-requests/public/pricing")).toHaveLength(1);
  expect(api.requests("GET /api/premium-packages")).toHaveLength(1);
});

describe("with all data", () => {
  test("shows the hero with a link to the library, and a link to all songs", async () => {
    const screen = await openWhole();
    await expect
      .element(page.getByRole("heading", { level: 1 }))
      .toHaveTextContent("Ngân nga cả ngày, chẳng cần lý do");
    await page.getByRole("link", { name: "Nghe ngay" }).first().click();
    await expect.poll(screen.address).toBe("/songs");
    await expect.poll(playing, { message: "it sounds at the first press" }).toBe(true);
    await expect
      .poll(() => api.requests("POST /api/songs/{id}/play").map(({ params }) => params))
      .toEqual([{ id: "1" }]);
    await screen.go("/");
    await page.getByRole("link", { name: "Xem tất cả" }).click();
    await expect.poll(screen.address).toBe("/songs");
  });

  test("starts nothing by a press that opens the library beside the page", async () => {
    await openWhole();
    const link = page.getByRole("link", { name: "Nghe ngay" }).first();
    link.element().addEventListener("click", (event) => event.preventDefault(), { once: true });
    await link.click({ modifiers: ["ControlOrMeta"] });
    expect(api.requests("POST /api/songs/{id}/play")).toEqual([]);
    expect(playing()).toBe(false);
  });

  test("has one way to play all, and keeps featured songs and genres in rows on a phone", async () => {
    const many = Array.from({ length: 12 }, (_, index) => aSong({ id: index + 1, title: `Bài ${index + 1}` }));
    await page.viewport(390, 844);
    await openWhole({ latest: many.slice(0, 8), featured: many });
    expect(page.getByRole("button", { name: /^Phát tất cả/ }).elements()).toHaveLength(1);
    const tops = (name: string) =>
      new Set(
        [...inSection(name).querySelectorAll("article, li:has(h3)")].map((each) =>
          Math.round(each.getBoundingClientRect().top),
        ),
      ).size;
    expect([tops(featured), tops(genresTitle)]).toEqual([3, 1]);
    await fits();
  });

  test("shows featured songs as cards with two genres at most, premium ones locked", async () => {
    const many = ["Ballad", "Trữ tình", "Dân ca"].map((name, place) => aCategory({ id: place + 1, name }));
    await openWhole({
      featured: [
        aSong({ id: 7, title: "Bài mở", artist: null, lyrics: "Câu đầu\nCâu sau", categories: many }),
        aLockedSong({ id: 8, title: "Bài khóa" }),
      ],
    });
    const cards = page.getByRole("article");
    await expect.poll(() => cards.elements()).toHaveLength(2);
    const open = cards.nth(0);
    await expect.element(open.getByRole("link", { name: "Bài mở" })).toHaveAttribute("href", "/songs/7");
    await expect.element(open).toMatchTextContent("Tác giả: Ngân Nga");
    expect(
      open
        .getByRole("listitem")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(["Ballad", "Trữ tình"]);
    await expect.element(open).toMatchTextContent("Câu đầu");
    await expect.element(open.getByRole("button", { name: "Thêm: Bài mở" })).toBeVisible();
    expect(open.getByText("Premium").query()).toBeNull();
    const locked = cards.nth(1);
    await expect.element(locked.getByText("Premium", { exact: true }).first()).toBeVisible();
    await expect.element(locked.getByText("Đăng nhập và nâng cấp Premium để nghe và xem lời.")).toBeVisible();
    expect(locked.getByRole("button", { name: /^Thêm: / }).query()).toBeNull();
    await expect.element(locked.getByRole("button", { name: "Bài Premium, mở khóa: Bài khóa" })).toBeVisible();
  });

  test("shows featured genres with their numbers of songs and links", async () => {
    const screen = await openWhole();
    const cards = () => [...inSection(genresTitle).querySelectorAll("li")].map(({ textContent }) => textContent);
    await expect.poll(cards).toEqual(["Dân ca1.234 bài hát", "Rock0 bài hát"]);
    await page.getByRole("link", { name: "Dân ca" }).click();
    await expect.poll(screen.address).toBe("/songs?category=1");
  });

  test("shows greetings of the learning topics, or the name of a topic in an unknown language", async () => {
    const screen = await openWhole();
    const words = () =>
      [...inSection(learning).querySelectorAll("strong")].map(({ textContent, lang }) => [textContent, lang]);
    await expect.poll(words).toEqual([
      ["Konnichiwa", "ja-Latn"],
      ["Từ vựng mỗi ngày", ""],
    ]);
    await expect
      .element(page.getByRole("link", { name: /^Konnichiwa/ }))
      .toMatchTextContent("Tiếng Nhật qua bài hát5 bài hát");
    await page.getByRole("link", { name: /^Từ vựng mỗi ngày/ }).click();
    await expect.poll(screen.address).toBe("/songs?category=4");
  });

  test("says what Premium gives and costs at least", async () => {
    const screen = await openWhole();
    await expect.element(page.getByText(premium)).toMatchTextContent("399.000 ₫ cho 1 năm");
    await checkScreen({ heading: "Ngân nga cả ngày, chẳng cần lý do" });
    await page.getByRole("link", { name: "Xem các gói Premium" }).click();
    await expect.poll(screen.address).toBe("/premium");
  });

  test("says nothing of Premium to users who have it", async () => {
    api.change(loggedIn({ is_premium: true }));
    await openWhole();
    await expect.element(section(order)).toBeVisible();
    await expect.element(page.getByText(premium)).not.toBeInTheDocument();
  });
});

test("omits empty sections", async () => {
  await openWhole({ latest: [], featured: [], genres: [], counts: [], packages: selling() });
  await expect.element(page.getByText("299.000 VND")).toBeVisible();
  expect(headings()).toEqual([order, voices]);
});

/** The section of Premium has no place of its own before its price is known. */
const waiting: Record<Exclude<Call, "packages">, string> = {
  latest: "Đang tải bài hát mới nhất",
  featured: "Đang tải bài hát",
  genres: "Đang tải thể loại",
  counts: "Đang tải chủ đề",
  pricing: "Đang tải giá",
};
const skeletons = () => Object.values(waiting).filter((text) => page.getByText(text).query());

test("shows a skeleton only for what is pending", async () => {
  const pending = {
    latest: held(songs),
    featured: held(songs.slice(0, 2)),
    genres: held(genres),
    counts: held(counts),
    pricing: held(defaultSongPricing),
  };
  await openWhole({
    latest: pending.latest.answer,
    featured: pending.featured.answer,
    genres: pending.genres.answer,
    counts: pending.counts.answer,
    pricing: pending.pricing.answer,
  });
  const { latest, featured, genres: genreCards, counts: topics, pricing } = waiting;
  await expect.poll(skeletons).toEqual([latest, featured, genreCards, topics, pricing]);
  pending.featured.release();
  await expect.poll(skeletons).toEqual([latest, genreCards, topics, pricing]);
  pending.pricing.release();
  await expect.poll(skeletons).toEqual([latest, genreCards, topics]);
  pending.genres.release();
  pending.latest.release();
  await expect.poll(skeletons, { message: "genres wait for their numbers too" }).toEqual([genreCards, topics]);
  pending.counts.release();
  await expect.poll(skeletons).toEqual([]);
});

describe("logs failed requests and shows the other sections", () => {
  const latest = "Bài hát mới nhất";

  test.for<[failing: Call[], remaining: string[]]>([
    [
      ["latest", "genres", "packages"],
      [featured, learning, order, voices],
    ],
    [
      ["featured", "counts", "pricing"],
      [latest, genresTitle, order, voices],
    ],
  ])("%j", async ([failing, remaining]) => {
    const logged = vi.spyOn(console, "info").mockImplementation(() => undefined);
    await openWhole(Object.fromEntries(failing.map((name) => [name, fails(500, "Máy chủ gặp sự cố")])));
    const errors = () => logged.mock.calls.map(([, error]) => String(error));
    await expect.poll(errors).toEqual(failing.map(() => expect.stringContaining("Máy chủ gặp sự cố")));
    // A price that can't be had keeps its place.
    await expect.poll(skeletons).toEqual(failing.includes("pricing") ? [waiting.pricing] : []);
    await expect.poll(headings).toEqual(remaining);
    expect(page.getByRole("alert").query()).toBeNull();
    if (failing.includes("counts")) expect(inSection(genresTitle).textContent).not.toMatch(/\d bài hát/);
    if (failing.includes("pricing")) await expect.element(page.getByText("Không cần đặt cọc")).toBeVisible();
  });
});

describe("rendered by the server", () => {
  const serverData = {
    latest: [],
    featured: [],
    genres: [],
    learning: [],
    pricing: defaultSongPricing,
    premiumPrice: "từ 49.000 ₫ cho 1 tháng",
  };

  test("fetches nothing for a visitor", async () => {
    await renderRoute(home, { path: "/", serverData });
    await expect.element(section(voices)).toBeVisible();
    expect(api.requests("GET /api/songs")).toEqual([]);
  });

  test("fetches a user's data once and keeps the content meanwhile", async () => {
    api.change({ ...answers({ latest: hangs() }), ...loggedIn({ is_premium: true }) });
    await renderRoute(home, { path: "/", serverData: { ...serverData, latest: [], featured: [] } });
    await expect.element(page.getByRole("article").first()).toBeVisible();
    expect(page.getByText(waiting.latest).query()).toBeNull();
    expect(api.requests("GET /api/songs").map(({ token }) => token)).toEqual(["user-token", "user-token"]);
  });
});
