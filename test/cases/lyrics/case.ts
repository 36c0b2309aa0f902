/** A file of lyrics as the programs of the world write them, and what is read from it. */
import type { ReadFormat } from "#contract/lyrics/formats.ts";

export interface Case {
  name: string;
  format: ReadFormat;
  text: string;
  /** Each line as `start-end singer: te|xt {reading} {translation}`, with the seconds of timed words; a verse begins with `¶`. */
  lines: readonly string[];
  /** Languages, where they are told: of the original, the reading and the translation. */
  languages?: string;
  /** Numbers of the lines that are odd; 0 for the whole. */
  odd?: readonly number[];
}

/** Returns the text of a file with these lines. */
export const file = (...lines: readonly string[]) => `${lines.join("\n")}\n`;

/** Returns the same as Windows writes it: with a byte order mark. */
export const windowsFile = (...lines: readonly string[]) => `\ufeff${lines.join("\r\n")}\r\n`;
