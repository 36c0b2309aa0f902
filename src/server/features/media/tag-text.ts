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

/** Removes control characters, composes letters, and repairs UTF-8 and Windows-1258 that were decoded as Latin-1. @param max characters left by the caller. */
export function cleanText(text: string, max: number): string {
  // A letter of UTF-8 has at most four bytes.
  const start = text.slice(0, 4 * max);
  return repaired(start, start.length < text.length)
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
 * Many programs write UTF-8 where the format specifies Latin-1, so that "Mưa" is read as "MÆ°a", and old ones Windows-1258.
 * @param isCut the text may end within a letter.
 */
function repaired(text: string, isCut: boolean): string {
  const bytes = bytesOf(text);
  if (!bytes) return text;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    const vietnamese = new TextDecoder("windows-1258").decode(bytes).normalize("NFC");
    return isMisreadVietnamese(text, vietnamese) ? vietnamese : text;
  }
}

/** Returns the bytes of a text that was decoded as Latin-1; undefined for any other. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = windows1252.get(letter) ?? letter.codePointAt(0) ?? 0;
    if (byte > 0xff) return undefined;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** A tone of Windows-1258 behind its vowel, or Đ at the start of a word: no other language writes so. */
const misreadSign = /[aâãeêioôõuýyåæ][ÌÒÞìòþÐð]|(?<!\p{L})[Ðð][aâãeêioôõuýyæ]/iu;
/** A syllable without its tone. */
const syllable =
  /^(?!c[eêiy])(?:ngh?|[cgknpt]h|gi|qu|tr|[bcdđghklmnprstvx])?[aăâeêioôơuưy]{1,3}(?:ch|n[gh]|[cmnpt])?$/iu;
const tones = /[\u0300\u0301\u0303\u0309\u0323]/g;

/** True when most words with marks are syllables of Vietnamese once a text of Latin-1 is read as Windows-1258. */
function isMisreadVietnamese(latin1: string, windows1258: string): boolean {
  if (!misreadSign.test(latin1)) return false;
  const marked = windows1258.split(/[^\p{L}\p{M}]+/u).filter((word) => /[^\p{ASCII}]/u.test(word));
  const isSyllable = (word: string) => {
    const decomposed = word.normalize("NFD");
    return (decomposed.match(tones)?.length ?? 0) < 2 && syllable.test(decomposed.replace(tones, "").normalize("NFC"));
  };
  return 4 * marked.filter(isSyllable).length >= 3 * marked.length;
}
