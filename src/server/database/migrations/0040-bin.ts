import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createTextIndex, createWordIndex } from "#server/platform/db/text-index.ts";

/** The bin: deleted records with their rows, and the users and requests that they belong with again. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const no = sql`${sql.raw(engine === "sqlite" ? "0" : "false")}`;

  await db.schema
    .createTable("bin")
    // Ids are never given twice.
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("entity", "text", (c) => c.notNull())
    .addColumn("entity_id", t.ref, (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("name_key", "text", (c) => c.notNull())
    .addColumn("names", "text", (c) => c.notNull())
    .addColumn("facts", "text", (c) => c.notNull())
    .addColumn("is_demo", t.bool, (c) => c.notNull().defaultTo(no))
    .addColumn("deleted_at", t.time, (c) => c.notNull())
    .addColumn("deleted_by", "text", (c) => c.notNull())
    .addColumn("is_leaving", t.bool, (c) => c.notNull().defaultTo(no))
    .addUniqueConstraint("bin_of_entity", ["entity_id", "entity"])
    .execute();
  await run("create index bin_by_time on bin (deleted_at, id, entity, is_leaving)");
  await run(
    `create index bin_by_name on bin (name_key${engine === "postgres" ? ' collate "C"' : ""}, id, entity, is_leaving)`,
  );
  await run("create index bin_leaving on bin (id) where is_leaving");
  const search = { table: "bin", column: "name_key", index: "bin_search" };
  await createTextIndex(db, engine, search);
  await createWordIndex(db, engine, search);

  await db.schema
    .createTable("bin_rows")
    .addColumn("bin_id", t.ref, (c) => c.notNull().references("bin.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("table_name", "text", (c) => c.notNull())
    .addColumn("rows", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("bin_rows_key", ["bin_id", "position"])
    .execute();
  await db.schema
    .createTable("bin_users")
    .addColumn("bin_id", t.ref, (c) => c.notNull().references("bin.id").onDelete("cascade"))
    .addColumn("user_id", t.ref, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", t.time)
    .addPrimaryKeyConstraint("bin_users_key", ["bin_id", "user_id"])
    .execute();
  await run("create index bin_users_by_user on bin_users (user_id)");
  await db.schema
    .createTable("bin_requests")
    .addColumn("bin_id", t.ref, (c) => c.notNull().references("bin.id").onDelete("cascade"))
    .addColumn("request_id", t.ref, (c) => c.notNull().references("song_requests.id").onDelete("cascade"))
    .addColumn("status", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("bin_requests_key", ["bin_id", "request_id"])
    .execute();
  await run("create index bin_requests_by_request on bin_requests (request_id)");

  await createChangeTriggers(db, engine, [{ topic: "bin", tables: [{ table: "bin" }] }]);
}
