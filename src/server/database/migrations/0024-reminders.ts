import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The messages about one thing, until when a message is true, and when a user's Premium was last changed. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { types: t } = dialect;
  await db.schema.alterTable("deliveries").addColumn("not_after", t.time).execute();
  await sql`create index deliveries_by_subject on deliveries (subject_kind, subject_id) where subject_id is not null`.execute(
    db,
  );
  await db.schema.alterTable("users").addColumn("premium_changed_at", t.time).execute();
}
