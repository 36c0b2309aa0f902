import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Finds songs without lyrics, and those whose audio does not play (docs/rooms/catalogue.md#what-songs-lack). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await sql`create index songs_without_lyrics on songs (is_active, id) where lyrics is null`.execute(db);
  await db.schema
    .createTable("song_faults")
    .addColumn("song_id", t.ref, (c) => c.primaryKey().references("songs.id").onDelete("cascade"))
    .addColumn("fault", "text", (c) => c.notNull())
    .execute();
  await createChangeTriggers(db, engine, [{ topic: "catalogue", tables: [{ table: "song_faults" }] }]);
}
