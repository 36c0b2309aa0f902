/**
 * The lines of a song: what is sung, when, and in which layers. No zod here: public pages load this module; `song-lines.ts` has the schemas
 * and the endpoints (docs/rooms/lyrics.md#one-document-in-one-row).
 */

/** Letters of a song's lyrics as one text. */
export const maxLyrics = 50_000;
export const maxLines = 2000;
/** Letters of a line, of its reading and of its translation. */
export const maxLineText = 500;
export const maxLineWords = 100;
/** Letters of a singer's name, of a word's reading and of its meaning. */
export const maxShortText = 100;
/** Milliseconds: 24 hours. */
export const maxLineMs = 24 * 60 * 60_000;
/** Words of a glossary. */
export const maxGlossary = 500;
/** Letters of a meaning and of a note in a glossary. */
export const maxGlossaryText = 300;
/** Letters of a whole document as JSON. */
export const maxDocument = 1_000_000;

/** A stretch of a line that is sung at once: a word, or a syllable where no blank stands between two of them. */
export interface LineWord {
  /** Position of its first letter in the text of the line, in UTF-16 units. */
  start_char: number;
  /** Position after its last letter. */
  end_char: number;
  start_ms: number | null;
  /** Null until the next word, or the end of the line. */
  end_ms: number | null;
  /** How it is read, shown above it: `あめ`. */
  reading: string | null;
  /** Its meaning in this song. */
  meaning: string | null;
}

export interface SongLine {
  text: string;
  /** Whether a blank line stands before it. */
  starts_verse: boolean;
  singer: string | null;
  /** From the start of the song; null for a line without a time. */
  start_ms: number | null;
  /** Null until the next line. */
  end_ms: number | null;
  /** The whole line in Latin letters. */
  reading: string | null;
  translation: string | null;
  /** In the order of the text; empty where the line is not cut into words. */
  words: LineWord[];
}

/** A word that the song teaches. */
export interface GlossaryEntry {
  word: string;
  reading: string | null;
  meaning: string | null;
  note: string | null;
}

/** Languages of the layers as BCP 47 (`ja`, `ja-Latn`, `vi`); null where they are not known. */
export interface LineLanguages {
  language: string | null;
  reading_language: string | null;
  translation_language: string | null;
}

/** True for Vietnamese of any region; a language that is not known may be another one. */
export function isVietnamese(language: string | null): boolean {
  return language === "vi" || language?.startsWith("vi-") === true;
}

export interface LineDocument extends LineLanguages {
  lines: SongLine[];
  /** Each word once; `glossary.ts` finds them. */
  glossary: GlossaryEntry[];
}

/** How finely the lines of a song are timed. */
export type Timing = "none" | "line" | "word";

export function timingOf({ lines }: LineDocument): Timing {
  if (lines.some(({ words }) => words.some(({ start_ms }) => start_ms !== null))) return "word";
  return lines.some(({ start_ms }) => start_ms !== null) ? "line" : "none";
}

/** Returns a line with nothing but a text. */
export function plainLine(text: string, startsVerse = false): SongLine {
  return {
    text,
    starts_verse: startsVerse,
    singer: null,
    start_ms: null,
    end_ms: null,
    reading: null,
    translation: null,
    words: [],
  };
}

/** Returns the place of the first line that starts before the one above it; undefined when all are in order. */
export function lineOutOfOrder({ lines }: LineDocument): number | undefined {
  let last = 0;
  for (const [place, { start_ms }] of lines.entries()) {
    if (start_ms === null) continue;
    if (start_ms < last) return place;
    last = start_ms;
  }
  return undefined;
}
