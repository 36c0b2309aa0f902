/** What orders and requests tell of their payments to whoever follows these. */
import type { Tx } from "#server/platform/db/schema.ts";

export type PaidKind = "order" | "request";

export interface PaymentFacts {
  kind: PaidKind;
  id: number;
  /** Whether its money is here. */
  isPaid: boolean;
  /** Whether what was paid for is promised: an order may be paid and not confirmed. */
  isConfirmed: boolean;
  /** Whole đồng: its price. */
  amount: number;
  buyer: string;
  /** What is paid for. */
  what: string;
  code: string;
  /** Null while it is not paid. */
  paid_at: string | null;
  /** The bank's number of the transfer, where somebody noted it. */
  reference: string | null;
}

/** Runs in the transaction that changed an order or a request, whose lock is held. */
export type FollowPayment = (tx: Tx, facts: PaymentFacts) => Promise<void>;
