import type { Song } from "#contract/catalogue.ts";
import { type ListedSong, toListedSong } from "../../library/listed-song.ts";

/** A song as the carousel shows it. */
export type LatestSong = ListedSong;

const shownCategories = 3;

/** Takes from a song what its slide shows. */
export function toLatestSong(song: Song): LatestSong {
  const listed = toListedSong(song);
  return { ...listed, categories: listed.categories.slice(0, shownCategories) };
}
