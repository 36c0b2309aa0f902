/** Be Vietnam Pro, from the files of its package. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const folder = path.dirname(createRequire(import.meta.url).resolve("@fontsource/be-vietnam-pro/package.json"));

/** Parts of the family; each holds the characters that the ones before it lack. */
export const siteFontParts = ["latin", "latin-ext", "vietnamese"] as const;
export type SiteFontPart = (typeof siteFontParts)[number];

/** Returns the WOFF file of a part. */
export function readSiteFont(part: SiteFontPart, weight: number): Buffer {
  return readFileSync(path.join(folder, "files", `be-vietnam-pro-${part}-${weight}-normal.woff`));
}
