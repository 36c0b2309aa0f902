import type { Kysely } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createKeptSums, dropKeptSums } from "#server/platform/db/kept-sums.ts";

const text = { type: "text" } as const;

/** Sums of orders count what came for a paid one, where transfers tell it, and the price of all others. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const package_id = { type: "ref" } as const;
  const orders = {
    table: "premium_orders",
    utcOffset: 7,
    amount: {
      columns: ["payment_status", "received_amount", "payment_amount"],
      of: (row: string) => `case when ${row}.payment_status in ('paid', 'refunded') and ${row}.received_amount > 0
        then ${row}.received_amount else ${row}.payment_amount end`,
    },
  };
  for (const into of ["premium_order_sums", "premium_income_sums"]) {
    await dropKeptSums(db, dialect, { table: "premium_orders", into });
  }
  await createKeptSums(db, dialect, {
    ...orders,
    into: "premium_order_sums",
    columns: { status: text, payment_status: text, package_id },
    day: "created_at",
  });
  await createKeptSums(db, dialect, {
    ...orders,
    into: "premium_income_sums",
    columns: { payment_status: text, package_id },
    day: "paid_at",
  });
}
