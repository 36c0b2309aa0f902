import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The last use of a session, from which its expiry counts. */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  await db.schema
    .alterTable("sessions")
    .addColumn("used_at", t.time, (c) => c.notNull().defaultTo("1970-01-01T00:00:00.000Z"))
    .execute();
  await sql`update sessions set used_at = created_at`.execute(db);
}
