/** The state of an order in the words of the customer's list. */
import type { CustomerOrder } from "#contract/orders.ts";

type OrderState = Pick<CustomerOrder, "status" | "payment_status" | "payment_amount" | "premium_granted_at">;

export interface OrderStateLabel {
  label: string;
  /** Undefined for a state in which nothing more happens. */
  tone?: "success" | "warning" | "danger";
}

/** Returns the badge of an order. */
export function orderStateLabel(order: OrderState): OrderStateLabel {
  const { status, payment_status, payment_amount, premium_granted_at } = order;
  if (payment_status === "refunded") return { label: "Đã hoàn tiền" };
  if (status === "cancelled") return { label: "Đã hủy" };
  if (payment_status === "failed") return { label: "Thanh toán không thành công", tone: "danger" };
  if (premium_granted_at !== null) return { label: "Đã kích hoạt", tone: "success" };
  if (payment_status === "pending" && payment_amount > 0) return { label: "Chờ thanh toán", tone: "warning" };
  return { label: "Chờ kích hoạt", tone: "warning" };
}
