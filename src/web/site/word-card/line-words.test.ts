import { expect, it } from "vitest";
import { type LineWord, plainLine } from "#contract/lyrics/document.ts";
import { lookupWords } from "./line-words.ts";

const word = (start_char: number, end_char: number, fields: Partial<LineWord> = {}): LineWord => ({
  start_char,
  end_char,
  start_ms: null,
  end_ms: null,
  reading: null,
  meaning: null,
  ...fields,
});
const texts = (line: Parameters<typeof lookupWords>[0], language: string | null) =>
  lookupWords(line, { language, glossary: [] }).map(({ text }) => text);

it("cuts a line that has no words by the rules of its language", () => {
  expect(texts(plainLine("What time is it? It's six o'clock."), "en")).toEqual([
    "What",
    "time",
    "is",
    "it",
    "It's",
    "six",
    "o'clock",
  ]);
  expect(texts(plainLine("Sáng nay, hẻm nhỏ"), "vi")).toEqual(["Sáng", "nay", "hẻm", "nhỏ"]);
  expect(texts(plainLine("你好，新朋友"), "zh")).toEqual(["你好", "新", "朋友"]);
  expect(texts(plainLine("..."), null)).toEqual([]);
});

it("joins syllables that are timed apart where words have blanks between them, and keeps Chinese words apart", () => {
  const line = { ...plainLine("Every one"), words: [word(0, 3), word(3, 5), word(6, 9)] };
  expect(texts(line, "en")).toEqual(["Every", "one"]);
  expect(texts({ ...plainLine("新朋友"), words: [word(0, 1), word(1, 3)] }, "zh")).toEqual(["新", "朋友"]);
});

it("leaves signs out of words that were cut by hand", () => {
  const [first] = lookupWords(
    { ...plainLine("“Hello,” he said"), words: [word(0, 8), word(9, 16)] },
    {
      language: "en",
      glossary: [],
    },
  );
  expect(first).toMatchObject({ text: "Hello", start: 1, end: 6 });
});

it("knows reading, meaning and note from the glossary before the word's own", () => {
  const line = {
    ...plainLine("新朋友"),
    words: [word(0, 1, { reading: "xīn", meaning: "mới" }), word(1, 3, { reading: "péngyǒu" })],
  };
  const glossary = [{ word: "朋友", reading: "péngyou", meaning: "bạn bè", note: "Thanh nhẹ ở cuối" }];
  expect(lookupWords(line, { language: "zh", glossary })).toEqual([
    { text: "新", start: 0, end: 1, reading: "xīn", meaning: "mới", note: null },
    { text: "朋友", start: 1, end: 3, reading: "péngyou", meaning: "bạn bè", note: "Thanh nhẹ ở cuối" },
  ]);
});
