import { describe, expect, it } from "vitest";
import { type LineDocument, plainLine, type SongLine } from "#contract/lyrics/document.ts";
import { countIn, lineAfter, lineAt, sungPart, timedLines } from "./sung-place.ts";

const line = (text: string, start_ms: number | null, end_ms: number | null = null, words: SongLine["words"] = []) => ({
  ...plainLine(text),
  start_ms,
  end_ms,
  words,
});
const document = (...lines: SongLine[]): LineDocument => ({
  language: "en",
  reading_language: null,
  translation_language: null,
  lines,
  glossary: [],
});
/** Cuts a line into its words at blanks. */
function words(text: string, ...starts: (number | null)[]): SongLine["words"] {
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }, place) => ({
    start_char: index,
    end_char: index + word.length,
    start_ms: starts[place] ?? null,
    end_ms: null,
    reading: null,
    meaning: null,
  }));
}
const ends = (...lines: SongLine[]) => timedLines(document(...lines), 60_000).map(({ end }) => end);
const pieces = (...lines: SongLine[]) =>
  timedLines(document(...lines), 60_000)[0]?.pieces.map(({ text, start, end }) => [text, start, end]);

describe("timedLines", () => {
  it("ends a line at its end, at the next timed line, or after six seconds of the song", () => {
    expect(ends(line("a", 1000, 1500), line("b", 2000), line("—", null), line("c", 5000))).toEqual([
      1500, 5000, 5000, 11_000,
    ]);
    expect(ends(line("a", 58_000))).toEqual([60_000]);
    expect(timedLines(document(line("a", 58_000)), 0)[0]?.end).toBe(64_000);
  });

  it("cuts a line into words, each with what stands behind it", () => {
    expect(pieces(line("“Hello, my sun!”", 1000, 4000, words("“Hello, my sun!”", 1000, 2000, 3000)))).toEqual([
      ["“Hello, ", 1000, 2000],
      ["my ", 2000, 3000],
      ["sun!”", 3000, 4000],
    ]);
    expect(pieces(line("Hello", 1000))).toEqual([["Hello", null, 7000]]);
  });

  it("shares a stretch among words without a time by their letters", () => {
    expect(pieces(line("aaa b c", 0, 3000, words("aaa b c", 1000, null, 2000)))).toEqual([
      ["aaa ", 1000, 1750],
      ["b ", 1750, 2000],
      ["c", 2000, 3000],
    ]);
    expect(pieces(line("a bb", 1000, 2000, words("a bb", null, 1600)))?.map(([, start]) => start)).toEqual([
      1000, 1600,
    ]);
    expect(pieces(line("a b", 1000, 2000, words("a b")))?.map(([, start]) => start)).toEqual([null, null]);
  });
});

describe("a word with a reading", () => {
  const read = (text: string, word: string, reading: string, start_ms: number | null = 1000) => {
    const start_char = text.indexOf(word);
    const words = [{ start_char, end_char: start_char + word.length, start_ms, end_ms: null, reading, meaning: null }];
    const [timed] = timedLines(document(line(text, 1000, 3000, words)), 60_000);
    return timed?.pieces.map(({ text: part, reading: above, start, end }) => [part, above, start, end]);
  };

  it("is cut where its kana say themselves, with the signs around it", () => {
    expect(read("「聞こえる」", "聞こえる", "きこえる")).toEqual([
      ["「", null, 1000, 1000],
      ["聞", "き", 1000, 1500],
      ["こえる", null, 1500, 3000],
      ["」", null, 3000, 3000],
    ]);
    expect(read("聞こえる", "聞こえる", "きこえる", null)).toEqual([
      ["聞", "き", null, 3000],
      ["こえる", null, null, 3000],
    ]);
  });

  it("keeps the blank after it", () => {
    expect(read("눈 온", "눈", "nun")).toEqual([
      ["눈", "nun", 1000, 3000],
      [" 온", null, 3000, 3000],
    ]);
    expect(read("눈 ", "눈", "nun")).toEqual([["눈 ", "nun", 1000, 3000]]);
  });

  it("is one where the reading is above all of it", () => {
    expect(read("朋友！", "朋友", "péngyou")).toEqual([
      ["朋友", "péngyou", 1000, 3000],
      ["！", null, 3000, 3000],
    ]);
  });
});

describe("the line at a moment", () => {
  const lines = timedLines(
    document(line("a", 1000, 2000), line("spoken", null), line("b", 3000, 6000), line("c", 5000, 7000)),
    60_000,
  );

  it.each([
    [0, -1, 0],
    [1000, 0, 2],
    [2000, -1, 2],
    [2999, -1, 2],
    [3000, 2, 3],
    [5500, 3, -1],
    [7000, -1, -1],
  ])("at %i ms is %i, and the next %i", (ms, current, next) => {
    expect([lineAt(lines, ms), lineAfter(lines, ms)]).toEqual([current, next]);
  });
});

it("sungPart grows from 0 to 1, and is whole without times", () => {
  const piece = { text: "a", reading: null, start: 1000, end: 2000 };
  expect([500, 1250, 3000].map((ms) => sungPart(piece, ms))).toEqual([0, 0.25, 1]);
  expect(sungPart({ ...piece, start: null }, 0)).toBe(1);
  expect([999, 1000].map((ms) => sungPart({ ...piece, end: 1000 }, ms))).toEqual([0, 1]);
});

it("countIn counts three seconds before a line that follows a silence", () => {
  const lines = timedLines(document(line("a", 5000, 6000), line("b", 8000, 9000), line("c", 14_000)), 60_000);
  expect([1500, 2000, 3500, 4999, 5000, 7000, 11_500].map((ms) => countIn(lines, ms))).toEqual([0, 3, 2, 1, 0, 0, 3]);
  expect(countIn(timedLines(document(line("a", 2000)), 60_000), 500)).toBe(0);
});
