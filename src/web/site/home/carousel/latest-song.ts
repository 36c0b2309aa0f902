import type { Song } from "#contract/catalogue.ts";
import { type ListedSong, toListedSong } from "../../library/listed-song.ts";
import { excerptOf } from "../../lyrics-excerpt.ts";

/** A song as the carousel shows it: like a listed one, but its excerpt keeps the lines of the lyrics. */
export type LatestSong = ListedSong;

const shownCategories = 3;

/** Takes from a song what its slide shows. */
export function toLatestSong(song: Song): LatestSong {
  const listed = toListedSong(song);
  return {
    ...listed,
    excerpt: excerptOf(song.lyrics, "\n"),
    categories: listed.categories.slice(0, shownCategories),
  };
}
