/** The tables of transfers and of what they pay. */
import type { Generated } from "kysely";
import { paymentsTopic } from "#server/features/topics.ts";
import type { Entities } from "#server/platform/db/entity.ts";

/** A movement on the bank account, as a service or a statement told of it. */
interface TransferTable {
  id: Generated<number>;
  provider: "sepay" | "casso" | "payos" | "statement";
  /** Unique within the provider. */
  provider_id: string;
  /** How it was first heard of. */
  source: "webhook" | "poll" | "statement";
  /** Of rows before 0067 alone, and unused: SQLite drops no unique column. */
  money_key: Generated<string | null>;
  /** Name of the importer of the statement that told of it first; null for one that a service told of, or that came before this was noted. */
  told_by: string | null;
  direction: "in" | "out";
  /** Whole đồng, positive in both directions. */
  amount: number;
  /** The content as the bank reported it. */
  memo: string;
  /** The account of the site that it came to or left, and the virtual one below it. */
  account: string;
  sub_account: string | null;
  sender_name: string | null;
  sender_account: string | null;
  sender_bank: string | null;
  /** The bank's own number of it. */
  reference: string | null;
  /** `orderCode` of the payOS link that it came by. */
  provider_order: number | null;
  /** Whole đồng on the account afterwards, where the bank tells it. */
  balance: number | null;
  occurred_at: string;
  received_at: string;
  /** The provider's message as it came. */
  raw: string | null;
  /** `new` until the worker has looked at it. */
  state: "new" | "matched" | "under" | "over" | "late" | "duplicate" | "unmatched" | "outgoing" | "ignored";
  /** Why it has the state, as a word of `transferReasons`. */
  reason: string | null;
  /** The words of whoever ignored it. */
  note: string | null;
  /** The code that was found in the memo. */
  code: string | null;
  /** The order or request that it pays, or is suggested for. */
  order_id: number | null;
  request_id: number | null;
  /** Whole đồng: sums of its allocations and refunds that are in effect. */
  allocated: Generated<number>;
  refunded: Generated<number>;
  /** Name of the person who decided last; null while only the worker has. */
  decided_by: string | null;
  updated_at: string;
  search_text: string;
  /** When all that tells of persons was removed for its age. */
  erased_at: Generated<string | null>;
}

/** That another source, or a service's list beside its calls, told of a transfer again. */
interface TransferTellingTable {
  id: Generated<number>;
  transfer_id: number;
  provider: TransferTable["provider"];
  provider_id: string;
  /** With the provider, at most once for each transfer: what one source tells apart is never one transfer. */
  source: TransferTable["source"];
  told_at: string;
  /** Name of the importer of a statement. */
  told_by: string | null;
  /** The transfer that it becomes when it is split off, as JSON; null once it is erased for its age. */
  event: string | null;
  /** The provider's message as it came. */
  raw: string | null;
}

/** Money of a transfer that pays an order or a request. */
interface TransferAllocationTable {
  id: Generated<number>;
  transfer_id: number;
  order_id: number | null;
  request_id: number | null;
  /** Whole đồng. */
  amount: number;
  /** Days of Premium that this money gave beyond the package; null where it pays the price. */
  extra_days: Generated<number | null>;
  created_at: string;
  /** Name of a person, or `Hệ thống`. */
  created_by: string;
  /** Null while it is in effect. */
  undone_at: string | null;
  undone_by: string | null;
}

/** Money that was sent back by hand. */
interface TransferRefundTable {
  id: Generated<number>;
  transfer_id: number;
  amount: number;
  reference: string | null;
  reason: string;
  /** The outgoing transfer, where the bank told of it. */
  outgoing_id: number | null;
  created_at: string;
  created_by: string;
  undone_at: string | null;
  undone_by: string | null;
}

/** A customer says that the money is under way. */
interface TransferClaimTable {
  id: Generated<number>;
  order_id: number | null;
  request_id: number | null;
  /** Key of a file: the picture of the bank's confirmation. */
  receipt_file: string | null;
  created_at: string;
  /** When it needs no hand any more. */
  closed_at: string | null;
  closed_by: string | null;
}

export interface PaymentTables {
  transfers: TransferTable;
  transfer_tellings: TransferTellingTable;
  transfer_allocations: TransferAllocationTable;
  transfer_refunds: TransferRefundTable;
  transfer_claims: TransferClaimTable;
}

export const paymentEntities = {
  transfers: {
    key: ["id"],
    references: ["premium_orders", "song_requests"],
    topic: paymentsTopic,
    trail: { entity: "transfer", name: "memo" },
    fileOwner: null,
  },
  transfer_tellings: { key: ["id"], references: ["transfers"], topic: paymentsTopic },
  transfer_allocations: {
    key: ["id"],
    references: ["transfers", "premium_orders", "song_requests"],
    topic: paymentsTopic,
  },
  transfer_refunds: { key: ["id"], references: ["transfers"], topic: paymentsTopic },
  transfer_claims: {
    key: ["id"],
    references: ["premium_orders", "song_requests"],
    topic: paymentsTopic,
    fileOwner: "transfer_claim",
  },
} as const satisfies Entities<keyof PaymentTables>;
