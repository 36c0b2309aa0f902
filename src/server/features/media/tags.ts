/** Takes from an audio file's metadata what the catalogue uses. */
import type { IAudioMetadata, ILyricsTag } from "music-metadata";
import { type LineDocument, maxLyrics } from "#contract/lyrics/document.ts";
import { lyricsOfLines } from "#contract/lyrics/lyrics-text.ts";
import { unreadFormatOf } from "#contract/lyrics/unread.ts";
import { customLyrics, linesOf } from "./tag-lines.ts";
import { line, maxArtist, maxGenre, maxGenres, maxTitle, paragraphs } from "./tag-text.ts";

export interface AudioTags {
  /** Empty without one. */
  title: string;
  artist: string | null;
  /** In the order of the tags, without duplicates. */
  genres: string[];
  /** The text of `lines` where there are some. */
  lyrics: string | null;
  /** Lyrics with times; null without them. */
  lines: LineDocument | null;
}

export const noTags: AudioTags = { title: "", artist: null, genres: [], lyrics: null, lines: null };

/** Genre tags that are looked at. */
const maxGenreTags = 20;
/** Genres without meaning. */
const emptyGenre = /^(other|unknown|none|genre|misc|\(?\d+\)?)$/i;

export function tagsOf(metadata: IAudioMetadata): AudioTags {
  const { common } = metadata;
  const genres = (common.genre ?? [])
    .slice(0, maxGenreTags)
    .flatMap((genre) => genre.slice(0, 4 * maxGenre * maxGenres).split(/[;\0]/))
    .map((genre) => line(genre, maxGenre))
    .filter((genre) => genre !== "" && !emptyGenre.test(genre));
  const lines = linesOf(metadata);
  return {
    title: line(common.title ?? oldFrame(metadata, "TT2"), maxTitle),
    artist: line(artistOf(metadata), maxArtist) || null,
    genres: [...new Set(genres)].slice(0, maxGenres),
    lyrics: (lines && lyricsOfLines(lines)) ?? plainLyrics(metadata),
    lines,
  };
}

/** Artist tags that are looked at. */
const maxArtistTags = 50;

/** Returns all artists of the song, or the text of its one tag. */
function artistOf(metadata: IAudioMetadata): string {
  const { common, format } = metadata;
  const artist = common.artist ?? oldFrame(metadata, "TP1");
  const artists = (common.artists ?? []).slice(0, maxArtistTags);
  if (artists.length < 2 || artists[0] !== artist) return artist;
  // Before ID3v2.4 a slash stands between two artists, and in names such as AC/DC.
  const isName = format.tagTypes.some((type) => /^ID3v2\.[23]$/.test(type)) && artists.every((part) => part.length < 4);
  return artists.join(isName ? "/" : ", ");
}

/** Returns the text of a frame of ID3v2.2 in a later tag, where some programs left it; empty without one. */
function oldFrame({ native }: IAudioMetadata, name: string): string {
  const frames = Object.values(native).flat();
  const value: unknown = frames.find(({ id }) => id === name || id === `${name}\0`)?.value;
  return typeof value === "string" ? value : "";
}

/** Returns the embedded pictures, the front cover first. */
export function picturesOf({ common }: IAudioMetadata): Uint8Array[] {
  const isFront = (type: string | undefined) => Number(/front/i.test(type ?? ""));
  const pictures = (common.picture ?? []).toSorted((a, b) => isFront(b.type) - isFront(a.type));
  return pictures.map((picture) => picture.data);
}

function plainLyrics({ common, native }: IAudioMetadata): string | null {
  for (const tag of common.lyrics ?? []) {
    const text = textOf(tag);
    if (text && unreadFormatOf(text) === undefined) return text;
  }
  for (const value of customLyrics(native)) {
    const text = paragraphs(value, maxLyrics);
    if (text && unreadFormatOf(text) === undefined) return text;
  }
  return null;
}

function textOf({ text, syncText }: ILyricsTag): string {
  const lines = syncText?.map((part) => part.text) ?? [];
  // Lyrics timed by syllable contain the line breaks in their texts.
  const separator = lines.some((part) => part.includes("\n")) ? "" : "\n";
  return paragraphs(text ?? "", maxLyrics) || paragraphs(lines.join(separator), maxLyrics);
}
