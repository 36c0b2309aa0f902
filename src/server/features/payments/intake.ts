/**
 * Keeps what services and statements tell of the bank account, each movement of money once, before anything is decided about it
 * (docs/decisions/0082-one-row-for-the-same-money.md).
 */
import { createHash } from "node:crypto";
import type { BankEvent } from "#server/features/bank-event.ts";
import { startOfVietnamDay, vietnamDay } from "#server/features/vietnam-time.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { settleTopic } from "./topics.ts";
import { type NewTransfer, type SeenTransfer, transfersRepository } from "./transfers.repository.ts";

export interface TakeInOptions {
  /** How the events were heard of. */
  source: "webhook" | "poll" | "statement";
  /** Returns what the provider sent of an event, to keep it beside the transfer. */
  raw?: ((event: BankEvent) => string) | undefined;
}

export interface Intake {
  /** Ids of transfers that are new. */
  taken: number[];
  /** Ids of the transfers that other events were known as. */
  known: number[];
}

/**
 * Keeps each event as a transfer, up to 100 in one transaction, and lets the worker of `settleTopic` look at it. An event whose money is
 * known, from whichever provider or source, adds nothing. Texts are cut to what the table holds.
 * @throws RangeError for an amount that is not a positive whole number, or a time that is none; the events before it are kept.
 */
export type TakeIn = (events: readonly BankEvent[], options: TakeInOptions) => Promise<Intake>;

export interface IntakeDeps {
  database: Pick<Database, "commit">;
  outbox: Pick<Outbox, "add">;
}

/** Whether an event is known is decided for one at a time, over all accounts: one service may name the virtual account and another the real one. */
const lock = "payments intake";
const dayMs = 24 * 3600_000;
/** Events of one transaction: so few that webhooks hardly wait for the lock meanwhile. */
const mostAtOnce = 100;
/** UTF-16 units. */
const maxRaw = 64 * 1024;

export function createIntake({ database: { commit }, outbox }: IntakeDeps): TakeIn {
  /** @param before transfers that earlier events of the call are known as */
  async function keep(tx: Tx, rows: readonly NewTransfer[], before: ReadonlySet<number>) {
    const absorbed = new Set(before);
    const kept: { id: number; isNew: boolean }[] = [];
    for (const row of rows) {
      const found = await lookUp(tx, row, absorbed);
      const isNew = found.known === undefined;
      const id = isNew
        ? (await transfersRepository(tx).insert({ ...row, provider_id: found.providerId })).id
        : found.known;
      if (isNew) await outbox.add(tx, settleTopic, { id });
      absorbed.add(id);
      kept.push({ id, isNew });
    }
    return kept;
  }

  return async (events, { source, raw }) => {
    const intake: Intake = { taken: [], known: [] };
    // Of two events of one call with the same content, only one is a transfer that another source told of without a reference.
    const absorbed = new Set<number>();
    for (let first = 0; first < events.length; first += mostAtOnce) {
      const { rows, failure } = rowsOf(events.slice(first, first + mostAtOnce), source, raw);
      const kept = await commit({ lock }, (tx) => keep(tx, rows, absorbed));
      for (const { id, isNew } of kept) {
        absorbed.add(id);
        (isNew ? intake.taken : intake.known).push(id);
      }
      if (failure !== undefined) throw failure;
    }
    return intake;
  };
}

/** Returns the transfers of events up to the first one that is refused, and why. */
function rowsOf(events: readonly BankEvent[], source: TakeInOptions["source"], raw: TakeInOptions["raw"]) {
  const rows: NewTransfer[] = [];
  for (const event of events) {
    try {
      rows.push(rowOf(event, source, raw?.(event)));
    } catch (failure) {
      return { rows, failure };
    }
  }
  return { rows, failure: undefined };
}

/** Returns the id of the transfer that is the money of this row, or else the provider's id that it is kept under. */
async function lookUp(
  tx: Tx,
  row: NewTransfer,
  absorbed: ReadonlySet<number>,
): Promise<{ known: number } | { known: undefined; providerId: string }> {
  const transfers = transfersRepository(tx);
  const isSameAmount = (one: Pick<NewTransfer, "amount" | "direction">) =>
    one.amount === row.amount && one.direction === row.direction;
  let providerId = row.provider_id;
  const byId = await transfers.findByProviderId(row);
  if (byId && isSameAmount(byId)) return { known: byId.id };
  if (byId) {
    // The provider has used its id again, for other money.
    providerId = `${row.provider_id} ${row.direction} ${row.amount}`;
    const again = await transfers.findByProviderId({ ...row, provider_id: providerId });
    if (again) return { known: again.id };
  }
  const byMoney = row.money_key === null ? undefined : await transfers.findByMoneyKey(row.money_key);
  if (byMoney) return { known: byMoney.id };
  const day = startOfVietnamDay(vietnamDay(Date.parse(row.occurred_at))).getTime();
  const ofDay = await transfers.sameAmount(row, new Date(day).toISOString(), new Date(day + dayMs).toISOString());
  const same = ofDay.find((seen) => isSameMoney(seen, row, absorbed));
  return same ? { known: same.id } : { known: undefined, providerId };
}

/** @param absorbed transfers that other events of the same call are known as. */
function isSameMoney(seen: SeenTransfer, row: NewTransfer, absorbed: ReadonlySet<number>): boolean {
  const accounts = accountsOf(row);
  if (!accountsOf(seen).some((account) => accounts.includes(account))) return false;
  const isSameSource = seen.provider === row.provider && seen.source === row.source;
  const [known, told] = [referenceKey(seen.reference), referenceKey(row.reference)];
  if (known !== null && told !== null) return known === told || (!isSameSource && isBeginning(known, told));
  // Two ids of one source are two transfers.
  if (isSameSource) return false;
  if (absorbed.has(seen.id)) return false;
  return isSameTime(seen.occurred_at, row.occurred_at) && memoKey(seen.memo) === memoKey(row.memo);
}

/** Statements add to a reference what services leave out: `FT24255276428461\\BNK`. */
function isBeginning(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 8 && long.startsWith(short);
}

/** Compares times of one day; where a bank tells the day alone, it is midnight. */
function isSameTime(a: string, b: string): boolean {
  const isDayAlone = (time: string) => startOfVietnamDay(vietnamDay(Date.parse(time))).toISOString() === time;
  return a === b || isDayAlone(a) || isDayAlone(b);
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
export const accountsOf = ({ account, sub_account }: Pick<SeenTransfer, "account"> & { sub_account?: string | null }) =>
  [account, sub_account ?? ""].map(accountKey).filter((key) => key !== "");

/** Returns a reference as it is compared; null for one that identifies nothing, such as `-` or `N/A`. */
export function referenceKey(reference: string | null | undefined): string | null {
  const key = (reference ?? "").toUpperCase().replace(/\s/g, "");
  return key.length >= 4 && /\d/.test(key) ? key : null;
}

function moneyKey({ account, direction, amount, reference }: NewTransfer): string | null {
  const key = referenceKey(reference);
  if (key === null) return null;
  return createHash("sha256")
    .update([accountKey(account), direction, amount, key].join("\n"))
    .digest("hex");
}

/** Returns the transfer of an event. @throws RangeError */
export function rowOf(event: BankEvent, source: TakeInOptions["source"], raw: string | undefined): NewTransfer {
  const { amount } = event;
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError("The amount is not a positive whole number");
  const now = new Date().toISOString();
  const row: NewTransfer = {
    provider: event.provider,
    provider_id: clean(event.providerId, 200),
    source,
    money_key: null,
    direction: event.direction,
    amount,
    memo: clean(event.memo, 1000),
    account: clean(event.account, 50),
    sub_account: optional(event.subAccount, 50),
    sender_name: optional(event.senderName, 200),
    sender_account: optional(event.senderAccount, 50),
    sender_bank: optional(event.senderBank, 200),
    reference: optional(event.reference, 200),
    provider_order: event.providerOrder ?? null,
    balance: Number.isSafeInteger(event.balance) ? event.balance : null,
    // Throws a RangeError for an invalid time.
    occurred_at: new Date(event.occurredAt).toISOString(),
    received_at: now,
    // As it came, but for what PostgreSQL refuses.
    raw: raw === undefined ? null : raw.slice(0, maxRaw).replaceAll("\0", "").toWellFormed(),
    state: "new",
    reason: null,
    note: null,
    code: null,
    order_id: null,
    request_id: null,
    decided_by: null,
    updated_at: now,
  };
  return { ...row, money_key: moneyKey(row) };
}

/** Returns a text that both engines store: no control characters, no half of a surrogate pair, and no longer than `max` UTF-16 units. */
function clean(text: string, max: number): string {
  const whole = text.toWellFormed().replace(/\p{Cc}/gu, " ");
  return whole
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

const optional = (text: string | null, max: number): string | null => (text === null ? null : clean(text, max) || null);
