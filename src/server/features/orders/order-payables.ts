/** Orders as the reconciliation of transfers sees them: what a transfer pays or might pay. */
import { readOrderSearch } from "#contract/order-search.ts";
import type { Payable } from "#contract/payments.ts";
import { anyTime, type Payables } from "#server/features/payments/payables-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import { orderListReader, orderPayablesReader, type PayableOrderRow } from "./orders.repository.ts";
import { paymentLabels } from "./orders-sheet.ts";

export function createOrderPayables({ db, dialect }: Pick<Database, "db" | "dialect">): Payables {
  const reader = orderPayablesReader(db);
  const list = orderListReader(db, dialect);
  return {
    byId: async (ids) => (await reader.byId(ids)).map(payable),
    byCode: async (codes) => (await reader.byCode(codes)).filter(({ erased_at }) => erased_at === null).map(payable),
    unpaidOf: async (amount, from, to, limit) => (await reader.unpaidOf(amount, from, to, limit)).map(payable),
    waiting: reader.waiting,
    customers: reader.customers,
    async search(search, limit) {
      const found = readOrderSearch(search);
      if (found.kind === "amount") return (await reader.unpaidOf(found.amount, ...anyTime, limit)).map(payable);
      const { rows } = await list.page({ search, sort_by: "created_at", skip: 0, limit });
      const known = new Map((await reader.byId(rows.map(({ id }) => id))).map((row) => [row.id, row]));
      return rows.flatMap(({ id }) => {
        const row = known.get(id);
        return row && row.erased_at === null ? [payable(row)] : [];
      });
    },
  };
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
