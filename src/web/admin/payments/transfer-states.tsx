import {
  asideStates,
  type Payable,
  type Transfer,
  type TransferOrigin,
  type TransferReason,
  type TransferState,
  type TransferTelling,
} from "#contract/payments.ts";
import type { Filter, ListTabs } from "../../resource/resource.ts";
import { allTab, statesOf } from "../../resource/states.tsx";
import { loadErrors } from "./payment-calls.ts";

export const transferLooks = statesOf<TransferState>(
  {
    new: { label: "Đang xem" },
    matched: { label: "Đã khớp", kind: "success" },
    under: { label: "Thiếu", kind: "warning" },
    over: { label: "Thừa", kind: "warning" },
    late: { label: "Trễ", kind: "warning" },
    duplicate: { label: "Trùng", kind: "warning" },
    unmatched: { label: "Chưa rõ", kind: "danger" },
    outgoing: { label: "Tiền ra" },
    ignored: { label: "Bỏ qua" },
  },
  "new",
);

const exceptions = ["unmatched", "under", "over", "late", "duplicate"] as const;

/** The tabs of the inbox: what needs a hand, what is done, what pays nothing, and all. */
export const transferTabs: ListTabs = {
  name: "state",
  label: "Tình trạng",
  choices: [
    { value: "", label: "Cần xử lý", query: { state: "exceptions" }, isUrgent: true },
    { value: "matched", label: "Đã khớp", query: { state: "matched" } },
    { value: "aside", label: "Bỏ qua và tiền ra", query: { state: "aside" } },
    { ...allTab, value: "all" },
  ],
  endpoint: "GET /api/admin/payments/stats",
  counts: ({ states, total }) => ({
    "": exceptions.reduce((sum, state) => sum + states[state], 0),
    matched: states.matched,
    aside: asideStates.reduce((sum, state) => sum + states[state], 0),
    all: total,
  }),
  ...loadErrors,
};

/** Narrows the first tab to one reason, and that of what pays nothing to one kind; a choice leads to its tab. */
export const reasonFilter: Filter = {
  name: "reason",
  param: "only",
  label: "Lý do",
  all: "Mọi lý do",
  options: [...exceptions, ...asideStates].map((value) => ({ value, label: transferLooks.labelOf(value) })),
};

export const originLabels: Readonly<Record<TransferOrigin, string>> = {
  sepay: "SePay",
  casso: "Casso",
  payos: "payOS",
  statement: "Sao kê",
};

/** Returns where a transfer is known from: `SePay, hỏi lại`, `Sao kê, Lan nhập`. */
export function sourceText({
  provider,
  source,
  told_by,
}: Pick<TransferTelling, "provider" | "source" | "told_by">): string {
  const how = source === "poll" ? "hỏi lại" : told_by === null ? undefined : `${told_by} nhập`;
  return [originLabels[provider], how].filter(Boolean).join(", ");
}

const reasons: Readonly<Record<TransferReason, string>> = {
  no_code: "Nội dung không có mã đơn",
  mistyped: "Mã trong nội dung bị gõ sai",
  unknown_code: "Không có đơn nào mang mã này",
  several: "Nội dung có mã của nhiều đơn",
  other_account: "Tiền vào tài khoản khác",
  ended: "Đơn đã bị hủy, từ chối hoặc hoàn tiền",
  package_changed: "Đơn đã hết hạn, gói đã đổi giá hoặc ngừng bán",
  erased: "Đơn đã được xóa thông tin vì quá thời hạn lưu giữ",
  already_paid: "Đơn đã được thanh toán trước đó",
  too_little: "Chưa đủ số tiền của đơn",
  too_much: "Nhiều hơn số tiền của đơn",
};

/** Returns why a transfer has its state, in words; empty where the state says all. */
export function reasonText({ state, reason, note, amount, refunded }: Transfer): string {
  if (state === "ignored" && note) return note;
  if (state === "ignored" && refunded === amount) return "Đã hoàn hết cho khách";
  return reason === null ? "" : (reasons[reason] ?? "");
}

/** Reasons that say no more than the state itself. */
const plainReasons: readonly (TransferReason | null)[] = ["no_code", "too_little", "too_much", "already_paid"];

/** Returns why a transfer has its state, for its row: empty also where the name of the state says as much. */
export function extraReason(transfer: Transfer): string {
  return plainReasons.includes(transfer.reason) && transfer.state !== "ignored" ? "" : reasonText(transfer);
}

/** Returns what is left of incoming money, in đồng. */
export function openOf({ direction, state, amount, allocated, refunded }: Transfer): number {
  return direction === "out" || state === "ignored" ? 0 : amount - allocated - refunded;
}

/** Returns what an order or a request still misses, in đồng. */
export function missingOf({ price, received, is_paid }: Payable): number {
  return is_paid ? 0 : Math.max(price - received, 0);
}
