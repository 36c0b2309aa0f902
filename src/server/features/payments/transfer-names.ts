/** Names of transfers and their states for people; the audit trail repeats neither memo nor sender. */
import type { TransferOrigin, TransferState } from "#contract/payments.ts";
import { dong } from "#server/platform/money.ts";
import type { TransferRow } from "./ledger.repository.ts";
import type { PayingTransfer } from "./payment-port.ts";
import { referenceKey } from "./same-money.ts";

/** Returns the name of a transfer: `Giao dịch số 12, 49.000 ₫`. */
export function transferName({ id, amount }: { id: number; amount: number }): string {
  return `Giao dịch số ${id}, ${dong(amount)}`;
}

const providerNames: Record<TransferOrigin, string> = {
  sepay: "SePay",
  casso: "Casso",
  payos: "payOS",
  statement: "sao kê",
};

/** Returns a transfer as the trail of what it pays names it: `giao dịch số 12 (sao kê, Lan nhập)`. */
export function payingTransfer({
  id,
  provider,
  told_by,
  reference,
}: Pick<TransferRow, "id" | "provider" | "told_by" | "reference">): PayingTransfer {
  const from = told_by === null ? providerNames[provider] : `${providerNames[provider]}, ${told_by} nhập`;
  return { reference: referenceKey(reference) === null ? null : reference, name: `giao dịch số ${id} (${from})` };
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
