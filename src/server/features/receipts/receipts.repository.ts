/** All SQL of receipts. */
import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import type { PaidKind } from "./payment-facts.ts";

export type ReceiptRow = Selectable<Tables["receipts"]>;
type NewReceipt = Omit<Insertable<Tables["receipts"]>, "number" | "order_id" | "request_id" | "cancelled_at">;

const columnOf = { order: "order_id", request: "request_id" } as const satisfies Record<PaidKind, string>;

export function receiptsRepository(db: Db) {
  return {
    /** Returns the receipt of an order or request that is in effect. */
    inEffect: (kind: PaidKind, id: number): Promise<ReceiptRow | undefined> =>
      db
        .selectFrom("receipts")
        .selectAll()
        .where(columnOf[kind], "=", id)
        .where("cancelled_at", "is", null)
        .executeTakeFirst(),

    /** Returns the receipts of orders or requests, the newest first. */
    async listOf(
      kind: PaidKind,
      ids: readonly number[],
    ): Promise<Pick<ReceiptRow, "number" | "code" | "amount" | "issued_at" | "cancelled_at">[]> {
      if (ids.length === 0) return [];
      return db
        .selectFrom("receipts")
        .select(["number", "code", "amount", "issued_at", "cancelled_at"])
        .where(columnOf[kind], "in", ids)
        .orderBy("number", "desc")
        .execute();
    },

    /** Returns when the latest receipt that was taken back was; undefined without one. */
    async lastCancelled(kind: PaidKind, id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom("receipts")
        .select("cancelled_at")
        .where(columnOf[kind], "=", id)
        .where("cancelled_at", "is not", null)
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row?.cancelled_at ?? undefined;
    },

    /** The caller holds the lock of numbers until its transaction ends. */
    async issue(kind: PaidKind, id: number, values: NewReceipt): Promise<void> {
      const last = await db
        .selectFrom("receipts")
        .select("number")
        .orderBy("number", "desc")
        .limit(1)
        .executeTakeFirst();
      await db
        .insertInto("receipts")
        .values({ ...values, [columnOf[kind]]: id, number: (last?.number ?? 0) + 1 })
        .execute();
    },

    async cancel(kind: PaidKind, id: number, cancelled_at: string): Promise<void> {
      await db
        .updateTable("receipts")
        .set({ cancelled_at })
        .where(columnOf[kind], "=", id)
        .where("cancelled_at", "is", null)
        .execute();
    },

    /** Removes what tells of the buyers. */
    async erasePersons(kind: PaidKind, id: number): Promise<void> {
      await db.updateTable("receipts").set({ buyer: "", reference: null }).where(columnOf[kind], "=", id).execute();
    },
  };
}
