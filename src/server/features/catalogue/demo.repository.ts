/** All SQL of the demo catalogue: songs and categories flagged as demo, its state, and its user. */
import type { Insertable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

/** State of the demo catalogue, which is loaded into a database at most once. */
export type DemoState = "loaded" | "removed";

const stateKey = "demo";
const userKey = "demo_user";

export function demoRepository(db: Db) {
  async function meta(key: string): Promise<string | undefined> {
    return (await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst())?.value;
  }
  async function setMeta(key: string, value: string): Promise<void> {
    await db
      .insertInto("meta")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
  }

  return {
    state: () => meta(stateKey),
    setState: (state: DemoState) => setMeta(stateKey, state),

    async isCatalogueEmpty(): Promise<boolean> {
      const song = await db.selectFrom("songs").select("id").limit(1).executeTakeFirst();
      const category = await db.selectFrom("categories").select("id").limit(1).executeTakeFirst();
      return song === undefined && category === undefined;
    },

    /** @returns false when the name or the e-mail is taken. */
    async addUser(values: Insertable<Tables["users"]>): Promise<boolean> {
      const row = await db
        .insertInto("users")
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      if (row) await setMeta(userKey, String(row.id));
      return row !== undefined;
    },

    /** Removes the demo user, if it exists, with its sessions and likes. */
    async removeUser(): Promise<void> {
      const id = Number(await meta(userKey));
      if (!id) return;
      const liked = db.selectFrom("song_likes").select("song_id").where("user_id", "=", id);
      await db
        .updateTable("songs")
        .set((song) => ({ likes_count: song("likes_count", "-", 1) }))
        .where("id", "in", liked)
        .execute();
      await db.deleteFrom("sessions").where("kind", "=", "user").where("account_id", "=", id).execute();
      await db.deleteFrom("users").where("id", "=", id).execute();
      await db.deleteFrom("meta").where("key", "=", userKey).execute();
    },

    /** Removes the demo's songs. @returns their ids and the addresses of their files. */
    removeSongs(): Promise<{ id: number; audio_url: string; thumbnail_url: string | null }[]> {
      const songs = db.deleteFrom("songs").where("is_demo", "=", true);
      return songs.returning(["id", "audio_url", "thumbnail_url"]).execute();
    },

    /** Removes the demo's categories that no song uses. @returns their ids. */
    async removeUnusedCategories(): Promise<number[]> {
      const removed = await db
        .deleteFrom("categories")
        .where("is_demo", "=", true)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("song_categories")
                .select("song_id")
                .whereRef("song_categories.category_id", "=", "categories.id"),
            ),
          ),
        )
        .returning("id")
        .execute();
      return removed.map(({ id }) => id);
    },
  };
}
