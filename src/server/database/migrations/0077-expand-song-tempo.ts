import type { Kysely } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The tempo of songs, which the background measures. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  await db.schema.alterTable("songs").addColumn("tempo", "integer").execute();
  await createChangeTriggers(db, engine, [
    { topic: "catalogue", tables: [{ table: "songs", except: ["play_count", "likes_count"] }] },
  ]);
}
