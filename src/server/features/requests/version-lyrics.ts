/** The lyrics that a finished song is handed over with: a text, or one with times, pasted or in the tags of its file. */
import { invalidField } from "#contract/errors.ts";
import { type LineDocument, lineOutOfOrder, timingOf } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { linesOfText, lyricsText } from "#contract/lyrics/lyrics-text.ts";

/** Letters of the lyrics of a version, without their times. */
export const maxVersionLyrics = 10_000;

/** The text, and as JSON the lines of it that move with the song; null without times. */
export interface VersionLyrics {
  lyrics: string | null;
  lines: string | null;
}

const none = { format: "text", document: null, oddities: [] } as const;

/**
 * Returns what is kept of lyrics. Lines of the file's tags are taken where they say what was given, or nothing was.
 * @param given a plain text, or one of the formats that `readLyrics` knows.
 * @throws ApiError `invalid` for a text that is too long, or of a format with times that is not read.
 */
export function versionLyrics(given: string | null, tagged: LineDocument | null): VersionLyrics {
  const { format, document: read, oddities } = given === null ? none : readLyrics(given);
  if (format === "unread") throw invalidField("lyrics", oddities[0]?.message ?? "");
  const [timed] = [read, tagged].filter(
    (each) => each !== null && isTimed(each) && (given === null || says(each, read)),
  );
  const lyrics = timed ? lyricsText(timed) : given;
  if (lyrics !== null && lyrics.length > maxVersionLyrics) {
    throw invalidField("lyrics", `Lời bài hát không được dài quá ${maxVersionLyrics} ký tự, không kể thời gian`);
  }
  return { lyrics, lines: timed ? JSON.stringify(timed) : null };
}

/**
 * Returns what is kept of lyrics that are corrected: lines that move with the song keep their times, as long as each stays one line.
 * @throws ApiError `invalid` for lyrics that gain or lose lines, or that are too long.
 */
export function correctedLyrics(given: string | null, stored: LineDocument | null): VersionLyrics {
  const fresh = versionLyrics(given, stored);
  if (stored === null || fresh.lyrics === null || fresh.lines !== null) return fresh;
  const { lines } = linesOfText(fresh.lyrics).document;
  if (lines.length !== stored.lines.length) {
    throw invalidField(
      "lyrics",
      "Lời này đang chạy theo bài. Bạn sửa chữ trong từng dòng; thêm hay bớt dòng thì dán lại cả lời kèm thời gian",
    );
  }
  const document = {
    ...stored,
    lines: stored.lines.map((line, place) => {
      const { text, starts_verse, reading, translation } = lines[place] ?? line;
      return { ...line, text, starts_verse, reading, translation, words: text === line.text ? line.words : [] };
    }),
  };
  return { lyrics: lyricsText(document), lines: JSON.stringify(document) };
}

const isTimed = (document: LineDocument) =>
  timingOf(document) !== "none" &&
  lineOutOfOrder(document) === undefined &&
  lyricsText(document).length <= maxVersionLyrics;

/** Whether two documents have the same lines, whatever their times. */
function says(one: LineDocument, other: LineDocument | null): boolean {
  const words = ({ lines }: LineDocument) => lines.map(({ text }) => text.replace(/\s+/g, " ").trim()).join("\n");
  return other !== null && words(one) === words(other);
}
