/** Reads WOFF 1.0 files (https://www.w3.org/TR/WOFF/) of TrueType fonts. */
import { inflateSync } from "node:zlib";

/** Tables of a font by their four letters. */
export type FontTables = ReadonlyMap<string, Buffer>;

const headerBytes = 44;
const entryBytes = 20;

export function readWoff(file: Buffer): FontTables {
  const tables = new Map<string, Buffer>();
  const count = file.readUInt16BE(12);
  for (let at = headerBytes; at < headerBytes + count * entryBytes; at += entryBytes) {
    const [start, packed, size] = [4, 8, 12].map((field) => file.readUInt32BE(at + field)) as [number, number, number];
    const bytes = file.subarray(start, start + packed);
    tables.set(file.toString("latin1", at, at + 4), packed < size ? inflateSync(bytes) : bytes);
  }
  return tables;
}

/** Returns the number of the glyph of each code point, from the table `cmap` (formats 4 and 12). */
export function glyphsOf(tables: FontTables): Map<number, number> {
  const glyphs = new Map<number, number>();
  const cmap = tables.get("cmap");
  if (!cmap) return glyphs;
  for (let record = 0; record < cmap.readUInt16BE(2); record++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + record * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, glyphs);
    else if (format === 12) addGroups(table, glyphs);
  }
  return glyphs;
}

function addSegments(table: Buffer, glyphs: Map<number, number>): void {
  const half = table.readUInt16BE(6);
  for (let at = 14; at < 14 + half; at += 2) {
    const last = table.readUInt16BE(at);
    const first = table.readUInt16BE(at + half + 2);
    const delta = table.readUInt16BE(at + 2 * half + 2);
    const offsetAt = at + 3 * half + 2;
    const offset = table.readUInt16BE(offsetAt);
    if (last === 0xffff) continue;
    for (let code = first; code <= last; code++) {
      const found = offset === 0 ? code : table.readUInt16BE(offsetAt + offset + (code - first) * 2);
      if (found !== 0) glyphs.set(code, (found + delta) & 0xffff);
    }
  }
}

function addGroups(table: Buffer, glyphs: Map<number, number>): void {
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const [first, last, glyph] = [16, 20, 24].map((field) => table.readUInt32BE(field + group * 12)) as [
      number,
      number,
      number,
    ];
    for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first);
  }
}

/** Returns a TrueType file of some of the tables, those that the font lacks left out. */
export function sfntOf(tables: FontTables, names: readonly string[]): Buffer {
  const kept = names.toSorted().flatMap((name) => {
    const bytes = tables.get(name);
    return bytes ? [{ name, bytes }] : [];
  });
  const power = Math.floor(Math.log2(kept.length));
  const directory = Buffer.alloc(12 + kept.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(kept.length, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (kept.length - 2 ** power), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [place, { name, bytes }] of kept.entries()) {
    const at = 12 + place * 16;
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    directory.write(name, at, "latin1");
    directory.writeUInt32BE(checksum(padded), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
