/** All SQL of settings: one JSON document for each key. */
import type { Db } from "#server/platform/db/schema.ts";

export function settingsRepository(db: Db) {
  return {
    /** The stored document as text; undefined when it was never saved. */
    async read(key: string): Promise<string | undefined> {
      return (await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst())?.value;
    },
  };
}
