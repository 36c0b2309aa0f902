import type { Kysely } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The tempo of songs, and the samples of those for Premium, which the background measures and cuts. */
export async function up(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  await db.schema.alterTable("songs").addColumn("tempo", "integer").execute();
  await db.schema.alterTable("songs").addColumn("sample", "text").execute();
  await createChangeTriggers(db, engine, [
    { topic: "catalogue", tables: [{ table: "songs", except: ["play_count", "likes_count"] }] },
  ]);
}
