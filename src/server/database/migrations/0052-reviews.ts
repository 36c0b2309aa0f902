import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Reviews of customers, and the songs to hear before asking for one (docs/rooms/request-page.md#reviews). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const table = (name: string) =>
    db.schema
      .createTable(name)
      // Ids are never given twice.
      .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()));

  await table("request_reviews")
    .addColumn("request_id", t.ref, (c) => c.notNull().unique().references("song_requests.id").onDelete("cascade"))
    .addColumn("stars", "integer", (c) => c.notNull().check(sql`stars between 1 and 5`))
    .addColumn("text", "text")
    .addColumn("name", "text")
    .addColumn("is_public", t.bool, (c) => c.notNull())
    .addColumn("is_story_quoted", t.bool, (c) => c.notNull())
    .addColumn("hidden_at", t.time)
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .execute();
  await run("create index request_reviews_by_time on request_reviews (created_at, id, is_public, hidden_at)");

  await db.schema
    .createTable("review_approvals")
    .addColumn("review_id", t.ref, (c) => c.primaryKey().references("request_reviews.id").onDelete("cascade"))
    .addColumn("approved_at", t.time, (c) => c.notNull())
    .execute();

  await table("song_examples")
    .addColumn("song_id", t.ref, (c) => c.notNull().unique().references("songs.id").onDelete("cascade"))
    .addColumn("occasion", "text", (c) => c.notNull())
    .addColumn("sort_order", "integer", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  await createChangeTriggers(db, engine, [
    { topic: "requests", tables: [{ table: "request_reviews" }] },
    { topic: "site", tables: [{ table: "review_approvals" }, { table: "song_examples" }] },
  ]);
}
