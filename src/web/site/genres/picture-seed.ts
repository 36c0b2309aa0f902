import { paletteCount, paletteOf } from "#art/cover.ts";

/** A text that draws a picture on a ground of its own colour: genres made one after another get all colours in turn. */
export function pictureSeed(id: number, name: string): string {
  let seed = name;
  while (paletteOf(id, seed) !== id % paletteCount) seed += "·";
  return seed;
}
