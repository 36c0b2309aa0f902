import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Lyrics that customers read before they are sung. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const states = sql`state in ('waiting', 'changes_wanted', 'agreed', 'superseded', 'withdrawn', 'closed')`;
  await db.schema.alterTable("song_requests").addColumn("waiting_since", t.time).execute();
  await db.schema
    .createTable("request_lyrics")
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("request_id", t.ref, (c) => c.notNull().references("song_requests.id").onDelete("cascade"))
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("note", "text")
    .addColumn("state", "text", (c) => c.notNull().check(states))
    .addColumn("sent_at", t.time, (c) => c.notNull())
    .addColumn("sent_by", "text", (c) => c.notNull())
    .addColumn("answered_at", t.time)
    .addColumn("answer", "text")
    .addColumn("notes", "text", (c) => c.notNull())
    .addUniqueConstraint("request_lyrics_number", ["request_id", "number"])
    .execute();
  await sql`create index request_lyrics_waiting on request_lyrics (sent_at, request_id) where state = 'waiting'`.execute(
    db,
  );
  await createChangeTriggers(db, engine, [{ topic: "requests", tables: [{ table: "request_lyrics" }] }]);
}
