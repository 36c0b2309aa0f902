import type { Kysely } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The lines of songs, published and as a draft (docs/rooms/lyrics.md#one-document-in-one-row). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("song_lines")
    .addColumn("song_id", t.ref, (c) => c.primaryKey().references("songs.id").onDelete("cascade"))
    .addColumn("published_number", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("published_by", "text")
    .addColumn("published_at", t.time)
    .addColumn("draft_by", "text")
    .addColumn("draft_at", t.time)
    .addColumn("published", "text")
    .addColumn("draft", "text")
    .execute();
  await createChangeTriggers(db, engine, [
    { topic: "catalogue", tables: [{ table: "song_lines", except: ["draft", "draft_by", "draft_at"] }] },
  ]);
}
