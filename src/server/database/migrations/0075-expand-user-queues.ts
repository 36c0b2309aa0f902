import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The queue of each account (docs/rooms/player-and-pages.md#the-queue). */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("user_queues")
    .addColumn("user_id", t.ref, (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    // No references: a song comes back from the bin under its id.
    .addColumn("song_ids", "text", (c) => c.notNull())
    .addColumn("place", "integer", (c) => c.notNull())
    .addColumn("position", t.real, (c) => c.notNull())
    .addColumn("device", "text", (c) => c.notNull())
    .addColumn("device_kind", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .execute();
}
