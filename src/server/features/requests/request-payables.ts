/** Requests as the reconciliation of transfers sees them: what a transfer pays or might pay. */
import { readOrderSearch } from "#contract/order-search.ts";
import type { Payable } from "#contract/payments.ts";
import { anyTime, type Payables } from "#server/features/payments/payables-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import { summaryOf } from "./request-views.ts";
import { type PayableRequestRow, requestListReader, requestPayablesReader } from "./requests.repository.ts";

export function createRequestPayables({ db, dialect }: Pick<Database, "db" | "dialect">): Payables {
  const reader = requestPayablesReader(db);
  const list = requestListReader(db, dialect);
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

function payable(row: PayableRequestRow): Payable {
  const { id, code, customer_name, request_content, agreed_price, received_amount, paid_at, status, created_at } = row;
  return {
    kind: "request",
    id,
    code,
    customer_name,
    title: summaryOf(request_content),
    price: agreed_price,
    received: received_amount,
    is_paid: paid_at !== null,
    is_ended: paid_at === null && status === "cancelled",
    state_text: stateOf(row),
    created_at,
  };
}

/** Returns how a request stands, in a few words. */
function stateOf({ status, accepted_at, paid_at, agreed_price }: PayableRequestRow): string {
  if (paid_at !== null) return "Đã thanh toán";
  if (status === "cancelled") return "Đã hủy";
  if (accepted_at === null) return agreed_price > 0 ? "Khách chưa nhận bài" : "Chưa báo giá";
  return agreed_price > 0 ? "Chờ thanh toán" : "Miễn phí";
}
