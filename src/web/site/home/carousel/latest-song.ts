import type { Song } from "#contract/catalogue.ts";
import { type ListedSong, toListedSong } from "../../library/listed-song.ts";

export type LatestSong = ListedSong;

const maxCategories = 3;

/** Returns the fields of a song's slide. */
export function toLatestSong(song: Song): LatestSong {
  const listed = toListedSong(song);
  return { ...listed, categories: listed.categories.slice(0, maxCategories) };
}
