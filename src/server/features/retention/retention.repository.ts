/** All SQL of the retention's own state: how far the run of a day is. */
import type { Db } from "#server/platform/db/schema.ts";

const key = "retention_run";

export function retentionRepository(db: Db) {
  return {
    /** Returns the state of the last run as JSON; undefined before the first one. */
    async run(): Promise<string | undefined> {
      return (await db.selectFrom("meta").select("value").where("key", "=", key).executeTakeFirst())?.value;
    },

    async setRun(value: string): Promise<void> {
      await db
        .insertInto("meta")
        .values({ key, value })
        .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
        .execute();
    },
  };
}
