/**
 * Tells which transfers that are kept already are the money that a source tells of. Without a database; `recognise.ts` reads, `intake.ts` writes
 * (docs/rooms/payments.md#the-same-money).
 */

import { inTurns } from "#server/platform/in-turns.ts";
import { vietnamUtcOffset } from "#server/platform/vietnam-time.ts";
import { memoCodes } from "./matching.ts";

/** What a source tells of a movement of money, as far as it says which one it is. */
export interface Told {
  provider: string;
  source: string;
  direction: string;
  amount: number;
  memo: string;
  account: string;
  sub_account: string | null;
  reference: string | null;
  occurred_at: string;
}

/** A transfer that is kept. */
export interface Kept extends Told {
  id: number;
  /** The sources that have told of it, as `sourceOf` names them: each source's ids are different transfers. */
  sources: ReadonlySet<string>;
}

/** Names what gives ids of its own: a service's calls, its list, statements. */
export const sourceOf = ({ provider, source }: Pick<Told, "provider" | "source">): string => `${provider} ${source}`;

/** Letters and digits of a memo that are enough to find it within another one. */
const sureSigns = 8;
/** Signs of a reference that no other transfer has. */
const sureReference = 10;
/** Of a service and a statement, which may leave out the seconds. */
const sameMinutesMs = 120_000;
const dayMs = 24 * 3600_000;

/** Why two are the same money, the surest first. */
const proofs = ["reference", "memo and time", "memo", "part of the memo"] as const;
type Proof = (typeof proofs)[number];

interface Facts {
  source: string;
  isStatement: boolean;
  accounts: readonly string[];
  memo: string;
  /** Of the memo. Finding them takes longer than all else together, so it comes last. */
  codes(): readonly string[];
  reference: string | null;
  isSure: boolean;
  /** Vietnam days since 1970. */
  day: number;
  time: number;
  isDayAlone: boolean;
}

/**
 * Returns for each told movement the id of the transfer that it is, or undefined for new money. A transfer is given to one of a source alone, and to the
 * one with the surest proof, whatever the order. @throws the signal's reason
 */
export async function assign(
  told: readonly Told[],
  kept: readonly Kept[],
  signal?: AbortSignal,
): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = told.map(() => undefined);
  const transfers = groups(kept, (each) => ({ id: each.id, sources: new Set(each.sources), each }));
  for await (const [money, group] of inTurns(
    groups(told, (each, at) => ({ at, each })),
    signal,
  )) {
    const candidates = await withFacts(transfers.get(money) ?? [], signal);
    if (candidates.length === 0) continue;
    let rest = await withFacts(group, signal);
    for (const proof of proofs) {
      const left: typeof rest = [];
      for await (const row of inTurns(rest, signal)) {
        const same = candidates.find(
          ({ sources, facts }) => !sources.has(row.facts.source) && proves(proof, facts, row.facts),
        );
        if (!same) left.push(row);
        else {
          same.sources.add(row.facts.source);
          found[row.at] = same.id;
        }
      }
      rest = left;
    }
  }
  return found;
}

/** Groups by direction and amount. */
function groups<T extends Told, R>(items: readonly T[], entryOf: (item: T, at: number) => R): Map<string, R[]> {
  const all = new Map<string, R[]>();
  for (const [at, item] of items.entries()) {
    const key = `${item.direction} ${item.amount}`;
    const group = all.get(key);
    if (group) group.push(entryOf(item, at));
    else all.set(key, [entryOf(item, at)]);
  }
  return all;
}

async function withFacts<T extends { each: Told }>(items: readonly T[], signal?: AbortSignal) {
  const all: (T & { facts: Facts })[] = [];
  for await (const item of inTurns(items, signal)) all.push({ ...item, facts: factsOf(item.each) });
  return all;
}

function proves(proof: Proof, a: Facts, b: Facts): boolean {
  const isFar = Math.abs(a.day - b.day) > (proof === "reference" ? 1 : 0);
  if (isFar || !a.accounts.some((account) => b.accounts.includes(account))) return false;
  return speaks(proof, a, b) && !contradict(a.codes(), b.codes());
}

/** Whether a proof speaks for two movements of one account and near days, whatever their codes. */
function speaks(proof: Proof, a: Facts, b: Facts): boolean {
  const areSure = a.isSure && b.isSure;
  if (proof === "reference") return areSure && (isBeginning(a, b) || isBeginning(b, a));
  const isStatement = a.isStatement || b.isStatement;
  if (!isStatement) {
    // A service names references in one way: another one is other money, as is another second of the day.
    const isOther = a.reference !== null && b.reference !== null && a.reference !== b.reference;
    if (isOther || !(a.time === b.time || a.isDayAlone || b.isDayAlone)) return false;
  }
  const isSameNumber = a.reference !== null && a.reference === b.reference && a.time === b.time && !a.isDayAlone;
  if (proof === "part of the memo") return isStatement && isPart(a.memo, b.memo);
  if (a.memo !== b.memo) return proof === "memo" && isSameNumber;
  return proof === "memo" || isClose(a, b);
}

const isClose = (a: Facts, b: Facts) => !a.isDayAlone && !b.isDayAlone && Math.abs(a.time - b.time) <= sameMinutesMs;

/** Whether two memos name orders or requests, and none of the same. */
const contradict = (a: readonly string[], b: readonly string[]) =>
  a.length > 0 && b.length > 0 && !a.some((code) => b.includes(code));

/** Whether a sure reference is another one, but for what statements add to it: `FT24255276428461\\BNK`. */
function isBeginning({ reference: short }: Facts, { reference: long }: Facts): boolean {
  if (short === null || !long?.startsWith(short)) return false;
  return !/^[A-Z0-9]/.test(long.slice(short.length));
}

function isPart(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= sureSigns && long.includes(short);
}

function factsOf(told: Told): Facts {
  const reference = referenceKey(told.reference);
  const time = Date.parse(told.occurred_at);
  const inVietnam = time + vietnamUtcOffset * 3600_000;
  let codes: readonly string[] | undefined;
  return {
    source: sourceOf(told),
    isStatement: told.source === "statement",
    accounts: accountsOf(told),
    memo: memoKey(told.memo),
    codes: () => (codes ??= memoCodes(told.memo).codes),
    reference,
    isSure: reference !== null && reference.length >= sureReference && /[A-Z]/.test(reference),
    day: Math.floor(inVietnam / dayMs),
    time,
    isDayAlone: inVietnam % dayMs === 0,
  };
}

/** Returns a memo as it is compared: letters and digits, in capitals. */
export const memoKey = (memo: string): string =>
  memo
    .normalize("NFC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Returns an account number as it is compared: letters and digits, in capitals. */
export const accountKey = (account: string): string => account.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Returns the account of a transfer and the virtual one below it, as they are compared. */
export const accountsOf = ({ account, sub_account }: Pick<Told, "account"> & { sub_account?: string | null }) =>
  [account, sub_account ?? ""].map(accountKey).filter((key) => key !== "");

/** Returns a reference as it is compared; null for one that identifies nothing, such as `-` or `N/A`. */
export function referenceKey(reference: string | null | undefined): string | null {
  const key = (reference ?? "").toUpperCase().replace(/\s/g, "");
  return key.length >= 4 && /\d/.test(key) ? key : null;
}
