import type { Kysely } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Tellings of transfers that are known already, and who imported them (docs/rooms/payments.md#the-same-money). */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema.alterTable("transfers").addColumn("told_by", "text").execute();
  await db.schema
    .createTable("transfer_tellings")
    // Ids are never given twice.
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("transfer_id", t.ref, (c) => c.notNull().references("transfers.id").onDelete("cascade"))
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("provider_id", "text", (c) => c.notNull())
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("told_at", t.time, (c) => c.notNull())
    .addColumn("told_by", "text")
    .addColumn("event", "text")
    .addColumn("raw", "text")
    .addUniqueConstraint("transfer_tellings_of_source", ["transfer_id", "provider", "source"])
    .execute();
  await db.schema
    .createIndex("transfer_tellings_by_provider_id")
    .on("transfer_tellings")
    .columns(["provider_id", "provider"])
    .execute();
  await createChangeTriggers(db, engine, [{ topic: "payments", tables: [{ table: "transfer_tellings" }] }]);
}
