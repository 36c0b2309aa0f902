/** Cleans the texts of tags for the catalogue. Each is cut before anything else looks at it. */
import path from "node:path";

export const maxTitle = 200;
export const maxArtist = 200;
export const maxGenre = 100;
export const maxGenres = 5;

/** Makes a title of a file name: "03. mua_ha.mp3" becomes "mua ha". */
export function titleOfName(name: string): string {
  const bare = line(path.basename(name, path.extname(name)).replaceAll("_", " "), maxTitle);
  return bare.replace(/^\d{1,3}\s*[.)-]\s*(?=\S)/, "") || "Không tên";
}

/** Returns plain lines of at most `max` characters, without the times and headers of LRC. */
export function paragraphs(text: string, max: number): string {
  return cleanText(text, max)
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .filter((row) => !/^\s*\[(ar|al|ti|au|by|offset|re|ve|length):.*\]\s*$/i.test(row))
    .map((row) => row.replace(/^(\s*\[\d+:\d+(?:[.:]\d+)?\])+/, "").trimEnd())
    .join("\n")
    .trim()
    .slice(0, max)
    .toWellFormed();
}

/** Returns one line of at most `max` characters. */
export function line(text: string, max: number): string {
  return cleanText(text, max).replace(/\s+/g, " ").trim().slice(0, max).toWellFormed().trim();
}

/** Removes control characters, composes letters, and repairs UTF-8 that was decoded as Latin-1. @param max characters left by the caller. */
export function cleanText(text: string, max: number): string {
  // A letter of UTF-8 has at most four bytes.
  const start = text.slice(0, 4 * max);
  return repairUtf8(start, start.length < text.length)
    .replace(/[^\P{Cc}\t\n\r]|\ufeff/gu, "")
    .normalize("NFC");
}

/** Bytes 0x80 to 0x9f by their letters in Windows-1252. */
const windows1252 = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 32 }, (_, i) => 0x80 + i))].map((letter, i) => [
    letter,
    0x80 + i,
  ]),
);

/**
 * Many programs write UTF-8 where the format specifies Latin-1, so that "Mưa" is read as "MÆ°a".
 * @param isCut the text may end within a letter.
 */
function repairUtf8(text: string, isCut: boolean): string {
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = windows1252.get(letter) ?? letter.codePointAt(0) ?? 0;
    if (byte > 0xff) return text;
    bytes.push(byte);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes), { stream: isCut });
  } catch {
    return text;
  }
}
