/** Reduces a TrueType font to some of its glyphs, which keep their numbers (https://learn.microsoft.com/typography/opentype/spec/glyf). */
import type { FontTables } from "./woff.ts";

/** Returns the tables of a font with nothing but the outlines and widths of some glyphs. None may be made of others. */
export function subsetOf(tables: FontTables, used: Iterable<number>): FontTables {
  const [glyf, loca, head, hhea, hmtx] = ["glyf", "loca", "head", "hhea", "hmtx"].map((name) => tables.get(name));
  if (!glyf || !loca || !head || !hhea || !hmtx) return tables;
  const isLong = head.readInt16BE(50) === 1;
  const count = loca.length / (isLong ? 4 : 2) - 1;
  const offset = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const outline = (glyph: number) => glyf.subarray(offset(glyph), offset(glyph + 1));

  const kept = new Set([0, ...used]);
  const outlines: Buffer[] = [];
  const newLoca = Buffer.alloc((count + 1) * 4);
  const newHmtx = Buffer.alloc(hmtx.length);
  const widths = hhea.readUInt16BE(34);
  // Glyphs behind the last width share it.
  hmtx.copy(newHmtx, (widths - 1) * 4, (widths - 1) * 4, widths * 4);
  let end = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    newLoca.writeUInt32BE(end, glyph * 4);
    if (!kept.has(glyph)) continue;
    const bytes = outline(glyph);
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    outlines.push(padded);
    end += padded.length;
    if (glyph < widths) hmtx.copy(newHmtx, glyph * 4, glyph * 4, glyph * 4 + 4);
  }
  newLoca.writeUInt32BE(end, count * 4);
  const newHead = Buffer.from(head);
  newHead.writeInt16BE(1, 50);
  return new Map([
    ...tables,
    ["glyf", Buffer.concat(outlines)],
    ["loca", newLoca],
    ["head", newHead],
    ["hmtx", newHmtx],
  ]);
}
