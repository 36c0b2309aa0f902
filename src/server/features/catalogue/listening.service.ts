/** Plays and likes, counted durably; they never invalidate a cache. */
import { createHmac } from "node:crypto";
import { ApiError } from "#contract/errors.ts";
import type { PersonalData } from "#server/features/accounts/users/users.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Caller, UserCaller } from "#server/platform/http/caller.ts";
import { clientNetwork } from "#server/platform/http/limits/client-network.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";
import { type ListeningRepository, listeningRepository, type PlayedSong } from "./listening.repository.ts";
import { ownSongsRepository } from "./own-songs.repository.ts";

/** Milliseconds in which a listener counts once per song. */
export const playWindowMs = 30 * 60_000;
/**
 * Most plays of a song that count in this time for all anonymous listeners of one network. User agents are free to invent; several people
 * behind one address are real, and five who hear the same song in the same half hour are a family or an office.
 */
export const maxPlaysPerNetwork = 5;
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
  onPlay = () => {},
  now = () => Date.now(),
}: {
  database: Database;
  key: Buffer;
  /** Called for each play that was counted. */
  onPlay?: () => void;
  now?: () => number;
}) {
  const { db, commit, dialect } = database;
  let sweptAt = 0;

  const hashOf = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 22);

  function identity({ caller, address, userAgent }: Listener): string {
    return caller.kind === "user" ? userListener(caller.id) : `a:${hashOf(`listener\n${address}\n${userAgent}`)}`;
  }

  /** Marks one of the network's places as taken. @returns false when all are. */
  async function markNetwork(
    { mark }: ListeningRepository,
    songId: number,
    address: string,
    now: string,
    since: string,
  ): Promise<boolean> {
    const network = hashOf(`network\n${clientNetwork(address)}`);
    // Always in this order, so that concurrent plays wait for each other and never in a circle.
    for (let place = 0; place < maxPlaysPerNetwork; place += 1) {
      if (await mark(songId, `n:${network}:${place}`, now, since)) return true;
    }
    return false;
  }

  /** Deletes marks that have expired. The lock keeps plays out, which hold several marks at once. */
  async function sweep(at: number): Promise<void> {
    await commit({ lock: "catalogue" }, async (tx) => {
      await listeningRepository(tx).deleteMarks(iso(at - playWindowMs));
    });
  }

  /** Likes, and the plays of the last half hour. */
  const personalData: readonly PersonalData[] = [
    {
      name: "likes",
      read: (userId) => listeningRepository(db).likesOf(userId),
      async remove(tx, userId) {
        // Likes of this moment would be missing in the numbers of the songs.
        await dialect.lock(tx, "catalogue");
        await listeningRepository(tx).removeLikesOf(userId);
      },
    },
    {
      name: "plays",
      read: (userId) => listeningRepository(db).marksOf(userListener(userId)),
      remove: (tx, userId) => listeningRepository(tx).removeMarksOf(userListener(userId)),
    },
  ];

  return {
    personalData,

    /** Returns the songs that a user liked last, at most `limit`. */
    latestLikes: (userId: number, limit: number) => listeningRepository(db).likesOf(userId, limit),

    /**
     * Keeps a user's play, and counts it, unless the song is locked for the listener, or within half an hour the listener was counted already or enough
     * anonymous listeners of the same network were.
     */
    async play(songId: number, listener: Listener): Promise<{ counted: boolean }> {
      const { caller } = listener;
      const at = now();
      const counted = await commit(async (tx) => {
        const repository = listeningRepository(tx);
        await dialect.lockShared(tx, "catalogue");
        const song = await repository.findActive(songId);
        if (!song) throw new ApiError("not_found", "Không tìm thấy bài hát");
        if (caller.kind === "admin" || caller.kind === "staff") return false;
        if (song.is_premium && !(caller.kind === "user" && caller.isPremium)) return false;
        const [now, since] = [iso(at), iso(at - playWindowMs)];
        if (caller.kind === "user") await ownSongsRepository(tx).addPlays(caller.id, [{ song_id: songId, at }]);
        const own = identity(listener);
        if (!(await repository.mark(songId, own, now, since))) return false;
        if (caller.kind === "anonymous" && !(await markNetwork(repository, songId, listener.address, now, since))) {
          await repository.unmark(songId, own);
          return false;
        }
        await repository.addPlay(songId, vietnamDay(at));
        return true;
      });
      if (counted) onPlay();
      if (at - sweptAt > sweepMs) {
        sweptAt = at;
        await sweep(at);
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
      return commit(async (tx) => {
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

/** The listener of a user's plays. */
const userListener = (userId: number) => `u:${userId}`;

const iso = (ms: number) => new Date(ms).toISOString();
