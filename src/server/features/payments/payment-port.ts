/** How the money of transfers reaches what it pays: orders and requests each give one of these to the payments. */
import type { Payable } from "#contract/payments.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import type { OfficeCaller } from "#server/platform/http/caller.ts";

/** An order or a request that money may be for, and how it stands. */
export interface PayableState extends Pick<Payable, "kind" | "id" | "code" | "price" | "received"> {
  /**
   * `waiting`: for its money; `renewable`: its time was over, and its package costs the same as before; `changed`: its time was over, and
   * its package costs something else or is not sold any more; `ended`: cancelled by a person, or refused; `refunded`; `erased`: for its age.
   */
  standing: "waiting" | "renewable" | "paid" | "changed" | "ended" | "refunded" | "erased";
  /** ISO; null while it is not paid. */
  paid_at: string | null;
}

/** A caller of the back office, or the worker that settles transfers. */
export type PaymentActor = OfficeCaller | { kind: "system" };

/** The transfer that pays an order or a request. */
export interface PayingTransfer {
  /** The bank's number of it; null where the bank gave none that identifies it. */
  reference: string | null;
  /** For people: `giao dịch số 12 (SePay)`. */
  name: string;
}

/** All that takes a `Tx`, but `lock`, runs in a transaction that has taken the locks; each writes its entry in the audit trail. */
export interface PaymentPort {
  /** Returns the ids of those with one of some codes, erased ones among them. */
  idsOf(db: Db, codes: readonly string[]): Promise<number[]>;
  /** Returns those of some ids that are there and not paid. */
  unpaid(db: Db, ids: readonly number[]): Promise<number[]>;
  /** Returns the code of one; undefined when it is deleted. */
  codeOf(db: Db, id: number): Promise<string | undefined>;
  /** Locks in the order of the ids, and returns those that are there. */
  lock(tx: Tx, ids: readonly number[]): Promise<PayableState[]>;
  /** Whether the personal data of one is erased, whose payment nothing undoes any more. */
  isErased(db: Db, id: number): Promise<boolean>;
  /**
   * Marks one as paid, with all that follows; one that is paid stays so, and is confirmed.
   * @param received sum of its allocations, in whole đồng
   * @param transfer the one that is enough now
   */
  pay(tx: Tx, actor: PaymentActor, id: number, received: number, transfer: PayingTransfer): Promise<void>;
  /** Notes another sum of its allocations. @param transfer the one that came: one that had ended waits for the rest */
  receive(tx: Tx, actor: PaymentActor, id: number, received: number, transfer?: PayingTransfer): Promise<void>;
  /** Undoes the payment: it waits again, and what it gave is taken back. @param references the bank's numbers of the transfers that paid it */
  unpay(tx: Tx, actor: PaymentActor, id: number, received: number, references: readonly string[]): Promise<void>;
}

/** Premium before and after it is taken back. */
export interface PremiumChange {
  username: string;
  /** Null for a permanent one. */
  expires_at: string | null;
  /** Null when none is left. */
  expires_at_then: string | null;
}

/** Of orders, which give Premium besides. */
export interface OrderPaymentPort extends PaymentPort {
  /** Gives the account of a locked order more days. @param received sum of its allocations @throws ApiError `conflict` for one that is not paid, or has no account */
  extend(tx: Tx, actor: PaymentActor, id: number, received: number, days: number): Promise<void>;
  /** Takes such days back. */
  shorten(tx: Tx, actor: PaymentActor, id: number, received: number, days: number): Promise<void>;
  /**
   * Returns the Premium that an order gave; null where nothing can be taken back: without any, for an account that is deleted or was set free,
   * and for one that stays permanent. @param days those that were added alone
   */
  premiumOf(db: Db, id: number, days?: number): Promise<PremiumChange | null>;
}
