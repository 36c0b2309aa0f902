import type { Kysely } from "kysely";

/** What customers choose for their song beside its story. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["voice", "genre", "tempo"])
    await db.schema.alterTable("song_requests").addColumn(column, "text").execute();
}
