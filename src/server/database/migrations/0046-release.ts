import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The time at which a hidden song is shown, with an index for the worker and one for the list. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema.alterTable("songs").addColumn("release_at", t.time).execute();
  await sql`create index songs_release on songs (release_at, id) where release_at is not null`.execute(db);
  await sql`create index songs_scheduled on songs (id) where release_at is not null`.execute(db);
  await createChangeTriggers(db, engine, [
    { topic: "catalogue", tables: [{ table: "songs", except: ["play_count", "likes_count"] }] },
  ]);
}
