import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The account tables by the kind of their sessions. */
const accountTables = { user: "users", admin: "admins" };

/** Addresses that an account logged in from, as keyed hashes; they go with the account. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema
    .createTable("login_addresses")
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('admin', 'user', 'staff')`))
    .addColumn("account_id", t.ref, (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("seen_at", t.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("login_addresses_key", ["kind", "account_id", "address"])
    .execute();
  await db.schema.createIndex("login_addresses_seen").on("login_addresses").column("seen_at").execute();
  for (const [kind, table] of Object.entries(accountTables)) {
    const remove = `delete from login_addresses where kind = '${kind}' and account_id = old.id;`;
    if (engine === "sqlite") {
      await run(`create trigger ${table}_addresses after delete on ${table} begin ${remove} end`);
      continue;
    }
    await run(`create or replace function forget_addresses_of_${table}() returns trigger language plpgsql as $$
      begin ${remove} return null; end $$`);
    await run(`create trigger ${table}_addresses after delete on ${table}
      for each row execute function forget_addresses_of_${table}()`);
  }
}
