/** Whether an order waits for its money. Apart from its words, which pages that only sell do not load. */
import type { CustomerOrder, PayableOrder } from "#contract/orders.ts";
import type { OrderPaymentState } from "#contract/payment-state.ts";

type Payment = Pick<CustomerOrder, "status" | "payment_status" | "payment_amount" | "premium_taken_at">;

/** Returns whether the order waits for the customer's transfer. */
export function awaitsPayment({ status, payment_status, payment_amount }: Payment): boolean {
  return payment_status === "pending" && status !== "cancelled" && payment_amount > 0;
}

/** Returns whether the time to pay is over, though the order, which is ended some minutes later, still waits. */
export function isOverdue({ expires_at, payment }: Pick<PayableOrder, "expires_at" | "payment">): boolean {
  return payment === null && expires_at !== null && Date.parse(expires_at) <= Date.now();
}

/** Returns whether an order's payment stands otherwise than shown. */
export function isPaymentNews(order: PayableOrder, state: OrderPaymentState): boolean {
  const fields = ["status", "payment_status", "received_amount", "excess_amount", "premium_granted_at"] as const;
  return fields.some((field) => order[field] !== state[field]);
}

/** Returns whether the money for an order came, and it goes on. */
export function isPaid({ status, payment_status, payment_amount, premium_taken_at }: Payment): boolean {
  return payment_status === "paid" && status !== "cancelled" && payment_amount > 0 && premium_taken_at === null;
}
