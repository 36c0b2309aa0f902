/** Orders as the reconciliation of transfers sees them: what a transfer pays or might pay. */
import type { Payable } from "#contract/payments.ts";
import { createPayables, type Payables } from "#server/features/payments/payables-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import { orderListReader, orderPayablesReader, type PayableOrderRow } from "./orders.repository.ts";
import { paymentLabels } from "./orders-sheet.ts";

export function createOrderPayables({ db, dialect }: Pick<Database, "db" | "dialect">): Payables {
  return createPayables(orderPayablesReader(db), orderListReader(db, dialect), payable);
}

function payable(row: PayableOrderRow): Payable {
  const { id, code, user_name, package_name, payment_amount, received_amount, payment_status, is_gift, created_at } =
    row;
  return {
    kind: "order",
    id,
    code,
    customer_name: user_name,
    title: is_gift ? `${package_name}, quà tặng` : package_name,
    price: payment_amount,
    received: received_amount,
    is_paid: payment_status === "paid",
    is_ended: payment_status === "failed" || payment_status === "refunded" || isCancelled(row),
    state_text: stateOf(row),
    created_at,
  };
}

const isCancelled = ({ status, payment_status }: PayableOrderRow) =>
  status === "cancelled" && payment_status === "pending";

/** Returns how an order stands, in one or two words. */
function stateOf({ status, payment_status, end_reason }: PayableOrderRow): string {
  if (payment_status !== "pending" || status !== "cancelled") return paymentLabels[payment_status];
  return end_reason === "expired" ? "Hết hạn" : end_reason === "customer" ? "Khách đã hủy" : "Đã hủy";
}
