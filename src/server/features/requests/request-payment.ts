/** What a request tells of its payment. */
import type { PaymentFacts } from "#server/features/receipts/receipts.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type RequestRow, requestsRepository } from "./requests.repository.ts";

/** Returns the payment of a request as a transaction sees it; undefined for an unknown or erased request. */
export async function requestPayment(
  from: Db,
  which: { token: string } | { id: number },
): Promise<PaymentFacts | undefined> {
  const requests = requestsRepository(from);
  const row = "token" in which ? await requests.byPageToken(which.token) : await requests.find(which.id);
  return row?.erased_at === null ? paymentFacts(row) : undefined;
}

export function paymentFacts({ id, code, agreed_price, customer_name, paid_at }: RequestRow): PaymentFacts {
  return {
    kind: "request",
    id,
    isPaid: paid_at !== null,
    isConfirmed: true,
    amount: agreed_price,
    buyer: customer_name,
    what: "Bài hát viết riêng",
    code,
    paid_at,
    reference: null,
  };
}
