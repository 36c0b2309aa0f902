/** UnifontEX, which has almost all characters of Unicode up to U+1FFFF, in pixels: for names that the site's font can't write. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const folder = path.dirname(createRequire(import.meta.url).resolve("@fontsource/unifontex/package.json"));

/** Returns its WOFF file, of 3 MB. */
export function readFallbackFont(): Buffer {
  return readFileSync(path.join(folder, "files", "unifontex-latin-400-normal.woff"));
}

/** Signs without a look of their own, for which it has boxes, and scripts from right to left, which need a shaper. */
export const unwritable =
  /[\p{C}\p{Variation_Selector}\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
