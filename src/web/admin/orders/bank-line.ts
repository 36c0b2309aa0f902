/** The facts of a pasted bank line about an order: its reference, and an amount that differs. */

import { fold } from "#contract/fold.ts";
import { creditIn, readOrderSearch } from "#contract/order-search.ts";
import type { AdminOrder } from "#contract/orders.ts";

export interface BankLine {
  /** The bank's reference; empty when none was recognised. */
  reference: string;
  /** Whole đồng that came in, when they are not those of the order. */
  otherAmount: number | undefined;
}

/** Returns what a text says about an order; undefined for a text that is not about it. */
export function bankLineOf(text: string, { code, payment_amount }: Pick<AdminOrder, "code" | "payment_amount">) {
  const found = readOrderSearch(text);
  const isAboutOrder =
    ((found.kind === "codes" || found.kind === "similar") && found.codes.includes(code)) ||
    (found.kind === "amount" && creditIn(text) === payment_amount);
  if (!isAboutOrder || text.replace(/\W/g, "").length <= code.length) return undefined;
  const credit = creditIn(text);
  return {
    reference: bankReference(text, code),
    otherAmount: credit === payment_amount ? undefined : credit,
  } satisfies BankLine;
}

const number = "[a-z0-9][a-z0-9./-]{5,39}";
/** Numbers with the banks' own beginnings, then those with a label before them. */
const patterns = [
  /\b(ft\d{8,}[a-z0-9]*)/,
  /\b(mbvcb\.\d{6,}(?:\.\d+)*)/,
  new RegExp(`\\b(?:ref(?:erence)?|ma ?gd|ma giao dich|so ?gd|so ct|ma ct|trace|txn(?:id)?)[\\s.:#-]*(${number})`),
];

/** Returns the bank's reference in a text, without the order's code. */
function bankReference(text: string, code: string): string {
  const folded = fold(text);
  for (const pattern of patterns) {
    const [, found = ""] = pattern.exec(folded) ?? [];
    const reference = (found.split(code.toLowerCase())[0] ?? "").replace(/[./-]+$/, "");
    if (/\d{4}/.test(reference)) return reference.toUpperCase();
  }
  return "";
}
