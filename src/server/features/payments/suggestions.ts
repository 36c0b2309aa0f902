/** What an open transfer might pay, the likeliest first. */
import { type Likeness, likenessOf } from "#contract/payer.ts";
import type { Payable, PayableSuggestion } from "#contract/payments.ts";
import type { PayableCustomer, Payables } from "#server/features/payables.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { caseless } from "#server/platform/text.ts";
import { codeDistance } from "./code-distance.ts";
import { memoCodes } from "./matching.ts";
import type { InboxRepository, TransferRow } from "./transfer-list.repository.ts";

/** Days before a transfer in which an order of the same amount may have been made. */
const amountDays = 14;
const dayMs = 24 * 60 * 60_000;
/** The clocks of banks and of the site may differ, and some banks tell the day alone. */
const laterMs = dayMs;
const mostOfAmount = 20;
/** Orders, and requests, that wait and whose customers are compared. */
const mostWaiting = 5000;
const mostOfPayer = 20;
const mostShown = 8;

/** Whether money of the sender's account was attached for a customer before. */
type HasPaidFor = (customer: PayableCustomer) => boolean;

export interface SuggestionSources {
  orders: Payables;
  requests: Payables;
  paidFrom: InboxRepository["paidFrom"];
}

/**
 * Returns at most eight suggestions: by the distance of their code; what waits before what has ended; the payer and the amount together, a
 * similar name and the amount, the payer, a similar name, the amount; how alike the names are; and the time. The payer, by name or by an
 * account that paid for the customer before, is looked for among all that wait, whatever their age.
 */
export async function suggestionsFor(
  transfer: TransferRow,
  sources: SuggestionSources,
  known: readonly Payable[],
): Promise<PayableSuggestion[]> {
  const { orders, requests } = sources;
  const { direction, amount, allocated, refunded, memo, code, state, occurred_at } = transfer;
  const open = amount - allocated - refunded;
  if (direction === "out" || state === "ignored" || open <= 0) return [];
  const { codes: right, mistyped } = memoCodes(memo);
  const codes = [...new Set([...(code === null ? [] : [code]), ...right, ...(mistyped?.similar ?? [])])];
  const time = Date.parse(occurred_at);
  const from = new Date(time - amountDays * dayMs).toISOString();
  const to = new Date(time + laterMs).toISOString();
  const likeness = likenessOf(transfer);
  const hasPaidFor = await knownPayer(transfer, sources);
  const found = await Promise.all(
    [orders, requests].flatMap((payables) => [
      payables.byCode(codes),
      payables.unpaidOf(open, from, to, mostOfAmount),
      ofPayer(payables, likeness, hasPaidFor),
    ]),
  );
  const all = [...new Map([...known, ...found.flat()].map((one) => [keyOf(one), one])).values()];
  const paidFor = new Set<string>();
  for (const [kind, payables] of [
    ["order", orders],
    ["request", requests],
  ] as const) {
    const customers = await payables.customers(all.flatMap((one) => (one.kind === kind ? one.id : [])));
    for (const customer of customers) if (hasPaidFor(customer)) paidFor.add(keyOf({ kind, id: customer.id }));
  }
  return all
    .map((one) => {
      const alike = likeness(one.customer_name);
      const suggestion: PayableSuggestion = {
        ...one,
        code_distance: codeDistance(memo, one.code),
        is_same_amount: one.price - one.received === open,
        is_same_name: alike >= 1,
        is_similar_name: alike > 0 && alike < 1,
        is_known_payer: paidFor.has(keyOf(one)),
      };
      const hours = Math.abs(time - Date.parse(one.created_at)) / 3_600_000;
      return { suggestion, order: [...standing(suggestion), -alike, hours, -one.id] };
    })
    .sort((a, b) => compare(a.order, b.order))
    .slice(0, mostShown)
    .map(({ suggestion }) => suggestion);
}

const keyOf = ({ kind, id }: Pick<Payable, "kind" | "id">) => `${kind} ${id}`;

/** Returns what waits of customers that may have paid: the likeliest by account and name, the latest of them. */
async function ofPayer(payables: Payables, likeness: Likeness, hasPaidFor: HasPaidFor): Promise<Payable[]> {
  const payers: { id: number; likelihood: number }[] = [];
  for await (const customer of inTurns(await payables.waiting(mostWaiting))) {
    const likelihood = likeness(customer.name) + (hasPaidFor(customer) ? 1 : 0);
    if (likelihood > 0) payers.push({ id: customer.id, likelihood });
  }
  payers.sort((a, b) => b.likelihood - a.likelihood);
  return payables.byId(payers.slice(0, mostOfPayer).map(({ id }) => id));
}

/** Returns a test whether money of the sender's account was attached for a customer before. An account of which a part is hidden says nothing. */
async function knownPayer(
  { id, sender_account }: TransferRow,
  { orders, requests, paidFrom }: SuggestionSources,
): Promise<HasPaidFor> {
  if (sender_account === null || !/^[0-9A-Z]{6,}$/.test(sender_account) || /X{2}/.test(sender_account))
    return () => false;
  const paid = await paidFrom(sender_account, id);
  const customers = await Promise.all([
    orders.customers(paid.flatMap(({ order_id }) => order_id ?? [])),
    requests.customers(paid.flatMap(({ request_id }) => request_id ?? [])),
  ]);
  const contacts = new Set(customers.flat().flatMap(contactsOf));
  return (customer) => contactsOf(customer).some((contact) => contacts.has(contact));
}

/** Returns by what a customer is known again. */
function contactsOf({ phone, email }: PayableCustomer): string[] {
  // Without the country's code or the nought that stands for it.
  const digits = (phone ?? "").replace(/\D/g, "").replace(/^(84|0)/, "");
  return [...(digits === "" ? [] : [digits]), ...(email === "" ? [] : [caseless(email)])];
}

/** Returns by what suggestions are ordered before the likeness of names: distance, whether it has ended, reasons. */
function standing(one: PayableSuggestion): number[] {
  const isPayer = one.is_same_name || one.is_known_payer;
  const reasons = one.is_same_amount ? [isPayer, one.is_similar_name] : [false, false, isPayer, one.is_similar_name];
  const place = reasons.indexOf(true);
  return [
    one.code_distance ?? 9,
    one.is_paid || one.is_ended ? 1 : 0,
    place < 0 ? (one.is_same_amount ? 4 : 5) : place,
  ];
}

/** Compares lists of numbers by the first one that differs. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, n) => value !== b[n]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}
