/** What the lists of transfers of all services have in common. */
import { z } from "zod";
import type { BankEvent } from "#server/features/bank-event.ts";

export interface ListQuery {
  /** From this time on; a service that knows days alone takes its day. ISO. */
  from: string;
  /** From 1. */
  page: number;
  signal?: AbortSignal | undefined;
}

export interface ListedEvent {
  event: BankEvent;
  /** The row as it came. */
  raw: string;
}

/** A page of a list, oldest first where the service keeps to what it was asked. */
export interface ListPage {
  events: ListedEvent[];
  /** Rows that could not be read. */
  unreadable: number;
  hasMore: boolean;
}

/** Asks a service for its transfers. @throws ProviderError */
export type TransferList = (token: string, query: ListQuery) => Promise<ListPage>;

export const rowsOfPage = 100;
/** Rows that an answer may have, however many were asked for. */
export const maxRows = 500;

export const longText = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => (value == null ? null : String(value).slice(0, max).trim() || null));

const maxMoney = 1_000_000_000_000_000;
/** Whole đồng as a number, or as digits with decimals that are zero. */
export const money = z
  .union([z.number(), z.string().regex(/^-?\d{1,16}(\.0{1,4})?$/)])
  .transform(Number)
  .pipe(z.int().min(-maxMoney).max(maxMoney));

/** Returns a page of rows; null is a row that moves no money, undefined one that can't be read. */
export function pageOf(
  rows: readonly unknown[],
  eventOf: (row: unknown) => BankEvent | null | undefined,
  hasMore: boolean,
): ListPage {
  const events: ListedEvent[] = [];
  let unreadable = 0;
  for (const row of rows) {
    const event = eventOf(row);
    if (event === undefined) unreadable += 1;
    else if (event !== null) events.push({ event, raw: JSON.stringify(row) });
  }
  return { events, unreadable, hasMore: hasMore && rows.length > 0 };
}
