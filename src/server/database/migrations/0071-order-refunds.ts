import { type Kysely, sql } from "kysely";
import { createChangeTriggers } from "#server/platform/db/change-topics.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createKeptSums, dropKeptSums } from "#server/platform/db/kept-sums.ts";

const text = { type: "text" } as const;
const paid = "case when received_amount > 0 then received_amount else payment_amount end";

/** Money that was given back, in part or whole: a sum with the order, a row for each time. The sums of orders count it. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { engine, types: t } = dialect;
  const run = (query: string) => sql.raw(query).execute(db);
  const orders = () => db.schema.alterTable("premium_orders");
  const sums = ["premium_order_sums", "premium_income_sums"];
  for (const into of sums) await dropKeptSums(db, dialect, { table: "premium_orders", into });
  await orders()
    .addColumn("refunded_amount", t.ref, (c) => c.notNull().defaultTo(0))
    .execute();
  await orders().addColumn("premium_taken_at", t.time).execute();
  await run(`update premium_orders set refunded_amount = ${paid} where payment_status = 'refunded'`);
  await run(
    `create index premium_orders_refunded
    on premium_orders (created_at, id, status, payment_status, user_id, package_id, payment_amount)
    where refunded_amount > 0`,
  );
  await run(
    "create index premium_orders_refunded_paid on premium_orders (paid_at, refunded_amount) where refunded_amount > 0",
  );

  await db.schema
    .createTable("order_refunds")
    // Ids are never given twice.
    .addColumn("id", t.id, (c) => (engine === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey()))
    .addColumn("order_id", t.ref, (c) => c.notNull().references("premium_orders.id").onDelete("cascade"))
    .addColumn("amount", t.ref, (c) => c.notNull().check(sql`amount > 0`))
    .addColumn("reason", "text")
    .addColumn("reference", "text")
    .addColumn("is_premium_taken", t.bool, (c) => c.notNull().defaultTo(engine === "sqlite" ? 0 : false))
    .addColumn("created_at", t.time, (c) => c.notNull())
    .addColumn("created_by", "text", (c) => c.notNull())
    .addColumn("undone_at", t.time)
    .addColumn("undone_by", "text")
    .execute();
  await run("create index order_refunds_by_order on order_refunds (order_id, id)");
  await createChangeTriggers(db, engine, [{ topic: "orders", tables: [{ table: "order_refunds" }] }]);

  const package_id = { type: "ref" } as const;
  const kept = {
    table: "premium_orders",
    utcOffset: 7,
    amount: {
      columns: ["payment_status", "received_amount", "refunded_amount", "payment_amount"],
      of: (row: string) => `case ${row}.payment_status
        when 'paid' then (case when ${row}.received_amount > 0 then ${row}.received_amount else ${row}.payment_amount end)
          - ${row}.refunded_amount
        when 'refunded' then ${row}.refunded_amount
        else ${row}.payment_amount end`,
    },
  };
  await createKeptSums(db, dialect, {
    ...kept,
    into: "premium_order_sums",
    columns: { status: text, payment_status: text, package_id },
    day: "created_at",
  });
  await createKeptSums(db, dialect, {
    ...kept,
    into: "premium_income_sums",
    columns: { payment_status: text, package_id },
    day: "paid_at",
  });
}
