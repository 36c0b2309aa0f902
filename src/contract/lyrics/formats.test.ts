import { describe, expect, it } from "vitest";
import { type LineDocument, maxLines, plainLine } from "./document.ts";
import { cases, casesOf, shown } from "./formats.cases.ts";
import { maxLyricsFile, readLyrics, type WrittenFormat, writeLyrics } from "./formats.ts";

const song = { title: "Bài & <hát>", artist: "Ngân Nga" };

/** The format that holds all that was read: LRC has ends of lines before a verse and of words, SRT has neither words nor singers. */
function wholeFormat(format: string, { lines }: LineDocument): WrittenFormat {
  const hasWords = lines.some(({ words }) => words.length > 0);
  const losesEnd = lines.some(
    ({ end_ms, words }, place) => end_ms !== null && words.length === 0 && lines[place + 1]?.starts_verse === false,
  );
  if (format === "lrc" && !losesEnd) return hasWords ? "a2" : "lrc";
  const isPlain = !hasWords && lines.every(({ singer, start_ms }) => singer === null && start_ms !== null);
  return format === "srt" && isPlain ? "srt" : "ttml";
}

describe("readLyrics", () => {
  it.each(["lrc", "a2", "srt", "vtt", "ttml", "ass"] as const)("is shown forty files of %s, no two alike", (kind) => {
    expect(new Set(casesOf[kind].map(({ text }) => text)).size).toBeGreaterThanOrEqual(40);
    expect(new Set(casesOf[kind].map(({ name }) => name)).size).toBe(casesOf[kind].length);
  });

  it.each(cases)("reads $name", ({ text, format, lines, languages = "", odd = [] }) => {
    const read = readLyrics(text);
    expect(read.format).toBe(format);
    expect(shown(read.document)).toEqual(lines);
    const { language, reading_language, translation_language } = read.document;
    expect([language, reading_language, translation_language].filter((tag) => tag).join(" ")).toBe(languages);
    expect(read.oddities.map(({ line }) => line ?? 0)).toEqual(odd);
  });

  it.each(cases)("reads $name again as it was written", ({ text, format }) => {
    const { document } = readLyrics(text);
    const written = writeLyrics(document, wholeFormat(format, document), song);
    expect(shown(readLyrics(written).document)).toEqual(shown(document));
    const asTtml = readLyrics(writeLyrics(document, "ttml", song)).document;
    expect({ ...asTtml, language: null }).toEqual({ ...document, language: null });
  });

  const long = "la ".repeat(400);
  it.each([
    ["more lines than a song may have", "[00:01.00]a\n".repeat(100_000), maxLines],
    ["a line without an end", `[00:01.00]${long}`, 1],
    ["times before the song", "[-00:01.00]Một\n[99999:00.00]Hai\n[2000:00.00]Ba", 3],
    ["unclosed tags", `<tt><body>${"<p>".repeat(20_000)}`, 0],
    ["nothing but stamps", "[00:01.00]".repeat(90_000), 0],
    ["nothing but brackets", `WEBVTT\n\n00:01.000 --> 00:02.000\n${"<".repeat(900_000)}`, 1],
    ["attributes without an end", `<tt ${'a="1" '.repeat(100_000)}>`, 0],
    ["words without number", `[00:01.00]${"<00:01.00>a ".repeat(50_000)}`, 1],
    ["overlapping cues", "1\n00:00:01,000 --> 00:09:00,000\nMột\n\n".repeat(20_000), maxLines],
  ])("keeps to its limits with %s, and says so", (_name, text, count) => {
    expect(text.length).toBeLessThan(1.3 * maxLyricsFile);
    const { document, oddities } = readLyrics(text);
    expect(document.lines).toHaveLength(count);
    expect(oddities.length).toBeGreaterThan(0);
    expect(oddities.length).toBeLessThanOrEqual(102);
    for (const { start_ms } of document.lines) expect(start_ms ?? 0).toBeLessThanOrEqual(86_400_000);
  });

  it("names a line that is too long, and cuts it between letters", () => {
    const { document, oddities } = readLyrics(`[00:01.00]${"a".repeat(499)}😀😀`);
    expect(document.lines[0]?.text).toBe("a".repeat(499));
    expect(oddities).toEqual([{ line: 1, message: "Dòng dài quá 500 ký tự nên đã được cắt" }]);
  });
});

describe("texts of a megabyte that cost more the longer they are", () => {
  const upTo = (text: string) => text.repeat(Math.ceil(990_000 / text.length));
  const paragraph = (inner: string) => `<tt><body><p begin="1">${inner}</p></body></tt>`;

  it("are cut while they are read: one line in a hundred thousand parts", () => {
    const [line] = readLyrics(paragraph(upTo("a<b/>"))).document.lines;
    expect(line).toMatchObject({ text: "a".repeat(500), start_ms: 1000 });
  });

  it("are cut while they are read: one layer in a hundred thousand parts", () => {
    const roman = `<span ttm:role="x-roman">${upTo("b<b/>")}</span>`;
    const [line] = readLyrics(paragraph(`Mưa${roman}`)).document.lines;
    expect(line).toMatchObject({ text: "Mưa", reading: "b".repeat(500) });
  });

  it("are cut before layers are looked for: more rows than lines can have", () => {
    const { document, oddities } = readLyrics(upTo("雨\n"));
    expect(document.lines).toHaveLength(2000);
    expect(oddities).toEqual([{ line: 2001, message: "Chỉ đọc 2000 dòng đầu" }]);
    const sparse = readLyrics(`雨${"\n".repeat(20_000)}風`);
    expect(sparse.document.lines).toHaveLength(1);
    expect(sparse.oddities).toEqual([{ line: 16_001, message: "Chỉ đọc 2000 dòng đầu" }]);
  });
});

describe("writeLyrics", () => {
  const document: LineDocument = {
    language: "ja",
    reading_language: "ja-Latn",
    translation_language: "vi",
    lines: [
      {
        ...plainLine("雨 の歌"),
        start_ms: 61_230,
        end_ms: 63_005,
        reading: "ame no uta",
        translation: "Bài ca của mưa",
        words: [
          { start_char: 0, end_char: 1, start_ms: 61_230, end_ms: 61_500, reading: null, meaning: null },
          { start_char: 2, end_char: 4, start_ms: 62_000, end_ms: null, reading: null, meaning: null },
        ],
      },
      { ...plainLine("夢", true), start_ms: 3_600_000, end_ms: 3_601_000, translation: "Mơ" },
    ],
    glossary: [],
  };

  it("writes LRC with two decimals where they suffice", () => {
    expect(writeLyrics(document, "lrc", song)).toBe(
      "[ti:Bài & <hát>]\n[ar:Ngân Nga]\n[la:ja]\n\n[01:01.23]雨 の歌\n[01:01.23](ame no uta)\n[01:01.23]Bài ca của mưa\n" +
        "[01:03.005]\n[60:00.00]夢\n[60:00.00]Mơ\n[60:01.00]\n",
    );
  });

  it("writes A2 with the times of words", () => {
    expect(writeLyrics(document, "a2", song)).toContain("[01:01.23]<01:01.23>雨<01:01.50> <01:02.00>の歌<01:03.005>\n");
  });

  it("writes SRT with layers below their line", () => {
    expect(writeLyrics(document, "srt", song)).toBe(
      "1\n00:01:01,230 --> 00:01:03,005\n雨 の歌\n(ame no uta)\nBài ca của mưa\n\n2\n01:00:00,000 --> 01:00:01,000\n夢\nMơ\n",
    );
  });

  it("writes TTML that says how finely it is timed", () => {
    const text = writeLyrics(document, "ttml", song);
    expect(text).toContain('itunes:timing="Word" xml:lang="ja"');
    expect(text).toContain("<ttm:title>Bài &amp; &lt;hát&gt;</ttm:title>");
    expect(text).toContain('<p begin="1:01.230" end="1:03.005" itunes:key="L1"><span begin="1:01.230" end="1:01.500">');
    expect(text).toContain('<p begin="1:00:00.000" end="1:00:01.000" itunes:key="L2">夢');
  });
});
