/** All SQL of settings: one JSON document per key. */
import type { Db } from "#server/platform/db/schema.ts";

export function settingsRepository(db: Db) {
  return {
    /** Returns the stored document as text; undefined when it was never saved. */
    async read(key: string): Promise<string | undefined> {
      return (await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst())?.value;
    },

    /** Returns when a document was last saved; ISO. */
    async savedAt(key: string): Promise<string | undefined> {
      return (await db.selectFrom("settings").select("updated_at").where("key", "=", key).executeTakeFirst())
        ?.updated_at;
    },

    async write(key: string, value: string): Promise<void> {
      const values = { value, updated_at: new Date().toISOString() };
      await db
        .insertInto("settings")
        .values({ key, ...values })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(values))
        .execute();
    },

    async remove(key: string): Promise<void> {
      await db.deleteFrom("settings").where("key", "=", key).execute();
    },
  };
}
