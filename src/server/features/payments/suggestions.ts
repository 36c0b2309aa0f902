/** What an open transfer might pay, the likeliest first. */
import { fold } from "#contract/fold.ts";
import type { Payable, PayableSuggestion } from "#contract/payments.ts";
import type { Payables } from "#server/features/payables.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { codeDistance } from "./code-distance.ts";
import { memoCodes } from "./matching.ts";
import type { TransferRow } from "./transfer-list.repository.ts";

/** Days before a transfer in which an order of the same amount may have been made. */
const amountDays = 14;
const dayMs = 24 * 60 * 60_000;
/** The clocks of banks and of the site may differ, and some banks tell the day alone. */
const laterMs = dayMs;
const mostOfAmount = 20;
/** Orders, and requests, that wait and whose names are compared. */
const mostWaiting = 5000;
const mostOfName = 20;
const mostShown = 8;

/**
 * Returns at most eight suggestions: by the distance of their code; what waits before what has ended; name and amount together, the name, the amount;
 * and the time. Names are looked for among all that wait, whatever their age.
 */
export async function suggestionsFor(
  transfer: TransferRow,
  { orders, requests }: { orders: Payables; requests: Payables },
  known: readonly Payable[],
): Promise<PayableSuggestion[]> {
  const { direction, amount, allocated, refunded, memo, code, state, occurred_at } = transfer;
  const open = amount - allocated - refunded;
  if (direction === "out" || state === "ignored" || open <= 0) return [];
  const { codes: right, mistyped } = memoCodes(memo);
  const codes = [...new Set([...(code === null ? [] : [code]), ...right, ...(mistyped?.similar ?? [])])];
  const time = Date.parse(occurred_at);
  const from = new Date(time - amountDays * dayMs).toISOString();
  const to = new Date(time + laterMs).toISOString();
  const isNamed = namesOf(transfer);
  const found = await Promise.all(
    [orders, requests].flatMap((payables) => [
      payables.byCode(codes),
      payables.unpaidOf(open, from, to, mostOfAmount),
      ofName(payables, isNamed),
    ]),
  );
  const all = new Map([...known, ...found.flat()].map((one) => [`${one.kind} ${one.id}`, one]));
  return [...all.values()]
    .map((one) => ({
      ...one,
      code_distance: codeDistance(memo, one.code),
      is_same_amount: one.price - one.received === open,
      is_same_name: isNamed(one.customer_name),
    }))
    .sort((a, b) => rank(a, time) - rank(b, time) || b.id - a.id)
    .slice(0, mostShown);
}

async function ofName(payables: Payables, isNamed: (name: string) => boolean): Promise<Payable[]> {
  const ids: number[] = [];
  for await (const { id, name } of inTurns(await payables.waitingNames(mostWaiting))) {
    if (ids.length < mostOfName && isNamed(name)) ids.push(id);
  }
  return payables.byId(ids);
}

/** Returns whether a transfer names a customer: as its sender, or in its memo, where one word alone says nothing. */
function namesOf({ sender_name, memo }: Pick<TransferRow, "sender_name" | "memo">): (name: string) => boolean {
  const sender = wordsOf(sender_name ?? "");
  const words = ` ${wordsOf(memo)} `;
  return (customer) => {
    const name = wordsOf(customer);
    return name !== "" && (name === sender || (name.includes(" ") && words.includes(` ${name} `)));
  };
}

const wordsOf = (text: string) =>
  fold(text)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Orders by distance, standing, reasons and hours between, each of which counts more than all that follow. */
function rank(one: PayableSuggestion, time: number): number {
  const hours = Math.min(Math.abs(time - Date.parse(one.created_at)) / 3_600_000, 99_999);
  const reasons = (one.is_same_name ? 0 : 2) + (one.is_same_amount ? 0 : 1);
  return (
    (one.code_distance ?? 9) * 10_000_000 + (one.is_paid || one.is_ended ? 1_000_000 : 0) + reasons * 100_000 + hours
  );
}
