import { beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { Example } from "#contract/examples.ts";
import type { PublicReview } from "#contract/request-reviews.ts";
import { defaultSongPricing } from "#contract/settings.ts";
import { checkScreen, fits } from "#test/component/check-screen.ts";
import { renderRoute } from "#test/component/render.tsx";
import { type Answers, fails, held, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { settled } from "#test/component/visitor.ts";
import sound from "../../../../demo/songs/buoi-sang-o-hem-nho.mp3?url";
import * as requestPage from "./page.tsx";

const examplesCall = "GET /api/song-requests/public/examples";
const reviewsCall = "GET /api/song-requests/public/reviews";
const heading = /^Kể chuyện của bạn/;
const open = (serverData?: unknown) => renderRoute(requestPage, { path: "/request", serverData });
const heard = page.getByRole("region", { name: /^Nghe thử/ });
const songs = heard.getByRole("listitem");
const titles = () => heard.getByRole("heading", { level: 3 }).elements();
const said = page.getByRole("region", { name: "Khách đã nhận bài kể lại" });
const form = page.getByRole("form", { name: "Yêu cầu sáng tác" });

const anExample = (fields: Partial<Example> = {}): Example => ({
  id: 1,
  title: "Xôi nóng đầu ngõ",
  artist: null,
  thumbnail_url: null,
  audio_url: sound,
  duration: 44,
  occasion: "Sinh nhật",
  quote: null,
  is_demo: false,
  ...fields,
});
const four = [
  anExample({
    quote: { text: "Mẹ tôi bán xôi ở đầu ngõ ba mươi năm, sáng nào cũng dậy lúc bốn giờ", name: "Lan Anh" },
  }),
  anExample({ id: 2, title: "Lỡ chuyến cuối", occasion: "Ngày cưới" }),
  anExample({ id: 3, title: "Ngày anh quên", occasion: "Xin lỗi" }),
  anExample({ id: 4, title: "Áo trắng", occasion: "Tốt nghiệp" }),
];
const aReview = (fields: Partial<PublicReview> = {}): PublicReview => ({
  stars: 5,
  text: "Mẹ nghe xong im lặng một lúc,\nrồi bảo mở lại từ đầu.",
  name: "Lan Anh",
  occasion: "Sinh nhật",
  month: "2026-11",
  ...fields,
});
const none = { items: [], count: 0, average: null };

let api: StubbedApi;
beforeEach(() => {
  api = stubApi({
    "GET /api/song-requests/public/pricing": defaultSongPricing,
    [examplesCall]: four,
    [reviewsCall]: none,
    "POST /api/songs/{id}/play": { counted: true },
  });
});

describe("the songs to hear", () => {
  test("are the first three with their occasions and what their customers said", async () => {
    const reviews = { items: [aReview()], count: 1, average: null };
    await open({ pricing: defaultSongPricing, examples: four, reviews });
    await expect.element(said.getByRole("listitem")).toBeVisible();
    await expect.element(heard.getByRole("heading", { level: 2 })).toHaveTextContent("Nghe thử ba bài đã giao");
    await expect
      .poll(() => titles().map((each) => each.textContent))
      .toEqual(["Xôi nóng đầu ngõ", "Lỡ chuyến cuối", "Ngày anh quên"]);
    await expect.element(songs.nth(0)).toMatchTextContent("Sinh nhật");
    await expect.element(songs.nth(0)).toMatchTextContent("“Mẹ tôi bán xôi ở đầu ngõ");
    await expect.element(songs.nth(0).getByText("Lan Anh")).toBeVisible();
    await expect
      .element(songs.nth(0).getByRole("link", { name: "Xôi nóng đầu ngõ" }))
      .toHaveAttribute("href", "/songs/1");
    expect(songs.nth(1).getByRole("figure").query()).toBeNull();
    expect(api.requests(examplesCall)).toEqual([]);
    await checkScreen({ heading });
  });

  test("begin with those of the chosen occasion", async () => {
    await open();
    await expect.poll(() => titles()).toHaveLength(3);
    await form.getByRole("group", { name: "Dịp" }).getByText("Tốt nghiệp", { exact: true }).click();
    await expect
      .poll(() => titles().map((each) => each.textContent))
      .toEqual(["Áo trắng", "Xôi nóng đầu ngõ", "Lỡ chuyến cuối"]);
  });

  test("play one at a time", async () => {
    await open();
    const press = (name: string) => heard.getByRole("button", { name }).click();
    await press("Phát: Xôi nóng đầu ngõ");
    await expect.element(heard.getByRole("button", { name: "Tạm dừng: Xôi nóng đầu ngõ" })).toBeVisible();
    await press("Phát: Lỡ chuyến cuối");
    await expect.element(heard.getByRole("button", { name: "Tạm dừng: Lỡ chuyến cuối" })).toBeVisible();
    await expect.element(heard.getByRole("button", { name: "Phát: Xôi nóng đầu ngõ" })).toBeVisible();
    await press("Tạm dừng: Lỡ chuyến cuối");
    await expect.element(heard.getByRole("button", { name: "Phát: Lỡ chuyến cuối" })).toBeVisible();
  });

  test("of the team are not called delivered", async () => {
    api.change({ [examplesCall]: [anExample({ is_demo: true, occasion: "Kỷ niệm" }), anExample({ id: 2 })] });
    await open();
    await expect.element(heard.getByRole("heading", { level: 2 })).toHaveTextContent("Nghe thử hai bài hát");
    await expect.element(songs.nth(0)).toMatchTextContent("Kỷ niệm, bài mẫu");
  });

  test("leave no gap while they load, beside a form that works", async () => {
    const late = held(four);
    api.change({ [examplesCall]: late.answer });
    await open();
    await expect.element(form.getByRole("button", { name: "Gửi yêu cầu" })).toBeEnabled();
    expect(heard.query()).toBeNull();
    late.release();
    await expect.poll(() => titles()).toHaveLength(3);
  });
});

describe("what customers said", () => {
  test("stands below the form with stars, name, occasion and month", async () => {
    const items = [
      aReview(),
      aReview({ stars: 4, text: null, name: "Một người hay quên", occasion: null, month: "2026-01" }),
    ];
    await open({ pricing: defaultSongPricing, examples: [], reviews: { items, count: 2, average: null } });
    const lines = said.getByRole("listitem");
    await expect.element(lines.nth(0)).toMatchTextContent("Mẹ nghe xong im lặng một lúc");
    await expect.element(lines.nth(0)).toMatchTextContent("Lan Anh, sinh nhật, tháng 11/2026");
    await expect.element(lines.nth(0).getByRole("img", { name: "5 trên 5 sao" })).toBeVisible();
    await expect.element(lines.nth(1)).toMatchTextContent("Một người hay quên, tháng 1/2026");
    await expect.element(lines.nth(1).getByRole("img", { name: "4 trên 5 sao" })).toBeVisible();
    await expect.element(said).not.toMatchTextContent(/trên 5 sao, từ/);
    await fits();
  });

  test("has an average where there is one", async () => {
    api.change({ [reviewsCall]: { items: [aReview()], count: 1234, average: 4.8 } });
    await open();
    await expect.element(said).toMatchTextContent("4,8 trên 5 sao, từ 1.234 đánh giá");
  });
});

test.for<[string, Answers[typeof examplesCall], Answers[typeof reviewsCall]]>([
  ["there are none", [], none],
  ["they fail to load", fails(500), fails(500)],
])("songs and reviews have no place when %s", async ([, examples, reviews]) => {
  api.change({ [examplesCall]: examples, [reviewsCall]: reviews });
  await open();
  await expect.poll(() => api.requests(examplesCall)).toHaveLength(1);
  await expect.poll(() => api.requests(reviewsCall)).toHaveLength(1);
  await settled();
  expect([heard.query(), said.query()]).toEqual([null, null]);
  await expect.element(form).toBeVisible();
});
