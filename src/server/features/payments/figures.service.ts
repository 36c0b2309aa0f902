/** What other features show of transfers. */
import type { PaidKind } from "#server/features/receipts/receipts.service.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { type ExtraDays, figuresRepository } from "./figures.repository.ts";

/** Returns the bank's numbers of the transfers that pay an order or request, each once. */
export async function bankReferences(db: Db, kind: PaidKind, id: number): Promise<string[]> {
  return [...new Set(await figuresRepository(db).references(kind, id))];
}

/** Returns the whole đồng that transfers pay of an order or request; 0 for one that was paid without a known transfer. */
export function receivedFor(db: Db, kind: PaidKind, id: number): Promise<number> {
  return figuresRepository(db).received(kind, id);
}

/** Returns the days of Premium that money beyond the price of some orders gives. */
export function extraDaysOf(db: Db, orderIds: readonly number[]): Promise<ExtraDays[]> {
  return figuresRepository(db).extraDays(orderIds);
}

/** Counts the transfers and customers' words that wait for a person. */
export function countWaitingPayments(db: Db): Promise<number> {
  return figuresRepository(db).waiting();
}

/** Whether any transfer is known. */
export function hasTransfers(db: Db): Promise<boolean> {
  return figuresRepository(db).hasTransfers();
}
