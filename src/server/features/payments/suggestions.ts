/** What an open transfer might pay, the likeliest first. */
import { type Likeness, likenessOf, wordsOf } from "#contract/payer.ts";
import { isGuess, type Payable, type PayableSuggestion } from "#contract/payments.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { caseless } from "#server/platform/text.ts";
import { codeDistance } from "./code-distance.ts";
import { memoCodes } from "./matching.ts";
import type { PayableCustomer, Payables } from "./payables-port.ts";
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
/** Customers that a word of a page's transfer may name: surnames name more, and say nothing. */
const mostOfWord = 200;
/** Orders, and requests, that are read for each transfer of a page. */
const mostOfPage = 5;

/** Whether money of the sender's account was attached for a customer before. */
type HasPaidFor = (customer: PayableCustomer) => boolean;

export interface SuggestionSources {
  orders: Payables;
  requests: Payables;
  paidFrom: InboxRepository["paidFrom"];
}

export interface PageSources {
  orders: Payables;
  requests: Payables;
  paidFromAny: InboxRepository["paidFromAny"];
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
  const open = openOf(transfer);
  if (open <= 0) return [];
  const codes = codesOf(transfer);
  const time = Date.parse(transfer.occurred_at);
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
  return ranked(transfer, all, likeness, paidFor).slice(0, mostShown);
}

/**
 * Returns for the transfers of a page that name no order and no request the likeliest one that waits for money, by the transfers' ids: the
 * first of their suggestions for which more than the sum speaks. The number of queries does not depend on that of the transfers.
 */
export async function likeliestFor(
  transfers: readonly TransferRow[],
  { orders, requests, paidFromAny }: PageSources,
): Promise<Map<number, PayableSuggestion>> {
  const asking = transfers.filter((one) => one.order_id === null && one.request_id === null && openOf(one) > 0);
  if (asking.length === 0) return new Map();
  const codes = [...new Set(asking.flatMap(codesOf))];
  const accounts = asking.flatMap(({ sender_account }) => (isWholeAccount(sender_account) ? sender_account : []));
  const paid = await paidFromAny([...new Set(accounts)]);
  const found = await Promise.all([
    foundOf("order", orders, asking, codes, paid),
    foundOf("request", requests, asking, codes, paid),
  ]);
  const likeliest = new Map<number, PayableSuggestion>();
  for await (const transfer of inTurns(asking)) {
    const own = found.flatMap((one) => one(transfer));
    const paidFor = new Set(own.flatMap(({ payable, isKnown }) => (isKnown ? keyOf(payable) : [])));
    const payables = own.flatMap(({ payable }) => (payable.is_paid || payable.is_ended ? [] : payable));
    const [best] = ranked(transfer, payables, likenessOf(transfer), paidFor);
    if (best && !isGuess(best)) likeliest.set(transfer.id, best);
  }
  return likeliest;
}

type PaidBefore = Awaited<ReturnType<InboxRepository["paidFromAny"]>>;

interface Found {
  payable: Payable;
  /** Whether money of the sender's account was attached for its customer before. */
  isKnown: boolean;
}

/** Returns the function that tells what a transfer of a page may pay, of the orders or of the requests: by code, by name, by the sender's account. */
async function foundOf(
  kind: Payable["kind"],
  payables: Payables,
  asking: readonly TransferRow[],
  codes: readonly string[],
  paid: PaidBefore,
): Promise<(transfer: TransferRow) => Found[]> {
  const idOf = (row: PaidBefore[number]) => (kind === "order" ? row.order_id : row.request_id);
  const [coded, waiting, payers] = await Promise.all([
    payables.byCode(codes),
    payables.waiting(mostWaiting),
    payables.customers([...new Set(paid.flatMap((row) => idOf(row) ?? []))]),
  ]);
  const contactsById = new Map(payers.map((customer) => [customer.id, contactsOf(customer)]));
  const byWord = new Map<string, PayableCustomer[]>();
  const byContact = new Map<string, PayableCustomer[]>();
  for await (const customer of inTurns(waiting)) {
    const words = wordsOf(customer.name);
    for (const word of new Set([...words, words.join("")])) listIn(byWord, word).push(customer);
    for (const contact of contactsOf(customer)) listIn(byContact, contact).push(customer);
  }
  const customersOf = new Map<number, { id: number; isKnown: boolean }[]>();
  for await (const transfer of inTurns(asking)) {
    const before = paid.filter((row) => row.sender_account === transfer.sender_account && row.id !== transfer.id);
    const contacts = before.flatMap((row) => contactsById.get(idOf(row) ?? 0) ?? []);
    const known = new Set(contacts.flatMap((contact) => byContact.get(contact) ?? []));
    const sender = wordsOf(transfer.sender_name ?? "");
    const words = new Set([...sender, sender.join(""), ...wordsOf(transfer.memo)]);
    const named = [...words].map((word) => byWord.get(word) ?? []).filter(({ length }) => length <= mostOfWord);
    const likeness = likenessOf(transfer);
    const likely = [...new Set([...known, ...named.flat()])]
      .map((customer) => {
        const isKnown = known.has(customer);
        return { id: customer.id, isKnown, likelihood: likeness(customer.name) + (isKnown ? 1 : 0) };
      })
      .filter(({ likelihood }) => likelihood > 0)
      .sort((a, b) => b.likelihood - a.likelihood);
    customersOf.set(transfer.id, likely.slice(0, mostOfPage));
  }
  const ids = new Set([...customersOf.values()].flat().map(({ id }) => id));
  const byId = new Map((await payables.byId([...ids])).map((payable) => [payable.id, payable]));
  return (transfer) => {
    const own = codesOf(transfer);
    const customers = customersOf.get(transfer.id) ?? [];
    const known = new Set(customers.flatMap(({ id, isKnown }) => (isKnown ? id : [])));
    const all = new Map(coded.filter(({ code }) => own.includes(code)).map((payable) => [payable.id, payable]));
    for (const { id } of customers) {
      const payable = byId.get(id);
      if (payable) all.set(id, payable);
    }
    return [...all.values()].map((payable) => ({ payable, isKnown: known.has(payable.id) }));
  };
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Returns what is left of incoming money, in đồng; 0 where nothing waits for an order. */
function openOf({ direction, state, amount, allocated, refunded }: TransferRow): number {
  return direction === "out" || state === "ignored" ? 0 : amount - allocated - refunded;
}

/** Returns the codes that a transfer may name. */
function codesOf({ memo, code }: TransferRow): string[] {
  const { codes: right, mistyped } = memoCodes(memo);
  return [...new Set([...(code === null ? [] : [code]), ...right, ...(mistyped?.similar ?? [])])];
}

/** Returns suggestions in their order. @param paidFor keys of those for whose customers the sender's account paid before */
function ranked(
  transfer: TransferRow,
  payables: readonly Payable[],
  likeness: Likeness,
  paidFor: ReadonlySet<string>,
): PayableSuggestion[] {
  const { memo, occurred_at } = transfer;
  const open = openOf(transfer);
  return payables
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
      const hours = Math.abs(Date.parse(occurred_at) - Date.parse(one.created_at)) / 3_600_000;
      return { suggestion, order: [...standing(suggestion), -alike, hours, -one.id] };
    })
    .sort((a, b) => compare(a.order, b.order))
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

/** Whether a number of an account is whole; one of which a part is hidden says nothing. */
function isWholeAccount(account: string | null): account is string {
  return account !== null && /^[0-9A-Z]{6,}$/.test(account) && !/X{2}/.test(account);
}

/** Returns a test whether money of the sender's account was attached for a customer before. */
async function knownPayer(
  { id, sender_account }: TransferRow,
  { orders, requests, paidFrom }: SuggestionSources,
): Promise<HasPaidFor> {
  if (!isWholeAccount(sender_account)) return () => false;
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
