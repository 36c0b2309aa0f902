import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createTextIndex } from "#server/platform/db/text-index.ts";
import { createSessionsTrigger } from "./0006-ids.ts";

/** Staff members, and requests for songs with their finished songs and the steps of their life. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { engine, types: t } = dialect;
  const run = (text: string) => sql.raw(text).execute(db);
  const table = (name: string) =>
    db.schema
      .createTable(name)
      // Ids are never given twice.
      .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()));

  await table("staff")
    .addColumn("username", "text", (c) => c.notNull())
    .addColumn("username_key", "text", (c) => c.notNull().unique())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull().unique())
    .addColumn("full_name", "text", (c) => c.notNull())
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("phone", "text")
    .addColumn("notes", "text")
    .addColumn("is_active", t.bool, (c) => c.notNull())
    .addColumn("is_supervisor", t.bool, (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  await createSessionsTrigger(db, engine, "staff", "staff");

  await table("song_requests")
    .addColumn("code", "text", (c) => c.notNull().unique())
    .addColumn("page_token", "text", (c) => c.notNull().unique())
    .addColumn("user_id", t.ref, (c) => c.references("users.id").onDelete("set null"))
    .addColumn("customer_name", "text", (c) => c.notNull())
    .addColumn("customer_email", "text", (c) => c.notNull())
    .addColumn("customer_phone", "text")
    .addColumn("budget", t.ref)
    .addColumn("request_content", "text", (c) => c.notNull())
    .addColumn("occasion", "text")
    .addColumn("recipient", "text")
    .addColumn("mood", "text")
    .addColumn("words_wanted", "text")
    .addColumn("words_unwanted", "text")
    .addColumn("name_pronunciation", "text")
    .addColumn("reference_file", "text")
    .addColumn("reference_file_name", "text")
    .addColumn("admin_notes", "text")
    .addColumn("staff_notes", "text")
    .addColumn("status", "text", (c) =>
      c.notNull().check(sql`status in ('new', 'processing', 'completed', 'cancelled')`),
    )
    .addColumn("staff_id", t.ref, (c) => c.references("staff.id").onDelete("set null"))
    .addColumn("due_at", t.time, (c) => c.notNull())
    .addColumn("queue", t.time, (c) => c.notNull())
    .addColumn("agreed_price", t.ref, (c) => c.notNull().check(sql`agreed_price >= 0`))
    .addColumn("accepted_song_id", t.ref)
    .addColumn("accepted_at", t.time)
    .addColumn("paid_at", t.time)
    .addColumn("consent_at", t.time)
    .addColumn("song_id", t.ref, (c) => c.references("songs.id").onDelete("set null"))
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .addColumn("completed_at", t.time)
    .execute();
  for (const [name, columns] of Object.entries({
    song_requests_by_time: "created_at, id, status, staff_id",
    song_requests_by_queue: "queue, id, status, staff_id, created_at",
    song_requests_by_staff: "staff_id, queue, id, status",
  })) {
    await run(`create index ${name} on song_requests (${columns})`);
  }
  await run(
    `create index song_requests_available on song_requests (queue, id, status)
    where staff_id is null and status in ('new', 'processing')`,
  );
  await run("create index song_requests_by_user on song_requests (user_id) where user_id is not null");
  await run("create index song_requests_by_song on song_requests (song_id) where song_id is not null");
  await createTextIndex(db, engine, { table: "song_requests", column: "search_text", index: "song_requests_search" });

  await table("request_songs")
    .addColumn("request_id", t.ref, (c) => c.notNull().references("song_requests.id").onDelete("cascade"))
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("file", "text", (c) => c.notNull())
    .addColumn("duration", t.real)
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("delivered_at", t.time)
    .addUniqueConstraint("request_songs_number", ["request_id", "number"])
    .execute();

  await table("request_events")
    .addColumn("request_id", t.ref, (c) => c.notNull().references("song_requests.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("actor_kind", "text", (c) =>
      c.notNull().check(sql`actor_kind in ('customer', 'staff', 'admin', 'system')`),
    )
    .addColumn("actor_name", "text")
    .addColumn("text", "text")
    .addColumn("second", "integer")
    .addColumn("version", "integer")
    .addColumn("amount", t.ref)
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();
  await run("create index request_events_by_request on request_events (request_id, id)");

  await db.schema
    .alterTable("songs")
    .addColumn("withheld", "text", (c) => c.check(sql`withheld in ('consent_withdrawn', 'request_deleted')`))
    .execute();

  await createChangeTriggers(db, engine, [
    { topic: "requests", tables: [{ table: "song_requests" }, { table: "request_songs" }] },
    { topic: "staff_members", tables: [{ table: "staff" }] },
  ]);
}
