import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Talk about requests, and the replies that staff keep ready. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()));

  await table("request_messages")
    .addColumn("request_id", t.ref, (c) => c.notNull().references("song_requests.id").onDelete("cascade"))
    .addColumn("author_kind", "text", (c) => c.notNull().check(sql`author_kind in ('customer', 'staff', 'admin')`))
    .addColumn("author_name", "text")
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("file", "text")
    .addColumn("file_kind", "text", (c) => c.check(sql`file_kind in ('picture', 'audio', 'video')`))
    .addColumn("file_name", "text")
    .addColumn("duration", t.real)
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("read_at", t.time)
    .execute();
  await run("create unique index request_messages_once on request_messages (request_id, client_id)");
  await run("create index request_messages_by_request on request_messages (request_id, id)");
  await run("create index request_messages_unread on request_messages (request_id, author_kind) where read_at is null");
  await run("create index request_messages_files on request_messages (request_id) where file is not null");

  await table("saved_replies")
    .addColumn("staff_id", t.ref, (c) => c.references("staff.id").onDelete("cascade"))
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();
  await run("create index saved_replies_of_staff on saved_replies (staff_id)");

  await createChangeTriggers(db, engine, [{ topic: "requests", tables: [{ table: "request_messages" }] }]);
}
