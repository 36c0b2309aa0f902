import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";

const isReady = "is_gift and status in ('confirmed', 'completed')";
const columns = "created_at, id, status, payment_status, user_id, package_id, payment_amount";

/** Orders of Premium for somebody else: one that is paid waits for nobody but its receiver, so it counts as done. */
export async function up(db: Kysely<unknown>, { engine, types: t }: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const orders = () => db.schema.alterTable("premium_orders");
  await orders()
    .addColumn("is_gift", t.bool, (c) => c.notNull().defaultTo(engine === "sqlite" ? 0 : false))
    .execute();
  await orders()
    .addColumn("receiver_id", t.ref, (c) => c.references("users.id").onDelete("set null"))
    .execute();
  await run(
    "create index premium_orders_by_receiver on premium_orders (receiver_id, id) where receiver_id is not null",
  );
  await run("drop index premium_orders_granted");
  await run(
    `create index premium_orders_granted on premium_orders (premium_granted_at, user_id, is_gift, receiver_id)
    where premium_granted_at is not null`,
  );
  await run("drop index premium_orders_ungranted");
  await run(
    `create index premium_orders_ungranted on premium_orders (${columns})
    where payment_status = 'paid' and premium_granted_at is null and erased_at is null and not (${isReady})`,
  );
  await run("drop index premium_orders_done");
  await run(
    `create index premium_orders_done on premium_orders (${columns})
    where payment_status = 'paid' and status <> 'cancelled'
      and (premium_granted_at is not null or erased_at is not null or (${isReady}))`,
  );
}
