import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Messages to the administrators whose recipients are still to be found. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("admin_notices")
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("event", "text", (c) => c.notNull())
    .addColumn("event_key", "text")
    .addColumn("subject_kind", "text")
    .addColumn("subject_id", t.ref)
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("not_after", t.time)
    .execute();
}
