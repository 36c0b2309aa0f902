/**
 * Chance that is the same for the same seed on every browser, so that a link gives two people the same exercise: FNV-1a makes a number of
 * the seed, mulberry32 a sequence of it.
 */
import { hashText, seededRandom } from "#art/seed.ts";

/** Letters and digits of a seed in a link. */
export const seedPattern = /^[a-z0-9]{1,12}$/;

/** Returns a generator of numbers in [0, 1). @param parts what the sequence belongs to; another part gives another sequence */
export function chanceOf(...parts: (string | number)[]): () => number {
  return seededRandom(hashText(parts.join("\n")));
}

/** Returns the items in an order by chance (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/** Returns a new seed. @param random of the browser */
export function newSeed(random: () => number = Math.random): string {
  return Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, "0");
}
