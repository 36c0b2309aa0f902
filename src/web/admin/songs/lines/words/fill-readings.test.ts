import { describe, expect, it } from "vitest";
import { type LineDocument, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { readingRequest, withReadings } from "./fill-readings.ts";

const word = (start_char: number, end_char: number, reading: string | null = null) => {
  return { start_char, end_char, start_ms: 100, end_ms: null, reading, meaning: "nghĩa" };
};
const document = (...lines: SongLine[]): LineDocument => {
  return { language: "zh-CN", reading_language: null, translation_language: null, lines, glossary: [] };
};
const whole = { ...plainLine("朋友"), reading: "péngyou", words: [word(0, 2, "péngyou")] };
const cut = { ...plainLine("谢谢你"), words: [word(0, 2, "tạ"), word(2, 3)] };
const read = (start_char: number, end_char: number, reading: string | null) => ({ start_char, end_char, reading });

describe("readingRequest", () => {
  it("asks for lines that lack something, or for all", () => {
    const given = document(whole, cut, plainLine("你好"), plainLine(" "));
    const lines = [
      {
        text: "谢谢你",
        words: [
          { start_char: 0, end_char: 2 },
          { start_char: 2, end_char: 3 },
        ],
      },
      { text: "你好", words: [] },
    ];
    expect(readingRequest(given, false)).toEqual({ language: "zh", lines });
    expect(readingRequest(given, true)?.lines.map(({ text }) => text)).toEqual(["朋友", "谢谢你", "你好"]);
  });

  it("asks for nothing in other languages, and when nothing is missing", () => {
    expect(readingRequest({ ...document(cut), language: "vi" }, true)).toBeUndefined();
    expect(readingRequest({ ...document(cut), language: null }, true)).toBeUndefined();
    expect(readingRequest(document(whole), false)).toBeUndefined();
  });
});

describe("withReadings", () => {
  const answers = [
    { reading: "Xièxie nǐ", words: [read(0, 2, "xièxie"), read(2, 3, "nǐ")] },
    { reading: "Nǐ hǎo", words: [read(0, 1, "nǐ"), read(1, 2, null)] },
  ];

  it("fills what is empty, cuts lines without words, and keeps times, meanings and what was written", () => {
    const given = document(whole, cut, plainLine("你好"), plainLine("你好"));
    const request = readingRequest(given, false);
    if (!request) throw new Error("nothing to ask");
    const { document: filled, lines, words } = withReadings(given, request, [...answers, ...answers.slice(1)], false);
    expect([lines, words, filled.reading_language]).toEqual([3, 3, "zh-CN-Latn"]);
    expect(filled.lines[0]).toEqual(whole);
    expect(filled.lines[1]).toEqual({ ...cut, reading: "Xièxie nǐ", words: [word(0, 2, "tạ"), word(2, 3, "nǐ")] });
    const untold = { start_ms: null, end_ms: null, meaning: null };
    const greeting = [
      { ...read(0, 1, "nǐ"), ...untold },
      { ...read(1, 2, null), ...untold },
    ];
    for (const place of [2, 3])
      expect(filled.lines[place]).toEqual({ ...plainLine("你好"), reading: "Nǐ hǎo", words: greeting });
  });

  it("replaces what is there when asked, but not by nothing", () => {
    const given = document({ ...cut, reading: "cũ" });
    const request = readingRequest(given, true);
    const answer = { reading: null, words: [read(0, 2, "xièxie"), read(2, 3, null)] };
    expect(request && withReadings(given, request, [answer], true).document.lines[0]).toEqual({
      ...cut,
      reading: "cũ",
      words: [word(0, 2, "xièxie"), word(2, 3)],
    });
  });

  it("leaves lines that were changed after they were sent", () => {
    const request = readingRequest(document(cut), false);
    const changed = document({ ...cut, text: "谢谢我" }, { ...cut, words: [word(0, 3)] });
    expect(request && withReadings(changed, request, answers, false)).toEqual({
      document: changed,
      lines: 0,
      words: 0,
    });
  });
});
