/** The fonts of share pictures, from the package's files and with letters of pinyin composed of them, and the characters they contain. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FontWeight } from "satori";
import { readSiteFont, siteFontParts } from "#server/platform/fonts/site-font.ts";
import { glyphsOf, readWoff } from "#server/platform/fonts/woff.ts";
import { writableIn } from "#server/platform/fonts/writable.ts";

/** `pinyin` is made by `pinyin/compose.py`. */
const parts = [...siteFontParts, "pinyin"] as const;
const weights = [500, 700] as const;

/** The font family of styles: each character falls back from one part to the next. */
export const fontFamily = parts.join(", ");

export function loadFonts(): { name: string; data: Buffer; weight: FontWeight; style: "normal" }[] {
  return weights.flatMap((weight) =>
    parts.map((name) => ({ name, data: readFont(name, weight), weight, style: "normal" as const })),
  );
}

function readFont(part: (typeof parts)[number], weight: number): Buffer {
  if (part === "pinyin") return readFileSync(path.join(import.meta.dirname, "pinyin", `pinyin-${weight}.woff`));
  return readSiteFont(part, weight);
}

let glyphs: Set<number> | undefined;

/** True when the fonts contain a character. */
function hasGlyph(character: string): boolean {
  glyphs ??= new Set(parts.flatMap((part) => [...glyphsOf(readWoff(readFont(part, weights[0]))).keys()]));
  return glyphs.has(character.codePointAt(0) ?? 0);
}

/** Reduces a text to the characters of the fonts. Returns an empty text when no word remains. */
export function writable(text: string): string {
  return writableIn(text, hasGlyph);
}
