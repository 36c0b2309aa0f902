import type { Kysely } from "kysely";

/** The words that a finished song is handed over with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["title", "dedication", "lyrics", "note"])
    await db.schema.alterTable("request_songs").addColumn(column, "text").execute();
}
