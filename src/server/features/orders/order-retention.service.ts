/** Erases old orders. There remain code, package, amounts, states and times for the books, and nothing of the customer. */
import { erasedCustomer, type RetainedData } from "#server/features/retention/retention.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import { orderRetentionRepository } from "./order-retention.repository.ts";

const batch = 100;

export function orderRetention({ db, dialect }: Pick<Database, "db" | "dialect">): RetainedData {
  return {
    count: (limits) => orderRetentionRepository(db, dialect).count(limits),

    async eraseNext(tx, limits, after) {
      const repository = orderRetentionRepository(tx, dialect);
      const rows = await repository.next(limits, after, batch);
      const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
      for (const id of ids) await dialect.lock(tx, `order ${id}`);
      const taken = await repository.take(ids, limits);
      const values = { name: erasedCustomer, erased_at: new Date().toISOString() };
      for (const { id, code } of taken) await repository.erase(id, code, values);
      return { erased: taken.length, last: rows.at(-1) };
    },
  };
}
