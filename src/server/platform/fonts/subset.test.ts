import { describe, expect, it } from "vitest";
import { readFallbackFont } from "./fallback-font.ts";
import { readSiteFont, siteFontParts } from "./site-font.ts";
import { subsetOf } from "./subset.ts";
import { type FontTables, glyphsOf, readWoff } from "./woff.ts";

/** The outline of a glyph. */
function outlineOf(tables: FontTables, glyph: number): Buffer {
  const [loca, glyf, head] = [tables.get("loca"), tables.get("glyf"), tables.get("head")];
  if (!loca || !glyf || !head) throw new Error("no outlines");
  const at = (place: number) =>
    head.readInt16BE(50) === 1 ? loca.readUInt32BE(place * 4) : 2 * loca.readUInt16BE(place * 2);
  return glyf.subarray(at(glyph), at(glyph + 1));
}

const widthOf = (tables: FontTables, glyph: number) => tables.get("hmtx")?.readUInt16BE(glyph * 4);

describe("subsetOf", () => {
  it.each([
    ["the site's font", readSiteFont("vietnamese", 400), "ắ"],
    ["the font for all scripts", readFallbackFont(), "김"],
  ])("keeps number, outline and width of a glyph of %s, and few others", (_name, file, character) => {
    const whole = readWoff(file);
    const glyph = glyphsOf(whole).get(character.codePointAt(0) ?? 0) ?? 0;
    const subset = subsetOf(whole, [glyph]);
    const outline = outlineOf(whole, glyph);
    expect(outline.length).toBeGreaterThan(0);
    expect(outlineOf(subset, glyph).subarray(0, outline.length).equals(outline)).toBe(true);
    expect(widthOf(subset, glyph)).toBe(widthOf(whole, glyph));
    expect(outlineOf(subset, glyph + 1)).toHaveLength(0);
    expect(subset.get("glyf")?.length).toBeLessThan(2000);
    expect(subset.get("loca")?.length).toBeGreaterThan(4 * glyph);
  });

  it.each([
    ...siteFontParts.flatMap((part) =>
      [400, 700].map((weight) => [`${part} ${weight}`, readSiteFont(part, weight)] as const),
    ),
    ["UnifontEX", readFallbackFont()] as const,
  ])("need not follow glyphs made of others, which %s has none of", (_name, file) => {
    const tables = readWoff(file);
    const composites = [...new Set(glyphsOf(tables).values())].filter((glyph) => {
      const outline = outlineOf(tables, glyph);
      return outline.length > 0 && outline.readInt16BE(0) < 0;
    });
    expect(composites).toEqual([]);
  });
});
