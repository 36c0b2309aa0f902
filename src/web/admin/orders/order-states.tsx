import { Gift } from "lucide";
import { isRefundedInPart, paidSum, refundableSum } from "#contract/order-money.ts";
import {
  type AdminOrder,
  type EndReason,
  type OrderStatus,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
} from "#contract/orders.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { durationLabel } from "../../lib/package-text.ts";
import { Badge, Mark } from "../../resource/controls/badge.tsx";
import type { ListTabs } from "../../resource/resource.ts";
import { loadErrors } from "./order-calls.ts";

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

/** Looks of a cancelled order that no operator cancelled. */
const endLooks: Readonly<Partial<Record<EndReason, Look>>> = {
  expired: ["Hết hạn", undefined],
  customer: ["Khách đã hủy", undefined],
};

export const statusOptions = orderStatuses.map((value) => ({ value, label: statusLooks[value][0] }));
export const paymentOptions = paymentStatuses.map((value) => ({ value, label: paymentLooks[value][0] }));

export const ungrantedLabel = "Chưa cộng Premium";
const ungrantedLook: Look = [ungrantedLabel, "warning"];
export const grantedOptions = [
  { value: "none", label: "Đã trả, chưa cộng Premium" },
  { value: "yes", label: "Đã cộng Premium" },
];

/** The parts of the list of orders. */
export const orderTabLinks: ListTabs = {
  name: "tab",
  label: "Các phần của danh sách đơn hàng",
  choices: [
    { value: "", label: "Tất cả", query: {} },
    { value: "waiting", label: "Chờ tiền", query: { tab: "waiting" } },
    { value: "part", label: "Thiếu tiền", query: { tab: "part" }, isUrgent: true },
    { value: "ungranted", label: "Đã trả, chưa cộng", query: { tab: "ungranted" }, isUrgent: true },
    { value: "done", label: "Xong", query: { tab: "done" } },
    { value: "ended", label: "Hủy, hoàn", query: { tab: "ended" } },
  ],
  endpoint: "GET /api/premium-orders/tabs",
  counts: ({ all, ...tabs }) => ({ ...tabs, "": all }),
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

function paymentLookOf(order: States): Look {
  const lacking = lackingOf(order);
  return lacking > 0
    ? [`Thiếu ${dong(lacking)}`, "warning"]
    : (paymentLooks[order.payment_status] ?? paymentLooks.pending);
}

/** Returns what was given back of what came: `300.000 / 999.000 ₫`. */
export function refundText(order: Pick<AdminOrder, "refunded_amount" | "received_amount" | "payment_amount">): string {
  return `${groupedNumber(order.refunded_amount)} / ${dong(paidSum(order))}`;
}

function refundLooks(order: States): Look[] {
  return isRefundedInPart(order) ? [[`Đã hoàn ${refundText(order)}`, "info"]] : [];
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
      <Mark kind="info" icon={Gift} name="Quà tặng" />
      {isReadyGift(order) && <Badge hasDot>Chờ người nhận</Badge>}
    </>
  );
}

/** Returns the one state that tells what is to be done; the state of a payment too, where a cancelled order was paid or a part was given back. */
export function mainLooks(order: States): Look[] {
  return [...mainLooksOf(order), ...refundLooks(order)];
}

function mainLooksOf(order: States): Look[] {
  const { status, payment_status, end_reason } = order;
  if (status === "cancelled") {
    const ended = (end_reason && endLooks[end_reason]) ?? statusLooks.cancelled;
    return payment_status === "pending" ? [ended] : [ended, paymentLooks[payment_status]];
  }
  if (isUngranted(order)) return [ungrantedLook];
  return [payment_status === "paid" ? statusLooks[status] : paymentLookOf(order)];
}

/** Returns the states of order and payment, what was given back in part, and whether the time is still to be given. Unknown ones show as pending. */
export function allLooks(order: States): Look[] {
  const ended = order.status === "cancelled" && order.end_reason !== null ? endLooks[order.end_reason] : undefined;
  const status = ended ?? statusLooks[order.status] ?? statusLooks.pending;
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

function LookBadges({ looks, order }: { looks: readonly Look[]; order: States }) {
  return (
    <>
      {looks.map(([label, kind]) => (
        <Badge key={label} hasDot kind={kind}>
          {label}
        </Badge>
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
