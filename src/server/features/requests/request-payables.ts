/** Requests as the reconciliation of transfers sees them: what a transfer pays or might pay. */
import type { Payable } from "#contract/payments.ts";
import { createPayables, type Payables } from "#server/features/payments/payables-port.ts";
import type { Database } from "#server/platform/db/database.ts";
import { summaryOf } from "./request-views.ts";
import { type PayableRequestRow, requestListReader, requestPayablesReader } from "./requests.repository.ts";

export function createRequestPayables({ db, dialect }: Pick<Database, "db" | "dialect">): Payables {
  return createPayables(requestPayablesReader(db), requestListReader(db, dialect), payable);
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
