/** Reads the text of the PDF files that the server writes: its own fonts' codes and their maps back to characters. */
import { inflateSync } from "node:zlib";

/** Returns each shown text, in its order. @throws Error for a file that is not one. */
export function textsOfPdf(file: Buffer): string[] {
  const { objects, page, content } = pageOf(file);
  const maps = new Map<string, Map<string, string>>();
  for (const [, name = "", number = ""] of page.head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, map = ""] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number)?.head ?? "") ?? [];
    maps.set(name, charactersOf(objects.get(map)?.content ?? fail("A font without a map")));
  }
  return [...content.matchAll(/BT (.*?) ET/gs)].map(([, shown = ""]) =>
    [...shown.matchAll(/\/(F\d+) \S+ Tf <([\da-f]*)> Tj/g)]
      .map(([, font = "", codes = ""]) =>
        (codes.match(/.{4}/g) ?? []).map((code) => maps.get(font)?.get(code)).join(""),
      )
      .join(""),
  );
}

/** Returns the filled rectangles of the page in points from its lower left corner, in their order. */
export function rectanglesOfPdf(
  file: Buffer,
): { color: string; x: number; y: number; width: number; height: number }[] {
  const { content } = pageOf(file);
  return [...content.matchAll(/^(\S+ \S+ \S+) rg (\S+) (\S+) (\S+) (\S+) re f$/gm)].map(([, color = "", ...area]) => {
    const [x = 0, y = 0, width = 0, height = 0] = area.map(Number);
    return { color, x, y, width, height };
  });
}

/** Returns the size of the page in points. */
export function sizeOfPdf(file: Buffer): { width: number; height: number } {
  const [, width, height] = /\/MediaBox \[0 0 (\S+) (\S+)\]/.exec(pageOf(file).page.head) ?? [];
  return { width: Number(width), height: Number(height) };
}

function pageOf(file: Buffer) {
  const text = file.toString("latin1");
  if (!text.startsWith("%PDF-1.7") || !text.endsWith("%%EOF\n")) throw new Error("No whole PDF file");
  const objects = objectsOf(file, text);
  const page = [...objects.values()].find(({ head }) => head.includes("/Type /Page ")) ?? fail("No page");
  const [, contents = ""] = /\/Contents (\d+) 0 R/.exec(page.head) ?? [];
  return { objects, page, content: objects.get(contents)?.content ?? "" };
}

interface PdfObject {
  head: string;
  content: string;
}

/** Returns the objects at the places that the file's own table names. */
function objectsOf(file: Buffer, text: string): Map<string, PdfObject> {
  const [, table = ""] = /startxref\n(\d+)\n/.exec(text) ?? [];
  const rows = [...text.slice(Number(table)).matchAll(/^(\d{10}) 00000 n $/gm)];
  return new Map(
    rows.map(([, offset = ""], index) => {
      const number = String(index + 1);
      const at = Number(offset);
      if (!text.startsWith(`${number} 0 obj\n`, at)) throw new Error(`The table misses object ${number}`);
      const end = text.indexOf("\nendobj", at);
      const start = text.indexOf("stream\n", at);
      if (start < 0 || start > end) return [number, { head: text.slice(at, end), content: "" }];
      const head = text.slice(at, start);
      if (!head.includes("/FlateDecode")) return [number, { head, content: "" }];
      const [, length = ""] = /\/Length (\d+)/.exec(head) ?? [];
      const bytes = file.subarray(start + 7, start + 7 + Number(length));
      return [number, { head, content: inflateSync(bytes).toString("latin1") }];
    }),
  );
}

function charactersOf(map: string): Map<string, string> {
  const lines = [...map.matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gm)];
  return new Map(
    lines.map(([, code = "", utf16 = ""]) => [code, Buffer.from(utf16, "hex").swap16().toString("utf16le")]),
  );
}

function fail(message: string): never {
  throw new Error(message);
}
