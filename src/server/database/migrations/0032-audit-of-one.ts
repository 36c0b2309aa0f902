import { type Kysely, sql } from "kysely";

/** The entries of the audit trail about one thing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_entity on audit_log (entity, entity_id, id)`.execute(db);
}
