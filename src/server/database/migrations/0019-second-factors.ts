import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** The account tables by the kind of their second factors. */
const accountTables = { admin: "admins", staff: "staff" };

/** Second factors of administrators and staff members, with their recovery codes; they go with the account. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await db.schema
    .createTable("second_factors")
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('admin', 'staff')`))
    .addColumn("account_id", t.ref, (c) => c.notNull())
    .addColumn("sealed_secret", "text", (c) => c.notNull())
    .addColumn("last_step", t.ref, (c) => c.notNull())
    .addColumn("enabled_at", t.time)
    .addPrimaryKeyConstraint("second_factors_key", ["kind", "account_id"])
    .execute();
  await db.schema
    .createTable("recovery_codes")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("account_id", t.ref, (c) => c.notNull())
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("recovery_codes_key", ["kind", "account_id", "code_hash"])
    .addForeignKeyConstraint(
      "recovery_codes_factor",
      ["kind", "account_id"],
      "second_factors",
      ["kind", "account_id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  for (const [kind, table] of Object.entries(accountTables)) {
    const remove = `delete from second_factors where kind = '${kind}' and account_id = old.id;`;
    if (engine === "sqlite") {
      await run(`create trigger ${table}_second_factors after delete on ${table} begin ${remove} end`);
      continue;
    }
    await run(`create or replace function remove_second_factor_of_${table}() returns trigger language plpgsql as $$
      begin ${remove} return null; end $$`);
    await run(`create trigger ${table}_second_factors after delete on ${table}
      for each row execute function remove_second_factor_of_${table}()`);
  }
  await createChangeTriggers(db, engine, [
    {
      topic: "staff_members",
      tables: [{ table: "second_factors", columns: ["enabled_at"], events: ["update", "delete"] }],
    },
  ]);
}
