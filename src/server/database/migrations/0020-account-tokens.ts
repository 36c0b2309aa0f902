import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Links in e-mails that reset a password or verify an e-mail; when the e-mail of a user was verified. */
export async function up(db: Kysely<unknown>, { types: t }: Dialect): Promise<void> {
  await db.schema
    .createTable("account_tokens")
    .addColumn("token_id", t.ref, (c) => c.primaryKey())
    .addColumn("purpose", "text", (c) => c.notNull().check(sql`purpose in ('password_reset', 'email_verification')`))
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('admin', 'user', 'staff')`))
    .addColumn("account_id", t.ref, (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull())
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("expires_at", t.time, (c) => c.notNull())
    .addColumn("ended_at", t.time)
    .execute();
  await sql`create index account_tokens_by_account on account_tokens (kind, account_id, purpose, created_at)`.execute(
    db,
  );
  await sql`create index account_tokens_by_expiry on account_tokens (expires_at)`.execute(db);
  await db.schema.alterTable("users").addColumn("email_verified_at", t.time).execute();
}
