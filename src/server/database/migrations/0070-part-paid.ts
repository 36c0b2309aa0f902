import { type Kysely, sql } from "kysely";

/** Indexes for the orders that nothing came for yet, and for those of which a part came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = "created_at, id, status, payment_status, user_id, package_id, payment_amount";
  const isWaiting = "payment_status = 'pending' and status <> 'cancelled'";
  const run = (text: string) => sql.raw(text).execute(db);
  await run("drop index premium_orders_waiting");
  await run(
    `create index premium_orders_waiting on premium_orders (${columns}) where ${isWaiting} and received_amount = 0`,
  );
  await run(
    `create index premium_orders_part on premium_orders (${columns}) where ${isWaiting} and received_amount > 0`,
  );
}
