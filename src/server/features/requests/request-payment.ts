/** What a request tells of its payment. */
import type { PaymentFacts } from "#server/features/payment-facts.ts";
import type { RequestRow } from "./requests.repository.ts";

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
