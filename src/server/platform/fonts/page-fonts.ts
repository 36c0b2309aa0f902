/** The fonts of printed pages: the site's, and one for all scripts where a text needs it; docs/rooms/orders-and-premium.md#receipts. */
import { hasGlyph, type PdfFont, pdfFont, withFallbackFont } from "../pdf.ts";
import { readFallbackFont, unwritable } from "./fallback-font.ts";
import { readSiteFont, siteFontParts } from "./site-font.ts";
import { readWoff } from "./woff.ts";
import { writableIn } from "./writable.ts";

export interface PageFonts {
  regular: PdfFont;
  bold: PdfFont;
  /** Reduces a text to what the fonts can write, as `writableIn`. */
  written(text: string): string;
}

let site: Pick<PageFonts, "regular" | "bold"> | undefined;
let fallback: PdfFont | undefined;

/** @param texts that are written; characters that the site's font lacks come from one for all scripts, which is loaded when it is needed */
export function pageFonts(texts: readonly string[]): PageFonts {
  const load = (weight: number) => pdfFont(siteFontParts.map((part) => readWoff(readSiteFont(part, weight))));
  site ??= { regular: load(400), bold: load(700) };
  let { regular, bold } = site;
  const has = (character: string) => hasGlyph(regular, character) && hasGlyph(bold, character);
  if (!texts.every((text) => [...text.normalize("NFC")].every((each) => /\s/u.test(each) || has(each)))) {
    fallback ??= pdfFont([readWoff(readFallbackFont())], "UnifontEX");
    [regular, bold] = [withFallbackFont(regular, fallback), withFallbackFont(bold, fallback)];
  }
  return { regular, bold, written: (text) => writableIn(text, (each) => has(each) && !unwritable.test(each)) };
}
