import { expect, it } from "vitest";
import { rubySegments } from "./ruby.ts";

const shown = (text: string, reading: string) =>
  rubySegments(text, reading)
    .map((segment) => (segment.reading === null ? segment.text : `${segment.text}(${segment.reading})`))
    .join(" ");

it.each([
  ["雨", "あめ", "雨(あめ)"],
  ["聞こえる", "きこえる", "聞(き) こえる"],
  ["お茶", "おちゃ", "お 茶(ちゃ)"],
  ["食べ物", "たべもの", "食(た) べ 物(もの)"],
  ["引っ越し", "ひっこし", "引(ひ) っ 越(こ) し"],
  ["消しゴム", "けしごむ", "消(け) しゴム"],
  ["今日", "きょう", "今日(きょう)"],
  ["人々", "ひとびと", "人々(ひとびと)"],
])("puts the reading of %s over its kanji", (text, reading, segments) => {
  expect(shown(text, reading)).toBe(segments);
});

it.each([
  ["聞こえる", "chìkara"],
  ["聞こえる", "わかる"],
  ["朋友", "péngyou"],
  ["A級", "えーきゅう"],
  ["あめ", "アメ"],
  ["(.+)雨", "あめ"],
])("keeps %s with %s whole", (text, reading) => {
  expect(shown(text, reading)).toBe(`${text}(${reading})`);
});

it("is quick for a word that fits in many ways", () => {
  expect(shown("雨あ".repeat(50), "あ".repeat(100))).toContain("雨");
});
