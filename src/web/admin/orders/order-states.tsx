import {
  type AdminOrder,
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
} from "#contract/orders.ts";
import { dong } from "../../lib/format.ts";
import { durationLabel } from "../../lib/package-text.ts";
import { Badge } from "../../resource/controls/badge.tsx";

type Kind = "success" | "warning" | "danger" | "info" | undefined;
type Look = readonly [label: string, kind: Kind];

const statusLooks: Readonly<Record<OrderStatus, Look>> = {
  pending: ["Chờ xử lý", "warning"],
  confirmed: ["Đã xác nhận", "info"],
  cancelled: ["Đã hủy", undefined],
  completed: ["Hoàn thành", "success"],
};
const paymentLooks: Readonly<Record<PaymentStatus, Look>> = {
  pending: ["Chờ thanh toán", "warning"],
  paid: ["Đã thanh toán", "success"],
  failed: ["Thất bại", "danger"],
  refunded: ["Đã hoàn tiền", "info"],
};

export const statusOptions = orderStatuses.map((value) => ({ value, label: statusLooks[value][0] }));
export const paymentOptions = paymentStatuses.map((value) => ({ value, label: paymentLooks[value][0] }));

/** The states of order and payment. Unknown ones show as pending. */
export function OrderBadges({ order }: { order: Pick<AdminOrder, "status" | "payment_status"> }) {
  const [status, statusKind] = statusLooks[order.status] ?? statusLooks.pending;
  const [payment, paymentKind] = paymentLooks[order.payment_status] ?? paymentLooks.pending;
  return (
    <>
      <Badge hasDot kind={statusKind}>
        {status}
      </Badge>
      <Badge hasDot kind={paymentKind}>
        {payment}
      </Badge>
    </>
  );
}

/** Returns the package of an order with its duration: `Gói năm, 1 năm`. */
export function packageOf({ package_name, package_duration_days, package_is_lifetime }: AdminOrder): string {
  return `${package_name}, ${durationLabel(package_duration_days, package_is_lifetime)}`;
}

/** Returns whether the order waits for the administrator to see the money and confirm it. */
export function awaitsConfirmation({ status, payment_status }: AdminOrder): boolean {
  if (status === "cancelled") return false;
  return payment_status === "pending" || (payment_status === "paid" && status === "pending");
}

/** Tells the effect of confirming a payment. */
export function ConfirmationText({ order }: { order: AdminOrder }) {
  const { code, payment_amount, user_id, user_name, package_is_lifetime, package_duration_days, premium_granted_at } =
    order;
  const time = package_is_lifetime
    ? "Premium vĩnh viễn"
    : `${durationLabel(package_duration_days, false)} Premium (${package_duration_days} ngày)`;
  return (
    <>
      Đơn {code}: đã nhận {dong(payment_amount)}?{" "}
      {premium_granted_at !== null
        ? "Premium của đơn này đã được cộng trước đó, sẽ không cộng lại."
        : user_id === null
          ? `Đơn chưa gắn với tài khoản nào nên ${time} chưa cộng cho ai; hãy gắn tài khoản trong phần chi tiết.`
          : `Tài khoản của ${user_name} được cộng ${time}.`}
    </>
  );
}

/** Returns the change that confirms the payment. */
export function confirmation({ id, status }: AdminOrder) {
  return {
    params: { id },
    body: { payment_status: "paid" as const, status: status === "completed" ? status : ("confirmed" as const) },
  };
}
