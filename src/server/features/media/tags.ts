/** Reads the tags of an audio file, cleaned for the catalogue. */
import path from "node:path";
import type { IAudioMetadata, ILyricsTag } from "music-metadata";
import { audioMetadata } from "./inspect.ts";

export interface Tags {
  /** Falls back to the file name. */
  title: string;
  artist: string | null;
  /** In the order of the tags, without duplicates. */
  genres: string[];
  lyrics: string | null;
  /** Embedded pictures, the front cover first. */
  pictures: Uint8Array[];
}

const maxTitle = 200;
const maxArtist = 200;
const maxGenre = 100;
const maxGenres = 5;
const maxLyrics = 50_000;
/** Genres without meaning. */
const emptyGenre = /^(other|unknown|none|genre|misc|\(?\d+\)?)$/i;

/**
 * Reads the tags of a file that is known to be audio; unreadable tags count as none.
 * @param name file name, for the title.
 */
export async function readTags(file: string, name: string): Promise<Tags> {
  const metadata = await audioMetadata(file).catch(() => undefined);
  const common = metadata?.common;
  const genres = (common?.genre ?? [])
    .flatMap((genre) => genre.split(/[;\0]/))
    .map((genre) => line(genre, maxGenre))
    .filter((genre) => genre !== "" && !emptyGenre.test(genre));
  const pictures = (common?.picture ?? []).toSorted((a, b) => Number(isFront(b.type)) - Number(isFront(a.type)));
  return {
    title: line(common?.title ?? "", maxTitle) || titleOf(name),
    artist: line(common?.artist ?? "", maxArtist) || null,
    genres: [...new Set(genres)].slice(0, maxGenres),
    lyrics: metadata ? lyricsOf(metadata) : null,
    pictures: pictures.map((picture) => picture.data),
  };
}

const isFront = (type: string | undefined) => /front/i.test(type ?? "");

/** Makes a title of a file name: "03. mua_ha.mp3" becomes "mua ha". */
function titleOf(name: string): string {
  const bare = line(path.basename(name, path.extname(name)).replaceAll("_", " "), maxTitle);
  return bare.replace(/^\d{1,3}\s*[.)-]\s*(?=\S)/, "") || "Không tên";
}

function lyricsOf({ common, native }: IAudioMetadata): string | null {
  for (const tag of common.lyrics ?? []) {
    const text = lyricsText(tag);
    if (text) return text;
  }
  // Some programs write lyrics into a custom text tag.
  for (const { id, value } of Object.values(native).flat()) {
    if (typeof value !== "string" || !/(^|:)(unsynced|unsynchronised)?\s?lyrics(-\w+)?$/i.test(id)) continue;
    const text = paragraphs(value);
    if (text) return text;
  }
  return null;
}

function lyricsText({ text, syncText }: ILyricsTag): string {
  const lines = syncText?.map((part) => part.text) ?? [];
  // Lyrics timed by syllable contain the line breaks in their texts.
  return paragraphs(text ?? "") || paragraphs(lines.join(lines.some((part) => part.includes("\n")) ? "" : "\n"));
}

/** Returns plain lines, without the times and headers of LRC. */
function paragraphs(text: string): string {
  return clean(text)
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .filter((row) => !/^\s*\[(ar|al|ti|au|by|offset|re|ve|length):.*\]\s*$/i.test(row))
    .map((row) => row.replace(/^(\s*\[\d+:\d+(?:[.:]\d+)?\])+/, "").trimEnd())
    .join("\n")
    .trim()
    .slice(0, maxLyrics)
    .toWellFormed();
}

/** Returns one line of at most `max` characters. */
function line(text: string, max: number): string {
  return clean(text).replace(/\s+/g, " ").trim().slice(0, max).toWellFormed().trim();
}

/** Removes control characters, composes letters, and repairs UTF-8 that was decoded as Latin-1. */
function clean(text: string): string {
  return repairUtf8(text)
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

/** Many programs write UTF-8 where the format specifies Latin-1, so that "Mưa" is read as "MÆ°a". */
function repairUtf8(text: string): string {
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = windows1252.get(letter) ?? letter.codePointAt(0) ?? 0;
    if (byte > 0xff) return text;
    bytes.push(byte);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}
