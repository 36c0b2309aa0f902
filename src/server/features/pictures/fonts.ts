/** The fonts of share pictures, from the package's files and with letters of pinyin composed of them, and the characters they contain. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";
import type { FontWeight } from "satori";

const folder = path.dirname(createRequire(import.meta.url).resolve("@fontsource/be-vietnam-pro/package.json"));
/** `pinyin` is made by `pinyin/compose.py`. */
const parts = ["latin", "latin-ext", "vietnamese", "pinyin"] as const;
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
  return readFileSync(path.join(folder, "files", `be-vietnam-pro-${part}-${weight}-normal.woff`));
}

let glyphs: Set<number> | undefined;

/** True when the fonts contain a character. */
function hasGlyph(character: string): boolean {
  glyphs ??= new Set(parts.flatMap((part) => codePoints(readFont(part, weights[0]))));
  return glyphs.has(character.codePointAt(0) ?? 0);
}

/**
 * Reduces a text to the characters of the fonts and tidies it. Letters lose unknown marks; characters of other scripts and
 * emoji are removed. Returns an empty text when no word remains.
 */
export function writable(text: string): string {
  let result = "";
  for (const character of text.normalize("NFC")) {
    if (hasGlyph(character)) result += character;
    else {
      const plain = character.normalize("NFKD").replace(/\p{M}/gu, "");
      result += /^[\p{L}\p{N}]+$/u.test(plain) && [...plain].every(hasGlyph) ? plain : " ";
    }
  }
  const tidied = result
    .replace(/[([{“"«]\s*[)\]}”"»]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([([“«]) /g, "$1")
    .replace(/ ([)\]”»,.;:!?])/g, "$1")
    .replace(/^[\s,.;:!?)\]|/·–—-]+/, "")
    .replace(/[\s,;:([|/·–—-]+$/, "")
    .replace(/^\(([^()]*)\)$/, "$1");
  return /[\p{L}\p{N}]/u.test(tidied) ? tidied : "";
}

/** Returns the code points of a WOFF file, from its table `cmap` (formats 4 and 12). */
function codePoints(woff: Buffer): number[] {
  const tables = woff.readUInt16BE(12);
  for (let at = 44; at < 44 + tables * 20; at += 20) {
    if (woff.toString("latin1", at, at + 4) !== "cmap") continue;
    const [start, packed, size] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [number, number, number];
    const bytes = woff.subarray(start, start + packed);
    return charactersOf(packed < size ? inflateSync(bytes) : bytes);
  }
  return [];
}

function charactersOf(cmap: Buffer): number[] {
  const codes: number[] = [];
  for (let record = 0; record < cmap.readUInt16BE(2); record++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + record * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) {
      const half = table.readUInt16BE(6);
      for (let at = 14; at < 14 + half; at += 2) {
        const last = table.readUInt16BE(at);
        const first = table.readUInt16BE(at + half + 2);
        if (last !== 0xffff) for (let code = first; code <= last; code++) codes.push(code);
      }
    } else if (format === 12) {
      for (let group = 0; group < table.readUInt32BE(12); group++) {
        const first = table.readUInt32BE(16 + group * 12);
        const last = table.readUInt32BE(20 + group * 12);
        for (let code = first; code <= last; code++) codes.push(code);
      }
    }
  }
  return codes;
}
