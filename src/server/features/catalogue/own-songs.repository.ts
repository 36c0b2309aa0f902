/** All SQL of the songs that users like and have heard, as they find them again. */
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";
import { vietnamDay } from "#server/platform/vietnam-time.ts";

/** Plays that are kept of a user; the oldest go. */
export const mostPlays = 1000;

export interface Play {
  song_id: number;
  /** Milliseconds. */
  at: number;
}

interface Page {
  skip: number;
  limit: number;
}

export function ownSongsRepository(db: Db) {
  const playsOf = (userId: number) =>
    db
      .selectFrom("user_plays")
      .innerJoin("songs", "songs.id", "user_plays.song_id")
      .where("user_plays.user_id", "=", userId);
  const likesOf = (userId: number) =>
    db
      .selectFrom("song_likes")
      .innerJoin("songs", "songs.id", "song_likes.song_id")
      .where("song_likes.user_id", "=", userId)
      .where("songs.is_active", "=", true);
  const shownPlaysOf = (userId: number) => playsOf(userId).where("songs.is_active", "=", true);

  return {
    /** Returns the ids of the active songs that a user likes, the last liked first. */
    async likes(userId: number, { skip, limit }: Page): Promise<number[]> {
      const rows = await likesOf(userId)
        .select("song_likes.song_id")
        .orderBy("song_likes.created_at", "desc")
        .orderBy("song_likes.song_id", "desc")
        .limit(limit)
        .offset(skip)
        .execute();
      return rows.map(({ song_id }) => song_id);
    },

    async countLikes(userId: number): Promise<number> {
      const { n } = await likesOf(userId)
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns the active songs that a user has heard, the last heard first. */
    plays: (userId: number, { skip, limit }: Page): Promise<{ song_id: number; played_at: string }[]> =>
      shownPlaysOf(userId)
        .select(["user_plays.song_id", "user_plays.played_at"])
        .orderBy("user_plays.played_at", "desc")
        .orderBy("user_plays.song_id", "desc")
        .limit(limit)
        .offset(skip)
        .execute(),

    async countPlays(userId: number): Promise<number> {
      const { n } = await shownPlaysOf(userId)
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },

    /** Returns all plays that are kept of a user, those of hidden songs too. */
    allPlays: (userId: number): Promise<{ song_id: number; title: string; day: string; played_at: string }[]> =>
      playsOf(userId)
        .select(["user_plays.song_id", "songs.title", "user_plays.day", "user_plays.played_at"])
        .orderBy("user_plays.played_at", "desc")
        .orderBy("user_plays.song_id", "desc")
        .execute(),

    /** Keeps plays of active songs, a song's last of a day, unless the user has paused the history. */
    async addPlays(userId: number, plays: readonly Play[]): Promise<void> {
      if (plays.length === 0 || (await this.isPaused(userId))) return;
      const lastOfDay = new Map<string, { song_id: number; user_id: number; day: string; played_at: string }>();
      for (const { song_id, at } of plays.toSorted((a, b) => a.at - b.at)) {
        const day = vietnamDay(at);
        const played_at = new Date(at).toISOString();
        lastOfDay.set(`${song_id} ${day}`, { song_id, user_id: userId, day, played_at });
      }
      await db
        .insertInto("user_plays")
        .values([...lastOfDay.values()])
        .onConflict((c) =>
          c
            .columns(["song_id", "user_id", "day"])
            .doUpdateSet((e) => ({ played_at: e.ref("excluded.played_at") }))
            .whereRef("user_plays.played_at", "<", sql.ref("excluded.played_at")),
        )
        .execute();
      await db
        .deleteFrom("user_plays")
        .where("user_id", "=", userId)
        .where("played_at", "<", (e) =>
          e
            .selectFrom("user_plays as kept")
            .select("kept.played_at")
            .where("kept.user_id", "=", userId)
            .orderBy("kept.played_at", "desc")
            .limit(1)
            .offset(mostPlays - 1),
        )
        .execute();
    },

    /** Removes the plays of a user, of one song or of all. */
    async removePlays(userId: number, songId?: number): Promise<void> {
      await db
        .deleteFrom("user_plays")
        .where("user_id", "=", userId)
        .$if(songId !== undefined, (q) => q.where("song_id", "=", songId as number))
        .execute();
    },

    async isPaused(userId: number): Promise<boolean> {
      const row = await db
        .selectFrom("history_pauses")
        .select("user_id")
        .where("user_id", "=", userId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async pause(userId: number, created_at: string): Promise<void> {
      await db
        .insertInto("history_pauses")
        .values({ user_id: userId, created_at })
        .onConflict((c) => c.column("user_id").doNothing())
        .execute();
    },

    async resume(userId: number): Promise<void> {
      await db.deleteFrom("history_pauses").where("user_id", "=", userId).execute();
    },

    /** Returns those of some songs that are active, with what tells who may hear them. */
    async activeOf(ids: readonly number[]): Promise<{ id: number; is_premium: boolean }[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom("songs")
        .select(["id", "is_premium"])
        .where("id", "in", ids)
        .where("is_active", "=", true)
        .execute();
    },

    /** Likes songs, each counted once. @param likes with the time of each */
    async addLikes(userId: number, likes: readonly { song_id: number; created_at: string }[]): Promise<void> {
      if (likes.length === 0) return;
      const added = await db
        .insertInto("song_likes")
        .values(likes.map((like) => ({ ...like, user_id: userId })))
        .onConflict((c) => c.columns(["song_id", "user_id"]).doNothing())
        .returning("song_id")
        .execute();
      if (added.length === 0) return;
      await db
        .updateTable("songs")
        .set({ likes_count: sql`likes_count + 1` })
        .where(
          "id",
          "in",
          added.map(({ song_id }) => song_id),
        )
        .execute();
    },
  };
}
