/** All SQL of what transfers pay, of what was sent back, and of the claims that a payment closes. */
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { PayableTarget } from "#contract/payments.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type TransferRow = Omit<Selectable<Tables["transfers"]>, "raw" | "search_text" | "money_key">;
export type AllocationRow = Selectable<Tables["transfer_allocations"]>;
export type RefundRow = Selectable<Tables["transfer_refunds"]>;
export type ClaimRow = Selectable<Tables["transfer_claims"]>;

const columnOf = { order: "order_id", request: "request_id" } as const satisfies Record<PayableTarget["kind"], string>;

/** Columns of a transfer that people are shown. */
export const shownColumns = [
  "id",
  "provider",
  "provider_id",
  "source",
  "told_by",
  "direction",
  "amount",
  "memo",
  "account",
  "sub_account",
  "sender_name",
  "sender_account",
  "sender_bank",
  "reference",
  "balance",
  "occurred_at",
  "received_at",
  "state",
  "reason",
  "note",
  "code",
  "order_id",
  "request_id",
  "allocated",
  "refunded",
  "decided_by",
] as const satisfies (keyof TransferRow)[];
const transferColumns = [...shownColumns, "provider_order", "updated_at", "erased_at"] as const;

/** Returns what an allocation or a transfer pays; undefined for nothing, or for something that is deleted. */
export function targetOf({
  order_id,
  request_id,
}: Pick<AllocationRow, "order_id" | "request_id">): PayableTarget | undefined {
  if (order_id !== null) return { kind: "order", id: order_id };
  return request_id === null ? undefined : { kind: "request", id: request_id };
}

/** Returns the columns of a target. */
export function columnsOf(target: PayableTarget | undefined): Pick<AllocationRow, "order_id" | "request_id"> {
  return {
    order_id: target?.kind === "order" ? target.id : null,
    request_id: target?.kind === "request" ? target.id : null,
  };
}

export function ledgerRepository(db: Db) {
  const effective = () => db.selectFrom("transfer_allocations").where("undone_at", "is", null);

  return {
    find: (id: number): Promise<TransferRow | undefined> =>
      db.selectFrom("transfers").select(transferColumns).where("id", "=", id).executeTakeFirst(),

    /** Returns the bank's numbers of those of some transfers that have one, in the order of their ids. */
    async references(ids: readonly number[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom("transfers").select("reference").where("id", "in", ids).orderBy("id").execute();
      return rows.flatMap(({ reference }) => reference ?? []);
    },

    /** Returns what names some transfers. */
    async named(ids: readonly number[]): Promise<Pick<TransferRow, "id" | "amount">[]> {
      if (ids.length === 0) return [];
      return db.selectFrom("transfers").select(["id", "amount"]).where("id", "in", ids).execute();
    },

    async update(id: number, values: Updateable<Tables["transfers"]>): Promise<void> {
      await db.updateTable("transfers").set(values).where("id", "=", id).execute();
    },

    async allocate(values: Insertable<Tables["transfer_allocations"]>): Promise<void> {
      await db.insertInto("transfer_allocations").values(values).execute();
    },

    allocation: (id: number): Promise<AllocationRow | undefined> =>
      db.selectFrom("transfer_allocations").selectAll().where("id", "=", id).executeTakeFirst(),

    /** Returns what a transfer pays now. */
    allocationsOf: (transferId: number): Promise<AllocationRow[]> =>
      effective().selectAll().where("transfer_id", "=", transferId).orderBy("id").execute(),

    async undoAllocation(id: number, undone_at: string, undone_by: string): Promise<void> {
      await db.updateTable("transfer_allocations").set({ undone_at, undone_by }).where("id", "=", id).execute();
    },

    /** Returns what is paid to an order or a request now. */
    paymentsOf: ({ kind, id }: PayableTarget): Promise<AllocationRow[]> =>
      effective().selectAll().where(columnOf[kind], "=", id).orderBy("id").execute(),

    async refund(values: Insertable<Tables["transfer_refunds"]>): Promise<void> {
      await db.insertInto("transfer_refunds").values(values).execute();
    },

    findRefund: (id: number): Promise<RefundRow | undefined> =>
      db.selectFrom("transfer_refunds").selectAll().where("id", "=", id).executeTakeFirst(),

    async undoRefund(id: number, undone_at: string, undone_by: string): Promise<void> {
      await db.updateTable("transfer_refunds").set({ undone_at, undone_by }).where("id", "=", id).execute();
    },

    /** Sums what was sent back of a transfer, in whole đồng. */
    refundedOf: (transferId: number): Promise<number> => sumOfRefunds("transfer_id", transferId),

    /** Sums the refunds that an outgoing transfer was. */
    sentBy: (outgoingId: number): Promise<number> => sumOfRefunds("outgoing_id", outgoingId),

    /** Closes the claim that the money of an order or request is under way. */
    async closeClaims({ kind, id }: PayableTarget, closed_at: string, closed_by: string): Promise<void> {
      await db
        .updateTable("transfer_claims")
        .set({ closed_at, closed_by })
        .where(columnOf[kind], "=", id)
        .where("closed_at", "is", null)
        .execute();
    },

    claim: (id: number): Promise<ClaimRow | undefined> =>
      db.selectFrom("transfer_claims").selectAll().where("id", "=", id).executeTakeFirst(),

    async setClaimClosed(id: number, closed: Pick<ClaimRow, "closed_at" | "closed_by">): Promise<void> {
      await db.updateTable("transfer_claims").set(closed).where("id", "=", id).execute();
    },
  };

  async function sumOfRefunds(column: "transfer_id" | "outgoing_id", id: number): Promise<number> {
    const { sum } = await db
      .selectFrom("transfer_refunds")
      .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as("sum"))
      .where(column, "=", id)
      .where("undone_at", "is", null)
      .executeTakeFirstOrThrow();
    return sum;
  }
}
