/** Lyrics as one text and as lines: each sung line with its reading and its translation below it. */
import {
  type LineDocument,
  type LineLanguages,
  maxLines,
  maxLineText,
  maxLyrics,
  plainLine,
  type SongLine,
} from "./document.ts";
import { type Layer, type LyricLine, lyricLines } from "./lyric-lines.ts";

/** Something that could not be read as it stands. */
export interface Oddity {
  /** Number of the line in the text that was read, from 1; null for the whole. */
  line: number | null;
  message: string;
}

export const tooManyLines = `Chỉ đọc ${maxLines} dòng đầu`;
export const cutLine = `Dòng dài quá ${maxLineText} ký tự nên đã được cắt`;

/** Rows of a text that are looked at: lines with two layers, and blanks between them. */
const maxTextRows = 8 * maxLines;

/** A letter of Vietnamese in a text in NFD that other languages lack. */
export const vietnamese = /đ|[aeiouy][\u0302\u0306\u031B\u0303\u0309\u0323]/iu;
const bracketed = /^[(（[](.*)[)）\]]$/su;

export const isBracketed = (text: string) => bracketed.test(text);

/** Returns a text without the brackets around it. */
export function withoutBrackets(text: string): string {
  return bracketed.exec(text)?.[1]?.trim() || text;
}

/** Returns the text of lyrics that shows the lines with their layers, as `lyricLines` tells them apart again. */
export function lyricsText({ language, lines }: Pick<LineDocument, "language" | "lines">): string {
  // Pinyin stands bare below its line, other readings in brackets.
  const isBare = language?.split("-")[0] === "zh";
  return lines
    .map(({ text, starts_verse, reading, translation }, place) =>
      [
        ...(starts_verse && place > 0 ? [""] : []),
        text.trim(),
        ...(reading ? [isBare ? reading : `(${reading})`] : []),
        ...(translation ? [translation] : []),
      ].join("\n"),
    )
    .join("\n");
}

/** Returns the lyrics that lines make; undefined where they are longer than lyrics may be. */
export function lyricsOfLines(document: LineDocument): string | undefined {
  const text = lyricsText(document);
  return text.length > maxLyrics ? undefined : text;
}

/** Returns the lines of lyrics with their layers, without times; what does not fit is named. */
export function linesOfText(lyrics: string): { document: LineDocument; oddities: Oddity[] } {
  const oddities: Oddity[] = [];
  const lines: SongLine[] = [];
  const rows = lyrics.trim().split("\n");
  const read = lyricLines(rows.slice(0, maxTextRows).join("\n"));
  let startsVerse = false;
  for (const [place, { text, layer }] of read.entries()) {
    const above = lines.at(-1);
    if (text === "") startsVerse = true;
    else if (layer === "words" || !above || above[fields[layer]] !== null) {
      if (lines.length === maxLines) {
        oddities.push({ line: place + 1, message: tooManyLines });
        break;
      }
      lines.push(plainLine(fitText(text, place + 1, oddities), startsVerse && above !== undefined));
      startsVerse = false;
    } else above[fields[layer]] = fitText(withoutBrackets(text), place + 1, oddities);
  }
  if (rows.length > maxTextRows && oddities.at(-1)?.message !== tooManyLines)
    oddities.push({ line: maxTextRows + 1, message: tooManyLines });
  return { document: { ...languagesOf(read), lines, glossary: [] }, oddities };
}

const fields = { reading: "reading", meaning: "translation" } as const satisfies Partial<Record<Layer, keyof SongLine>>;

/** Returns a text cut to the length of a line, between two letters. */
export function fitText(text: string, line: number, oddities: Oddity[]): string {
  if (text.length <= maxLineText) return text;
  oddities.push({ line, message: cutLine });
  return text
    .slice(0, maxLineText)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trimEnd();
}

/** Returns the languages of lyrics: that of most sung lines, by their script. A translation is Vietnamese, and below bare Latin letters that of English. */
export function languagesOf(lines: readonly LyricLine[]): LineLanguages {
  const has = (wanted: Layer) => lines.some(({ layer }) => layer === wanted);
  const sung = lines.filter(({ layer, text }) => layer === "words" && text !== "");
  const counts = new Map<string, number>();
  for (const { lang } of sung) if (lang) counts.set(lang, (counts.get(lang) ?? 0) + 1);
  const [script] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  const marked = sung.filter(({ text }) => vietnamese.test(text.normalize("NFD"))).length;
  const language = script ?? (has("meaning") ? "en" : 2 * marked > sung.length ? "vi" : null);
  return {
    language,
    reading_language: has("reading") && language ? `${language}-Latn` : null,
    translation_language: has("meaning") ? "vi" : null,
  };
}
