/** The fonts of share pictures, from the package's files and with letters of pinyin composed of them, and the characters they contain. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FontWeight } from "satori";
import { readFallbackFont, unwritable } from "#server/platform/fonts/fallback-font.ts";
import { readSiteFont, siteFontParts } from "#server/platform/fonts/site-font.ts";
import { subsetOf } from "#server/platform/fonts/subset.ts";
import { type FontTables, glyphsOf, readWoff, sfntOf } from "#server/platform/fonts/woff.ts";
import { writableIn } from "#server/platform/fonts/writable.ts";

/** `pinyin` is made by `pinyin/compose.py`. */
const parts = [...siteFontParts, "pinyin"] as const;
const weights = [500, 700] as const;

/** Loaded for the names that need it alone. */
const fallbackFamily = "unifont";

/** The font family of styles: each character falls back from one part to the next. */
export const fontFamily = [...parts, fallbackFamily].join(", ");

export interface CardFont {
  name: string;
  data: Buffer;
  weight: FontWeight;
  style: "normal";
}

export function loadFonts(): CardFont[] {
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

interface NameFonts {
  /** Behind those of `loadFonts`. */
  added: CardFont[];
  /** As `writable`. */
  written(text: string): string;
}

const outlineTables = ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"];
let fallback: { tables: FontTables; glyphs: ReadonlyMap<number, number> } | undefined;

/** Returns what names in any script are written with: a font for all scripts, of the characters alone that the others lack. */
export function fontsForNames(names: readonly string[]): NameFonts {
  const lacking = [...names.join("").normalize("NFC")].filter((each) => !hasGlyph(each) && !unwritable.test(each));
  if (lacking.length === 0) return { added: [], written: writable };
  if (!fallback) {
    const tables = readWoff(readFallbackFont());
    fallback = { tables, glyphs: glyphsOf(tables) };
  }
  const found = new Map<string, number>();
  for (const character of lacking) {
    const glyph = fallback.glyphs.get(character.codePointAt(0) ?? 0);
    if (glyph !== undefined) found.set(character, glyph);
  }
  const data = sfntOf(subsetOf(fallback.tables, found.values()), outlineTables);
  return {
    added: [{ name: fallbackFamily, data, weight: weights[0], style: "normal" }],
    written: (text) => writableIn(text, (character) => hasGlyph(character) || found.has(character)),
  };
}
