/** Names of transfers and their states for people; the audit trail repeats neither memo nor sender. */
import type { TransferState } from "#contract/payments.ts";
import { dong } from "#server/features/money.ts";

/** Returns the name of a transfer: `Giao dịch số 12, 49.000 ₫`. */
export function transferName({ id, amount }: { id: number; amount: number }): string {
  return `Giao dịch số ${id}, ${dong(amount)}`;
}

export const transferStateNames: Record<TransferState, string> = {
  new: "Đang xem",
  matched: "Đã khớp",
  under: "Thiếu",
  over: "Thừa",
  late: "Trễ",
  duplicate: "Trùng",
  unmatched: "Chưa rõ",
  outgoing: "Tiền ra",
  ignored: "Bỏ qua",
};
