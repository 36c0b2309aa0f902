/** Seeded randomness, so that every render gives the same bytes. */

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** Returns a generator for a 32-bit seed (mulberry32 by Tommy Ettinger). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a roughly normal number (mean 0, deviation 1, never beyond ±3.5) as a sum of four uniform ones. */
export function gaussian(random: Random): number {
  return (random() + random() + random() + random() - 2) * 1.732;
}

/** Returns a 32-bit hash of a text (FNV-1a), used to turn a name into a seed. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
