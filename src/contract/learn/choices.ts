/** Four words to choose from for a gap: the right one, and others of the song that could stand there. */
import { isAlike, plain } from "./answers.ts";
import { chanceOf, shuffled } from "./seeded.ts";
import type { ExerciseWord } from "./words.ts";

const wrongChoices = 3;
/** The others are picked among so many of the likest ones. */
const likest = 6;
/** More than any difference in length. */
const otherScript = 10_000;

/**
 * Returns the choices of a gap in the order in which they are shown, in lower case: a capital would tell the first word of a line. Fewer
 * than four for a song of fewer words.
 */
export function choicesOf(gap: ExerciseWord, words: readonly ExerciseWord[], seed: string): string[] {
  const random = chanceOf("choices", gap.line, gap.place, seed);
  const others: ExerciseWord[] = [];
  for (const word of shuffled(words, random)) {
    if (![gap, ...others].some((other) => isAlike(word, other))) others.push(word);
  }
  const inOrder = others.toSorted((one, other) => differenceOf(gap, one) - differenceOf(gap, other));
  const like = inOrder.filter((word) => differenceOf(gap, word) < otherScript).slice(0, likest);
  const wrong = like.length < wrongChoices ? inOrder : shuffled(like, random);
  return shuffled([gap, ...wrong.slice(0, wrongChoices)], random).map(({ text }) => choiceOf(text));
}

/** Returns a word as it is shown among choices. */
export const choiceOf = (text: string) => text.normalize("NFC").toLowerCase();

/** As much as three letters. */
const otherVocabulary = 6;

/** Returns how unlike two words are: their script first, then whether both are worth learning, their length, and whether they begin a line. */
function differenceOf(one: ExerciseWord, other: ExerciseWord): number {
  const script = scriptOf(one.text) === scriptOf(other.text) ? 0 : otherScript;
  const length = Math.abs([...plain(one.text)].length - [...plain(other.text)].length);
  const vocabulary = one.isInGlossary === other.isInGlossary ? 0 : otherVocabulary;
  return script + vocabulary + 2 * length + ((one.place === 0) === (other.place === 0) ? 0 : 1);
}

const scripts = {
  han: /\p{Script=Han}/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  latin: /\p{Script=Latin}/u,
  number: /\p{N}/u,
};

function scriptOf(text: string): string {
  return Object.entries(scripts).find(([, pattern]) => pattern.test(text))?.[0] ?? "other";
}
