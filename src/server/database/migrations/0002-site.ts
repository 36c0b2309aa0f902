import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Support contacts and settings; their changes raise the topic `site`. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("settings")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("updated_at", t.time, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("support_contacts")
    .addColumn("id", t.id, (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("icon_url", "text")
    .addColumn("color", "text")
    .addColumn("description", "text")
    .addColumn("is_active", t.bool, (c) => c.notNull())
    .addColumn("sort_order", "integer", (c) => c.notNull())
    .addColumn("is_demo", t.bool, (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .execute();

  const run = (text: string) => sql.raw(text).execute(db);
  if (engine === "sqlite") await run("insert into versions values ('site', 1)");
  for (const table of ["settings", "support_contacts"]) {
    if (engine === "postgres") {
      await run(`create trigger ${table}_changed after insert or update or delete or truncate on ${table}
        for each statement execute function notify_change('site')`);
      continue;
    }
    for (const event of ["insert", "update", "delete"]) {
      await run(`create trigger ${table}_changed_${event} after ${event} on ${table}
        begin update versions set value = value + 1 where topic = 'site'; end`);
    }
  }
}
