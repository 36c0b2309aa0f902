import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Where each audio file lies, once object storage is in use. A move raises the topic `catalogue`. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("audio_files")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("place", "text", (c) => c.notNull().check(sql`place in ('disk', 'bucket', 'private', 'none')`))
    .addColumn("sha256", "text", (c) => c.notNull())
    .addColumn("size", t.ref, (c) => c.notNull())
    .addColumn("duration", t.real)
    .addColumn("problem", "text")
    .addColumn("lease", "text")
    .addColumn("lease_until", t.time)
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  const run = (text: string) => sql.raw(text).execute(db);
  if (engine === "postgres") {
    await run(`create trigger audio_files_changed after update of place on audio_files
      for each statement execute function notify_change('catalogue')`);
  } else {
    await run(`create trigger audio_files_changed after update of place on audio_files
      begin update versions set value = value + 1 where topic = 'catalogue'; end`);
  }
}
