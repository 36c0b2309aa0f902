import type { Kysely } from "kysely";

/** New users by day, without reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("users_created").on("users").column("created_at").execute();
}
