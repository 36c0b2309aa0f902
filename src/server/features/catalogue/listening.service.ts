/** Plays and likes, counted durably; they never invalidate a cache. */
import { createHmac } from "node:crypto";
import { ApiError } from "#contract/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Caller, UserCaller } from "#server/platform/http/caller.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { listeningRepository, type PlayedSong } from "./listening.repository.ts";

/** Milliseconds in which a listener counts once per song. */
export const playWindowMs = 30 * 60_000;
const sweepMs = 10 * 60_000;

export interface Listener {
  caller: Caller;
  /** With the user agent, tells anonymous listeners apart. */
  address: string;
  userAgent: string;
}

export type Listening = ReturnType<typeof createListening>;

export function createListening({
  database,
  key,
  now = Date.now,
}: {
  database: Database;
  key: Buffer;
  now?: () => number;
}) {
  const { db, dialect } = database;
  let sweptAt = 0;

  function identity({ caller, address, userAgent }: Listener): string {
    if (caller.kind === "user") return `u:${caller.id}`;
    return `a:${createHmac("sha256", key).update(`listener\n${address}\n${userAgent}`).digest("base64url").slice(0, 22)}`;
  }

  return {
    /** Counts a play, unless the song is locked for the listener or the listener was counted within half an hour. */
    async play(songId: number, listener: Listener): Promise<{ counted: boolean }> {
      const { caller } = listener;
      const at = now();
      const counted = await db.transaction().execute(async (tx) => {
        const repository = listeningRepository(tx);
        await dialect.lockShared(tx, "catalogue");
        const song = await repository.findActive(songId);
        if (!song) throw new ApiError("not_found", "Không tìm thấy bài hát");
        if (caller.kind === "admin" || caller.kind === "staff") return false;
        if (song.is_premium && !(caller.kind === "user" && caller.isPremium)) return false;
        const isCounted = await repository.mark(songId, identity(listener), iso(at), iso(at - playWindowMs));
        if (isCounted) await repository.addPlay(songId, vietnamDay(at));
        return isCounted;
      });
      if (at - sweptAt > sweepMs) {
        sweptAt = at;
        await listeningRepository(db).deleteMarks(iso(at - playWindowMs));
      }
      return { counted };
    },

    /** Returns the plays of all songs by day in Vietnam, both limits included; days without plays are left out. */
    playsByDay(from: string, to: string): Promise<{ day: string; plays: number }[]> {
      return listeningRepository(db).playsByDay(from, to);
    },

    /** Returns the most played songs of these days, most plays first. */
    mostPlayed(from: string, to: string, limit: number): Promise<PlayedSong[]> {
      return listeningRepository(db).mostPlayed(from, to, limit);
    },

    async like(caller: UserCaller, songId: number, liked: boolean): Promise<{ liked: boolean; likes_count: number }> {
      return db.transaction().execute(async (tx) => {
        const repository = listeningRepository(tx);
        await dialect.lockShared(tx, "catalogue");
        if (!(await repository.findActive(songId))) throw new ApiError("not_found", "Không tìm thấy bài hát");
        const changed = liked
          ? await repository.like(songId, caller.id, iso(now()))
          : await repository.unlike(songId, caller.id);
        const likes_count = await repository.addLikes(songId, changed ? (liked ? 1 : -1) : 0);
        return { liked, likes_count };
      });
    },
  };
}

const iso = (ms: number) => new Date(ms).toISOString();
