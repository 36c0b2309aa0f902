import type { Song } from "#contract/catalogue.ts";
import type { Track } from "../../player/audio-service.ts";
import { excerptOf } from "../lyrics-excerpt.ts";
import type { CardSong } from "../music/song-card.tsx";

/** A song as lists need it: to draw its card and to play it. */
export type ListedSong = CardSong & Track;

/** By the song it was taken from: the server makes many pages of the same songs. */
const taken = new WeakMap<Song, ListedSong>();

/** Takes from a song what a list shows, so that a page does not carry all lyrics and waveforms. */
export function toListedSong(song: Song): ListedSong {
  let listed = taken.get(song);
  if (!listed) {
    listed = take(song);
    taken.set(song, listed);
  }
  return listed;
}

function take(song: Song): ListedSong {
  return {
    id: song.id,
    title: song.title,
    artist: song.artist,
    description: song.description,
    excerpt: excerptOf(song.lyrics),
    audio_url: song.audio_url,
    stream_url: song.stream_url ?? null,
    thumbnail_url: song.thumbnail_url,
    is_premium: song.is_premium,
    duration: song.duration,
    categories: song.categories.filter((category) => category.is_active).map(({ id, name }) => ({ id, name })),
  };
}
