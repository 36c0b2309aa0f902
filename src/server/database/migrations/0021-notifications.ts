import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createTextIndex } from "#server/platform/db/text-index.ts";

/** Messages to people, and what is known of their addresses. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { engine, types: t } = dialect;
  const run = (text: string) => sql.raw(text).execute(db);

  await db.schema
    .createTable("deliveries")
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("event", "text", (c) => c.notNull())
    .addColumn("event_key", "text", (c) => c.unique())
    .addColumn("recipient_kind", "text", (c) =>
      c.notNull().check(sql`recipient_kind in ('customer', 'user', 'staff', 'admin')`),
    )
    .addColumn("recipient_id", t.ref)
    .addColumn("recipient_name", "text", (c) => c.notNull())
    .addColumn("email", "text")
    .addColumn("phone", "text")
    .addColumn("subject_kind", "text")
    .addColumn("subject_id", t.ref)
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("channel", "text", (c) => c.notNull().check(sql`channel in ('email', 'zalo')`))
    .addColumn("state", "text", (c) =>
      c.notNull().check(sql`state in ('waiting', 'sent', 'kept', 'failed', 'skipped')`),
    )
    .addColumn("error", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("provider_id", "text")
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("not_before", t.time)
    .addColumn("sent_at", t.time)
    .execute();
  await run("create index deliveries_by_time on deliveries (created_at, id, state, channel, event)");
  await run("create index deliveries_by_state on deliveries (state, created_at, id)");
  await run("create index deliveries_by_recipient on deliveries (recipient_kind, recipient_id)");
  await createTextIndex(db, engine, { table: "deliveries", column: "search_text", index: "deliveries_search" });

  await db.schema
    .createTable("email_addresses")
    .addColumn("email_key", "text", (c) => c.primaryKey())
    .addColumn("bounced_at", t.time)
    .addColumn("bounce_error", "text")
    .addColumn("unsubscribed_at", t.time)
    .execute();

  await createChangeTriggers(db, engine, [{ topic: "deliveries", tables: [{ table: "deliveries" }] }]);
}
