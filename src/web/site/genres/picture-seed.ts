import { paletteCount, paletteOf } from "#art/cover.ts";

/** Returns a cover seed whose palette follows the id, so that genres with consecutive ids get all palettes in turn. */
export function pictureSeed(id: number, name: string): string {
  let seed = name;
  while (paletteOf(id, seed) !== id % paletteCount) seed += "·";
  return seed;
}
