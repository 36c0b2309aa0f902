/** The words of a line that can be looked up. */
import type { LineDocument, SongLine } from "#contract/lyrics/document.ts";
import { glossaryEntryOf } from "#contract/lyrics/glossary.ts";
import { wordsOf } from "#contract/lyrics/words.ts";

export interface LookupWord {
  text: string;
  /** Its place in the text of the line, in UTF-16 units. */
  start: number;
  end: number;
  reading: string | null;
  meaning: string | null;
  note: string | null;
}

/**
 * Returns the words of a line with what the song tells of them: its glossary before the words of the line. Syllables of one word, which are
 * timed apart, are one word again where its language writes blanks.
 */
export function lookupWords(line: SongLine, lyrics: Pick<LineDocument, "language" | "glossary">): LookupWord[] {
  const words: LookupWord[] = [];
  for (const { start_char, end_char, reading, meaning } of wordsOf(line, lyrics.language)) {
    const last = words.at(-1);
    const text = line.text.slice(start_char, end_char);
    if (last?.end === start_char && hasBlanks(last.text) && hasBlanks(text)) {
      last.text += text;
      last.end = end_char;
      last.reading = [last.reading, reading].filter(Boolean).join("") || null;
      last.meaning ??= meaning;
    } else words.push({ text, start: start_char, end: end_char, reading, meaning, note: null });
  }
  return words
    .map((word) => trimmed(word))
    .filter(({ text }) => text !== "")
    .map((word) => {
      const entry = glossaryEntryOf(lyrics, word.text);
      return {
        ...word,
        reading: entry?.reading ?? word.reading,
        meaning: entry?.meaning ?? word.meaning,
        note: entry?.note ?? null,
      };
    });
}

/** Whether a text is written in letters that have blanks between words. */
const hasBlanks = (text: string) => /^[\p{Script=Latin}\p{Script=Hangul}\p{Script=Cyrillic}\p{M}'’-]+$/u.test(text);

/** Words that were cut by hand may hold the signs around them. */
function trimmed(word: LookupWord): LookupWord {
  const signs = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu;
  const before = /^[^\p{L}\p{N}]*/u.exec(word.text)?.[0].length ?? 0;
  const text = word.text.replace(signs, "");
  const start = word.start + before;
  return { ...word, text, start, end: start + text.length };
}
