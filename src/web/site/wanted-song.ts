import type { Song } from "#contract/catalogue.ts";
import { readSession, writeSession } from "../lib/storage.ts";

/** A Premium song that somebody wanted to hear. */
export type WantedSong = Pick<Song, "id" | "title">;

/** Remembers for this tab which song led to login, registration or an order. */
export function storeWantedSong({ id, title }: WantedSong): void {
  writeSession("wantedSong", JSON.stringify({ id, title }));
}

/** Returns the song that `storeWantedSong` stored last; undefined without one. */
export function storedWantedSong(): WantedSong | undefined {
  try {
    return wantedSongOf(JSON.parse(readSession("wantedSong") ?? "null"));
  } catch {
    return undefined;
  }
}

/** Returns undefined for a value that is no song. */
export function wantedSongOf(value: unknown): WantedSong | undefined {
  const { id, title } = (value ?? {}) as Record<keyof WantedSong, unknown>;
  return Number.isInteger(id) && typeof title === "string" ? { id: id as number, title } : undefined;
}

export function songPath({ id }: Pick<WantedSong, "id">): string {
  return `/songs/${id}`;
}
