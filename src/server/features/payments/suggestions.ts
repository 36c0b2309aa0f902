/** What an open transfer might pay, the likeliest first. */
import { fold } from "#contract/fold.ts";
import type { Payable, PayableSuggestion } from "#contract/payments.ts";
import type { Payables } from "#server/features/payables.ts";
import { codeDistance } from "./code-distance.ts";
import { memoCodes } from "./matching.ts";
import type { TransferRow } from "./transfer-list.repository.ts";

/** Days before a transfer in which an order of the same amount may have been made. */
const amountDays = 14;
const dayMs = 24 * 60 * 60_000;
/** The clocks of banks and of the site may differ, and some banks tell the day alone. */
const laterMs = dayMs;
const mostOfAmount = 20;
const mostShown = 8;

/** Returns at most eight suggestions: by the distance of their code, then the amount, the name of the sender, and the time. */
export async function suggestionsFor(
  transfer: TransferRow,
  { orders, requests }: { orders: Payables; requests: Payables },
  known: readonly Payable[],
): Promise<PayableSuggestion[]> {
  const { direction, amount, allocated, refunded, memo, code, state, sender_name, occurred_at } = transfer;
  const open = amount - allocated - refunded;
  if (direction === "out" || state === "ignored" || open <= 0) return [];
  const { codes: right, mistyped } = memoCodes(memo);
  const codes = [...new Set([...(code === null ? [] : [code]), ...right, ...(mistyped?.similar ?? [])])];
  const time = Date.parse(occurred_at);
  const from = new Date(time - amountDays * dayMs).toISOString();
  const to = new Date(time + laterMs).toISOString();
  const found = await Promise.all(
    [orders, requests].flatMap((payables) => [payables.byCode(codes), payables.unpaidOf(open, from, to, mostOfAmount)]),
  );
  const all = new Map([...known, ...found.flat()].map((one) => [`${one.kind} ${one.id}`, one]));
  const sender = fold(sender_name ?? "");
  return [...all.values()]
    .map((one) => ({
      ...one,
      code_distance: codeDistance(memo, one.code),
      is_same_amount: one.price - one.received === open || one.price === open,
      is_same_name: sender !== "" && fold(one.customer_name) === sender,
    }))
    .sort((a, b) => rank(a, time) - rank(b, time) || b.id - a.id)
    .slice(0, mostShown);
}

/** Orders by distance, amount, name and hours between, each of which counts more than all that follow. */
function rank(one: PayableSuggestion, time: number): number {
  const hours = Math.min(Math.abs(time - Date.parse(one.created_at)) / 3_600_000, 99_999);
  return (
    (one.code_distance ?? 9) * 10_000_000 +
    (one.is_same_amount ? 0 : 1_000_000) +
    (one.is_paid ? 500_000 : 0) +
    (one.is_same_name ? 0 : 200_000) +
    hours
  );
}
