import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The answers of learners, from which a word's dates are made (docs/rooms/learning.md#the-notebook). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("word_reviews")
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("word_id", t.ref, (c) => c.notNull().references("words.id").onDelete("cascade"))
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("rating", "text", (c) => c.notNull())
    .addColumn("reviewed_at", t.time, (c) => c.notNull())
    .addColumn("undone_at", t.time)
    .addUniqueConstraint("word_reviews_once", ["user_id", "client_id"])
    .execute();
  await sql`create index word_reviews_word on word_reviews (word_id, reviewed_at, id)`.execute(db);
}
