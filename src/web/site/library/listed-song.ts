import type { Song } from "#contract/catalogue.ts";
import { toTrack } from "../../player/audio-service.ts";
import { excerptOf } from "../lyrics-excerpt.ts";
import type { CardSong } from "../music/song-card.tsx";

export type ListedSong = CardSong;

/** The server renders many pages with the same cached songs. */
const cache = new WeakMap<Song, ListedSong>();

/** Returns a song's fields for lists, so that pages do not carry all lyrics and waveforms. */
export function toListedSong(song: Song): ListedSong {
  let listed = cache.get(song);
  if (!listed) {
    listed = pickFields(song);
    cache.set(song, listed);
  }
  return listed;
}

function pickFields(song: Song): ListedSong {
  return {
    ...toTrack(song),
    description: song.description,
    excerpt: excerptOf(song.lyrics),
    hit: song.lyrics_hit ?? null,
    categories: song.categories.filter((category) => category.is_active).map(({ id, name }) => ({ id, name })),
  };
}
