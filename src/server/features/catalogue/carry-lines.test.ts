import { describe, expect, test } from "vitest";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { lyricsText } from "#contract/lyrics/lyrics-text.ts";
import { shown } from "#test/cases/lyrics/cases.ts";
import { carryLines } from "./carry-lines.ts";

const timed = (lrc: string) => readLyrics(lrc).document;
const carried = (lrc: string, lyrics: string) => shown(carryLines(timed(lrc), lyrics).document);

const japanese =
  "[00:01.00]雨の歌\n[00:01.00]Ame no uta\n[00:01.00]Bài ca của mưa\n[00:04.00]夢\n[00:04.00]Yume\n[00:04.00]Giấc mơ";

describe("a changed text", () => {
  test("that says the same keeps all lines as they are", () => {
    const document = timed("[00:01.00]<00:01.00>Mưa <00:01.50>rơi\n[00:03.00]Gió bay\n\n[00:06.00]Nắng lên");
    expect(carryLines(document, lyricsText(document))).toEqual({ document, oddities: [] });
    const layered = timed(japanese);
    expect(carryLines(layered, `\n${lyricsText(layered)}  \n`).document).toEqual(layered);
  });

  test("keeps the glossary", () => {
    const glossary = [{ word: "mưa", reading: null, meaning: "nước rơi từ mây", note: null }];
    expect(carryLines({ ...timed("[00:01.00]Mưa"), glossary }, "Mưa rơi").document.glossary).toEqual(glossary);
  });

  test("keeps the times of a corrected line, not those of its words", () => {
    const lrc = "[00:01.00]<00:01.00>Mưa <00:01.50>roi\n[00:03.00]<00:03.00>Gió <00:03.50>bay";
    expect(carried(lrc, "Mưa rơi\nGió bay")).toEqual(["1 Mưa rơi", "3 Gió bay [Gió@3 bay@3.5]"]);
  });

  test("keeps all other times when lines are added, removed or moved", () => {
    const lrc = "[00:01.00]Một\n[00:02.00]Hai\n[00:03.00]Ba";
    expect(carried(lrc, "Một\nMột rưỡi\nHai\nBa")).toEqual(["1 Một", "? Một rưỡi", "2 Hai", "3 Ba"]);
    expect(carried(lrc, "Một\nBa")).toEqual(["1 Một", "3 Ba"]);
    expect(carried(lrc, "Một\n\nHai\nBa\nBốn")).toEqual(["1 Một", "¶2 Hai", "3 Ba", "? Bốn"]);
    expect(carried(lrc, "Không\nMột\nHai\nBa")).toEqual(["? Không", "1 Một", "2 Hai", "3 Ba"]);
  });

  test("keeps a corrected reading or translation in its layer", () => {
    expect(carried(japanese, "雨の歌\n(Ame no uta!)\nBài hát của mưa\n夢\n(Yume)\nGiấc mơ")).toEqual([
      "1 雨の歌 {Ame no uta!} {Bài hát của mưa}",
      "4 夢 {Yume} {Giấc mơ}",
    ]);
  });

  test("keeps translations in a layer that nothing but the lines tells from what is sung", () => {
    const document = timed("[00:01.00]Mưa rơi\n[00:03.00]Gió bay");
    const [first, second] = document.lines.map((line, place) => ({
      ...line,
      translation: ["Rain", "Wind"][place] ?? null,
    }));
    const translated = {
      ...document,
      translation_language: "en",
      lines: [first, second].filter((line) => line !== undefined),
    };
    expect(shown(carryLines(translated, "Mưa rơi\nRains\nGió bay\nWind").document)).toEqual([
      "1 Mưa rơi {Rains}",
      "3 Gió bay {Wind}",
    ]);
  });

  test("that does not fit into lines is named", () => {
    expect(carryLines(timed("[00:01.00]Một"), "a".repeat(501)).oddities).toHaveLength(1);
    expect(carryLines(timed("[00:01.00]Một"), "a\n".repeat(2001)).oddities).toHaveLength(1);
  });

  test("of many other lines is carried by their order", () => {
    const lines = (word: string) => Array.from({ length: 2000 }, (_, place) => `${word} ${place}`);
    const lrc = lines("Câu").map((line, place) => `[${Math.floor(place / 60)}:${place % 60}.00]${line}`);
    const { document } = carryLines(timed(lrc.join("\n")), lines("Lời").join("\n"));
    expect(document.lines.map(({ start_ms }) => start_ms)).toEqual(lines("").map((_, place) => 1000 * place));
  });
});
