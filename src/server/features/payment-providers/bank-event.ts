/** A movement on a bank account, as every service and every statement is turned into. */
import type { TransferOrigin } from "#contract/payments.ts";

export interface BankEvent {
  provider: TransferOrigin;
  /** Unique within the provider. */
  providerId: string;
  direction: "in" | "out";
  /** Whole đồng, positive in both directions. */
  amount: number;
  /** The content, as the bank reported it. */
  memo: string;
  /** The account of the site, and the virtual one below it. */
  account: string;
  subAccount: string | null;
  senderName: string | null;
  senderAccount: string | null;
  senderBank: string | null;
  /** The bank's own number of it. */
  reference: string | null;
  /** `orderCode` of the payOS link that it came by, kept as `provider_order`: it finds the order without a memo. */
  providerOrder?: number | null;
  /** Whole đồng on the account afterwards, where the service tells it. */
  balance: number | null;
  /** ISO in UTC; banks tell the time of Vietnam. */
  occurredAt: string;
}
