/** All SQL of what customers say and see of their transfers: their claims, and the money that pays nothing yet. */
import type { Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type ClaimRow = Selectable<Tables["transfer_claims"]>;
export interface ClaimTarget {
  kind: "order" | "request";
  id: number;
}

const columnOf = { order: "order_id", request: "request_id" } as const;
/** The states of transfers whose open part waits for a decision. */
const excessStates = ["over", "late", "duplicate"] as const;

export function claimsRepository(db: Db) {
  return {
    of: ({ kind, id }: ClaimTarget): Promise<ClaimRow | undefined> =>
      db.selectFrom("transfer_claims").selectAll().where(columnOf[kind], "=", id).executeTakeFirst(),

    insert: ({ kind, id }: ClaimTarget, created_at: string): Promise<ClaimRow> =>
      db
        .insertInto("transfer_claims")
        .values({ [columnOf[kind]]: id, created_at })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Stores the picture, and opens the claim again. */
    setReceipt: (id: number, receipt_file: string): Promise<ClaimRow> =>
      db
        .updateTable("transfer_claims")
        .set({ receipt_file, closed_at: null, closed_by: null })
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    async remove(id: number): Promise<void> {
      await db.deleteFrom("transfer_claims").where("id", "=", id).execute();
    },

    /** Sums by id, in whole đồng, what came for orders or requests and neither pays something nor was sent back; those without any are left out. */
    async excess(kind: ClaimTarget["kind"], ids: readonly number[]): Promise<Map<number, number>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom("transfers")
        .select([`${columnOf[kind]} as target`, "amount", "allocated", "refunded"])
        .where(columnOf[kind], "in", ids)
        .where("state", "in", excessStates)
        .where("direction", "=", "in")
        .execute();
      const sums = new Map<number, number>();
      for (const { target, amount, allocated, refunded } of rows) {
        if (target !== null) sums.set(target, (sums.get(target) ?? 0) + amount - allocated - refunded);
      }
      return sums;
    },
  };
}
