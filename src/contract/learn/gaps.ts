/** The gaps of a song: which words are left out, the same for the same lines, level and seed. */
import type { LineDocument } from "../lyrics/document.ts";
import { glossaryEntryOf } from "../lyrics/glossary.ts";
import { plain } from "./answers.ts";
import { type Level, levels } from "./rounds.ts";
import { chanceOf, shuffled } from "./seeded.ts";
import { type ExerciseWord, exerciseWords } from "./words.ts";

/**
 * Returns the words that are left out, in the order of the song: the level's share of all words. Words of the glossary come first, up to
 * half of them, then the rarer ones of the song; the easiest level leaves the first word of each line.
 */
export function gapsOf(document: LineDocument, level: Level, seed: string): ExerciseWord[] {
  const lines = exerciseWords(document);
  const words = lines.flat();
  const wanted = Math.max(1, Math.round((words.length * level) / 100));
  const isEasiest = level === levels[0];
  const open = words.filter(({ place }) => !isEasiest || place > 0);
  const chosen = new Set<ExerciseWord>();
  const perLine = new Map<number, number>();

  function take(from: readonly ExerciseWord[], upTo: number, isSpread: boolean): void {
    for (const word of from) {
      if (chosen.size >= upTo) return;
      const inLine = perLine.get(word.line) ?? 0;
      const most = Math.ceil(((lines[word.line]?.length ?? 0) * level) / 100);
      if (chosen.has(word) || (isSpread && inLine >= most)) continue;
      chosen.add(word);
      perLine.set(word.line, inLine + 1);
    }
  }

  const mixed = shuffled(open, chanceOf("gaps", level, seed));
  const counts = countsOf(words);
  const rarest = mixed.toSorted((one, other) => countOf(counts, one) - countOf(counts, other));
  take(
    mixed.filter(({ text }) => glossaryEntryOf(document, text)),
    Math.ceil(wanted / 2),
    true,
  );
  take(rarest, wanted, true);
  take(rarest, wanted, false);
  return words.filter((word) => chosen.has(word));
}

function countsOf(words: readonly ExerciseWord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of words) counts.set(plain(text), (counts.get(plain(text)) ?? 0) + 1);
  return counts;
}

const countOf = (counts: ReadonlyMap<string, number>, { text }: ExerciseWord) => counts.get(plain(text)) ?? 0;
