import { Gift } from "lucide";
import { isRefundedInPart, paidSum, refundableSum } from "#contract/order-money.ts";
import type { AdminOrder, EndReason, OrderStatus, OrderTab, PaymentStatus } from "#contract/orders.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { durationLabel } from "../../lib/package-text.ts";
import { Mark, type StateLook, WordBadge } from "../../resource/controls/badge.tsx";
import type { ListTabs } from "../../resource/resource.ts";
import { allTab, statesOf, type TabLook, tabsOf } from "../../resource/states.tsx";
import { loadErrors } from "./order-calls.ts";

export const orderLooks = statesOf<OrderStatus>(
  {
    pending: { label: "Chờ xử lý", kind: "warning" },
    confirmed: { label: "Đã xác nhận", kind: "info" },
    cancelled: { label: "Đã hủy" },
    completed: { label: "Hoàn thành", kind: "success" },
  },
  "pending",
);
export const paymentLooks = statesOf<PaymentStatus>(
  {
    pending: { label: "Chờ thanh toán", kind: "warning" },
    paid: { label: "Đã thanh toán", kind: "success" },
    failed: { label: "Thất bại", kind: "danger" },
    refunded: { label: "Đã hoàn tiền", kind: "info" },
  },
  "pending",
);

/** Looks of a cancelled order that no operator cancelled. */
const endLooks: Readonly<Partial<Record<EndReason, StateLook>>> = {
  expired: { label: "Hết hạn" },
  customer: { label: "Khách đã hủy" },
};

export const ungrantedLabel = "Chưa cộng Premium";
const ungrantedLook: StateLook = { label: ungrantedLabel, kind: "warning" };
export const grantedOptions = [
  { value: "none", label: "Đã trả, chưa cộng Premium" },
  { value: "yes", label: "Đã cộng Premium" },
];

const parts: Readonly<Record<OrderTab, TabLook>> = {
  waiting: { label: "Chờ tiền" },
  part: { label: "Thiếu tiền", isUrgent: true },
  ungranted: { label: "Đã trả, chưa cộng", isUrgent: true },
  done: { label: "Xong" },
  ended: { label: "Hủy, hoàn" },
};

/** The parts of the list of orders. */
export const orderTabLinks: ListTabs = {
  name: "tab",
  label: "Các phần của danh sách đơn hàng",
  choices: [allTab, ...tabsOf("tab", parts)],
  endpoint: "GET /api/premium-orders/tabs",
  ...loadErrors,
};

type States = Pick<
  AdminOrder,
  | "status"
  | "payment_status"
  | "payment_amount"
  | "received_amount"
  | "refunded_amount"
  | "premium_granted_at"
  | "end_reason"
  | "erased_at"
  | "is_gift"
>;

/** Returns what an order of which a part came still lacks, in đồng; 0 for any other. */
export function lackingOf({ status, payment_status, payment_amount, received_amount }: States): number {
  const isPart = payment_status === "pending" && status !== "cancelled" && received_amount > 0;
  return isPart ? Math.max(0, payment_amount - received_amount) : 0;
}

function paymentLookOf(order: States): StateLook {
  const lacking = lackingOf(order);
  return lacking > 0 ? { label: `Thiếu ${dong(lacking)}`, kind: "warning" } : paymentLooks.lookOf(order.payment_status);
}

/** Returns what was given back of what came: `300.000 / 999.000 ₫`. */
export function refundText(order: Pick<AdminOrder, "refunded_amount" | "received_amount" | "payment_amount">): string {
  return `${groupedNumber(order.refunded_amount)} / ${dong(paidSum(order))}`;
}

function refundLooks(order: States): StateLook[] {
  return isRefundedInPart(order) ? [{ label: `Đã hoàn ${refundText(order)}`, kind: "info" }] : [];
}

/** Returns whether an order is paid while no account received the time; a gift that is confirmed waits for its receiver alone. */
export function isUngranted(order: States): boolean {
  const { status, payment_status, premium_granted_at, erased_at } = order;
  const isPaid = payment_status === "paid" && status !== "cancelled" && erased_at === null;
  return isPaid && premium_granted_at === null && !isReadyGift(order);
}

/** Returns whether an order is a gift that waits for its receiver. */
export function isReadyGift({ is_gift, status, payment_status, premium_granted_at, erased_at }: States): boolean {
  const isConfirmed = payment_status === "paid" && (status === "confirmed" || status === "completed");
  return is_gift && isConfirmed && premium_granted_at === null && erased_at === null;
}

/** Marks an order of a gift. */
function GiftBadge({ order }: { order: States }) {
  if (!order.is_gift) return null;
  return (
    <>
      <Mark kind="info" icon={Gift} label="Quà tặng" />
      {isReadyGift(order) && <WordBadge look={{ label: "Chờ người nhận" }} />}
    </>
  );
}

/** Returns the one state that tells what is to be done; the state of a payment too, where a cancelled order was paid or a part was given back. */
export function mainLooks(order: States): StateLook[] {
  return [...mainLooksOf(order), ...refundLooks(order)];
}

function mainLooksOf(order: States): StateLook[] {
  const { status, payment_status, end_reason } = order;
  if (status === "cancelled") {
    const ended = (end_reason && endLooks[end_reason]) ?? orderLooks.lookOf("cancelled");
    return payment_status === "pending" ? [ended] : [ended, paymentLooks.lookOf(payment_status)];
  }
  if (isUngranted(order)) return [ungrantedLook];
  return [payment_status === "paid" ? orderLooks.lookOf(status) : paymentLookOf(order)];
}

/** Returns the states of order and payment, what was given back in part, and whether the time is still to be given. Unknown ones show as pending. */
export function allLooks(order: States): StateLook[] {
  const ended = order.status === "cancelled" && order.end_reason !== null ? endLooks[order.end_reason] : undefined;
  const status = ended ?? orderLooks.lookOf(order.status);
  const payment = paymentLookOf(order);
  return [status, payment, ...refundLooks(order), ...(isUngranted(order) ? [ungrantedLook] : [])];
}

/** The one state that tells what is to be done. */
export function StateBadges({ order }: { order: States }) {
  return <LookBadges looks={mainLooks(order)} order={order} />;
}

/** The states of order and payment. */
export function OrderBadges({ order }: { order: States }) {
  return <LookBadges looks={allLooks(order)} order={order} />;
}

function LookBadges({ looks, order }: { looks: readonly StateLook[]; order: States }) {
  return (
    <>
      {looks.map((look) => (
        <WordBadge key={look.label} look={look} />
      ))}
      <GiftBadge order={order} />
    </>
  );
}

/** Returns the duration of an order's package, unless its name is that: nothing beside `3 tháng`. */
export function durationBeside(order: AdminOrder): string | undefined {
  const duration = durationLabel(order.package_duration_days, order.package_is_lifetime);
  return order.package_name.toLowerCase() === duration.toLowerCase() ? undefined : duration;
}

/** Returns the package of an order with its duration, unless its name says that: `Gói năm, 1 năm`, `3 tháng`. */
export function packageOf(order: AdminOrder): string {
  return [order.package_name, durationBeside(order)].filter((text) => text !== undefined).join(", ");
}

/** Returns the time that an order gives: `1 năm Premium (365 ngày)`. */
export function timeOf({ package_is_lifetime, package_duration_days }: AdminOrder): string {
  return package_is_lifetime
    ? "Premium vĩnh viễn"
    : `${durationLabel(package_duration_days, false)} Premium (${package_duration_days} ngày)`;
}

/** Returns whether the order waits for the administrator to see the money and confirm it. */
export function awaitsConfirmation({ status, payment_status, erased_at }: AdminOrder): boolean {
  if (status === "cancelled" || erased_at !== null) return false;
  return payment_status === "pending" || (payment_status === "paid" && status === "pending");
}

/** Returns whether money that comes late may take the order up again: it ended without a word of an operator. */
export function mayBeTakenUp({ status, payment_status, end_reason, erased_at }: AdminOrder): boolean {
  const endedByItself = end_reason === "expired" || end_reason === "customer";
  return status === "cancelled" && payment_status === "pending" && endedByItself && erased_at === null;
}

/** Returns whether money of an order can be sent back: some of it is still here, and so are the order's data. */
export function isRefundable(order: AdminOrder): boolean {
  return refundableSum(order) > 0 && order.erased_at === null;
}

/** Returns the account that received the time of an order, or the one that took the gift; null for one that is deleted, or none. */
const receiverOf = ({ is_gift, receiver_id, user_id }: AdminOrder) => (is_gift ? receiver_id : user_id);

/** Returns whether an account still has what the order gave. */
export function hasPremium(order: AdminOrder): boolean {
  return order.premium_granted_at !== null && order.premium_taken_at === null && receiverOf(order) !== null;
}

/** Returns the name of the account that received the time of an order. */
export function receiverNameOf(order: AdminOrder): string {
  return `Tài khoản ${(order.is_gift ? order.receiver_username : order.username) ?? `số ${receiverOf(order)}`}`;
}

/** Returns whether an order that the books keep can still be cancelled. */
export function isCancellable({ status, payment_status, erased_at }: AdminOrder): boolean {
  return status !== "cancelled" && payment_status !== "refunded" && erased_at === null;
}

/** Returns whether the books keep the order: it was paid, or gave Premium. Such an order can't be deleted. */
export function isInBooks({ payment_status, premium_granted_at }: AdminOrder): boolean {
  return payment_status === "paid" || payment_status === "refunded" || premium_granted_at !== null;
}
