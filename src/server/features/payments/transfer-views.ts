/** Replies made of a transfer. */
import {
  type Payable,
  type Transfer,
  type TransferAllocation,
  TransferReason,
  type TransferRefund,
} from "#contract/payments.ts";
import type { AllocationRow, RefundRow } from "./ledger.repository.ts";
import type { TransferRow } from "./transfer-list.repository.ts";
import { versionOfTransfer } from "./transfer-version.ts";

const Reason = TransferReason.nullable().catch(null);

/** Returns a transfer as administrators see it. */
export function transferView(row: TransferRow): Transfer {
  return { ...row, reason: Reason.parse(row.reason), version: versionOfTransfer(row) };
}

/** @param payables what the allocations of a transfer pay, as far as it is there. */
export function allocationView(row: AllocationRow, payables: readonly Payable[]): TransferAllocation {
  const { transfer_id: _transfer, order_id, request_id, ...rest } = row;
  const payable = payables.find((one) => one.id === (one.kind === "order" ? order_id : request_id)) ?? null;
  return { ...rest, payable };
}

export function refundView({ transfer_id: _transfer, ...row }: RefundRow): TransferRefund {
  return row;
}
