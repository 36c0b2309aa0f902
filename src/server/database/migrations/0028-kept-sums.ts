import { type Kysely, sql } from "kysely";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { createKeptSums } from "#server/platform/db/kept-sums.ts";

const utcOffset = 7;
const text = { type: "text" } as const;

/** Totals that don't grow with their tables, and indexes for the orders of a package, of a user and of a code. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const orders = { table: "premium_orders", utcOffset, amount: "payment_amount" };
  const package_id = { type: "ref" } as const;
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
  await createKeptSums(db, dialect, {
    table: "users",
    into: "user_sums",
    columns: { is_active: { type: "bool" }, subscription_type: text },
    day: "created_at",
    utcOffset,
  });
  await createKeptSums(db, dialect, {
    table: "deliveries",
    into: "delivery_sums",
    columns: { state: text, channel: text, event: text },
    day: "created_at",
    utcOffset,
  });
  await createKeptSums(db, dialect, {
    table: "song_requests",
    into: "song_request_sums",
    columns: { status: text, staff_id: { type: "ref", none: "0" } },
    day: "created_at",
    utcOffset,
  });

  for (const owner of ["package", "user"]) {
    await run(`drop index premium_orders_by_${owner}`);
    await run(
      `create index premium_orders_by_${owner} on premium_orders (${owner}_id, created_at, id, status, payment_status)`,
    );
  }
  await run("create index premium_orders_by_amount_and_time on premium_orders (payment_amount, created_at, id)");
  // The unique index of SQLite is in the order of bytes already.
  if (dialect.engine === "postgres") {
    await run('create index premium_orders_by_code on premium_orders (code collate "C")');
  }
  await run("create index song_play_days_sums on song_play_days (day, song_id, plays)");
}
