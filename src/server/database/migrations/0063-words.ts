import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The words that learners keep, and the lines of songs they met them in (docs/rooms/learning.md#the-notebook). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      // Ids are never given twice.
      .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()));

  await table("words")
    .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("text_key", "text", (c) => c.notNull())
    .addColumn("reading", "text")
    .addColumn("meaning", "text")
    .addColumn("note", "text")
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull().defaultTo("new"))
    .addColumn("due", t.time, (c) => c.notNull())
    .addColumn("stability", t.real, (c) => c.notNull().defaultTo(0))
    .addColumn("difficulty", t.real, (c) => c.notNull().defaultTo(0))
    .addColumn("scheduled_days", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("learning_steps", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("reps", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("lapses", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("first_review", t.time)
    .addColumn("last_review", t.time)
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("removed_at", t.time)
    .addUniqueConstraint("words_client", ["user_id", "client_id"])
    .addUniqueConstraint("words_text", ["user_id", "language", "text_key"])
    .execute();
  await sql`create index words_due on words (user_id, state, due, id) where removed_at is null`.execute(db);
  await sql`create index words_newest on words (user_id, created_at, id) where removed_at is null`.execute(db);
  await sql`create index words_begun on words (user_id, first_review) where first_review is not null`.execute(db);
  await sql`create index words_removed on words (user_id, removed_at) where removed_at is not null`.execute(db);

  await table("word_lines")
    .addColumn("word_id", t.ref, (c) => c.notNull().references("words.id").onDelete("cascade"))
    // Not a reference: a song comes back from the bin under its id.
    .addColumn("song_id", t.ref)
    .addColumn("song_title", "text")
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("reading", "text")
    .addColumn("translation", "text")
    .addColumn("start_ms", "integer")
    .addColumn("end_ms", "integer")
    .execute();
  await sql`create index word_lines_word on word_lines (word_id, id)`.execute(db);
  await sql`create index word_lines_song on word_lines (song_id, word_id) where song_id is not null`.execute(db);

  await db.schema
    .createTable("notebooks")
    .addColumn("user_id", t.ref, (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("new_words_per_day", "integer", (c) => c.notNull().defaultTo(10))
    .addColumn("answers", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
