import { describe, expect, it } from "vitest";
import { cases, casesOf, shown } from "#test/cases/lyrics/cases.ts";
import { type LineDocument, maxLines, plainLine } from "./document.ts";
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

describe("a format with times that is not read", () => {
  it.each([
    ["SBV", "0:00:00.599,0:00:04.160\nhello my friend\n\n0:00:04.160,0:00:06.770\nxin chào các bạn\n"],
    ["SBV", "\ufeff0:00:00.599,0:00:04.160\r\nhello\r\n"],
    ["YRC", '{"t":0,"c":[{"tx":"作词: "}]}\n[1000,3000](1000,500,0)Mưa (1500,500,0)rơi\n'],
    ["KRC", "[ti:Mưa]\n[171960,5040]<0,240,0>Mưa <240,380,0>rơi\n"],
    ["QRC", "[1000,3000]Mưa (1000,500)rơi(1500,500)\n"],
    ["QRC", '<?xml version="1.0"?>\n<QrcInfos><LyricInfo LyricCount="1">\n'],
    ["LYS", "[4]Mưa (1000,500)rơi(1500,500)\n[4]Gió (3000,500)bay(3500,500)\n"],
    ["JSON", '{"wireMagic":"pb3","events":[{"tStartMs":0,"segs":[{"utf8":"Mưa"}]}]}'],
    ["JSON", '[\n  { "start": 1.5, "text": "Mưa rơi" }\n]'],
  ])("is named and never a text: %s", (name, text) => {
    const { format, document, oddities } = readLyrics(text);
    expect({ format, lines: document.lines }).toEqual({ format: "unread", lines: [] });
    expect(oddities.map(({ message }) => message)).toEqual([
      expect.stringMatching(`^Đây có vẻ là lời ở định dạng ${name}\\b.*, chưa đọc được\\.`),
    ]);
  });

  it.each([
    "[Điệp khúc]\nMưa rơi (x2)",
    "[1] Một (hai, ba)\n[2] Bốn",
    '{Lời một}\n"Mưa rơi"',
    "1,2,3\n0:00 bắt đầu",
    '[00:01.00]{"a":1}',
  ])("is none of: %s", (text) => {
    expect(readLyrics(text).format).not.toBe("unread");
  });
});

describe("headers of lyrics", () => {
  it.each([
    ["[ti:Mưa hạ]\n[ar:Ai đó]\nDòng một\nDòng hai", ["? Dòng một", "? Dòng hai"]],
    ["[ti: Mưa hạ ]\r\n[AR:Ai đó]\r\n[by:x]\r\n\r\n[00:01.00]Một", ["1 Một"]],
  ])("are title and artist, not lines: %s", (text, lines) => {
    const { title, artist, document } = readLyrics(text);
    expect({ title, artist, lines: shown(document) }).toEqual({ title: "Mưa hạ", artist: "Ai đó", lines });
  });

  it("are no lines of a song without times that was exported", () => {
    const { document } = readLyrics("Dòng một\n\nDòng hai");
    const again = readLyrics(writeLyrics(document, "lrc", song));
    expect(shown(again.document)).toEqual(shown(document));
    expect(again).toMatchObject(song);
  });
});

const translated = (
  translation_language: string | null,
  ...lines: readonly [text: string, translation: string | null][]
) => ({
  language: null,
  reading_language: null,
  translation_language,
  lines: lines.map(([text, translation], place) => ({ ...plainLine(text), start_ms: 2000 * (place + 1), translation })),
  glossary: [],
});

describe("a translation", () => {
  const documents: Record<string, LineDocument> = {
    "of French into Vietnamese": translated(
      "vi",
      ["Je t'aime", "Anh yêu em"],
      ["Très bien", "Rất tốt"],
      ["À bientôt", "Hẹn gặp lại"],
    ),
    "of Vietnamese into English": translated(
      "en",
      ["Mưa rơi", "Rain falls"],
      ["Gió bay", "Wind blows"],
      ["Em đi", "You go"],
    ),
    "of English into Korean": translated("ko", ["Rain falls", "비가 내려"], ["Wind blows", "바람이 불어"]),
    "of Japanese into Chinese": translated("zh", ["雨が降る", "下雨了"], ["風が吹く", "起风了"]),
    "of Japanese into English": translated("en", ["雨が降る", "Rain falls"], ["風が吹く", "Wind blows"]),
    "of few lines": translated("en", ["Mưa rơi", null], ["Gió bay", "Wind blows"], ["Em đi", null], ["Anh về", null]),
    "into a language that is not known": translated(null, ["Mưa rơi", "Sade yağmur"], ["Gió bay", "Rüzgar"]),
  };

  it.each(Object.entries(documents))("%s survives LRC and A2", (_name, document) => {
    for (const format of ["lrc", "a2"] as const) {
      const again = readLyrics(writeLyrics(document, format, song)).document;
      expect(shown(again)).toEqual(shown(document));
      expect(again.translation_language).toBe(document.translation_language);
    }
  });

  it.each(Object.entries(documents).slice(0, 4))("%s survives SRT", (_name, document) => {
    const srt = writeLyrics(document, "srt", song);
    const again = readLyrics(srt).document;
    expect(again.lines.map(({ text, translation }) => [text, translation])).toEqual(
      document.lines.map(({ text, translation }) => [text, translation]),
    );
  });

  it.each([
    ["French", "[00:10.00]Je t'aime\n[00:10.00]Anh yêu em\n[00:12.00]Très bien\n[00:12.00]Rất tốt", "vi"],
    ["Vietnamese", "[00:10.00]Mưa rơi\n[00:10.00]Rain falls\n[00:12.00]Gió bay\n[00:12.00]Wind blows", null],
    ["Korean", "[00:10.00]비가 내려\n[00:10.00]下雨了\n[00:12.00]바람이\n[00:12.00]起风了", "zh"],
  ])("at the time of its line is found in a file that does not tell its language: below %s", (_name, text, language) => {
    const { document } = readLyrics(text);
    expect(document.lines.map(({ start_ms, translation }) => [start_ms, translation !== null])).toEqual([
      [10_000, true],
      [12_000, true],
    ]);
    expect(document.translation_language).toBe(language);
  });

  it("is none where two rows of a cue are one line", () => {
    const cues = ["종이배가\n떠나요", "빗방울을\n세어요"].map(
      (text, place) => `${place + 1}\n00:00:0${place},000 --> 00:00:0${place + 1},000\n${text}\n`,
    );
    expect(shown(readLyrics(cues.join("\n")).document)).toEqual(["0 종이배가 떠나요", "1-2 빗방울을 세어요"]);
  });
});

describe("writeLyrics", () => {
  it("ends a cue of SRT at the next later line", () => {
    const lines = [10_000, 10_000, 12_000].map((start_ms, place) => ({ ...plainLine(`Dòng ${place}`), start_ms }));
    const srt = writeLyrics({ ...translated(null), lines }, "srt", song);
    expect(srt.match(/.* --> .*/g)).toEqual([
      "00:00:10,000 --> 00:00:12,000",
      "00:00:10,000 --> 00:00:12,000",
      "00:00:12,000 --> 00:00:17,000",
    ]);
  });

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
      "[ti:Bài & <hát>]\n[ar:Ngân Nga]\n[la:ja]\n[translation_language:vi]\n\n[01:01.23]雨 の歌\n[01:01.23](ame no uta)\n[01:01.23]Bài ca của mưa\n" +
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
