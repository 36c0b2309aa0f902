/** The words of a song that its glossary might explain. */
import type { LineDocument } from "./document.ts";
import { glossaryEntryOf, glossaryKey } from "./glossary.ts";
import { wordsOf } from "./words.ts";

export interface Candidate {
  word: string;
  /** Of the first of its places that has one. */
  reading: string | null;
  meaning: string | null;
  count: number;
}

const letter = /\p{L}/u;
/** Particles and endings of Japanese. */
const shortKana = /^[\p{Script=Hiragana}ー]{1,2}$/u;
/** One letter of an alphabet: `I`, `a`. */
const oneLetter = /^[\p{Script=Latin}\p{Script=Hangul}]$/u;

/** Returns the words that the glossary lacks: what is sung least often first, long words before short ones. */
export function glossaryCandidates(document: LineDocument): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const line of document.lines) {
    for (const { start_char, end_char, reading, meaning } of wordsOf(line, document.language)) {
      const word = line.text.slice(start_char, end_char);
      if (!letter.test(word) || shortKana.test(word) || oneLetter.test(word)) continue;
      const key = glossaryKey(word);
      const known = found.get(key);
      if (known) {
        known.count++;
        known.reading ??= reading;
        known.meaning ??= meaning;
        // Large at the start of a line only.
        if (word === key) known.word = word;
      } else if (!glossaryEntryOf(document, word)) found.set(key, { word, reading, meaning, count: 1 });
    }
  }
  return [...found.values()].sort((a, b) => a.count - b.count || b.word.length - a.word.length);
}
