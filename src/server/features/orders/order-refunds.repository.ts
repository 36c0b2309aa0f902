/** SQL of the money of orders that was given back. */
import type { Insertable, Selectable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";

export type OrderRefundRow = Selectable<Tables["order_refunds"]>;

export function orderRefundsRepository(db: Db) {
  const ofOrder = (orderId: number) => db.updateTable("order_refunds").where("order_id", "=", orderId);
  return {
    find: (id: number): Promise<OrderRefundRow | undefined> =>
      db.selectFrom("order_refunds").selectAll().where("id", "=", id).executeTakeFirst(),

    /** Returns all refunds of an order, also those that were undone, the latest first. */
    ofOrder: (orderId: number): Promise<OrderRefundRow[]> =>
      db.selectFrom("order_refunds").selectAll().where("order_id", "=", orderId).orderBy("id", "desc").execute(),

    async add(values: Insertable<Tables["order_refunds"]>): Promise<void> {
      await db.insertInto("order_refunds").values(values).execute();
    },

    /** Undoes the refunds of an order that are in effect. @param id of one of them; without it all */
    async undo(orderId: number, undone_at: string, undone_by: string, id?: number): Promise<void> {
      const inEffect = ofOrder(orderId).where("undone_at", "is", null).set({ undone_at, undone_by });
      await (id === undefined ? inEffect : inEffect.where("id", "=", id)).execute();
    },

    /** Removes what may tell of the customer. */
    async erase(orderId: number): Promise<void> {
      await ofOrder(orderId).set({ reason: null, reference: null }).execute();
    },
  };
}
