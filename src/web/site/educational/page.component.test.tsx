import { beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { aCategory, aLockedSong, aSong, loggedIn } from "#test/component/samples.ts";
import { fails, held, networkDown, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import * as educational from "./page.tsx";

const learning = { category_type: "educational" } as const;
const japanese = aCategory({ id: 1, name: "Tiếng Nhật", description: "Số đếm, thời tiết", ...learning });
const chinese = aCategory({ id: 2, name: "Tiếng Trung", ...learning });
const hidden = aCategory({ id: 3, name: "Tiếng đã ẩn", ...learning, is_active: false });
const ballad = aCategory({ id: 4, name: "Ballad" });
const categories = [chinese, japanese, hidden, ballad];
const free = aSong({ id: 11, title: "Ichi, Ni, San", lyrics: "Một, hai, ba", categories: [ballad, japanese] });
const premium = aLockedSong({ id: 12, title: "四季 (Sì jì)", categories: [chinese] });
const songs = [
  premium,
  free,
  aSong({ id: 13, title: "Không để học", categories: [ballad] }),
  aSong({ id: 14, title: "Chủ đề đã ẩn", categories: [hidden] }),
];

const heading = "Học ngoại ngữ qua âm nhạc";
const topicsCall = "GET /api/categories";
const songsCall = "GET /api/songs";
const noTopics = page.getByText("Các chủ đề đang được chuẩn bị, bạn quay lại sau nhé.");
const noSongs = page.getByText("Chưa có bài nổi bật nào. Bạn chọn một chủ đề hoặc ghé thư viện nhé.");
const loadError = page.getByRole("alert");
const register = page.getByRole("link", { name: "Đăng ký miễn phí" });
const listen = page.getByRole("link", { name: "Nghe tất cả bài hát" });
const article = (title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title }) });
const titles = () =>
  page
    .getByRole("article")
    .getByRole("heading")
    .elements()
    .map(({ textContent }) => textContent);
const topics = () =>
  page
    .getByRole("link", { name: /^Tiếng/ })
    .elements()
    .map(({ textContent }) => textContent);

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({ [topicsCall]: categories, [songsCall]: songs });
});
const open = () => renderRoute(educational, { path: "/educational" });

test("shows benefits, topics with links, featured songs and next steps", async () => {
  const screen = await open();
  await expect.poll(topics).toEqual(["Tiếng Trung", "Tiếng Nhật"]);
  await expect.poll(titles).toEqual([premium.title, free.title]);
  for (const name of ["Dễ nhớ", "Luyện nghe", "Tập trung", "Hiệu quả"]) {
    await expect.element(page.getByRole("heading", { name })).toBeVisible();
  }
  await expect
    .element(article(free.title).getByRole("link", { name: free.title }))
    .toHaveAttribute("href", "/songs/11");
  await expect.element(article(free.title).getByRole("button", { name: `Phát: ${free.title}` })).toBeVisible();
  await checkScreen({ heading });
  await page.getByRole("link", { name: "Tiếng Nhật" }).click();
  await expect.poll(screen.address).toBe("/songs?category=1");
  await screen.go("/educational");
  await listen.click();
  await expect.poll(screen.address).toBe("/songs");
  await screen.go("/educational");
  await register.click();
  await expect.poll(screen.address).toBe("/register");
});

test("shows a text for empty topics and songs", async () => {
  api.change({ [topicsCall]: [], [songsCall]: [] });
  await open();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Học ngoại ngữ qua âm nhạc");
  await expect.element(noTopics).toBeVisible();
  await expect.element(noSongs).toBeVisible();
  expect(loadError.query()).toBeNull();
  await fits();
});

describe("a premium song", () => {
  test("is a locked card without link and button for a visitor", async () => {
    await open();
    const card = article(premium.title);
    await expect.element(card.getByText("Nội dung Premium")).toBeVisible();
    await expect.element(card.getByText("Đăng nhập để nghe bài hát")).toBeVisible();
    expect(card.element().querySelectorAll("a, button")).toHaveLength(0);
  });

  test("is locked for a user without Premium", async () => {
    api.change(loggedIn());
    await open();
    const card = article(premium.title);
    await expect.element(card.getByText("Đăng nhập để nghe bài hát bằng tài khoản Premium")).toBeVisible();
    expect(card.element().querySelectorAll("a, button")).toHaveLength(0);
    await expect.element(article(free.title).getByRole("link", { name: free.title })).toBeVisible();
  });

  test("is a playable card for a premium user", async () => {
    api.change(loggedIn({ is_premium: true }));
    await open();
    const card = article(`${premium.title} (Premium)`);
    await expect.element(card.getByRole("link", { name: premium.title })).toHaveAttribute("href", "/songs/12");
    await expect.element(card.getByRole("button", { name: `Phát: ${premium.title}` })).toBeVisible();
    expect(page.getByText("Nội dung Premium").query()).toBeNull();
  });
});

test("shows skeletons until both lists are loaded", async () => {
  const late = held(songs);
  api.change({ [songsCall]: late.answer });
  await open();
  const waiting = () =>
    ["Đang tải thể loại", "Đang tải bài hát"].map(
      (text) => (page.getByText(text).query()?.parentElement?.childElementCount ?? 1) - 1,
    );
  await expect.poll(waiting).toEqual([4, 4]);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Học ngoại ngữ qua âm nhạc");
  await fits();
  late.release();
  await expect.poll(topics).toHaveLength(2);
  expect(waiting()).toEqual([0, 0]);
});

test("a list that is refused is empty, the other is shown", async () => {
  api.change({ [songsCall]: fails(503) });
  const first = await open();
  await expect.element(noSongs).toBeVisible();
  await expect.poll(topics).toHaveLength(2);
  expect(loadError.query()).toBeNull();
  await first.unmount();

  api.change({ [songsCall]: songs, [topicsCall]: fails(404, "Không được") });
  await open();
  await expect.element(noTopics).toBeVisible();
  await expect.poll(titles).toHaveLength(2);
  expect(loadError.query()).toBeNull();
});

test("songs that do not come show the error state with a retry and the fallback links", async () => {
  api.change({ [songsCall]: networkDown() });
  await open();
  await expect.element(loadError.getByRole("heading")).toHaveTextContent("Lỗi tải dữ liệu");
  await expect.element(loadError).toMatchTextContent("Không thể tải dữ liệu. Vui lòng thử lại sau.");
  await expect.element(loadError.getByRole("button", { name: "Thử lại" })).toBeVisible();
  await expect.element(listen).toBeVisible();
  expect(topics()).toEqual([]);
  await checkScreen({ heading });
});

describe("registering", () => {
  test("is hidden during the session check, and the layout does not move after it", async () => {
    const me = held(loggedIn()["GET /api/user/me"]);
    api.change({ "GET /api/user/me": me.answer });
    await open();
    await expect.element(listen).toBeVisible();
    await expect.element(page.getByText("Đăng ký miễn phí")).not.toBeVisible();
    const place = () => {
      const { x, width } = listen.element().getBoundingClientRect();
      return [x, width];
    };
    await document.fonts.ready;
    const before = place();
    me.release();
    await expect.element(page.getByText("Đăng ký miễn phí")).not.toBeInTheDocument();
    expect(place()).toEqual(before);
  });

  test("is shown when the token is invalid", async () => {
    loggedIn();
    api.change({ "GET /api/user/me": fails(401, "Phiên đã hết hạn") });
    await open();
    await expect.element(register).toBeVisible();
  });
});
