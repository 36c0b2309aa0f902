/** The tables of the services that tell of transfers. */
import type { Generated } from "kysely";
import { paymentsTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

/** A payment link of payOS. All are kept: late money still finds its order. */
interface PaymentLinkTable {
  id: Generated<number>;
  /** The transfer code of the order or request. */
  code: string;
  /** `orderCode` of payOS: a number that is never used again. */
  provider_code: number;
  /** `asked` until the provider has answered; `failed` when it did not in time. */
  state: "asked" | "open" | "failed" | "closed";
  link_id: string | null;
  amount: number;
  bank_bin: string | null;
  account: string | null;
  account_holder: string | null;
  /** The content that the provider wants in the transfer. */
  memo: string | null;
  vietqr: string | null;
  created_at: string;
  expires_at: string | null;
  /** Last time that the provider was asked about it; at first when it was made. */
  checked_at: string;
  /** When the provider said that it takes no more money; it is asked about for a day more, then it is closed. */
  ended_at: string | null;
}

/** The state of a service that tells of transfers, beside its settings. */
interface PaymentProviderTable {
  provider: "sepay" | "casso" | "payos";
  /** When it last told of a transfer, by a call of its own. */
  received_at: string | null;
  /** Calls with a wrong signature, and time and bytes of the last one. */
  wrong_signatures: Generated<number>;
  wrong_at: string | null;
  wrong_bytes: number | null;
  /** Calls with a right signature that could not be read, with the time of the last one. */
  unreadable_calls: Generated<number>;
  unreadable_at: string | null;
  poll_cursor: string | null;
  polled_at: string | null;
  /** In Vietnamese; null after a poll that succeeded. */
  poll_error: string | null;
}

export interface PaymentProviderTables {
  payment_links: PaymentLinkTable;
  payment_providers: PaymentProviderTable;
}

export const paymentProviderEntities = {
  payment_links: { key: ["id"] },
  payment_providers: { key: ["provider"], topic: paymentsTopic },
} as const satisfies Entities<keyof PaymentProviderTables>;
