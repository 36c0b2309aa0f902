import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { compactSums } from "#server/platform/db/kept-sums.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { makeAdmin, makeOrder, makePackage, makeRequest, makeStaff, makeUser } from "#test/factories.ts";
import { keptSums } from "./kept-sums.ts";
import { migrate, migrationsUpTo } from "./migrate.ts";

const orderAmount = `case payment_status
  when 'paid' then (case when received_amount > 0 then received_amount else payment_amount end) - refunded_amount
  when 'refunded' then refunded_amount else payment_amount end`;
const sources: Record<keyof typeof keptSums, { table: string; day: string; amount: string }> = {
  premium_order_sums: { table: "premium_orders", day: "created_at", amount: orderAmount },
  premium_income_sums: { table: "premium_orders", day: "paid_at", amount: orderAmount },
  user_sums: { table: "users", day: "created_at", amount: "0" },
  delivery_sums: { table: "deliveries", day: "created_at", amount: "0" },
  song_request_sums: { table: "song_requests", day: "created_at", amount: "0" },
};

/** Expects all sums to be those of the rows; a group without rows counts as none. */
async function expectTrue({ db, dialect }: Pick<Database, "db" | "dialect">): Promise<void> {
  for (const { name: into, columns } of Object.values(keptSums)) {
    const { table, day, amount } = sources[into];
    const names = sql.join(columns.map((name) => sql`coalesce(cast(${sql.ref(name)} as text), '0')`));
    const dayOf = sql`coalesce(${dialect.localDay(sql.ref(day), 7)}, '-')`;
    const counted = await sql`select day, ${names}, count(*) as n, sum(amount) as amount from (
        select ${dayOf} as day, ${sql.raw(amount)} as amount, ${sql.ref(table)}.* from ${sql.table(table)}
        union all select '' as day, ${sql.raw(amount)} as amount, ${sql.ref(table)}.* from ${sql.table(table)}
      ) as each_row group by day, ${names} order by day, ${names}`.execute(db);
    const kept = await sql`select day, ${names}, sum(n) as n, sum(amount) as amount from ${sql.table(into)}
      group by day, ${names} having sum(n) <> 0 order by day, ${names}`.execute(db);
    expect(kept.rows.map(figures), into).toEqual(counted.rows.map(figures));
  }
}
const figures = (row: unknown) => Object.values(row as Record<string, unknown>).map(String);

onBothEngines((engine) => {
  test("sums follow every change of their rows, in batches and one by one, and are the same compacted", async () => {
    const app = await testApp(engine);
    const { db } = app;
    const [month, year] = [await makePackage(app, { price: 49_000 }), await makePackage(app, { price: 399_000 })];
    const [one, other] = [await makeUser(app), await makeUser(app, { is_active: false })];
    await makeAdmin(app);
    const member = await makeStaff(app);
    const late = { created_at: "2026-05-01T16:59:59.999Z" };
    const early = { created_at: "2026-05-01T17:00:00.000Z" };
    const orders = [
      await makeOrder(app, { package_id: month.id, user_id: one.id, ...late }),
      await makeOrder(app, { package_id: year.id, user_id: one.id, ...early }),
      await makeOrder(app, { package_id: year.id, ...early }),
    ];
    await makeRequest(app, { staff_id: member.id });
    await makeRequest(app);
    await expectTrue(app.database);
    const [first] = orders;
    await db
      .updateTable("premium_orders")
      .set({ payment_status: "paid", paid_at: "2026-05-03T00:00:00.000Z", received_amount: 40_000 })
      .where(
        "id",
        "in",
        orders.slice(0, 2).map(({ id }) => id),
      )
      .execute();
    await db.updateTable("premium_orders").set({ admin_notes: "x" }).execute();
    await expectTrue(app.database);
    await db.updateTable("premium_orders").set({ received_amount: 45_000 }).execute();
    await db.updateTable("premium_orders").set({ refunded_amount: 15_000 }).execute();
    await expectTrue(app.database);
    await db
      .updateTable("premium_orders")
      .set({ payment_status: "refunded" })
      .where("id", "=", first?.id ?? 0)
      .execute();
    await db.updateTable("song_requests").set({ status: "processing", staff_id: member.id }).execute();
    await expectTrue(app.database);
    await db
      .updateTable("premium_orders")
      .set({ payment_status: "pending", paid_at: null, payment_amount: 1 })
      .execute();
    // The orders stay without the account.
    await db.deleteFrom("users").where("id", "in", [one.id, other.id]).execute();
    await db
      .deleteFrom("premium_orders")
      .where("id", "=", first?.id ?? 0)
      .execute();
    await db.deleteFrom("song_requests").execute();
    await expectTrue(app.database);
    await compactSums(app.database, Object.values(keptSums));
    await compactSums(app.database, Object.values(keptSums));
    await expectTrue(app.database);
    const failing = db.transaction().execute(async (tx) => {
      await tx.deleteFrom("premium_orders").execute();
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await expectTrue(app.database);
  });

  test("the migration sums the rows that are there", async () => {
    const database = await openDatabase(await freshPlace(engine, { migrated: false }));
    onTestFinished(database.close);
    await migrate(database, { list: migrationsUpTo("0027-admin-notices") });
    const one = await makePackage(database);
    await makeOrder(database, { package_id: one.id, payment_status: "paid", paid_at: "2026-05-03T00:00:00.000Z" });
    await makeOrder(database, { package_id: one.id });
    const paid = { payment_status: "paid", paid_at: "2026-05-03T00:00:00.000Z" } as const;
    await migrate(database, { list: migrationsUpTo("0067-told-again") });
    await makeOrder(database, { package_id: one.id, ...paid, received_amount: 1000 });
    const refunded = { package_id: one.id, payment_status: "refunded", paid_at: paid.paid_at } as const;
    const whole = [
      await makeOrder(database, refunded),
      await makeOrder(database, { ...refunded, received_amount: 900 }),
    ];
    await makeUser(database);
    await makeRequest(database);
    await migrate(database);
    await expectTrue(database);
    const orders = database.db.selectFrom("premium_orders").select("refunded_amount").orderBy("id");
    expect((await orders.execute()).map((order) => order.refunded_amount)).toEqual([0, 0, 0, one.price, 900]);
    expect(whole).toHaveLength(2);
  });
});

test("on PostgreSQL two transactions that change the same sum don't wait for each other", async () => {
  const app = await testApp("postgres");
  const { id: package_id } = await makePackage(app);
  await app.db.transaction().execute(async (tx) => {
    await makeOrder({ db: tx }, { package_id });
    await makeOrder(app, { package_id });
    await compactSums(app.database, Object.values(keptSums));
  });
  await expectTrue(app.database);
  const { rows } = await sql<{ n: number }>`select sum(n) as n from premium_order_sums where day = ''`.execute(app.db);
  expect(rows).toEqual([{ n: 2 }]);
});
