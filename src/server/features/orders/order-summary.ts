/** The texts of an order's entries in the audit trail: amount, states from → to, and what else changed. Free text is named, never repeated. */

import type { FieldChange } from "#contract/history.ts";
import type { OrderChange } from "#contract/orders.ts";
import { fieldChanges, shownTime, type TrailFields } from "#server/features/audit/audit.service.ts";
import { dong } from "#server/platform/money.ts";
import type { OrderRow } from "./orders.repository.ts";
import { paymentLabels, statusLabels } from "./orders-sheet.ts";

const textLabels = {
  payment_note: "ghi chú của khách",
  admin_notes: "ghi chú quản trị",
  end_message: "lời nhắn cho khách",
} as const satisfies Partial<Record<keyof OrderRow, string>>;

const byTransfer = "từ ";

/** Reason and bank reference of a refund, for its entry in the trail. */
export interface RefundNote {
  reason: string;
  reference: string | null;
}

/**
 * Returns the summary of an entry: `HM2345678K (399.000 ₫; Chờ xử lý → Đã xác nhận; Đã thanh toán; tài khoản: không có → lan)`.
 * @param username of the account that the order has now, when it changed.
 * @param transfer name of the transfer that paid it
 */
export function orderSummary(before: OrderRow, after: OrderRow, username?: string, transfer?: string): string {
  const { code, payment_amount, payment_reference: reference } = after;
  const moved = (from: string, to: string) => (from === to ? to : `${from} → ${to}`);
  const parts = [
    dong(payment_amount),
    moved(statusLabels[before.status], statusLabels[after.status]),
    moved(paymentLabels[before.payment_status], paymentLabels[after.payment_status]),
  ];
  if (after.received_amount !== before.received_amount) {
    parts.push(`đã nhận: ${dong(before.received_amount)} → ${dong(after.received_amount)}`);
  }
  if (after.refunded_amount !== before.refunded_amount) {
    parts.push(`đã hoàn: ${dong(before.refunded_amount)} → ${dong(after.refunded_amount)}`);
  }
  if (after.premium_taken_at !== before.premium_taken_at) {
    parts.push(after.premium_taken_at === null ? "Premium: đã thu lại → cộng lại" : "Premium: đã cộng → thu lại");
  }
  if (transfer !== undefined) parts.push(`${byTransfer}${shown(transfer)}`);
  if (after.user_id !== before.user_id) {
    const former = before.user_id === null ? "không có" : `số ${before.user_id}`;
    const present = after.user_id === null ? "không có" : (username ?? `số ${after.user_id}`);
    parts.push(`tài khoản: ${former} → ${present}`);
  }
  if (reference !== before.payment_reference) {
    parts.push(`mã tham chiếu: ${shown(before.payment_reference)} → ${shown(reference)}`);
  }
  for (const [field, label] of Object.entries(textLabels) as [keyof typeof textLabels, string][]) {
    if (after[field] !== before[field]) parts.push(`sửa ${label}`);
  }
  return `${code} (${parts.join("; ")})`;
}

const trail: TrailFields<OrderRow, OrderChange> = {
  status: { label: "Trạng thái đơn", show: (status) => statusLabels[status] },
  payment_status: { label: "Thanh toán", show: (status) => paymentLabels[status] },
  received_amount: { label: "Đã nhận", show: dong },
  refunded_amount: { label: "Đã hoàn", show: dong },
  premium_taken_at: { label: "Thu lại Premium", show: shownTime },
  payment_reference: "Mã tham chiếu",
  user_name: "Tên khách",
  user_phone: "Điện thoại",
  user_email: "Email",
  user_id: { label: "Tài khoản", show: (id) => (id === null ? null : `số ${id}`) },
  premium_granted_at: { label: "Cộng Premium", show: shownTime },
  payment_note: "Ghi chú của khách",
  admin_notes: "Ghi chú quản trị",
  end_message: "Lời nhắn cho khách",
};

/** Returns what a change of an order made of what. @param refund that it notes */
export function orderChanges(before: OrderRow, after: OrderRow, refund?: RefundNote): FieldChange[] {
  const noted = refund && [
    { field: "Lý do hoàn tiền", from: null, to: refund.reason },
    { field: "Mã giao dịch hoàn", from: null, to: refund.reference },
  ];
  return [...fieldChanges(trail, before, after), ...(noted ?? []).filter(({ to }) => to !== null)];
}

/** Returns what an entry says that changed: the parts of its summary with an arrow, the texts, and the transfer that paid; nothing for an older entry. */
export function changesIn(summary: string): string[] {
  const [, parts = ""] = /^\S+ \((.*)\)$/s.exec(summary) ?? [];
  const isChange = (part: string) => part.includes(" → ") || part.startsWith("sửa ") || part.startsWith(byTransfer);
  return parts.split("; ").filter(isChange);
}

/** Without the signs that separate parts. */
const shown = (text: string | null) => text?.replace(/[;→]/g, " ") ?? "không có";
