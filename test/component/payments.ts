/** Complete API replies about transfers, for component tests; tests pass the fields that matter. */
import type { PaymentProviderStatus } from "#contract/payment-config.ts";
import {
  type ListedTransfer,
  type Payable,
  type PayableSuggestion,
  type TransferAllocation,
  type TransferDetail,
  type TransferStats,
  transferStates,
} from "#contract/payments.ts";

const created_at = "2026-05-01T08:00:00.000Z";

/** Returns a transfer of 399.000 đồng with the code of an order, that nobody knows for what. */
export function aTransfer(fields: Partial<ListedTransfer> = {}): ListedTransfer {
  return {
    id: 3,
    provider: "sepay",
    direction: "in",
    amount: 399_000,
    memo: "MBVCB.2427.HM2345678K.CT tu 1027236393 NGUYEN THI LAN",
    account: "0123456789",
    sub_account: null,
    sender_name: "NGUYEN THI LAN",
    sender_account: "1027236393",
    sender_bank: "ACB",
    reference: "FT26325088172",
    balance: 12_345_000,
    occurred_at: created_at,
    received_at: created_at,
    state: "unmatched",
    reason: "no_code",
    note: null,
    code: null,
    order_id: null,
    request_id: null,
    allocated: 0,
    refunded: 0,
    decided_by: null,
    version: "v1",
    suggestion: null,
    ...fields,
  };
}

export function aTransferDetail(fields: Partial<TransferDetail> = {}): TransferDetail {
  const { marks = [], allocations = [], refunds = [], suggestions = [], tellings = [], ...transfer } = fields;
  const { source = "webhook", told_by = null } = transfer;
  const { suggestion: _s, ...row } = aTransfer(transfer);
  return { ...row, source, told_by, tellings, marks, allocations, refunds, suggestions };
}

/** Returns an order of 399.000 đồng that waits for its money. */
export function aPayable(fields: Partial<Payable> = {}): Payable {
  return {
    kind: "order",
    id: 7,
    code: "HM2345678K",
    customer_name: "Nguyễn Thị Lan",
    title: "Gói năm",
    price: 399_000,
    received: 0,
    is_paid: false,
    is_ended: false,
    state_text: "Chờ thanh toán",
    created_at,
    ...fields,
  };
}

export function aSuggestion(fields: Partial<PayableSuggestion> = {}): PayableSuggestion {
  return {
    ...aPayable(fields),
    code_distance: 0,
    is_same_amount: true,
    is_same_name: false,
    is_similar_name: false,
    is_known_payer: false,
    ...fields,
  };
}

export function anAllocation(fields: Partial<TransferAllocation> = {}): TransferAllocation {
  return {
    id: 21,
    amount: 399_000,
    extra_days: null,
    payable: aPayable({ received: 399_000, is_paid: true, state_text: "Đã thanh toán" }),
    created_at,
    created_by: "Hệ thống",
    undone_at: null,
    undone_by: null,
    ...fields,
  };
}

export function transferStats(states: Partial<TransferStats["states"]> = {}): TransferStats {
  const none = Object.fromEntries(transferStates.map((state) => [state, 0])) as TransferStats["states"];
  const all = { ...none, ...states };
  return {
    total: Object.values(all).reduce((sum, n) => sum + n, 0),
    received: 12_399_000,
    allocated: 11_900_000,
    refunded: 100_000,
    open: 399_000,
    states: all,
  };
}

export function aProvider(fields: Partial<PaymentProviderStatus> = {}): PaymentProviderStatus {
  return {
    provider: "sepay",
    state: "ready",
    received_at: created_at,
    wrong_signatures: 0,
    wrong_at: null,
    wrong_bytes: null,
    unreadable_calls: 0,
    unreadable_at: null,
    polled_at: created_at,
    poll_error: null,
    can_poll: true,
    is_silent: false,
    ...fields,
  };
}
