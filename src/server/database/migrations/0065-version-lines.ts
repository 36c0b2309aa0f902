import type { Kysely } from "kysely";

/** The timed lines of finished songs of requests (docs/decisions/0117-karaoke.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("request_songs").addColumn("lines", "text").execute();
}
