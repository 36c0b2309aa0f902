/** Reads Excel files as tests need it: the parts of the zip, and the cells of the sheet. */
import { inflateRawSync } from "node:zlib";

const centralHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;

/** Returns the texts of a zip's files by their names. */
export function unzip(file: Buffer): Record<string, string> {
  let end = file.length - 22;
  while (file.readUInt32LE(end) !== endOfDirectory) end -= 1;
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  const parts: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    if (file.readUInt32LE(at) !== centralHeader) throw new Error("No entry of a zip's directory");
    const size = file.readUInt32LE(at + 20);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = file.subarray(start, start + size);
    parts[name] = (file.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)).toString("utf8");
    at += 46 + nameLength + extraLength + commentLength;
  }
  return parts;
}

/** Returns the filled cells of each row as they are stored, texts unescaped. */
export function rowsOfXlsx(file: Buffer): string[][] {
  const sheet = unzip(file)["xl/worksheets/sheet1.xml"] ?? "";
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c [^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs)].map(([, text, value]) =>
      unescape(text ?? value ?? ""),
    ),
  );
}

const signs: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function unescape(text: string): string {
  return text
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => signs[entity] ?? entity)
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
