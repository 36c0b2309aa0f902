import type { Kysely } from "kysely";

/** Browser and system at the login of a session, so that its owner recognises it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("device", "text").execute();
}
