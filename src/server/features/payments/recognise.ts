/** Finds the transfers that told movements are, by their ids, then by their money (docs/rooms/payments.md#the-same-money). */
import type { Db } from "#server/platform/db/schema.ts";
import { chunksOf, inTurns } from "#server/platform/in-turns.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import { assign, type Kept, sourceOf } from "./same-money.ts";
import { tellingsRepository } from "./tellings.repository.ts";
import { type NewTransfer, transfersRepository } from "./transfers.repository.ts";

/** A movement with the transfer that it is. */
export interface Recognised {
  /** With another id where the provider has used its own for other money. */
  row: NewTransfer;
  /** Undefined for new money. */
  id: number | undefined;
  /** Whether its source has told of it under its id. */
  isTold: boolean;
}

const dayMs = 24 * 3600_000;
/** Parameters of one statement. */
const atOnce = 500;

/**
 * Returns what each movement is, in their order. All are of one provider and source, and no two have one id and amount.
 * @throws the signal's reason
 */
export async function recognise(db: Db, rows: readonly NewTransfer[], signal?: AbortSignal): Promise<Recognised[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = await idsOf(db, first.provider, rows, signal);
  const found = rows.map((row): Recognised => {
    const own = ids.get(row.provider_id);
    if (!own) return { row, id: undefined, isTold: false };
    if (isSameMoney(own, row)) return { row, id: own.id, isTold: own.sources.has(row.source) };
    const again = { ...row, provider_id: idOfOtherMoney(row) };
    const other = ids.get(again.provider_id);
    return { row: again, id: other?.id, isTold: other?.sources.has(row.source) ?? false };
  });
  const rest = found.filter(({ id }) => id === undefined);
  const taken = new Set(found.map(({ id }) => id));
  const kept = (await keptAround(db, rest, signal)).filter(({ id }) => !taken.has(id));
  const same = await assign(
    rest.map(({ row }) => row),
    kept,
    signal,
  );
  for (const [at, one] of rest.entries()) one.id = same[at];
  return found;
}

/** The id under which other money is kept whose provider has used an id again. */
export const idOfOtherMoney = ({ provider_id, direction, amount }: NewTransfer) =>
  `${provider_id} ${direction} ${amount}`;

const isSameMoney = (a: Pick<NewTransfer, "amount" | "direction">, b: Pick<NewTransfer, "amount" | "direction">) =>
  a.amount === b.amount && a.direction === b.direction;

interface KnownId {
  id: number;
  amount: number;
  direction: NewTransfer["direction"];
  /** That told of it under this id. */
  sources: Set<NewTransfer["source"]>;
}

/** Returns the transfers that ids of movements are known as. */
async function idsOf(db: Db, provider: NewTransfer["provider"], rows: readonly NewTransfer[], signal?: AbortSignal) {
  const wanted = [...new Set(rows.flatMap((row) => [row.provider_id, idOfOtherMoney(row)]))];
  const found = new Map<string, KnownId>();
  for await (const part of inTurns(chunksOf(wanted, atOnce), signal)) {
    const kept = await transfersRepository(db).byProviderIds(provider, part);
    for (const one of [...kept, ...(await tellingsRepository(db).byProviderIds(provider, part))]) {
      const known = found.get(one.provider_id) ?? { ...one, sources: new Set() };
      found.set(one.provider_id, known);
      if (known.id === one.id) known.sources.add(one.source);
    }
  }
  return found;
}

/** Returns the transfers of the days of some movements and those beside, which their source has not told of. */
async function keptAround(db: Db, rows: readonly Recognised[], signal?: AbortSignal): Promise<Kept[]> {
  const [first] = rows;
  if (!first) return [];
  const source = sourceOf(first.row);
  const days = new Set(
    rows.flatMap(({ row }) => [-dayMs, 0, dayMs].map((ms) => vietnamDay(Date.parse(row.occurred_at) + ms))),
  );
  const amounts = new Set(rows.map(({ row }) => row.amount));
  const kept: Kept[] = [];
  for await (const day of inTurns(days, signal)) {
    const from = startOfVietnamDay(day).getTime();
    const [since, until] = [new Date(from).toISOString(), new Date(from + dayMs).toISOString()];
    const tellings = Map.groupBy(await tellingsRepository(db).sourcesOf(since, until), (one) => one.transfer_id);
    const only = amounts.size <= atOnce ? [...amounts] : undefined;
    for await (const seen of inTurns(await transfersRepository(db).ofTime(since, until, first.row, only), signal)) {
      const sources = new Set([seen, ...(tellings.get(seen.id) ?? [])].map(sourceOf));
      if (!sources.has(source) && amounts.has(seen.amount)) kept.push({ ...seen, sources });
    }
  }
  return kept;
}
