import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** States, leases, keys against doubles and a history for the outbox; PostgreSQL tells of new messages. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const no = sql.raw(engine === "sqlite" ? "0" : "false");
  const alter = () => db.schema.alterTable("outbox");
  // The rows that are there wait for their handler.
  await alter()
    .addColumn("state", "text", (c) =>
      c.notNull().defaultTo("pending").check(sql`state in ('pending', 'running', 'done', 'failed')`),
    )
    .execute();
  await alter().addColumn("dedupe_key", "text").execute();
  await alter().addColumn("lease", "text").execute();
  await alter()
    .addColumn("is_repeat", t.bool, (c) => c.notNull().defaultTo(no))
    .execute();
  await alter()
    .addColumn("is_result_unknown", t.bool, (c) => c.notNull().defaultTo(no))
    .execute();
  await alter().addColumn("last_error", "text").execute();
  await alter().addColumn("finished_at", t.time).execute();

  const run = (text: string) => sql.raw(text).execute(db);
  await run("drop index outbox_available");
  await run("create index outbox_due on outbox (topic, available_at, id) where finished_at is null");
  await run("create unique index outbox_key on outbox (topic, dedupe_key) where finished_at is null");
  await run("create index outbox_finished on outbox (topic, state, finished_at) where finished_at is not null");
  await run("create index outbox_failed on outbox (topic, id desc) where state = 'failed'");
  if (engine === "postgres") {
    await run(`create trigger outbox_changed after insert or update of available_at on outbox
      for each row when (new.state = 'pending') execute function notify_change('outbox')`);
  }
}
