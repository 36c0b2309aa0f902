import type { Kysely } from "kysely";

/** Voice, genre and tempo that customers choose for their song. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["voice", "genre", "tempo"])
    await db.schema.alterTable("song_requests").addColumn(column, "text").execute();
}
