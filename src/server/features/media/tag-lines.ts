/** Takes lyrics with times from an audio file's metadata: `SYLT`, or LRC in a tag for plain lyrics. */
import type { IAudioMetadata, ILyricsTag } from "music-metadata";
import { type LineDocument, maxLyrics, timingOf } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { createNotes, documentOf, emptyRow, joinPieces, maxRows, type Piece, type Row } from "#contract/lyrics/rows.ts";
import { cleanText } from "./tag-text.ts";

/** The format of times that `SYLT` has in milliseconds; the other one counts frames of MPEG. */
const milliseconds = 2;

/** Returns the first lyrics that have times; null without them. */
export function linesOf({ common, native }: IAudioMetadata): LineDocument | null {
  for (const tag of common.lyrics ?? []) {
    const lines = timedLines(tag);
    if (lines) return lines;
  }
  for (const value of customLyrics(native)) {
    const lines = linesOfText(value);
    if (lines) return lines;
  }
  return null;
}

/** Yields the texts of custom tags, into which some programs write lyrics, and of the frames for lyrics of ID3v2.2. */
export function* customLyrics(native: IAudioMetadata["native"]): Generator<string> {
  for (const { id, value } of Object.values(native).flat()) {
    if (typeof value === "string" && /(^|:)(unsynced|unsynchronised)?\s?lyrics(-\w+)?$/i.test(id)) yield value;
    if (/^ULT\0?$/.test(id) && typeof (value as ILyricsTag).text === "string") yield (value as { text: string }).text;
  }
}

function timedLines({ text, syncText, timeStampFormat }: ILyricsTag): LineDocument | undefined {
  const hasTimes = timeStampFormat === milliseconds && syncText?.some(({ timestamp }) => timestamp !== undefined);
  if (hasTimes) return withTimes(documentOf(rowsOf(syncText), {}, createNotes()));
  return text === undefined ? undefined : linesOfText(text);
}

function linesOfText(text: string): LineDocument | undefined {
  const { format, document } = readLyrics(cleanText(text, maxLyrics));
  return format === "text" || format === "unread" ? undefined : withTimes(document);
}

const withTimes = (document: LineDocument) => (timingOf(document) === "none" ? undefined : document);

/** Each text is a line, or a syllable where the texts hold the breaks of the lines themselves. */
function rowsOf(parts: ILyricsTag["syncText"]): Row[] {
  const hasBreaks = parts.some(({ text }) => /[\r\n]/.test(text));
  const rows: Row[] = [];
  let pieces: Piece[] = [];
  let start: number | null = null;
  const finish = () => {
    const joined = joinPieces(pieces);
    if (joined.text !== "") rows.push({ ...emptyRow(rows.length + 1, start), ...joined });
    pieces = [];
    start = null;
  };
  for (const { text, timestamp = null } of parts.slice(0, 100 * maxRows)) {
    if (rows.length >= maxRows) break;
    if (!hasBreaks) {
      const joined = joinPieces([{ text: cleanText(text, maxLyrics), start: null }]);
      if (joined.text !== "") rows.push({ ...emptyRow(rows.length + 1, timestamp), ...joined });
      else closeLine(rows.at(-1), timestamp);
      continue;
    }
    const [first = "", ...others] = cleanText(text, maxLyrics).split(/\r\n|[\r\n]/);
    const add = (piece: string) => {
      if (piece.trim() !== "") start ??= timestamp;
      pieces.push({ text: piece, start: timestamp });
    };
    add(first);
    for (const other of others) {
      finish();
      add(other);
    }
  }
  finish();
  return rows;
}

/** An empty text ends the line before it. */
function closeLine(line: Row | undefined, end: number | null): void {
  if (line?.start_ms != null && end !== null && end > line.start_ms) line.end_ms ??= end;
}
