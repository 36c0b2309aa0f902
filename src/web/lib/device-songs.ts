/** Likes and plays of a visitor, kept on this device until an account takes it along. */
import { isApiError } from "#contract/errors.ts";
import { mostLikesTaken } from "#contract/own-songs-rules.ts";
import { call } from "./api.ts";
import { readStored, writeStored } from "./storage.ts";

export interface DevicePlay {
  song_id: number;
  /** ISO. */
  played_at: string;
}

export interface DeviceSongs {
  /** Ids of songs, the last liked first. */
  likes: number[];
  /** The last heard first; each song once. */
  plays: DevicePlay[];
}

/** Plays that are kept; what is older an account keeps. */
const mostPlays = 200;

/** Returns what this device keeps. */
export function readDeviceSongs(): DeviceSongs {
  try {
    const { likes, plays } = (JSON.parse(readStored("ownSongs") ?? "null") ?? {}) as Partial<DeviceSongs>;
    return {
      likes: Array.isArray(likes) ? likes.filter((id) => Number.isSafeInteger(id) && id > 0) : [],
      plays: Array.isArray(plays) ? plays.filter(isPlay) : [],
    };
  } catch {
    return { likes: [], plays: [] };
  }
}

function isPlay(value: unknown): value is DevicePlay {
  const { song_id, played_at } = (value ?? {}) as Partial<DevicePlay>;
  return Number.isSafeInteger(song_id) && typeof played_at === "string" && !Number.isNaN(Date.parse(played_at));
}

/** Keeps or drops a like of a visitor. @returns false where the browser keeps nothing */
export function likeOnDevice(songId: number, isLiked: boolean): boolean {
  const others = readDeviceSongs().likes.filter((id) => id !== songId);
  change({ likes: isLiked ? [songId, ...others].slice(0, mostLikesTaken) : others });
  return isLikedOnDevice(songId) === isLiked;
}

export const isLikedOnDevice = (songId: number): boolean => readDeviceSongs().likes.includes(songId);

/** Keeps a play of a visitor. @param now milliseconds */
export function playOnDevice(songId: number, now = Date.now()): void {
  const others = readDeviceSongs().plays.filter(({ song_id }) => song_id !== songId);
  change({ plays: [{ song_id: songId, played_at: new Date(now).toISOString() }, ...others].slice(0, mostPlays) });
}

/** Forgets the plays of this device, or one song's. */
export function forgetPlays(songId?: number): void {
  change({ plays: songId === undefined ? [] : readDeviceSongs().plays.filter(({ song_id }) => song_id !== songId) });
}

/** Calls back when likes or plays of this device change on this page. */
export function onDeviceSongs(listener: () => void): () => void {
  window.addEventListener("ownSongs", listener);
  return () => window.removeEventListener("ownSongs", listener);
}

/**
 * Gives the account of the user who is logged in what this device keeps, after which the device forgets it. Does not reject: what can't be
 * sent now waits for the next page.
 */
export async function takeAlong(): Promise<void> {
  const kept = readStored("ownSongs");
  if (kept === null) return;
  try {
    await call("POST /api/me/take-along", { as: "user", body: readDeviceSongs() });
  } catch (error) {
    // What the server will never take must not be sent with each page.
    if (!isApiError(error) || error.status !== 422) return;
  }
  if (readStored("ownSongs") === kept) write(null);
}

function change(part: Partial<DeviceSongs>): void {
  const songs = { ...readDeviceSongs(), ...part };
  write(songs.likes.length + songs.plays.length > 0 ? JSON.stringify(songs) : null);
}

function write(value: string | null): void {
  writeStored("ownSongs", value);
  window.dispatchEvent(new Event("ownSongs"));
}
