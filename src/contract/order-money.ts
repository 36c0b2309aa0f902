/** The money that came for an order, and the part that can be given back. Free of zod, since public pages load it. */

interface OrderMoney {
  /** Whole đồng, as the next two. */
  payment_amount: number;
  received_amount: number;
  refunded_amount: number;
  payment_status: string;
}

/** Returns the whole đồng that came for a paid order: what transfers paid, or its price where none is known. */
export function paidSum({ received_amount, payment_amount }: Pick<OrderMoney, "received_amount" | "payment_amount">) {
  return received_amount > 0 ? received_amount : payment_amount;
}

/** Returns the whole đồng of a paid order that are still here; 0 for an order that is not paid. */
export function refundableSum(order: OrderMoney): number {
  return order.payment_status === "paid" ? Math.max(0, paidSum(order) - order.refunded_amount) : 0;
}

/** Returns whether a part of a paid order was given back. */
export function isRefundedInPart({
  payment_status,
  refunded_amount,
}: Pick<OrderMoney, "payment_status" | "refunded_amount">): boolean {
  return payment_status === "paid" && refunded_amount > 0;
}
