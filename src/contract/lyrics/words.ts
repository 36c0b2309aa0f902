/** The words of a line: those that were cut by hand, else those that the rules of its language find. */
import type { LineWord, SongLine } from "./document.ts";
import { languageTag } from "./language-tag.ts";

type Span = Pick<LineWord, "start_char" | "end_char">;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Cuts a text into its words; signs and blanks belong to none. Vietnamese and Korean are cut at blanks, Chinese and Japanese by a dictionary
 * of the engine (ICU), so that two engines may differ: what must stay the same is saved as words of the line.
 * @param language BCP 47; null when it is not known
 */
export function cutWords(text: string, language: string | null): Span[] {
  return [...segmenterOf(language).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ start_char: index, end_char: index + segment.length }));
}

/** Returns the words of a line, cut by {@link cutWords} where the line has none of its own. */
export function wordsOf({ text, words }: Pick<SongLine, "text" | "words">, language: string | null): LineWord[] {
  if (words.length > 0) return words;
  return cutWords(text, language).map((span) => ({
    ...span,
    start_ms: null,
    end_ms: null,
    reading: null,
    meaning: null,
  }));
}

function segmenterOf(language: string | null): Intl.Segmenter {
  // Lines may have been stored with a tag that `Intl` refuses.
  const name = languageTag(language ?? "") ?? "und";
  const segmenter = segmenters.get(name) ?? new Intl.Segmenter(name, { granularity: "word" });
  segmenters.set(name, segmenter);
  return segmenter;
}
