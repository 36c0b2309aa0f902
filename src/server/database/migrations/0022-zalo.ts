import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The outcome of messages that were sent by Zalo. */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("zalo_messages")
    .addColumn("tracking_id", "text", (c) => c.primaryKey())
    .addColumn("delivery_id", t.ref, (c) => c.notNull().references("deliveries.id").onDelete("cascade"))
    .addColumn("resend", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) =>
      c.notNull().check(sql`state in ('new', 'calling', 'refused', 'unanswered', 'taken')`),
    )
    .addColumn("called_at", t.time)
    .addColumn("message_id", "text")
    .addColumn("received_at", t.time)
    .addUniqueConstraint("zalo_messages_by_delivery", ["delivery_id", "resend"])
    .execute();
}
