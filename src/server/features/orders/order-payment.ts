/** What an order tells of its payment. */
import type { PaymentFacts } from "#server/features/receipts/receipts.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type OrderRow, ordersRepository } from "./orders.repository.ts";

/** Returns the payment of an order as a transaction sees it; undefined for an unknown or erased order. */
export async function orderPayment(
  from: Db,
  which: { token: string } | { id: number },
): Promise<PaymentFacts | undefined> {
  const orders = ordersRepository(from);
  const row = "token" in which ? await orders.byPageToken(which.token) : await orders.find(which.id);
  return row?.erased_at === null ? paymentFacts(row) : undefined;
}

export function paymentFacts(row: OrderRow): PaymentFacts {
  const { id, code, status, payment_status, payment_amount, paid_at, payment_reference, is_gift } = row;
  const isPaid = payment_status === "paid";
  return {
    kind: "order",
    id,
    isPaid,
    isConfirmed: status === "confirmed" || status === "completed",
    amount: payment_amount,
    buyer: row.user_name,
    what: `Gói “${row.package_name}”, ${timeOf(row)}${is_gift ? ", quà tặng" : ""}`,
    code,
    paid_at: isPaid ? paid_at : null,
    reference: payment_reference,
  };
}

function timeOf({ is_lifetime, package_duration_days }: OrderRow): string {
  return is_lifetime ? "Premium vĩnh viễn" : `Premium ${package_duration_days ?? 0} ngày`;
}
