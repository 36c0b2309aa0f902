import { expect, it } from "vitest";
import { plainLine } from "./document.ts";
import { cutWords, wordsOf } from "./words.ts";

it.each([
  ["en", "Hello, it's me!", ["Hello", "it's", "me"]],
  ["vi", "Ru con, mùa gió bấc", ["Ru", "con", "mùa", "gió", "bấc"]],
  ["ja", "君を想う夜", ["君", "を", "想う", "夜"]],
  ["zh", "我们一起唱歌", ["我们", "一起", "唱歌"]],
  ["ko", "눈을 뜬 아침", ["눈을", "뜬", "아침"]],
  [null, "La la", ["La", "la"]],
])("cuts %s into words", (language, text, words) => {
  expect(cutWords(text, language).map(({ start_char, end_char }) => text.slice(start_char, end_char))).toEqual(words);
});

it("keeps the words that a line has", () => {
  const own = [{ start_char: 0, end_char: 4, start_ms: 100, end_ms: null, reading: null, meaning: "xin chào" }];
  expect(wordsOf({ ...plainLine("Hi you"), words: own }, "en")).toBe(own);
  expect(wordsOf(plainLine("Hi you"), "en")).toHaveLength(2);
});
