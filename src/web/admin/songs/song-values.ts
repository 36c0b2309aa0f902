import type { Song } from "#contract/catalogue.ts";

/** Returns the values of the fields of a song's form; without one those of a new song. */
export function songValues(song: Song | undefined) {
  return {
    title: song?.title ?? "",
    artist: song?.artist ?? "",
    description: song?.description ?? "",
    lyrics: song?.lyrics ?? "",
    audio_url: song?.audio_url ?? "",
    thumbnail_url: song?.thumbnail_url ?? "",
    category_ids: song?.category_ids ?? [],
    is_active: song?.is_active ?? true,
    is_featured: song?.is_featured ?? false,
    is_premium: song?.is_premium ?? false,
    release_at: song?.release_at ?? "",
  };
}
