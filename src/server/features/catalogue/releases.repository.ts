/** The SQL of songs that wait for their time, and of those that must stay hidden. */
import type { Db } from "#server/platform/db/schema.ts";
import type { SongRow } from "./songs.repository.ts";

export function releasesRepository(db: Db) {
  return {
    /** Returns why a song must stay hidden; null for one that may be shown. */
    async withheld(id: number): Promise<SongRow["withheld"]> {
      const song = await db.selectFrom("songs").select("withheld").where("id", "=", id).executeTakeFirst();
      return song?.withheld ?? null;
    },

    /** A song that must stay hidden loses the time at which it would be shown. */
    async setWithheld(id: number, withheld: SongRow["withheld"]): Promise<void> {
      await db
        .updateTable("songs")
        .set({ withheld, ...(withheld && { release_at: null }) })
        .where("id", "=", id)
        .execute();
    },

    /** Returns the ids of the songs that are to be shown by now, the first ones first. @param now ISO. */
    async due(now: string, limit: number): Promise<number[]> {
      const due = await db
        .selectFrom("songs")
        .select("id")
        .where("release_at", "<=", now)
        .orderBy("release_at")
        .orderBy("id")
        .limit(limit)
        .execute();
      return due.map(({ id }) => id);
    },
  };
}
