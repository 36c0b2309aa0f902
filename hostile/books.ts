/** Reads the books of a site from its database while no server runs, and compares them with the money that came. */
import { openDatabase } from "#server/platform/db/database.ts";
import { type Movement, packageDays, price, type ShopOrder } from "./shop.ts";
import type { Place } from "./stored.ts";

export interface BookProblems {
  /** Movements without a transfer, or whose second source left no trace. */
  lost: string[];
  /** Movements with more transfers or tellings than came. */
  doubled: string[];
  /** Orders whose money, payment, receipt or Premium is not what came for them. */
  orders: string[];
  /** Transfers whose sums are not those of their rows, that nobody looked at, or whose work is left. */
  sums: string[];
}

const dayMs = 24 * 60 * 60_000;

/** @param orders all of the site @param movements all that was told, each by all its sources */
export async function bookProblems(
  place: Place,
  orders: readonly ShopOrder[],
  movements: readonly Movement[],
): Promise<BookProblems> {
  const { transfers, tellings, allocations, rows, receipts, users, messages } = await readBooks(place);
  const problems: BookProblems = { lost: [], doubled: [], orders: [], sums: [] };
  const came = Map.groupBy(movements, ({ memo }) => memo);
  const kept = Map.groupBy(transfers, ({ memo }) => memo);
  const again = Map.groupBy(tellings, ({ memo }) => memo);
  for (const [memo, all] of came) {
    const told = all.reduce((sum, one) => sum + (one.isInStatement ? 1 : 0) + (one.callId === undefined ? 0 : 1), 0);
    const counts = [kept.get(memo)?.length ?? 0, again.get(memo)?.length ?? 0] as const;
    const wanted = [all.length, told - all.length] as const;
    const text = `${memo}: ${counts.join(" + ")} of ${wanted.join(" + ")}`;
    if (counts.some((count, n) => count < (wanted[n] ?? 0))) problems.lost.push(text);
    if (counts.some((count, n) => count > (wanted[n] ?? 0))) problems.doubled.push(text);
  }
  for (const memo of kept.keys()) if (!came.has(memo)) problems.doubled.push(`${memo}: never came`);

  const paid = new Set(movements.flatMap(({ order }) => order?.id ?? []));
  const allocated = Map.groupBy(allocations, ({ order_id }) => order_id);
  const issued = Map.groupBy(receipts, ({ order_id }) => order_id);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const userOf = new Map(users.map((user) => [user.id, user]));
  for (const { id, code, userId } of orders) {
    const row = rowOf.get(id);
    const premium =
      Date.parse(userOf.get(userId)?.premium_expires_at ?? "") - Date.parse(row?.premium_granted_at ?? "");
    const found = [
      row?.payment_status,
      row?.received_amount,
      (allocated.get(id) ?? []).map(({ amount }) => amount),
      (issued.get(id) ?? []).map(({ amount }) => amount),
      Number.isNaN(premium) ? null : Math.round(premium / dayMs),
    ];
    const wanted = paid.has(id) ? ["paid", price, [price], [price], packageDays] : ["pending", 0, [], [], null];
    if (JSON.stringify(found) !== JSON.stringify(wanted)) problems.orders.push(`${code}: ${JSON.stringify(found)}`);
  }

  const ofTransfer = Map.groupBy(allocations, ({ transfer_id }) => transfer_id);
  for (const { id, memo, state, allocated: sum } of transfers) {
    const parts = (ofTransfer.get(id) ?? []).reduce((total, { amount }) => total + amount, 0);
    if (sum !== parts || state === "new") problems.sums.push(`${memo}: ${state}, ${sum} of ${parts}`);
  }
  const numbers = receipts.map(({ number }) => number).sort((a, b) => a - b);
  if (numbers.some((number, n) => number !== n + 1)) problems.sums.push("numbers of receipts with a gap");
  problems.sums.push(...messages.map(({ topic, n }) => `${n} × ${topic} left`));
  return problems;
}

async function readBooks(place: Place) {
  const database = await openDatabase(place);
  const { db } = database;
  try {
    return {
      transfers: await db.selectFrom("transfers").select(["id", "memo", "state", "allocated"]).execute(),
      tellings: await db
        .selectFrom("transfer_tellings")
        .innerJoin("transfers", "transfers.id", "transfer_id")
        .select("transfers.memo")
        .execute(),
      allocations: await db
        .selectFrom("transfer_allocations")
        .select(["transfer_id", "order_id", "amount"])
        .where("undone_at", "is", null)
        .execute(),
      rows: await db
        .selectFrom("premium_orders")
        .select(["id", "payment_status", "received_amount", "premium_granted_at"])
        .execute(),
      receipts: await db.selectFrom("receipts").select(["number", "order_id", "amount"]).execute(),
      users: await db.selectFrom("users").select(["id", "premium_expires_at"]).execute(),
      messages: await db
        .selectFrom("outbox")
        .select((eb) => ["topic", eb.fn.countAll<number>().as("n")])
        .where("topic", "like", "payments.settle%")
        .where("state", "<>", "done")
        .groupBy("topic")
        .execute(),
    };
  } finally {
    await database.close();
  }
}
