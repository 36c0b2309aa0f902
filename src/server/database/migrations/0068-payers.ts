import { type Kysely, sql } from "kysely";

/** Finds what a sender's account paid before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index transfers_by_sender on transfers (sender_account, id) where sender_account is not null`.execute(
    db,
  );
}
