import type { Song } from "#contract/catalogue.ts";
import { type Fallback, withFallback } from "../../../lib/fallback.ts";
import type { ReadApi } from "../../read-api.ts";

export type PremiumSong = Pick<Song, "id" | "title" | "artist" | "thumbnail_url">;

/** The newest Premium songs, and how many there are. */
export interface PremiumSongList {
  songs: PremiumSong[];
  total: number;
}

const shownCount = 6;
const noSongs: PremiumSongList = { songs: [], total: 0 };

/** Fetches what Premium opens; the fallback of a failed request is empty. */
export function loadPremiumSongs(read: ReadApi): Promise<PremiumSongList | Fallback<PremiumSongList>> {
  const list = read("GET /api/songs", { query: { premium: true, limit: shownCount } }).then(({ data, total }) => ({
    songs: data.map(({ id, title, artist, thumbnail_url }) => ({ id, title, artist, thumbnail_url })),
    total: total ?? data.length,
  }));
  return withFallback(list, () => noSongs);
}
