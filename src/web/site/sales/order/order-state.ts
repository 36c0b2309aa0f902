/** The state of an order in words. */
import { isRefundedInPart, paidSum } from "#contract/order-money.ts";
import type { CustomerOrder, PayableOrder } from "#contract/orders.ts";
import { dong, groupedNumber } from "../../../lib/format.ts";
import type { Step } from "../private/timeline.tsx";
import { isOverdue } from "./order-payment.ts";

type OrderState = Pick<
  CustomerOrder,
  | "status"
  | "payment_status"
  | "payment_amount"
  | "has_account"
  | "is_gift"
  | "created_at"
  | "paid_at"
  | "confirmed_at"
  | "completed_at"
  | "premium_granted_at"
  | "premium_taken_at"
  | "end_reason"
>;

/** Where an order stands: each of its texts depends on this. */
export type Phase = Ending | "granted" | "unpaid" | "unconfirmed" | "giftReady" | "giftTaken";
type Ending = "refunded" | "expired" | "cancelled" | "failed" | "taken";

/** Returns where an order stands. What ended it comes before what it gave. */
export function phaseOf(
  order: Pick<
    OrderState,
    | "status"
    | "payment_status"
    | "payment_amount"
    | "premium_granted_at"
    | "premium_taken_at"
    | "end_reason"
    | "is_gift"
  >,
): Phase {
  const { status, payment_status, payment_amount, premium_granted_at, premium_taken_at, end_reason, is_gift } = order;
  if (payment_status === "refunded") return "refunded";
  if (status === "cancelled") return end_reason === "expired" ? "expired" : "cancelled";
  if (payment_status === "failed") return "failed";
  if (premium_taken_at !== null) return "taken";
  if (premium_granted_at !== null) return is_gift ? "giftTaken" : "granted";
  if (is_gift && payment_status === "paid" && status !== "pending") return "giftReady";
  return payment_status === "pending" && payment_amount > 0 ? "unpaid" : "unconfirmed";
}

/** Returns whether an order of this phase ended without Premium, or was paid back. */
export function hasEnded(phase: Phase): boolean {
  return ["refunded", "expired", "cancelled", "failed", "taken"].includes(phase);
}

/** Returns whether an order has a receipt: it was paid and confirmed. */
export function hasReceipt({ status, payment_status, payment_amount }: OrderState): boolean {
  return payment_status === "paid" && payment_amount > 0 && (status === "confirmed" || status === "completed");
}

/** Returns whether nothing more is expected to happen, so that the page need not refresh itself. */
export function isFinal(order: OrderState): boolean {
  return !["unpaid", "unconfirmed", "giftReady"].includes(phaseOf(order));
}

export interface OrderBadge {
  label: string;
  /** Undefined for a state in which nothing more happens. */
  tone?: "success" | "warning" | "danger";
}

/** Badges of the phases in the customer's list. */
export const orderBadges: Readonly<Record<Phase, OrderBadge>> = {
  refunded: { label: "Đã hoàn tiền" },
  expired: { label: "Hết hạn" },
  cancelled: { label: "Đã hủy" },
  failed: { label: "Thất bại", tone: "danger" },
  taken: { label: "Premium đã kết thúc" },
  granted: { label: "Đã kích hoạt", tone: "success" },
  unpaid: { label: "Chờ thanh toán", tone: "warning" },
  unconfirmed: { label: "Chờ kích hoạt", tone: "warning" },
  giftReady: { label: "Quà sẵn sàng", tone: "success" },
  giftTaken: { label: "Quà đã được nhận", tone: "success" },
};

/** Returns what of a paid order was given back in part: `300.000 / 999.000 ₫`; undefined for none. */
export function refundText(
  order: Pick<CustomerOrder, "payment_status" | "refunded_amount" | "received_amount" | "payment_amount">,
): string | undefined {
  return isRefundedInPart(order) ? `${groupedNumber(order.refunded_amount)} / ${dong(paidSum(order))}` : undefined;
}

/** Returns the steps from the order to Premium. The first one that is open is the current one. */
export function stepsOf(order: OrderState): Step[] {
  const { status, created_at, confirmed_at, completed_at, premium_granted_at, premium_taken_at, is_gift } = order;
  const received: Step = { label: "Đã nhận đơn", state: "done", time: created_at };
  if (status === "cancelled") {
    return [received, { label: phaseOf(order) === "expired" ? "Hết hạn" : "Đã hủy", state: "failed" }];
  }
  // A confirmation before the payment is no step of the customer's: it would stand done after one that is open.
  const isConfirmed = phaseOf(order) !== "unpaid" && (status === "confirmed" || status === "completed");
  const steps: Step[] = [
    received,
    paymentStep(order),
    {
      label: isConfirmed ? "Đã xác nhận" : "Chờ xác nhận",
      state: isConfirmed ? "done" : "upcoming",
      time: isConfirmed ? (confirmed_at ?? completed_at) : null,
    },
    {
      label: is_gift
        ? premium_granted_at
          ? "Quà đã được nhận"
          : "Người nhận mở quà"
        : premium_granted_at
          ? "Premium đã kích hoạt"
          : "Kích hoạt Premium",
      state: premium_granted_at ? "done" : "upcoming",
      time: premium_granted_at,
    },
    ...(premium_taken_at === null
      ? []
      : [{ label: "Premium đã kết thúc", state: "failed", time: premium_taken_at } as const]),
  ];
  const failed = steps.filter(({ state }) => state === "failed");
  // The end comes last: money is paid back after the confirmation.
  if (failed.length > 0) return [...steps.filter(({ state }) => state === "done"), ...failed];
  const open = steps.find(({ state }) => state !== "done");
  if (open) open.state = "current";
  return steps;
}

function paymentStep({ payment_status, payment_amount, paid_at }: OrderState): Step {
  if (payment_status === "failed") return { label: "Thanh toán không thành công", state: "failed" };
  if (payment_status === "refunded") return { label: "Đã hoàn tiền", state: "failed" };
  if (payment_amount === 0) return { label: "Không cần thanh toán", state: "done" };
  if (payment_status === "paid") return { label: "Đã thanh toán", state: "done", time: paid_at };
  return { label: "Chờ thanh toán", state: "upcoming" };
}

/** Does not break after its dash. */
const processingTime = "1–\u206024\u00a0giờ làm việc";

/** Returns what happens next. */
export function nextStepOf(order: OrderState & Pick<PayableOrder, "payment" | "expires_at">): string {
  const { payment, has_account, end_reason, is_gift } = order;
  switch (phaseOf(order)) {
    case "refunded":
      return "Số tiền của đơn hàng này đã được hoàn lại cho bạn.";
    case "expired":
      return "Đơn hàng này đã hết hạn vì chúng tôi chưa nhận được tiền. Nếu bạn đã chuyển, vui lòng liên hệ chúng tôi: mã đơn vẫn tìm ra khoản tiền ấy.";
    case "cancelled":
      return `${end_reason === "customer" ? "Bạn đã hủy đơn hàng này." : "Đơn hàng này đã hủy."} Nếu bạn đã chuyển tiền, vui lòng liên hệ chúng tôi.`;
    case "failed":
      return "Khoản chuyển của bạn chưa thành công. Nếu bạn đã chuyển tiền, vui lòng liên hệ chúng tôi.";
    case "taken":
      return "Chúng tôi đã hoàn cho bạn một phần tiền, và Premium của đơn hàng này đã kết thúc.";
    case "granted":
      return "Premium đã được cộng vào tài khoản của bạn. Chúc bạn nghe nhạc vui.";
    case "unpaid":
      if (isOverdue(order)) return "Đã quá hạn thanh toán. Bạn đặt lại đơn mới nếu vẫn muốn mua gói này.";
      if (!payment) return "Vui lòng liên hệ quản trị viên để được hướng dẫn thanh toán.";
      return payment.is_instant
        ? `Bạn chuyển khoản theo thông tin trên trang này. Tiền về là ${is_gift ? "món quà sẵn sàng" : "Premium mở"} ngay, thường trong vài giây.`
        : `Bạn chuyển khoản theo thông tin trên trang này. Nhận được tiền, quản trị viên xác nhận rồi ${is_gift ? "món quà sẵn sàng" : "kích hoạt Premium"} trong ${processingTime}.`;
    case "giftReady":
      return "Món quà đã sẵn sàng. Bạn gửi trang quà hoặc mã quà cho người nhận.";
    case "giftTaken":
      return "Món quà đã được nhận. Premium đã vào tài khoản của người nhận.";
    case "unconfirmed":
      if (is_gift) return `Quản trị viên xác nhận rồi món quà sẵn sàng trong ${processingTime}.`;
      return has_account
        ? `Quản trị viên xác nhận rồi kích hoạt Premium trong ${processingTime}.`
        : "Còn một bước: Premium cần một tài khoản. Bạn tạo tài khoản hoặc đăng nhập ngay trên trang này.";
  }
}
