/** Lines whose words are put in order: which lines, and how their words are mixed, the same for the same lines, level and seed. */
import type { LineDocument } from "../lyrics/document.ts";
import { plain } from "./answers.ts";
import type { Level } from "./rounds.ts";
import { chanceOf, shuffled } from "./seeded.ts";
import { type ExerciseWord, exerciseWords } from "./words.ts";

/** Words of a line that can be overlooked on a phone. */
const mostWords = 14;

export interface MixedLine {
  line: number;
  /** In the order of the line. */
  words: ExerciseWord[];
  /** In the order in which they are shown first, never that of the line. */
  mixed: ExerciseWord[];
}

/** Returns the level's share of the lines that can be put in order, in the order of the song; a line that comes again only if need be. */
export function mixedLinesOf(document: LineDocument, level: Level, seed: string): MixedLine[] {
  const lines = exerciseWords(document).filter(isMixable);
  const random = chanceOf("order", level, seed);
  const wanted = Math.min(lines.length, Math.max(1, Math.round((lines.length * level) / 100)));
  const seen = new Set<string>();
  const [first, again]: [ExerciseWord[][], ExerciseWord[][]] = [[], []];
  for (const words of shuffled(lines, random)) {
    const text = textOf(words);
    (seen.has(text) ? again : first).push(words);
    seen.add(text);
  }
  return [...first, ...again]
    .slice(0, wanted)
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map((words) => ({ line: numberOf(words), words, mixed: mix(words, random) }));
}

/** Returns which words stand at their place; the same word written twice may stand at either. */
export function rightPlaces({ words }: MixedLine, given: readonly ExerciseWord[]): boolean[] {
  return words.map(({ text }, place) => plain(text) === plain(given[place]?.text ?? ""));
}

const isMixable = (words: readonly ExerciseWord[]) =>
  words.length <= mostWords && new Set(words.map(({ text }) => plain(text))).size > 1;

const textOf = (words: readonly ExerciseWord[]) => words.map(({ text }) => plain(text)).join(" ");
const numberOf = (words: readonly ExerciseWord[]) => words[0]?.line ?? 0;

function mix(words: readonly ExerciseWord[], random: () => number): ExerciseWord[] {
  const mixed = shuffled(words, random);
  // Turned by one word, a line with two different words is another one.
  return textOf(mixed) === textOf(words) ? [...mixed.slice(1), ...mixed.slice(0, 1)] : mixed;
}
