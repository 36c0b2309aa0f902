/** How the audit trail names transfers and their states: without memo and sender, who are persons. */
import type { TransferState } from "#contract/payments.ts";
import { dong } from "#server/features/money.ts";

/** Returns the name of a transfer: `Giao dịch số 12, 49.000 ₫`. */
export function transferName({ id, amount }: { id: number; amount: number }): string {
  return `Giao dịch số ${id}, ${dong(amount)}`;
}

export const transferStateNames: Record<TransferState, string> = {
  new: "Đang xem",
  matched: "Đã khớp",
  under: "Thiếu tiền",
  over: "Thừa tiền",
  late: "Đến muộn",
  duplicate: "Trả trùng",
  unmatched: "Chưa rõ",
  outgoing: "Tiền ra",
  ignored: "Bỏ qua",
};
