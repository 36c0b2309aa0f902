/** Erases old orders. There remain code, package, amounts, states and times for the books, and nothing of the customer. */
import { forgetChanges } from "#server/features/audit/audit.service.ts";
import { erasedCustomer, type RetainedData } from "#server/features/retention/retention.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { orderRetentionRepository } from "./order-retention.repository.ts";

const batch = 100;

/** Counts the orders that a run would erase. */
export function dueOrders({ db, dialect }: Pick<Database, "db" | "dialect">): Pick<RetainedData, "count"> {
  return { count: (limits) => orderRetentionRepository(db, dialect).count(limits) };
}

/** @param onErase called in the transaction that erases an order. */
export function orderRetention(
  database: Pick<Database, "db" | "dialect">,
  onErase: (tx: Tx, orderId: number) => Promise<void>,
): RetainedData {
  const { dialect } = database;
  return {
    ...dueOrders(database),

    async eraseNext(tx, limits, after) {
      const repository = orderRetentionRepository(tx, dialect);
      const rows = await repository.next(limits, after, batch);
      const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
      for await (const id of inTurns(ids)) await dialect.lock(tx, `order ${id}`);
      const taken = await repository.take(ids, limits);
      const values = { name: erasedCustomer, erased_at: new Date().toISOString() };
      for await (const { id, code } of inTurns(taken)) {
        await repository.erase(id, code, values);
        await onErase(tx, id);
      }
      await forgetChanges(
        tx,
        "order",
        taken.map(({ id }) => id),
      );
      return { erased: taken.length, last: rows.at(-1) };
    },
  };
}
