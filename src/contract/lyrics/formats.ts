/** Timed lyrics of all formats, read and written. Public pages do not load it. */
import { isAss, readAss } from "./ass.ts";
import type { LineDocument } from "./document.ts";
import { isLrc, type LrcHeaders, lrcHeaders, readLrc, withoutHeaders, writeLrc } from "./lrc.ts";
import { linesOfText, type Oddity } from "./lyrics-text.ts";
import { createNotes, documentOf } from "./rows.ts";
import { isSubtitles, readSubtitles, writeSrt } from "./subtitles.ts";
import { isTtml, readTtml, writeTtml } from "./ttml.ts";
import { unreadFormatOf, unreadMessage } from "./unread.ts";

/** Letters of a text that is read. */
export const maxLyricsFile = 1_000_000;

/** `srt` stands for WebVTT too, `lrc` for enhanced LRC; `text` has no times. */
export type ReadFormat = "lrc" | "srt" | "ttml" | "ass" | "text";
export const writtenFormats = ["lrc", "a2", "srt", "ttml"] as const;
export type WrittenFormat = (typeof writtenFormats)[number];

export interface ReadLyrics extends LrcHeaders {
  /** `unread` for one with times that are not read: it has no lines, and the one oddity names it. */
  format: ReadFormat | "unread";
  document: LineDocument;
  oddities: Oddity[];
}

/** Reads lyrics of any format; what is odd is named with its line. Anything else is a text without times. */
export function readLyrics(text: string): ReadLyrics {
  const format = formatOf(text);
  if (format === "unread") return unread(text);
  const headers = format === "lrc" || format === "text" ? lrcHeaders(text) : { title: null, artist: null };
  if (format === "text") {
    return { format, ...headers, ...linesOfText(withoutHeaders(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n"))) };
  }
  const notes = createNotes();
  const { rows, languages = {} } =
    format === "ass"
      ? { rows: readAss(text, notes) }
      : { lrc: readLrc, srt: readSubtitles, ttml: readTtml }[format](text, notes);
  const document = documentOf(rows, languages, notes);
  if (document.lines.length === 0) notes.add(null, "Không tìm thấy dòng nào");
  return { format, ...headers, document, oddities: notes.list };
}

function unread(text: string): ReadLyrics {
  const document = documentOf([], {}, createNotes());
  const oddities = [{ line: null, message: unreadMessage(unreadFormatOf(text) ?? "") }];
  return { format: "unread", title: null, artist: null, document, oddities };
}

function formatOf(text: string): ReadLyrics["format"] {
  if (isTtml(text)) return "ttml";
  if (isAss(text)) return "ass";
  if (isSubtitles(text)) return "srt";
  if (isLrc(text)) return "lrc";
  return unreadFormatOf(text) === undefined ? "text" : "unread";
}

/** Writes the lines of a song: LRC and SRT times of lines, A2 and TTML times of words too. */
export function writeLyrics(
  document: LineDocument,
  format: WrittenFormat,
  song: { title: string; artist: string | null },
): string {
  if (format === "ttml") return writeTtml(document, song);
  if (format === "srt") return writeSrt(document);
  return writeLrc(document, { ...song, hasWords: format === "a2" });
}
