/** Messages between the server and the helper process that reads lines. */
import type { LineWord } from "#contract/lyrics/document.ts";
import type { ReadingLanguage } from "#contract/lyrics/reading-language.ts";

export type WordSpan = Pick<LineWord, "start_char" | "end_char">;

export interface LineToRead {
  text: string;
  /** Empty for a line that is to be cut. */
  words: WordSpan[];
}

export interface ReadingTask {
  language: ReadingLanguage;
  lines: LineToRead[];
}

export interface ReadWord extends WordSpan {
  /** Null for a word that needs none, or whose reading is not known. */
  reading: string | null;
}

export interface ReadLine {
  /** In Latin letters; null without words of the language. */
  reading: string | null;
  /** Those that were sent, or those that the line was cut into. */
  words: ReadWord[];
}

/** Returns words without readings. */
export const unreadWords = (words: readonly WordSpan[]): ReadWord[] =>
  words.map((word) => ({ ...word, reading: null }));
