/** All SQL of plays and likes. */
import { sql } from "kysely";
import type { Db } from "#server/platform/db/schema.ts";

export interface PlayedSong {
  id: number;
  title: string;
  artist: string | null;
  thumbnail_url: string | null;
  plays: number;
}

export type ListeningRepository = ReturnType<typeof listeningRepository>;

/** True when a statement reads, adds, changes or removes a row. */
const hasRow = async (statement: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await statement.executeTakeFirst()) !== undefined;

export function listeningRepository(db: Db) {
  return {
    /**
     * Marks a song as played by a listener, or by a network in one of its places.
     * @returns false when the last such mark is later than `since`.
     */
    mark: (songId: number, listener: string, now: string, since: string): Promise<boolean> =>
      hasRow(
        db
          .insertInto("song_listens")
          .values({ song_id: songId, listener, counted_at: now })
          .onConflict((c) =>
            c
              .columns(["song_id", "listener"])
              .doUpdateSet({ counted_at: now })
              .where("song_listens.counted_at", "<=", since),
          )
          .returning("song_id"),
      ),

    /** Removes a mark that was made for a play that does not count. */
    async unmark(songId: number, listener: string): Promise<void> {
      await db.deleteFrom("song_listens").where("song_id", "=", songId).where("listener", "=", listener).execute();
    },

    /** Adds one play to the song and to its day (`YYYY-MM-DD`). */
    async addPlay(songId: number, day: string): Promise<void> {
      await db
        .insertInto("song_play_days")
        .values({ day, song_id: songId, plays: 1 })
        .onConflict((c) => c.columns(["day", "song_id"]).doUpdateSet({ plays: sql`song_play_days.plays + 1` }))
        .execute();
      await db.updateTable("songs").set({ play_count: sql`play_count + 1` }).where("id", "=", songId).execute();
    },

    /** Returns the plays of all songs by day, both limits included (`YYYY-MM-DD`); days without plays are left out. */
    playsByDay(from: string, to: string): Promise<{ day: string; plays: number }[]> {
      return db
        .selectFrom("song_play_days")
        .select((s) => ["day", s.fn.sum<number>("plays").as("plays")])
        .where("day", ">=", from)
        .where("day", "<=", to)
        .groupBy("day")
        .execute();
    },

    /** Returns the most played songs of these days, most plays first. */
    mostPlayed(from: string, to: string, limit: number): Promise<PlayedSong[]> {
      return db
        .selectFrom((s) =>
          s
            .selectFrom("song_play_days")
            .select((d) => ["song_id", d.fn.sum<number>("plays").as("plays")])
            .where("day", ">=", from)
            .where("day", "<=", to)
            .groupBy("song_id")
            .orderBy("plays", "desc")
            .orderBy("song_id", "desc")
            .limit(limit)
            .as("played"),
        )
        .innerJoin("songs", "songs.id", "played.song_id")
        .select(["songs.id", "songs.title", "songs.artist", "songs.thumbnail_url", "played.plays"])
        .orderBy("played.plays", "desc")
        .orderBy("songs.id", "desc")
        .execute();
    },

    /** Deletes records of plays up to a time. */
    async deleteMarks(before: string): Promise<void> {
      await db.deleteFrom("song_listens").where("counted_at", "<=", before).execute();
    },

    /** @returns false when the like existed already. */
    like: (songId: number, userId: number, now: string): Promise<boolean> =>
      hasRow(
        db
          .insertInto("song_likes")
          .values({ song_id: songId, user_id: userId, created_at: now })
          .onConflict((c) => c.columns(["song_id", "user_id"]).doNothing())
          .returning("song_id"),
      ),

    /** @returns false when there was no like. */
    unlike: (songId: number, userId: number): Promise<boolean> =>
      hasRow(
        db.deleteFrom("song_likes").where("song_id", "=", songId).where("user_id", "=", userId).returning("song_id"),
      ),

    isLiked: (songId: number, userId: number): Promise<boolean> =>
      hasRow(db.selectFrom("song_likes").select("song_id").where("song_id", "=", songId).where("user_id", "=", userId)),

    /** Returns the songs that a user likes, the last liked first, at most `limit`. */
    likesOf: (userId: number, limit?: number): Promise<{ song_id: number; title: string; created_at: string }[]> =>
      db
        .selectFrom("song_likes")
        .innerJoin("songs", "songs.id", "song_likes.song_id")
        .select(["song_likes.song_id", "songs.title", "song_likes.created_at"])
        .where("song_likes.user_id", "=", userId)
        .orderBy("song_likes.created_at", "desc")
        .orderBy("song_likes.song_id", "desc")
        .$if(limit !== undefined, (q) => q.limit(limit as number))
        .execute(),

    /** Removes the likes of a user, also from the songs' numbers. */
    async removeLikesOf(userId: number): Promise<void> {
      await db
        .updateTable("songs")
        .set({ likes_count: sql`likes_count - 1` })
        .where("id", "in", (songs) => songs.selectFrom("song_likes").select("song_id").where("user_id", "=", userId))
        .execute();
      await db.deleteFrom("song_likes").where("user_id", "=", userId).execute();
    },

    /** Returns the songs that a listener is marked to have played, the last one first. */
    marksOf: (listener: string): Promise<{ song_id: number; title: string; counted_at: string }[]> =>
      db
        .selectFrom("song_listens")
        .innerJoin("songs", "songs.id", "song_listens.song_id")
        .select(["song_listens.song_id", "songs.title", "song_listens.counted_at"])
        .where("song_listens.listener", "=", listener)
        .orderBy("song_listens.counted_at", "desc")
        .orderBy("song_listens.song_id", "desc")
        .execute(),

    async removeMarksOf(listener: string): Promise<void> {
      await db.deleteFrom("song_listens").where("listener", "=", listener).execute();
    },

    /** Changes the song's number of likes. @returns the new number. */
    async addLikes(songId: number, by: -1 | 0 | 1): Promise<number> {
      const { likes_count } = await db
        .updateTable("songs")
        .set({ likes_count: sql`likes_count + ${by}` })
        .where("id", "=", songId)
        .returning("likes_count")
        .executeTakeFirstOrThrow();
      return likes_count;
    },

    /** Returns an active song; undefined when there is none. */
    findActive(songId: number): Promise<{ id: number; is_premium: boolean } | undefined> {
      return db
        .selectFrom("songs")
        .select(["id", "is_premium"])
        .where("id", "=", songId)
        .where("is_active", "=", true)
        .executeTakeFirst();
    },
  };
}
