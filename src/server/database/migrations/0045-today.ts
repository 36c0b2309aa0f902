import { type Kysely, sql } from "kysely";

/** An index for the few files that could not be moved, of which the dashboard tells. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index files_problem on files (key) where problem is not null`.execute(db);
}
