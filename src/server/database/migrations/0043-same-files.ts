import { type Kysely, sql } from "kysely";

/** Finds files with the same content. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index files_by_hash on files (sha256) where sha256 is not null`.execute(db);
}
