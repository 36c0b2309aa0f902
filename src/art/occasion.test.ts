import { expect, test } from "vitest";
import { occasions } from "#contract/occasions.ts";
import { songCover } from "./cover.ts";
import { drumOf } from "./drum.ts";
import { coverIdOf, occasionPalettes } from "./occasion.ts";

const titles = Array.from({ length: 60 }, (_, n) => `Ru cả nhà ${n}`);
const paletteOf = (occasion: string | null, title: string) =>
  songCover(coverIdOf(occasion, title), title).match(/data-palette="([a-z-]+)"/)?.[1];

test("each occasion has its palette, whatever the title", () => {
  expect(Object.keys(occasionPalettes)).toEqual([...occasions]);
  for (const occasion of occasions) {
    expect(new Set(titles.map((title) => paletteOf(occasion, title))).size).toBe(1);
  }
  expect([paletteOf("Ngày cưới", "Ru"), paletteOf("Sinh nhật", "Ru"), paletteOf("Tưởng nhớ", "Ru")]).toEqual([
    "son",
    "vang-thep",
    "cham",
  ]);
});

test("an occasion in the customer's words has one palette, and songs without one have all", () => {
  expect(new Set(titles.map((title) => paletteOf("Mừng thọ bà", title))).size).toBe(1);
  expect(new Set(titles.map((title) => paletteOf(null, title))).size).toBe(8);
});

test("titles of one occasion have all compositions", () => {
  const layouts = titles.map((title) => drumOf(songCover(coverIdOf("Sinh nhật", title), title)).radius);
  expect(new Set(layouts).size).toBe(6);
  expect(coverIdOf(null, null)).toBe(coverIdOf(null, ""));
});
