/** SQL of what VAT invoices of orders need. */
import type { Invoice } from "#contract/orders.ts";
import type { Db } from "#server/platform/db/schema.ts";

const columns = ["order_id", "company", "tax_code", "address", "email"] as const;

export function orderInvoicesRepository(db: Db) {
  return {
    find: (orderId: number): Promise<Invoice | undefined> =>
      db.selectFrom("invoice_requests").select(columns).where("order_id", "=", orderId).executeTakeFirst(),

    /** Returns those of some orders by the order's id. */
    async ofOrders(orderIds: readonly number[]): Promise<Map<number, Invoice>> {
      if (orderIds.length === 0) return new Map();
      const rows = await db.selectFrom("invoice_requests").select(columns).where("order_id", "in", orderIds).execute();
      return new Map(rows.map((row) => [row.order_id, row]));
    },

    /** Keeps the latest words of the customer. */
    async save(orderId: number, { company, tax_code, address, email }: Invoice, created_at: string): Promise<void> {
      const values = { company, tax_code, address, email, created_at };
      await db
        .insertInto("invoice_requests")
        .values({ order_id: orderId, ...values })
        .onConflict((conflict) => conflict.column("order_id").doUpdateSet(values))
        .execute();
    },

    async remove(orderId: number): Promise<void> {
      await db.deleteFrom("invoice_requests").where("order_id", "=", orderId).execute();
    },
  };
}
