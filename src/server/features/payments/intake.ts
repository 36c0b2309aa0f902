/**
 * Keeps what services and statements tell of the bank account, before anything is decided about it: each movement of money as one transfer, and with
 * it what other sources tell of it again (docs/rooms/payments.md#the-same-money).
 */
import type { TransferSource } from "#contract/payments.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { chunksOf, inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import { idOfOtherMoney, type Recognised, recognise } from "./recognise.ts";
import { type TellingRow, tellingsRepository } from "./tellings.repository.ts";
import { settleStatementTopic, settleTopic } from "./topics.ts";
import { type NewTransfer, transfersRepository } from "./transfers.repository.ts";

export interface TakeInOptions {
  /** How the events were heard of. */
  source: TransferSource;
  /** Returns what the provider sent of an event, to keep it beside the transfer. */
  raw?: ((event: BankEvent) => string) | undefined;
  /** Name of whoever imported them. */
  by?: string | undefined;
  /** The result of `recognise` for events that it has seen, so that they become what was shown. */
  planned?: ReadonlyMap<BankEvent, Recognised> | undefined;
  /** Ends the intake between two transactions; what they kept stays. */
  signal?: AbortSignal | undefined;
}

export interface Intake {
  /** Ids of transfers that are new. */
  taken: number[];
  /** Ids of the transfers that other events were known as. */
  known: number[];
}

/**
 * Keeps each event of one provider as a transfer, and lets the worker look at it; one whose money another source told of is kept with that transfer, as told
 * again. Two ids of one source are two transfers. Texts are cut to what the table holds.
 * @throws RangeError for an amount that is not a positive whole number, or a time that is none; the events before it are kept.
 */
export type TakeIn = (events: readonly BankEvent[], options: TakeInOptions) => Promise<Intake>;

export interface IntakeDeps {
  database: Pick<Database, "commit">;
  outbox: Pick<Outbox, "add">;
}

/** Whether an event is known is decided for one at a time, over all accounts: one service may name the virtual account and another the real one. */
export const intakeLock = "payments intake";
/**
 * Events of one transaction. On the embedded database each of a live payment's dozen steps, up to its order's payment, may wait for a whole one.
 */
const mostAtOnce = 5;
/** UTF-16 units. */
const maxRaw = 64 * 1024;

export function createIntake({ database: { commit }, outbox }: IntakeDeps): TakeIn {
  return async (events, { planned, signal, ...options }) => {
    const intake: Intake = { taken: [], known: [] };
    const isPlanned = (event: BankEvent) => planned?.get(event)?.id !== undefined;
    // Planned events come first: a transfer that they leave is free for the others.
    const inOrder = planned ? [...events.filter(isPlanned), ...events.filter((event) => !isPlanned(event))] : events;
    for await (const part of inTurns(chunksOf(inOrder, mostAtOnce))) {
      if (signal?.aborted) break;
      const { rows, failure } = rowsOf(part, options);
      const kept = await commit({ lock: intakeLock }, async (tx) => {
        const found = await keepAll(
          tx,
          rows.map((row, at) => ({ row, plan: planned?.get(part[at] as BankEvent) })),
        );
        const fresh = found.flatMap(({ id, isNew }) => (isNew ? [id] : []));
        if (options.source !== "statement")
          for await (const id of inTurns(fresh)) await outbox.add(tx, settleTopic, { id });
        else if (fresh.length > 0) await outbox.add(tx, settleStatementTopic, { ids: fresh });
        return found;
      });
      for (const { id, isNew } of kept) (isNew ? intake.taken : intake.known).push(id);
      if (failure !== undefined) throw failure;
    }
    return intake;
  };
}

interface Keeping {
  row: NewTransfer;
  /** The result of `recognise` before this transaction. */
  plan: Recognised | undefined;
}

/** Keeps movements, each as a transfer or with the one that it is. @returns those transfers, in the order of the movements */
async function keepAll(tx: Tx, movements: readonly Keeping[]): Promise<{ id: number; isNew: boolean }[]> {
  const kept = new Map<string, { id: number; isNew: boolean }>();
  const rest = new Map<string, NewTransfer>();
  for await (const { row, plan } of inTurns(movements)) {
    const key = idOfOtherMoney(row);
    const isKnown = plan?.id !== undefined && (await tellAgain(tx, plan.id, plan));
    if (isKnown) kept.set(key, { id: plan.id as number, isNew: false });
    else rest.set(key, row);
  }
  const ids = new Set<string>();
  const keys = [...rest.keys()];
  for await (const [at, one] of inTurns((await recognise(tx, [...rest.values()])).entries())) {
    const key = keys[at] as string;
    if (one.id !== undefined) await tellAgain(tx, one.id, one);
    // A provider may use its id twice in one call.
    const provider_id = ids.has(one.row.provider_id) ? key : one.row.provider_id;
    ids.add(provider_id);
    const id = one.id ?? (await transfersRepository(tx).insert({ ...one.row, provider_id })).id;
    kept.set(key, { id, isNew: one.id === undefined });
  }
  return movements.flatMap(({ row }) => kept.get(idOfOtherMoney(row)) ?? []);
}

/** Notes that a source told of a transfer again. @returns false when it has told of it as something else meanwhile */
async function tellAgain(tx: Tx, transferId: number, { row, isTold }: Recognised): Promise<boolean> {
  if (isTold) return true;
  const { provider, provider_id, source, told_by, raw, received_at } = row;
  return tellingsRepository(tx).add({
    transfer_id: transferId,
    provider,
    provider_id,
    source,
    told_at: received_at,
    told_by,
    event: JSON.stringify(toldEvent(row)),
    raw,
  });
}

/** Returns the fields of a movement from which `splitRow` makes a transfer. */
const toldEvent = (row: NewTransfer) => ({
  memo: row.memo,
  account: row.account,
  sub_account: row.sub_account,
  sender_name: row.sender_name,
  sender_account: row.sender_account,
  sender_bank: row.sender_bank,
  reference: row.reference,
  provider_order: row.provider_order,
  balance: row.balance,
  occurred_at: row.occurred_at,
});
type ToldEvent = ReturnType<typeof toldEvent>;

/** Returns the transfers of events up to the first one that is refused, and why. */
function rowsOf(events: readonly BankEvent[], options: Pick<TakeInOptions, "source" | "raw" | "by">) {
  const rows: NewTransfer[] = [];
  for (const event of events) {
    try {
      rows.push(rowOf(event, options));
    } catch (failure) {
      return { rows, failure };
    }
  }
  return { rows, failure: undefined };
}

/** Returns the transfer of an event. @throws RangeError */
export function rowOf(
  event: BankEvent,
  { source, raw: rawOf, by }: Pick<TakeInOptions, "source" | "raw" | "by">,
): NewTransfer {
  const { amount } = event;
  const raw = rawOf?.(event);
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError("The amount is not a positive whole number");
  const now = new Date().toISOString();
  return {
    provider: event.provider,
    provider_id: clean(event.providerId, 200),
    source,
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
    told_by: optional(by ?? null, 200),
    // As it came, but for what PostgreSQL refuses.
    raw: raw === undefined ? null : raw.slice(0, maxRaw).replaceAll("\0", "").toWellFormed(),
    ...unseen,
    updated_at: now,
  };
}

/** What is known of a transfer that nobody has looked at. */
const unseen = {
  state: "new",
  reason: null,
  note: null,
  code: null,
  order_id: null,
  request_id: null,
  decided_by: null,
} as const;

/** Returns the transfer that a movement becomes when it is split off from the one it was taken for. */
export function splitRow(
  telling: TellingRow & { event: string },
  { direction, amount }: Pick<NewTransfer, "direction" | "amount">,
): NewTransfer {
  const { provider, provider_id, source, told_by, told_at, event, raw } = telling;
  const updated_at = new Date().toISOString();
  const told = JSON.parse(event) as ToldEvent;
  return {
    provider,
    provider_id,
    source,
    told_by,
    raw,
    received_at: told_at,
    ...told,
    direction,
    amount,
    ...unseen,
    updated_at,
  };
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
