/**
 * Writes PDF 1.7 files (ISO 32000-1) of one page with text that can be selected and searched. Fonts are TrueType, embedded as CID fonts
 * whose codes are the numbers of their glyphs (9.7.4), with a map back to characters (9.10.3), reduced to the glyphs that are used.
 */
import { deflateSync } from "node:zlib";
import { subsetOf } from "./fonts/subset.ts";
import { type FontTables, glyphsOf, sfntOf } from "./fonts/woff.ts";

/** A font of several files: each character is written with the first that has it. */
export interface PdfFont {
  readonly parts: readonly FontPart[];
}

interface FontPart {
  /** Of the family, as PDF has it. */
  family: string;
  tables: FontTables;
  glyphs: ReadonlyMap<number, number>;
  unitsPerEm: number;
}

/** @param files tables of each file, in the order in which characters are looked for. @param family without blanks */
export function pdfFont(files: readonly FontTables[], family = "BeVietnamPro"): PdfFont {
  return {
    parts: files.map((tables) => ({
      family,
      tables,
      glyphs: glyphsOf(tables),
      unitsPerEm: tableOf(tables, "head").readUInt16BE(18),
    })),
  };
}

/** Returns a font that writes with another one what it lacks. */
export const withFallbackFont = (font: PdfFont, fallback: PdfFont): PdfFont => ({
  parts: [...font.parts, ...fallback.parts],
});

/** Whether a font has a character. */
export function hasGlyph({ parts }: PdfFont, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return parts.some(({ glyphs }) => glyphs.has(code));
}

interface Run {
  part: FontPart;
  glyphs: number[];
}

/** Returns a text as glyphs of the font's files; what no file has is left out. */
function runsOf({ parts }: PdfFont, text: string, onGlyph?: (part: FontPart, glyph: number, code: number) => void) {
  const runs: Run[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const part = parts.find(({ glyphs }) => glyphs.has(code));
    const glyph = part?.glyphs.get(code);
    if (part === undefined || glyph === undefined) continue;
    onGlyph?.(part, glyph, code);
    const last = runs.at(-1);
    if (last?.part === part) last.glyphs.push(glyph);
    else runs.push({ part, glyphs: [glyph] });
  }
  return runs;
}

/** Returns the width of a text in points. */
export function textWidth(font: PdfFont, text: string, size: number): number {
  let width = 0;
  for (const { part, glyphs } of runsOf(font, text)) {
    for (const glyph of glyphs) width += (advanceOf(part, glyph) * size) / part.unitsPerEm;
  }
  return width;
}

/** Returns the lines of a text within a width in points; a word that is wider is broken. */
export function linesOf(font: PdfFont, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (words: string) => textWidth(font, words, size) <= width;
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (line !== "" && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return [...lines, line];
}

/** Parts of a colour from 0 to 255. */
export type PdfColor = readonly [number, number, number];

export interface TextStyle {
  font: PdfFont;
  /** Points. */
  size: number;
  color: PdfColor;
  /** Where `x` is of the text. */
  align?: "left" | "center" | "right";
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A page; its places are points from the upper left corner. */
export interface PdfPage {
  /** @param y of the base line. */
  text(x: number, y: number, text: string, style: TextStyle): void;
  rectangle(area: Area, color: PdfColor): void;
  /** Places a JPEG of three colours. @param size of the picture in pixels */
  jpeg(bytes: Buffer, size: { width: number; height: number }, area: Area): void;
  line(from: readonly [number, number], to: readonly [number, number], color: PdfColor, width: number): void;
  /** Strokes a path of absolute and relative `M`, `c`, `s` and `V` commands as SVG has them. @param scale points of a unit. */
  stroke(path: string, at: readonly [number, number], scale: number, color: PdfColor, width: number): void;
  /** @returns the file. */
  end(): Buffer;
}

export interface PdfOptions {
  /** Points. */
  width: number;
  height: number;
  title: string;
  /** As in HTML's `lang`. */
  language: string;
}

interface UsedFont {
  name: string;
  part: FontPart;
  /** Code points by glyph. */
  used: Map<number, number>;
}

export function pdfPage({ width, height, title, language }: PdfOptions): PdfPage {
  const fonts: UsedFont[] = [];
  const pictures: { bytes: Buffer; width: number; height: number }[] = [];
  const content: string[] = [];
  const y = (fromTop: number) => point(height - fromTop);

  function usedFont(part: FontPart): UsedFont {
    const found = fonts.find((font) => font.part === part);
    if (found) return found;
    const added = { name: `F${fonts.length + 1}`, part, used: new Map<number, number>() };
    fonts.push(added);
    return added;
  }

  return {
    text(x, baseline, text, { font, size, color, align = "left" }) {
      const runs = runsOf(font, text, (part, glyph, code) => usedFont(part).used.set(glyph, code));
      const left = x - textWidth(font, text, size) * shareBefore[align];
      const shown = runs.map(
        ({ part, glyphs }) => `/${usedFont(part).name} ${point(size)} Tf <${glyphs.map(hex4).join("")}> Tj`,
      );
      content.push(`BT ${colorOf(color)} rg ${point(left)} ${y(baseline)} Td ${shown.join(" ")} ET`);
    },

    rectangle({ x, y: top, ...area }, color) {
      const place = `${point(x)} ${y(top + area.height)} ${point(area.width)} ${point(area.height)}`;
      content.push(`${colorOf(color)} rg ${place} re f`);
    },

    jpeg(bytes, size, { x, y: top, ...area }) {
      pictures.push({ bytes, ...size });
      const place = `${point(area.width)} 0 0 ${point(area.height)} ${point(x)} ${y(top + area.height)}`;
      content.push(`q ${place} cm /I${pictures.length} Do Q`);
    },

    line([fromX, fromY], [toX, toY], color, lineWidth) {
      const ends = `${point(fromX)} ${y(fromY)} m ${point(toX)} ${y(toY)} l`;
      content.push(`${colorOf(color)} RG ${point(lineWidth)} w ${ends} S`);
    },

    stroke(path, [left, top], scale, color, lineWidth) {
      const place = ([x, down]: readonly [number, number]) => `${point(left + x * scale)} ${y(top + down * scale)}`;
      content.push(`${colorOf(color)} RG 1 J 1 j ${point(lineWidth)} w ${curvesOf(path, place)} S`);
    },

    end() {
      const file = new PdfFile();
      const resources = fonts.map((font) => `/${font.name} ${file.add(fontObject(file, font))} 0 R`).join(" ");
      const shown = pictures.map(({ bytes, width: columns, height: rows }, index) => {
        const entries =
          `/Type /XObject /Subtype /Image /Width ${columns} /Height ${rows} ` +
          "/ColorSpace /DeviceRGB /BitsPerComponent 8";
        return `/I${index + 1} ${file.addBytes(`${entries} /Filter /DCTDecode`, bytes)} 0 R`;
      });
      const xObjects = shown.length > 0 ? `/XObject << ${shown.join(" ")} >> ` : "";
      const stream = file.addStream("", Buffer.from(content.join("\n"), "latin1"));
      const pages = file.reserve();
      const page = file.add(
        `<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${point(width)} ${point(height)}] ` +
          `/Resources << ${xObjects}/Font << ${resources} >> >> /Contents ${stream} 0 R >>`,
      );
      file.set(pages, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
      const catalog = file.add(
        `<< /Type /Catalog /Pages ${pages} 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
      );
      const info = file.add(`<< /Title <${utf16(title)}> >>`);
      return file.end(catalog, info);
    },
  };
}

/** The numbered objects of a file, and their table. */
class PdfFile {
  readonly #objects: Buffer[] = [];

  /** Returns the number of an object that is set later. */
  reserve(): number {
    return this.#objects.push(Buffer.alloc(0));
  }

  set(number: number, text: string): void {
    this.#objects[number - 1] = Buffer.from(text, "latin1");
  }

  add(text: string): number {
    return this.#objects.push(Buffer.from(text, "latin1"));
  }

  /** @param entries of its dictionary beside length and filter. */
  addStream(entries: string, bytes: Buffer): number {
    return this.addBytes(`${entries} /Filter /FlateDecode`, deflateSync(bytes, { level: 9 }));
  }

  /** As `addStream`, of bytes that are packed already. @param entries with the filter */
  addBytes(entries: string, bytes: Buffer): number {
    const head = `<< ${entries} /Length ${bytes.length} >>\nstream\n`;
    return this.#objects.push(Buffer.concat([Buffer.from(head, "latin1"), bytes, Buffer.from("\nendstream")]));
  }

  end(catalog: number, info: number): Buffer {
    // The bytes above 127 tell programs that the file is binary (7.5.2).
    const parts = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    let at = parts[0]?.length ?? 0;
    const offsets = this.#objects.map((object, index) => {
      const start = at;
      const bytes = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
      parts.push(bytes);
      at += bytes.length;
      return start;
    });
    const size = offsets.length + 1;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(table + trailer, "latin1")]);
  }
}

/** Tables that a font in a PDF needs (9.9), and those of its hints. */
const embeddedTables = ["glyf", "head", "hhea", "hmtx", "loca", "maxp", "cvt ", "fpgm", "prep"];

function fontObject(file: PdfFile, { part, used, name }: UsedFont): string {
  const { tables, unitsPerEm, family } = part;
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm);
  const bytes = sfntOf(subsetOf(tables, used.keys()), embeddedTables);
  const program = file.addStream(`/Length1 ${bytes.length}`, bytes);
  const head = tableOf(tables, "head");
  const hhea = tableOf(tables, "hhea");
  const box = [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))).join(" ");
  const ascent = scaled(hhea.readInt16BE(4));
  const baseFont = `/NGANGA+${family}-${name}`;
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName ${baseFont} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${ascent} ` +
      `/Descent ${scaled(hhea.readInt16BE(6))} /CapHeight ${ascent} /StemV 80 /FontFile2 ${program} 0 R >>`,
  );
  const glyphs = [...used.keys()].toSorted((a, b) => a - b);
  const widths = glyphs.map((glyph) => `${glyph} [${scaled(advanceOf(part, glyph))}]`).join(" ");
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${baseFont} /CIDSystemInfo << /Registry (Adobe) ` +
      `/Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /W [${widths}] /CIDToGIDMap /Identity >>`,
  );
  const characters = file.addStream("", Buffer.from(characterMap(used), "latin1"));
  return (
    `<< /Type /Font /Subtype /Type0 /BaseFont ${baseFont} /Encoding /Identity-H ` +
    `/DescendantFonts [${descendant} 0 R] /ToUnicode ${characters} 0 R >>`
  );
}

/** Lines of one `bfchar` block, at most. */
const mapBlock = 100;

function characterMap(used: ReadonlyMap<number, number>): string {
  const lines = [...used].map(([glyph, code]) => `<${hex4(glyph)}> <${utf16(String.fromCodePoint(code), "")}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += mapBlock) {
    const block = lines.slice(at, at + mapBlock);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/** Returns the width of a glyph in units of the font. */
function advanceOf({ tables }: FontPart, glyph: number): number {
  const last = tableOf(tables, "hhea").readUInt16BE(34) - 1;
  return tableOf(tables, "hmtx").readUInt16BE(Math.min(glyph, last) * 4);
}

function tableOf(tables: FontTables, name: string): Buffer {
  const table = tables.get(name);
  if (!table) throw new Error(`The font has no table ${name}`);
  return table;
}

type Place = (at: readonly [number, number]) => string;

/** Returns an SVG path of the commands `M`, `V`, `c` and `s` in PDF's operators. */
function curvesOf(path: string, place: Place): string {
  let at: [number, number] = [0, 0];
  let control: [number, number] | undefined;
  const parts: string[] = [];
  const curve = (first: readonly [number, number], second: [number, number], end: [number, number]) => {
    parts.push(`${place(first)} ${place(second)} ${place(end)} c`);
    control = second;
    at = end;
  };
  for (const [, command = "", text = ""] of path.matchAll(/([MVcs])([^A-Za-z]*)/g)) {
    const numbers = (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (command === "M") {
      at = [numbers[0] ?? 0, numbers[1] ?? 0];
      parts.push(`${place(at)} m`);
    } else if (command === "V") {
      at = [at[0], numbers[0] ?? 0];
      parts.push(`${place(at)} l`);
    }
    const step = command === "c" ? 6 : 4;
    if (command !== "c" && command !== "s") {
      control = undefined;
      continue;
    }
    for (let i = 0; i + step <= numbers.length; i += step) {
      const points = numbers.slice(i, i + step).map((value, index) => value + (at[index % 2] ?? 0));
      const [endX = 0, endY = 0] = points.slice(-2);
      const [secondX = 0, secondY = 0] = points.slice(-4, -2);
      const [x, down] = at;
      const mirrored: [number, number] = control ? [2 * x - control[0], 2 * down - control[1]] : [x, down];
      const first: readonly [number, number] = command === "c" ? [points[0] ?? 0, points[1] ?? 0] : mirrored;
      curve(first, [secondX, secondY], [endX, endY]);
    }
  }
  return parts.join(" ");
}

/** The share of a text that stands before its `x`. */
const shareBefore = { left: 0, center: 0.5, right: 1 } as const;

const hex4 = (number: number) => number.toString(16).padStart(4, "0");
const utf16 = (text: string, mark = "\ufeff") =>
  Buffer.from(mark + text, "utf16le")
    .swap16()
    .toString("hex");
const point = (number: number) => String(Math.round(number * 100) / 100);
const colorOf = (color: PdfColor) => color.map((part) => (part / 255).toFixed(3)).join(" ");
