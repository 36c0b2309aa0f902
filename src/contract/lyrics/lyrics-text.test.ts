import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shown } from "#test/cases/lyrics/cases.ts";
import { linesOfText, lyricsText } from "./lyrics-text.ts";

const file = new URL("../../../demo/catalogue.json", import.meta.url);
const { songs } = JSON.parse(readFileSync(file, "utf8")) as { songs: { title: string; lyrics: string }[] };

describe("linesOfText", () => {
  it.each(songs)("splits the lyrics of “$title” and puts them together again", ({ lyrics }) => {
    const { document, oddities } = linesOfText(lyrics);
    expect(oddities).toEqual([]);
    expect(lyricsText(document)).toBe(lyrics);
  });

  it("finds original, reading, translation and their languages in the demo's songs", () => {
    const found = songs.map(({ title, lyrics }) => {
      const { lines, glossary: _glossary, ...languages } = linesOfText(lyrics).document;
      const has = (field: "reading" | "translation") => lines.every((line) => line[field] !== null);
      return [title, Object.values(languages).join(" "), has("reading"), has("translation")];
    });
    expect(found.filter(([, , , translated]) => translated)).toEqual([
      ["Good Morning, Little Sun", "en  vi", false, true],
      ["Ichi, Ni, San", "ja ja-Latn vi", true, true],
      ["你好，朋友 (Nǐ hǎo, péngyou)", "zh zh-Latn vi", true, true],
      ["What Time Is It?", "en  vi", false, true],
      ["雨の歌 (Ame no uta)", "ja ja-Latn vi", true, true],
      ["四季 (Sì jì)", "zh zh-Latn vi", true, true],
    ]);
    expect(found.filter(([, , , translated]) => !translated).map(([, languages]) => languages)).toEqual(
      Array(12).fill("vi  "),
    );
  });

  it("takes the brackets off a reading, and begins a verse after an empty line", () => {
    const { document } = linesOfText("雨\n(Ame)\nMưa\n\n\n雪\n（Yuki）\nTuyết rơi");
    expect(shown(document)).toEqual(["? 雨 {Ame} {Mưa}", "¶? 雪 {Yuki} {Tuyết rơi}"]);
  });

  it("names what does not fit", () => {
    const long = linesOfText(`${"a".repeat(501)}\nb`);
    expect(long.document.lines.map(({ text }) => text.length)).toEqual([500, 1]);
    expect(long.oddities).toEqual([{ line: 1, message: "Dòng dài quá 500 ký tự nên đã được cắt" }]);
    const many = linesOfText("a\n".repeat(2500));
    expect(many.document.lines).toHaveLength(2000);
    expect(many.oddities).toEqual([{ line: 2001, message: "Chỉ đọc 2000 dòng đầu" }]);
    expect(linesOfText("").document.lines).toEqual([]);
  });
});
