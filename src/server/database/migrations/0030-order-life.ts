import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

const firstDays = 7 * 24 * 60 * 60_000;

/** When an unpaid order ends, why one has ended, and whose e-mail brought it to its account. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const orders = () => db.schema.alterTable("premium_orders");
  await orders().addColumn("expires_at", t.time).execute();
  await orders()
    .addColumn("end_reason", "text", (c) => c.check(sql`end_reason in ('expired', 'customer', 'operator')`))
    .execute();
  await orders().addColumn("end_message", "text").execute();
  await orders()
    .addColumn("is_joined_by_email", t.bool, (c) => c.notNull().defaultTo(engine === "sqlite" ? 0 : false))
    .execute();

  // An order that is unpaid now gets the whole time; no message tells of one that ended long ago.
  const end = new Date(Date.now() + firstDays).toISOString();
  await sql`update premium_orders set expires_at = ${end}
    where payment_status = 'pending' and status <> 'cancelled' and premium_granted_at is null and erased_at is null`.execute(
    db,
  );
  await run(
    `update premium_orders set end_reason = 'operator'
    where status = 'cancelled' or payment_status in ('failed', 'refunded')`,
  );

  await run("create index premium_orders_expiring on premium_orders (expires_at, id) where expires_at is not null");
  await run("create index premium_orders_unowned on premium_orders (lower(user_email)) where user_id is null");
  await run(
    `create index premium_orders_ungranted
    on premium_orders (created_at, id, status, payment_status, user_id, package_id, payment_amount)
    where payment_status = 'paid' and premium_granted_at is null and erased_at is null`,
  );
}
