import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { Footer } from "../site/footer.tsx";
import { GenreCard } from "../site/genres/genre-card.tsx";
import { LatestSlide } from "../site/home/carousel/latest-slide.tsx";
import { Hero } from "../site/home/hero.tsx";
import { LearningTopics } from "../site/home/learning-topics.tsx";
import { OrderSong } from "../site/home/order-song.tsx";
import { Voices } from "../site/home/voices.tsx";
import { SongCard } from "../site/music/song-card.tsx";
import { Kept, keepMarkup } from "./kept.tsx";

afterEach(() => keepMarkup(undefined));

const words = vi.fn(({ first, second }: { first: string; second?: string; press?: () => void }) => [first, second]);
const page = (...all: Parameters<typeof words>[0][]) =>
  renderToString(
    createElement(
      "ul",
      {},
      all.map((props, key) =>
        createElement(Kept<(typeof all)[0]>, { as: "li", key, title: "a", content: words, props }),
      ),
    ),
  );

it("keeps the content of equal props, whatever the functions among them", () => {
  keepMarkup(renderToString);
  words.mockClear();
  const once = page({ first: "<1>", second: "2" });
  expect(once).toBe('<ul><li title="a">&lt;1&gt;<!-- -->2</li></ul>');
  expect(page({ first: "<1>", second: "2", press: () => undefined })).toBe(once);
  expect(words).toHaveBeenCalledTimes(1);
  expect(page({ first: "<1>", second: "3" })).toContain("3");
  expect(page({ first: "2" }, { first: "2" })).toBe('<ul><li title="a">2</li><li title="a">2</li></ul>');
  expect(words).toHaveBeenCalledTimes(3);
});

it("keeps nothing where it was not told to", () => {
  words.mockClear();
  expect(page({ first: "1" }, { first: "1" })).toBe('<ul><li title="a">1</li><li title="a">1</li></ul>');
  expect(words).toHaveBeenCalledTimes(2);
});

it("does not grow without end", () => {
  keepMarkup(renderToString);
  words.mockClear();
  for (let i = 0; i <= 2000; i += 1) page({ first: `${i}` });
  expect(page({ first: "2000" })).toContain("2000");
  expect(words).toHaveBeenCalledTimes(2001);
  expect(page({ first: "0" })).toContain(">0<");
  expect(words).toHaveBeenCalledTimes(2002);
});

const song = {
  id: 1,
  title: "Bài <1>",
  artist: null,
  description: "Một & hai",
  excerpt: "La la",
  audio_url: "/uploads/1.mp3",
  stream_url: null,
  thumbnail_url: null,
  is_premium: true,
  duration: 60,
  categories: [{ id: 1, name: "Nhạc trẻ" }],
};
const slide = { song, place: 1, count: 8, current: true, locked: false, drawn: true };
const genre = { id: 1, name: "Nhạc trẻ", description: null, icon_url: null, song_count: 1234 };
const topics = [
  { id: 1, name: "Tiếng Anh qua bài hát", song_count: 2 },
  { id: 2, name: "Từ vựng", song_count: 1200 },
];
const pricing = { base_price: 299_000, currency: "VND", description: "Riêng cho bạn", features: ["Nguyên bản"] };

it.each([
  ["a song's card", createElement(SongCard, { song, state: "locked", late: true, onPress: () => undefined })],
  ["a song's card that may be heard", createElement(SongCard, { song, state: "idle", onPress: () => undefined })],
  ["a slide", createElement(LatestSlide, slide)],
  ["a slide alone", createElement(LatestSlide, { ...slide, count: 1, locked: true, drawn: false })],
  ["a genre", createElement(GenreCard, { genre })],
  ["topics", createElement(LearningTopics, { topics })],
  ["the hero", createElement(Hero)],
  ["the price", createElement(OrderSong, { pricing })],
  ["no price", createElement(OrderSong, { pricing: undefined })],
  ["what listeners tell", createElement(Voices)],
  ["the footer", createElement(Footer)],
])("%s is kept as React would write it", (_, element) => {
  const written = renderToString(element);
  keepMarkup(renderToString);
  expect(renderToString(element)).toBe(written);
  expect(renderToString(element)).toBe(written);
});
