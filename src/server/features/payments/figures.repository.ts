/** SQL of what other screens and receipts show of transfers. */
import { sql } from "kysely";
import { mostCounted } from "#contract/counting.ts";
import type { PaidKind } from "#server/features/receipts/receipts.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { isException } from "./transfer-list.repository.ts";

export interface ExtraDays {
  days: number;
  /** ISO. */
  at: string;
}

export function figuresRepository(db: Db) {
  return {
    /** Returns the bank's numbers of the transfers that pay an order or request, oldest first. */
    async references(kind: PaidKind, id: number): Promise<string[]> {
      const rows = await db
        .selectFrom("transfer_allocations")
        .innerJoin("transfers", "transfers.id", "transfer_allocations.transfer_id")
        .select("transfers.reference")
        .where(`transfer_allocations.${kind}_id`, "=", id)
        .where("transfer_allocations.undone_at", "is", null)
        .orderBy("transfer_allocations.id")
        .execute();
      return rows.flatMap(({ reference }) => (reference === null ? [] : [reference]));
    },

    /** Returns the whole đồng that transfers pay of an order or request. */
    async received(kind: PaidKind, id: number): Promise<number> {
      const { sum } = await db
        .selectFrom("transfer_allocations")
        .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as("sum"))
        .where(`${kind}_id`, "=", id)
        .where("undone_at", "is", null)
        .executeTakeFirstOrThrow();
      return sum;
    },

    /** Returns the days of Premium that money beyond the price of some orders gives. */
    async extraDays(orderIds: readonly number[]): Promise<ExtraDays[]> {
      if (orderIds.length === 0) return [];
      const rows = await db
        .selectFrom("transfer_allocations")
        .select(["extra_days", "created_at"])
        .where("order_id", "in", orderIds)
        .where("extra_days", "is not", null)
        .where("undone_at", "is", null)
        .execute();
      return rows.map(({ extra_days, created_at }) => ({ days: extra_days ?? 0, at: created_at }));
    },

    /** Counts the transfers that wait for a person, and the customers' words that wait for their money; each up to one more than `mostCounted`. */
    async waiting(): Promise<number> {
      const transfers = db
        .selectFrom("transfers")
        .select("id")
        .where(sql<boolean>`${sql.raw(isException)}`)
        .limit(mostCounted + 1);
      const claims = db
        .selectFrom("transfer_claims")
        .select("id")
        .where("closed_at", "is", null)
        .limit(mostCounted + 1);
      const counts = [transfers.as("found"), claims.as("found")].map((found) =>
        db
          .selectFrom(found)
          .select((s) => s.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow(),
      );
      return (await Promise.all(counts)).reduce((sum, { n }) => sum + n, 0);
    },

    async hasTransfers(): Promise<boolean> {
      return (await db.selectFrom("transfers").select("id").limit(1).executeTakeFirst()) !== undefined;
    },
  };
}
