import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

/** Name, role and state of administrators, their invitations, and who changed the bank account last. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const yes = sql`${sql.raw(engine === "sqlite" ? "1" : "true")}`;
  const admins = db.schema.alterTable("admins");
  await admins.addColumn("full_name", "text", (c) => c.notNull().defaultTo("")).execute();
  await admins
    .addColumn("role", "text", (c) => c.notNull().defaultTo("admin").check(sql`role in ('admin', 'accountant')`))
    .execute();
  await admins.addColumn("is_active", t.bool, (c) => c.notNull().defaultTo(yes)).execute();
  await admins.addColumn("invited_at", t.time).execute();
  await db.schema.alterTable("bank_config").addColumn("updated_by", "text").execute();
}
