import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** When the personal data of orders and requests were erased, and indexes of those that still hold them, by their last change. */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  for (const table of ["premium_orders", "song_requests"]) {
    await db.schema.alterTable(table).addColumn("erased_at", t.time).execute();
    await sql.raw(`create index ${table}_unerased on ${table} (updated_at, id) where erased_at is null`).execute(db);
  }
}
