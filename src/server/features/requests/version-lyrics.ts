/** The lyrics that a finished song is handed over with: a text, or one with times, pasted or in the tags of its file. */
import { invalidField } from "#contract/errors.ts";
import { type LineDocument, lineOutOfOrder, timingOf } from "#contract/lyrics/document.ts";
import { readLyrics } from "#contract/lyrics/formats.ts";
import { lyricsText } from "#contract/lyrics/lyrics-text.ts";

/** Letters of the lyrics of a version, without their times. */
export const maxVersionLyrics = 10_000;

/** The text, and as JSON the lines of it that move with the song; null without times. */
export interface VersionLyrics {
  lyrics: string | null;
  lines: string | null;
}

/**
 * Returns what is kept of lyrics. Lines of the file's tags are taken where they say what was given, or nothing was.
 * @param given a plain text, or one of the formats that `readLyrics` knows.
 * @throws ApiError `invalid` for a text that is too long.
 */
export function versionLyrics(given: string | null, tagged: LineDocument | null): VersionLyrics {
  const read = given === null ? null : readLyrics(given).document;
  const [timed] = [read, tagged].filter(
    (each) => each !== null && isTimed(each) && (given === null || says(each, read)),
  );
  const lyrics = timed ? lyricsText(timed) : given;
  if (lyrics !== null && lyrics.length > maxVersionLyrics) {
    throw invalidField("lyrics", `Lời bài hát không được dài quá ${maxVersionLyrics} ký tự, không kể thời gian`);
  }
  return { lyrics, lines: timed ? JSON.stringify(timed) : null };
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
