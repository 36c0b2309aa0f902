/** What transfers pay, as orders and requests tell of it to the reconciliation. */
import type { Payable } from "#contract/payments.ts";

/** What the reconciliation reads of orders, and of requests alike. Erased ones are found by their id alone. */
export interface Payables {
  /** Returns those of some ids that are there, in any order. */
  byId(ids: readonly number[]): Promise<Payable[]>;
  /** Returns those with one of some codes. */
  byCode(codes: readonly string[]): Promise<Payable[]>;
  /** Returns unpaid ones of an amount (whole đồng) of the time between two moments (ISO), the latest first. */
  unpaidOf(amount: number, from: string, to: string, limit: number): Promise<Payable[]>;
  /** Returns the customers' names of those that wait for their money, whatever their age, the latest first. */
  waitingNames(limit: number): Promise<{ id: number; name: string }[]>;
  /** Returns those that a search finds, the latest first: codes, an amount, or name, e-mail and phone. */
  search(search: string, limit: number): Promise<Payable[]>;
}

/** Bounds (ISO) between which every order and request lies. */
export const anyTime = ["2000-01-01T00:00:00.000Z", "2101-01-01T00:00:00.000Z"] as const;
