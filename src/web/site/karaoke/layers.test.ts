import { expect, test } from "vitest";
import { plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { isReadAbove } from "./layers.ts";

function read(text: string, reading: string | null, ...words: [word: string, reading: string | null][]): SongLine {
  let end = 0;
  return {
    ...plainLine(text),
    reading,
    words: words.map(([word, reading]) => {
      const start_char = text.indexOf(word, end);
      end = start_char + word.length;
      return { start_char, end_char: end, start_ms: null, end_ms: null, reading, meaning: null };
    }),
  };
}

test("a reading is above the words where it says the same, apart from blanks, signs and capitals", () => {
  expect(isReadAbove(read("你好，朋友！", "Nǐ hǎo, péngyou!", ["你好", "nǐhǎo"], ["朋友", "péngyou"]))).toBe(true);
  expect(isReadAbove(read("去西安OK吗", "Qù Xī'ān OK ma", ["去", "qù"], ["西安", "Xī’ān"], ["吗", "ma"]))).toBe(true);
  expect(isReadAbove(read("你好", "nǐ hǎo".normalize("NFD"), ["你好", "nǐhǎo"]))).toBe(true);
});

test("a reading of another script, of other tones, or without readings of all words is its own", () => {
  expect(isReadAbove(read("雨が", "ame ga", ["雨", "あめ"], ["が", null]))).toBe(false);
  expect(isReadAbove(read("你好", "ni hao", ["你好", "nǐhǎo"]))).toBe(false);
  expect(isReadAbove(read("你好朋友", "nǐ hǎo péngyou", ["你好", "nǐhǎo"], ["朋友", null]))).toBe(false);
  expect(isReadAbove(read("你好", "nǐ hǎo"))).toBe(false);
  expect(isReadAbove(read("Hello", "hello", ["Hello", null]))).toBe(false);
  expect(isReadAbove(read("你好", null, ["你好", "nǐhǎo"]))).toBe(false);
});
