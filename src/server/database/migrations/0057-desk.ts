import { type Kysely, sql } from "kysely";
import { workingDaysAfter } from "#contract/working-days.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

interface Delivered {
  song_requests: {
    id: number;
    created_at: string;
    changes_done: number;
    first_delivered_at: string | null;
    days_needed: number | null;
  };
}

/** Free changes, covers of versions, and what the figures of staff are made of (docs/rooms/requests.md#versions). */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  const alter = () => db.schema.alterTable("song_requests");
  await alter()
    .addColumn("free_changes", "integer", (c) => c.notNull().defaultTo(2))
    .execute();
  await alter()
    .addColumn("changes_done", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await alter().addColumn("first_delivered_at", t.time).execute();
  await alter().addColumn("days_needed", "integer").execute();
  await db.schema.alterTable("request_songs").addColumn("cover", "text").execute();

  await sql`update song_requests set
    changes_done = (select count(*) from request_events
      where request_id = song_requests.id and kind = 'changes_requested'),
    first_delivered_at = (select min(delivered_at) from request_songs where request_id = song_requests.id)`.execute(db);
  const requests = db as Kysely<Delivered>;
  const delivered = await requests
    .selectFrom("song_requests")
    .select(["id", "created_at", "first_delivered_at"])
    .where("first_delivered_at", "is not", null)
    .execute();
  for (const { id, created_at, first_delivered_at } of delivered) {
    const days_needed = workingDaysAfter(vietnamDay(created_at), vietnamDay(first_delivered_at ?? created_at));
    await requests.updateTable("song_requests").set({ days_needed }).where("id", "=", id).execute();
  }

  await sql`create index song_requests_figures on song_requests (staff_id, first_delivered_at, changes_done, days_needed)
    where first_delivered_at is not null`.execute(db);
}

const vietnamDay = (time: string) => new Date(Date.parse(time) + 7 * 3600_000).toISOString().slice(0, 10);
