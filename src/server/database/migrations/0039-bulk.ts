import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Bulk jobs and the rows that they change. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema
    .createTable("bulk_jobs")
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("options", "text", (c) => c.notNull())
    .addColumn("undo_of", t.ref, (c) => c.unique())
    .addColumn("actor_kind", "text", (c) => c.notNull().check(sql`actor_kind in ('admin', 'accountant')`))
    .addColumn("actor_id", t.ref, (c) => c.notNull())
    .addColumn("actor_name", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull().check(sql`state in ('running', 'done', 'stopped')`))
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("finished_at", t.time)
    .addColumn("dismissed_at", t.time)
    .execute();
  await run("create index bulk_jobs_by_actor on bulk_jobs (actor_id, id) where dismissed_at is null");
  await run("create index bulk_jobs_running on bulk_jobs (id) where finished_at is null");
  await run("create index bulk_jobs_finished on bulk_jobs (finished_at, id) where finished_at is not null");

  await db.schema
    .createTable("bulk_items")
    .addColumn("job_id", t.ref, (c) => c.notNull().references("bulk_jobs.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("row_id", t.ref, (c) => c.notNull())
    .addColumn("state", "text", (c) =>
      c.notNull().check(sql`state in ('waiting', 'changed', 'unchanged', 'refused', 'stopped')`),
    )
    .addColumn("message", "text")
    .addColumn("undo", "text")
    .addPrimaryKeyConstraint("bulk_items_key", ["job_id", "position"])
    .addUniqueConstraint("bulk_items_row", ["job_id", "row_id"])
    .execute();
  await run("create index bulk_items_by_state on bulk_items (job_id, state, position)");
}
