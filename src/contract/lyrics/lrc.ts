/** LRC and enhanced LRC (A2): `[01:02.34]text`, with `<01:02.34>` before each word. Nobody maintains a standard; files differ in every detail. */

import type { LineDocument, SongLine } from "./document.ts";
import { languageTag } from "./language-tag.ts";
import {
  cleanName,
  emptyRow,
  fileLines,
  fraction,
  joinPieces,
  type Languages,
  maxRows,
  type Notes,
  type Piece,
  type Row,
  timeWithin,
  unknownLanguage,
} from "./rows.ts";
import { unescaped } from "./subtitles.ts";

const lineStamp = /\[\s*(-?)(\d{1,4}):(\d{1,2})(?:([.:,])(\d{0,9}))?(?:[.:,](\d{1,9}))?(?:-\d)?\s*\]/y;
const wordStamp = /[<[]\s*(-?)(\d{1,4}):(\d{1,2})(?:([.:,])(\d{0,9}))?(?:[.:,](\d{1,9}))?\s*[>\]]/g;
const header = /^\s*\[\s*(#|[a-z][a-z_]{1,19})\s*:(.*)\]\s*$/i;
const singerMark = /^\s*(v\d{1,2}|bg|[FMD])\s*:\s*/;
/** QQ has it for a line without a translation. */
const noTranslation = "//";
const backgroundLine = /^\s*\[bg:(.*)\]\s*$/i;

export interface LrcHeaders {
  /** Of the song; null where the lyrics do not tell it. */
  title: string | null;
  artist: string | null;
}

/** Headers that a text without times may have too. */
const plainHeader = /^[ \t]*\[(ti|ar|al|au|by|re|ve|la|length|offset|translation_language):(.{0,500})\][ \t]*$/gim;

/** Returns what the headers of lyrics tell about the song. */
export function lrcHeaders(text: string): LrcHeaders {
  const headers = new Map<string, string | null>();
  for (const [, name = "", value = ""] of text.replace(/\r\n?/g, "\n").matchAll(plainHeader)) {
    headers.set(name.toLowerCase(), cleanName(value));
  }
  return { title: headers.get("ti") ?? null, artist: headers.get("ar") ?? null };
}

/** Returns a text without headers. */
export const withoutHeaders = (text: string) => text.replace(plainHeader, "").replace(/^\n+/, "");

/** True for a text with a stamp at the start of a line. */
export function isLrc(text: string): boolean {
  return /^[ \t\ufeff]*\[ ?-?\d{1,4}:\d{1,2}[\].:, ]/m.test(text);
}

/** Two colons are hours, minutes and seconds only when a fraction follows: `[01:02:03]` is a second and three hundredths. */
function stampMs([, sign, first, second, mark, third, fourth]: RegExpMatchArray): number {
  const [minutes, seconds, rest] =
    fourth !== undefined && mark === ":"
      ? [60 * Number(first) + Number(second), Number(third), fourth]
      : [Number(first), Number(second), third];
  return (sign ? -1 : 1) * ((minutes * 60 + seconds) * 1000 + fraction(rest));
}

export function readLrc(text: string, notes: Notes): { rows: Row[]; languages: Languages } {
  const languages: Languages = {};
  const rows: Row[] = [];
  let offset = 0;
  let startsVerse = false;
  let stamped = false;
  for (const [place, raw] of fileLines(text, notes).entries()) {
    if (rows.length >= maxRows) break;
    const source = place + 1;
    const bg = backgroundLine.exec(raw)?.[1];
    const line = bg === undefined ? raw : `bg: ${bg}`;
    const meta = bg === undefined ? header.exec(line) : null;
    if (meta) {
      const [, name = "", value = ""] = meta;
      if (/^offset$/i.test(name)) offset = readOffset(value, source, notes);
      else if (/^(la|lang|language)$/i.test(name)) languages.language = languageTag(value);
      else if (/^translation_language$/i.test(name)) languages.translation_language = languageTag(value);
      continue;
    }
    const { starts, rest } = timedCredit(line) ?? leadingStamps(line);
    const content = rest.trim();
    if (content === noTranslation) continue;
    const times = starts.map((ms) => timeWithin(Math.max(ms < 0 ? ms : 0, ms - offset), source, notes));
    if (content === "") {
      for (const time of times) endBefore(rows, time);
      startsVerse = true;
      continue;
    }
    if (times.length === 0 && stamped && bg === undefined) notes.add(source, "Dòng không có thời gian");
    stamped ||= times.length > 0;
    const row = {
      ...contentOf(content, times[0] ?? null, offset, source, notes),
      starts_verse: startsVerse && rows.length > 0,
    };
    startsVerse = false;
    const [first = row.words[0]?.start_ms ?? null, ...others] = times;
    rows.push({ ...row, start_ms: first });
    for (const other of others) rows.push(repeated(row, first, other));
  }
  return { rows, languages };
}

function leadingStamps(line: string): { starts: number[]; rest: string } {
  const starts: number[] = [];
  let end = line.length - line.trimStart().length;
  for (;;) {
    lineStamp.lastIndex = end;
    const match = lineStamp.exec(line);
    if (!match) return { starts, rest: line.slice(end) };
    const ms = stampMs(match);
    if (!starts.includes(ms)) starts.push(ms);
    end = lineStamp.lastIndex;
    while (line[end] === " " || line[end] === "\t") end++;
  }
}

/** NetEase has credits as objects before the first line: `{"t":0,"c":[{"tx":"作词: "},{"tx":"小石头"}]}`. */
function timedCredit(line: string): { starts: number[]; rest: string } | undefined {
  const [, ms, parts] = /^\s*\{"t":(\d{1,9}),"c":\[(.*)\]\}\s*$/.exec(line) ?? [];
  if (ms === undefined || parts === undefined) return undefined;
  const texts = [...parts.matchAll(/"tx":"([^"\\]*)"/g)].map(([, text]) => text);
  return { starts: [Number(ms)], rest: texts.join("") };
}

/** Returns text, singer and words of what follows the stamps of a line; a first word without a stamp starts with the line. */
function contentOf(content: string, lineStart: number | null, offset: number, source: number, notes: Notes): Row {
  const singer = singerMark.exec(content);
  const body = singer ? content.slice(singer[0].length) : content;
  const pieces: Piece[] = [];
  let end = 0;
  let start: number | null = null;
  for (const match of body.matchAll(wordStamp)) {
    if (match.index > end || start !== null) pieces.push({ text: unescaped(body.slice(end, match.index)), start });
    end = match.index + match[0].length;
    start = timeWithin(Math.max(0, stampMs(match) - offset), source, notes);
  }
  pieces.push({ text: unescaped(body.slice(end)), start });
  const [first] = pieces;
  const hasWords = pieces.some((piece) => piece.start !== null && piece.text.trim() !== "");
  if (hasWords && first && first.start === null && first.text.trim() !== "") first.start = lineStart;
  const closing = pieces.length > 1 && body.slice(end).trim() === "" ? start : null;
  return {
    ...emptyRow(source),
    ...joinPieces(pieces),
    end_ms: closing,
    singer: singer ? cleanName(singer[1] ?? "") : null,
  };
}

/** An empty line with a time ends the lines before it that have no end yet and start earlier. */
function endBefore(rows: readonly Row[], time: number | null): void {
  if (time === null) return;
  let last: Row | undefined;
  for (const row of rows.slice(-20)) {
    if (row.start_ms !== null && row.start_ms < time && row.start_ms >= (last?.start_ms ?? 0)) last = row;
  }
  for (const row of rows.slice(-20))
    if (last && row.start_ms === last.start_ms && row.end_ms === null) row.end_ms = time;
}

/** Returns the same line at another time. */
function repeated(row: Row, from: number | null, to: number | null): Row {
  if (from === null || to === null) return { ...row, start_ms: to, end_ms: null, words: [] };
  const moved = (ms: number | null) => (ms === null ? null : ms + to - from);
  const words = row.words.map((word) => ({ ...word, start_ms: moved(word.start_ms), end_ms: moved(word.end_ms) }));
  return { ...row, start_ms: to, end_ms: moved(row.end_ms), words };
}

function readOffset(value: string, source: number, notes: Notes): number {
  const ms = Number(value.trim());
  if (Number.isFinite(ms) && Math.abs(ms) <= 600_000) return Math.round(ms);
  notes.add(source, "Không hiểu offset");
  return 0;
}

/** `mm:ss.xx`, with three decimals where two do not suffice. */
export function lrcTime(ms: number): string {
  const decimals = ms % 10 === 0 ? 2 : 3;
  const minutes = Math.floor(ms / 60_000);
  const seconds = ((ms % 60_000) / 1000).toFixed(decimals);
  return `${String(minutes).padStart(2, "0")}:${seconds.padStart(3 + decimals, "0")}`;
}

/**
 * Writes LRC; readings and translations follow their line with the same stamp.
 * @param hasWords writes the times of words too, as enhanced LRC
 */
export function writeLrc(
  document: LineDocument,
  { title, artist, hasWords }: { title: string; artist: string | null; hasWords: boolean },
): string {
  const { language, translation_language, lines } = document;
  const isTranslated = lines.some(({ translation }) => translation !== null);
  const out = [
    `[ti:${title}]`,
    ...(artist ? [`[ar:${artist}]`] : []),
    ...(language ? [`[la:${language}]`] : []),
    ...(isTranslated ? [`[translation_language:${translation_language ?? unknownLanguage}]`] : []),
    "",
  ];
  for (const [place, line] of lines.entries()) {
    const next = lines[place + 1];
    if (line.starts_verse && place > 0 && out.at(-1) !== "") out.push(...verseBreak(lines[place - 1]));
    const stamp = line.start_ms === null ? "" : `[${lrcTime(line.start_ms)}]`;
    const singer = line.singer && singerMark.test(`${line.singer}:`) ? `${line.singer}: ` : "";
    out.push(stamp + singer + (hasWords ? withWordStamps(line) : line.text));
    for (const layer of [line.reading && `(${line.reading})`, line.translation]) if (layer) out.push(stamp + layer);
    if (!next && line.end_ms !== null && !(hasWords && isWordTimed(line))) out.push(`[${lrcTime(line.end_ms)}]`);
  }
  return `${out.join("\n")}\n`;
}

/** A break between verses also ends the line before it. */
function verseBreak(before: SongLine | undefined): string[] {
  return [before && before.end_ms !== null ? `[${lrcTime(before.end_ms)}]` : ""];
}

const isWordTimed = ({ words }: SongLine) => words.some(({ start_ms }) => start_ms !== null);

function withWordStamps(line: SongLine): string {
  if (!isWordTimed(line)) return line.text;
  let out = "";
  let end = 0;
  for (const { start_char, end_char, start_ms, end_ms } of line.words) {
    if (start_ms === null) continue;
    out += `${line.text.slice(end, start_char)}<${lrcTime(start_ms)}>${line.text.slice(start_char, end_char)}`;
    if (end_ms !== null) out += `<${lrcTime(end_ms)}>`;
    end = end_char;
  }
  const closing = line.end_ms !== null ? `<${lrcTime(line.end_ms)}>` : "";
  return out + line.text.slice(end) + closing;
}
