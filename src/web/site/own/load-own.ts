/** The songs that a listener finds again: those of the account, or without one those of this device. */
import type { Song } from "#contract/catalogue.ts";
import { call } from "../../lib/api.ts";
import { readDeviceSongs, takeAlong } from "../../lib/device-songs.ts";
import { readStored } from "../../lib/storage.ts";
import { type Track, toTrack } from "../../player/audio-service.ts";
import { readInBrowser } from "../read-api.ts";

/** A part of a list, and how long the whole is. */
export interface Part<Row> {
  rows: Row[];
  total: number;
  /** Rows that were asked for, those of songs that are hidden by now too. */
  asked: number;
}

export interface Heard extends Track {
  /** ISO. */
  playedAt: string;
}

export const pageSize = 30;

/** Returns songs that the listener likes, the last liked first. @param skip rows before */
export async function loadLikes(skip = 0, limit = pageSize): Promise<Part<Track>> {
  if (hasToken()) {
    await takeAlong();
    const { data, total } = await call("GET /api/me/likes", { as: "user", query: { skip, limit } });
    return { rows: data.map(toTrack), total: total ?? data.length, asked: data.length };
  }
  const { likes } = readDeviceSongs();
  const ids = likes.slice(skip, skip + limit);
  return { rows: (await songsOf(ids)).map(toTrack), total: likes.length, asked: ids.length };
}

/** Returns what the listener heard, the last heard first. @param skip rows before */
export async function loadHistory(skip = 0, limit = pageSize): Promise<Part<Heard>> {
  if (hasToken()) {
    await takeAlong();
    const { data, total } = await call("GET /api/me/history", { as: "user", query: { skip, limit } });
    const rows = data.map(({ song, played_at }) => ({ ...toTrack(song), playedAt: played_at }));
    return { rows, total: total ?? data.length, asked: data.length };
  }
  const { plays } = readDeviceSongs();
  const asked = plays.slice(skip, skip + limit);
  const songs = new Map((await songsOf(asked.map(({ song_id }) => song_id))).map((song) => [song.id, song]));
  const rows = asked.flatMap(({ song_id, played_at }) => {
    const song = songs.get(song_id);
    return song ? [{ ...toTrack(song), playedAt: played_at }] : [];
  });
  return { rows, total: plays.length, asked: asked.length };
}

/** Returns whether the account keeps no further plays; undefined on a device without one. */
export async function loadIsPaused(): Promise<boolean | undefined> {
  if (!hasToken()) return undefined;
  return (await call("GET /api/me/history/settings", { as: "user" })).data.is_paused;
}

/** Whether a user is logged in on this device. */
export const hasToken = (): boolean => readStored("userToken") !== null;

async function songsOf(ids: readonly number[]): Promise<Song[]> {
  if (ids.length === 0) return [];
  return (await readInBrowser("GET /api/songs/by-ids", { query: { ids: ids.join(",") } })).data;
}
