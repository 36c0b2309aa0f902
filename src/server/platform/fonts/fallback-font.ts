/** UnifontEX, which has almost all characters of Unicode up to U+1FFFF, in pixels: for names that the site's font can't write. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const folder = path.dirname(createRequire(import.meta.url).resolve("@fontsource/unifontex/package.json"));

/** Returns its WOFF file, of 3 MB. */
export function readFallbackFont(): Buffer {
  return readFileSync(path.join(folder, "files", "unifontex-latin-400-normal.woff"));
}
