/** The words of a song as exercises take them: whole words, without signs. */
import type { LineDocument, LineWord, SongLine } from "../lyrics/document.ts";
import { glossaryEntryOf } from "../lyrics/glossary.ts";
import { wordsOf } from "../lyrics/words.ts";

export interface ExerciseWord {
  /** Number of the line in the song. */
  line: number;
  /** Number of the word in its line. */
  place: number;
  /** Position in the text of the line, in UTF-16 units. */
  start: number;
  end: number;
  text: string;
  /** How it is read, where the line or the glossary says so. */
  reading: string | null;
  /** Whether the glossary of the song has it. */
  isInGlossary: boolean;
}

/** Returns the words of a song in the order of its lines. */
export function exerciseWords(document: LineDocument): ExerciseWord[][] {
  return document.lines.map((line, number) => wordsOfLine(document, line, number));
}

function wordsOfLine(document: LineDocument, line: SongLine, number: number): ExerciseWord[] {
  return joinSyllables(line.text, wordsOf(line, document.language))
    .map((word) => withoutSigns(line.text, word))
    .filter(({ start_char, end_char }) => start_char < end_char)
    .map(({ start_char: start, end_char: end, reading }, place) => {
      const text = line.text.slice(start, end);
      const entry = glossaryEntryOf(document, text);
      return {
        line: number,
        place,
        start,
        end,
        text,
        reading: reading ?? entry?.reading ?? null,
        isInGlossary: entry !== undefined,
      };
    });
}

/** Letters of scripts that write words without blanks between them. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const syllable = String.raw`(?![${unspaced}])[\p{L}\p{M}\p{N}'’]`;
const endsInSyllable = new RegExp(`${syllable}$`, "u");
const startsInSyllable = new RegExp(`^${syllable}`, "u");

/** Joins what stands in one word of a script with blanks: lines that are timed by syllables have `eve|ry|bo|dy`. */
function joinSyllables(text: string, words: readonly LineWord[]): LineWord[] {
  const joined: LineWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    const isSameWord =
      last?.end_char === word.start_char &&
      endsInSyllable.test(text.slice(last.start_char, last.end_char)) &&
      startsInSyllable.test(text.slice(word.start_char, word.end_char));
    if (!isSameWord) joined.push(word);
    else joined[joined.length - 1] = { ...last, end_char: word.end_char, reading: joinReadings(last, word) };
  }
  return joined;
}

const joinReadings = (one: LineWord, other: LineWord) =>
  one.reading === null || other.reading === null ? null : one.reading + other.reading;

/** Returns a word without the blanks and signs at its ends. */
function withoutSigns<T extends { start_char: number; end_char: number }>(text: string, word: T): T {
  const written = text.slice(word.start_char, word.end_char);
  const start = written.search(/[\p{L}\p{N}]/u);
  if (start < 0) return { ...word, end_char: word.start_char };
  const end = written.replace(/[^\p{L}\p{M}\p{N}]+$/u, "").length;
  return { ...word, start_char: word.start_char + start, end_char: word.start_char + end };
}
