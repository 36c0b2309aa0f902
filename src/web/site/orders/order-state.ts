/** The state of an order in the words of its page. */
import type { CustomerOrder, PayableOrder } from "#contract/orders.ts";

export interface Step {
  label: string;
  state: "done" | "current" | "upcoming" | "failed";
  /** ISO time at which the step was done, where it is known. */
  time?: string | null;
}

type OrderState = Pick<
  CustomerOrder,
  | "status"
  | "payment_status"
  | "payment_amount"
  | "has_account"
  | "user_email"
  | "created_at"
  | "confirmed_at"
  | "completed_at"
  | "premium_granted_at"
>;

/** Returns whether the order waits for the customer's transfer. */
export function awaitsPayment({ status, payment_status }: OrderState): boolean {
  return payment_status === "pending" && status !== "cancelled";
}

/** Returns whether nothing more is expected to happen, so that the page need not refresh itself. */
export function isFinal(order: OrderState): boolean {
  const { status, payment_status, premium_granted_at } = order;
  return (
    premium_granted_at !== null ||
    status === "cancelled" ||
    payment_status === "failed" ||
    payment_status === "refunded"
  );
}

/** Returns the steps from the order to Premium. The first one that is open is the current one. */
export function stepsOf(order: OrderState): Step[] {
  const { status, created_at, confirmed_at, completed_at, premium_granted_at } = order;
  const received: Step = { label: "Đã nhận đơn", state: "done", time: created_at };
  if (status === "cancelled") return [received, { label: "Đã hủy", state: "failed" }];
  const isConfirmed = status === "confirmed" || status === "completed";
  const steps: Step[] = [
    received,
    paymentStep(order),
    {
      label: isConfirmed ? "Đã xác nhận" : "Chờ xác nhận",
      state: isConfirmed ? "done" : "upcoming",
      time: isConfirmed ? (confirmed_at ?? completed_at) : null,
    },
    {
      label: premium_granted_at ? "Premium đã kích hoạt" : "Kích hoạt Premium",
      state: premium_granted_at ? "done" : "upcoming",
      time: premium_granted_at,
    },
  ];
  const open = steps.find(({ state }) => state !== "done");
  if (open?.state === "upcoming") open.state = "current";
  return steps;
}

function paymentStep({ payment_status, payment_amount }: OrderState): Step {
  if (payment_status === "paid") return { label: "Đã thanh toán", state: "done" };
  if (payment_status === "failed") return { label: "Thanh toán không thành công", state: "failed" };
  if (payment_status === "refunded") return { label: "Đã hoàn tiền", state: "failed" };
  if (payment_amount === 0) return { label: "Không cần thanh toán", state: "done" };
  return { label: "Chờ thanh toán", state: "upcoming" };
}

/** Returns what happens next. */
export function nextStepOf(order: OrderState & Pick<PayableOrder, "payment">): string {
  const { status, payment_status, payment_amount, payment, has_account, user_email, premium_granted_at } = order;
  if (payment_status === "refunded") return "Số tiền của đơn hàng này đã được hoàn lại cho bạn.";
  if (status === "cancelled") return "Đơn hàng này đã hủy. Nếu bạn đã chuyển tiền, vui lòng liên hệ chúng tôi.";
  if (payment_status === "failed") {
    return "Khoản chuyển của bạn chưa thành công. Nếu bạn đã chuyển tiền, vui lòng liên hệ chúng tôi.";
  }
  if (premium_granted_at !== null) return "Premium đã được cộng vào tài khoản của bạn. Chúc bạn nghe nhạc vui.";
  const account = has_account
    ? ""
    : ` Đơn này chưa gắn với tài khoản nào: bạn đăng ký bằng email ${user_email} để quản trị viên cộng Premium cho bạn.`;
  if (payment_status === "pending" && payment_amount > 0) {
    if (!payment) return "Vui lòng liên hệ quản trị viên để được hướng dẫn thanh toán.";
    return `Bạn chuyển khoản theo thông tin trên trang này. Nhận được tiền, quản trị viên xác nhận rồi kích hoạt Premium trong 1–24 giờ làm việc.${account}`;
  }
  return `Quản trị viên xác nhận rồi kích hoạt Premium trong 1–24 giờ làm việc.${account}`;
}
