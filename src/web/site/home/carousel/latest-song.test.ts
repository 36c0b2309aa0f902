import { expect, it } from "vitest";
import type { Song } from "#contract/catalogue.ts";
import { toLatestSong } from "./latest-song.ts";

const category = (id: number, is_active = true) => ({ id, name: `Thể loại ${id}`, is_active });

it("returns an excerpt of the lyrics and three active categories, without the other fields", () => {
  const song = {
    id: 3,
    title: "Mưa hạ",
    lyrics: `Phố nhỏ chiều nay\n\nmưa về ngang lối\n${"la ".repeat(60)}`,
    categories: [category(1), category(2, false), category(3), category(4), category(5)],
    waveform: [1, 2, 3],
  } as unknown as Song;
  const latest = toLatestSong(song);
  expect(latest.excerpt).toMatch(/^Phố nhỏ chiều nay\nmưa về ngang lối\nla la .*\.\.\.$/);
  expect(latest.categories.map(({ id }) => id)).toEqual([1, 3, 4]);
  expect(latest).not.toHaveProperty("lyrics");
  expect(latest).not.toHaveProperty("waveform");
});
