/**
 * Decides what a transfer pays, from the codes of its memo and the orders and requests that they name. Without a database; `settle.ts`
 * reads, asks and writes (docs/rooms/payments.md#matching).
 */
import { fold } from "#contract/fold.ts";
import { codePrefixes, codesIn } from "#contract/order-search.ts";
import type { TransferReason, TransferState } from "#contract/payments.ts";
import { codeAlphabet, isTransferCode, randomSigns, similarCodes } from "#contract/transfer-code.ts";
import type { PayableState } from "./payment-port.ts";

/** Codes that are looked up for one memo; a memo with more of them is nobody's payment. */
const maxCodes = 20;

interface Placed {
  code: string;
  /** In the memo, in UTF-16 units; `to` is exclusive. */
  from: number;
  to: number;
}

const candidate = new RegExp(
  `(?=((?:${Object.values(codePrefixes).join("|")})[${codeAlphabet}]{${randomSigns + 1}}))`,
  "g",
);

/** Returns every code with a right check sign in a memo: without marks, in upper case, whatever stands between its letters and digits. */
function rightCodes(memo: string): Placed[] {
  let joined = "";
  const places: { from: number; to: number }[] = [];
  let at = 0;
  for (const character of memo) {
    const signs = fold(character)
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "");
    for (const sign of signs) {
      joined += sign;
      places.push({ from: at, to: at + character.length });
    }
    at += character.length;
  }
  return [...joined.matchAll(candidate)].flatMap(({ 1: code = "", index }) => {
    const isRight = Object.values(codePrefixes).some((prefix) => isTransferCode(prefix, code));
    const [first, last] = [places[index], places[index + code.length - 1]];
    return isRight && first && last ? [{ code, from: first.from, to: last.to }] : [];
  });
}

/** Returns the words of a memo that are codes but for a typing error: a wrong check sign, and a code that one error makes of it. */
function typingErrors(memo: string): (Placed & { similar: string[] })[] {
  return codesIn(memo).flatMap(({ prefix, code, from, to, isWord, hasDigit }) => {
    const similar = isWord && hasDigit && !isTransferCode(prefix, code) ? similarCodes(prefix, code) : [];
    return similar.length === 0 ? [] : [{ code, from, to, similar }];
  });
}

export interface MemoCodes {
  /** Codes with a right check sign, each once, in the order of the memo. */
  codes: readonly string[];
  /** A code with a wrong check sign, and those that one typing error makes of it; told only when there is no right one. */
  mistyped?: { typed: string; similar: readonly string[] };
}

/** Returns the codes of a memo. */
export function memoCodes(memo: string): MemoCodes {
  const codes = [...new Set(rightCodes(memo).map(({ code }) => code))].slice(0, maxCodes);
  const [error] = codes.length === 0 ? typingErrors(memo) : [];
  return error ? { codes, mistyped: { typed: error.code, similar: error.similar } } : { codes };
}

/**
 * Returns where codes stand in a memo, in UTF-16 units with an exclusive end: those with a right check sign, else a mistyped one.
 * @param code shows the places of this one alone; null or undefined for all.
 */
export function codeMarks(memo: string, code?: string | null): { from: number; to: number }[] {
  const right = rightCodes(memo);
  const found = right.length > 0 ? right : typingErrors(memo).slice(0, 1);
  return found.filter((each) => code == null || each.code === code).map(({ from, to }) => ({ from, to }));
}

export interface Facts {
  direction: "in" | "out";
  /** Whole đồng that pay nothing yet. */
  amount: number;
  /** ISO. */
  occurredAt: string;
  memo: MemoCodes;
  /** The code that the account or the payment link stands for, whatever the memo says. */
  linkCode?: string | undefined;
  /** Whether it came to the configured account. */
  isOurs: boolean;
  /** Orders and requests of the codes. */
  payables: readonly PayableState[];
  /** Whole đồng that may be missing. */
  tolerance: number;
}

export interface Decision {
  state: Exclude<TransferState, "new">;
  reason: TransferReason | null;
  code: string | null;
  /** The order or request that it pays, or is suggested for. */
  payable?: PayableState;
  /** Whole đồng of it that pay something. */
  allocate: number;
  /** Whether the order or request is paid by it. */
  isPaid: boolean;
}

/** Returns what becomes of a transfer that nobody has looked at. */
export function decide(facts: Facts): Decision {
  const { direction, memo, linkCode, isOurs, payables } = facts;
  const codes = linkCode === undefined ? memo.codes : [linkCode];
  const code = codes[0] ?? memo.mistyped?.typed ?? null;
  const left = (state: Decision["state"], reason: TransferReason | null, payable?: PayableState): Decision => ({
    state,
    reason,
    code: payable?.code ?? code,
    ...(payable ? { payable } : {}),
    allocate: 0,
    isPaid: false,
  });
  if (direction === "out") return left("outgoing", null);
  const payable = chosen(payables);
  if (!isOurs && linkCode === undefined) {
    return left(code === null ? "ignored" : "unmatched", "other_account", payable);
  }
  if (payable) return pay(facts, payable, left);
  if (payables.length > 0) return left("unmatched", "several");
  if (codes.length > 0) return left("unmatched", "unknown_code");
  return left("unmatched", memo.mistyped ? "mistyped" : "no_code");
}

/** Returns the one that waits for money, else the one that can be taken up again, else the only one; undefined when there are several. */
function chosen(payables: readonly PayableState[]): PayableState | undefined {
  for (const standing of ["waiting", "renewable"] as const) {
    const fitting = payables.filter((each) => each.standing === standing);
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0] : undefined;
  }
  return payables.length === 1 ? payables[0] : undefined;
}

function pay(
  { amount, occurredAt, tolerance }: Facts,
  payable: PayableState,
  left: (state: Decision["state"], reason: TransferReason | null, payable: PayableState) => Decision,
): Decision {
  const { standing, price, received } = payable;
  if (standing === "erased") return left("late", "erased", payable);
  if (standing === "ended" || standing === "refunded") return left("late", "ended", payable);
  if (standing === "changed") return left("late", "package_changed", payable);
  const missing = missingOf(payable);
  if (standing === "paid") {
    const isExpected = missing > tolerance && (received === 0 ? isSeenBefore(payable, occurredAt) : amount <= missing);
    if (!isExpected) return left("duplicate", "already_paid", payable);
  }
  // Nothing was asked for, so a person decides.
  if (missing === 0) return left("over", "too_much", payable);
  const allocate = Math.min(amount, missing);
  const isPaid = standing === "paid" || isEnough(price, received + allocate, tolerance);
  const open = amount - allocate;
  const { state, reason } = stateOf({ open, isPaid });
  return { state, reason, code: payable.code, payable, allocate, isPaid };
}

/** Between the clocks of the bank and of the site, in milliseconds. */
const clockDifference = 3600_000;

/** Whether a person may have seen the money before it was told of here, and confirmed it by hand. */
function isSeenBefore({ paid_at }: PayableState, occurredAt: string): boolean {
  return paid_at !== null && Date.parse(occurredAt) <= Date.parse(paid_at) + clockDifference;
}

/** Returns whole đồng that are missing. */
export function missingOf({ price, received }: Pick<PayableState, "price" | "received">): number {
  return Math.max(0, price - received);
}

/** Whether a sum of allocations pays a price. */
export function isEnough(price: number, received: number, tolerance: number): boolean {
  return received > 0 && received + tolerance >= price;
}

/** Returns the state of a transfer of which a part pays something. @param isPaid whether all that it pays is paid. */
function stateOf({ open, isPaid }: { open: number; isPaid: boolean }): {
  state: "under" | "over" | "matched";
  reason: TransferReason | null;
} {
  if (!isPaid) return { state: "under", reason: "too_little" };
  return open > 0 ? { state: "over", reason: "too_much" } : { state: "matched", reason: null };
}

/** States of a transfer that pays nothing, by the reason that it was left for. */
const statesOfReasons: Record<TransferReason, "unmatched" | "late" | "duplicate" | "over"> = {
  no_code: "unmatched",
  mistyped: "unmatched",
  unknown_code: "unmatched",
  several: "unmatched",
  other_account: "unmatched",
  ended: "late",
  package_changed: "late",
  erased: "late",
  already_paid: "duplicate",
  too_little: "unmatched",
  too_much: "over",
};

export interface Sums {
  direction: "in" | "out";
  /** Whole đồng. */
  amount: number;
  allocated: number;
  refunded: number;
  reason: TransferReason | null;
  /** Whether all that it pays is paid. */
  isPaid: boolean;
}

/** Returns the state of a transfer that a person changed, or whose order did: it follows from its sums. */
export function stateAfter(sums: Sums): Pick<Decision, "state" | "reason"> {
  const { direction, amount, allocated, refunded, reason, isPaid } = sums;
  const open = amount - allocated - refunded;
  if (direction === "out") return { state: "outgoing", reason: null };
  if (allocated > 0) return stateOf({ open, isPaid });
  // All of it was sent back.
  if (open === 0) return { state: "ignored", reason };
  return { state: reason === null ? "unmatched" : statesOfReasons[reason], reason };
}
