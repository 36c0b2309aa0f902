/** The words of the demo's songs to learn a language by: `demo/words.json`, cut and read by hand. */
import type { GlossaryEntry, LineWord } from "#contract/lyrics/document.ts";

/** Of a song: each line as its words, `雨[あめ] が`, where the language has no blanks; and its glossary: word, reading, meaning, note. */
export interface DemoWords {
  words?: string[];
  glossary: [string, string | null, string | null, string | null][];
}

export type SpelledWord = Pick<LineWord, "start_char" | "end_char" | "reading">;

/** Returns the places of the words of a line. @throws Error for a word that the line does not have */
export function spelledWords(text: string, spelled: string): SpelledWord[] {
  let place = 0;
  return [...spelled.matchAll(/([^\s[]+)(?:\[([^\]]+)\])?/g)].map(([, word = "", reading = null]) => {
    const start_char = text.indexOf(word, place);
    if (start_char < 0) throw new Error(`demo/words.json: “${text}” has no ${word}`);
    place = start_char + word.length;
    return { start_char, end_char: place, reading };
  });
}

export function demoGlossary({ glossary }: DemoWords): GlossaryEntry[] {
  return glossary.map(([word, reading, meaning, note]) => ({ word, reading, meaning, note }));
}
