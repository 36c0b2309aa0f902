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
  /** Returns the customers of those that wait for their money, whatever their age, the latest first. */
  waiting(limit: number): Promise<PayableCustomer[]>;
  /** Returns the customers of those of some ids that are there and not erased, in any order. */
  customers(ids: readonly number[]): Promise<PayableCustomer[]>;
  /** Returns those that a search finds, the latest first: codes, an amount, or name, e-mail and phone. */
  search(search: string, limit: number): Promise<Payable[]>;
}

/** Whose an order or a request is. */
export interface PayableCustomer {
  /** Of the order or request. */
  id: number;
  name: string;
  phone: string | null;
  email: string;
}

/** Bounds (ISO) between which every order and request lies. */
export const anyTime = ["2000-01-01T00:00:00.000Z", "2101-01-01T00:00:00.000Z"] as const;
