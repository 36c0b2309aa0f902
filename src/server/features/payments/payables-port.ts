/** The orders and requests that transfers pay, as they tell of themselves to the reconciliation. */
import { readOrderSearch } from "#contract/order-search.ts";
import type { Payable } from "#contract/payments.ts";

/** The facts that the reconciliation reads of orders, and of requests alike. Erased ones are found by their id alone. */
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

/** Reads the rows of orders, or of requests; as `Payables`, but rows of erased ones among the others. */
interface PayableReader<Row> extends Pick<Payables, "waiting" | "customers"> {
  byId(ids: readonly number[]): Promise<Row[]>;
  byCode(codes: readonly string[]): Promise<Row[]>;
  unpaidOf(amount: number, from: string, to: string, limit: number): Promise<Row[]>;
}

/** The list whose search finds them. */
interface SearchedList {
  page(query: {
    search: string;
    sort_by: "created_at";
    skip: number;
    limit: number;
  }): Promise<{ rows: readonly { id: number }[] }>;
}

/** Bounds (ISO) between which every order and request lies. */
const anyTime = ["2000-01-01T00:00:00.000Z", "2101-01-01T00:00:00.000Z"] as const;

/** @param payable returns a row as the reconciliation sees it */
export function createPayables<Row extends { id: number; erased_at: string | null }>(
  reader: PayableReader<Row>,
  list: SearchedList,
  payable: (row: Row) => Payable,
): Payables {
  const unpaidOf: Payables["unpaidOf"] = async (amount, from, to, limit) =>
    (await reader.unpaidOf(amount, from, to, limit)).map(payable);
  return {
    byId: async (ids) => (await reader.byId(ids)).map(payable),
    byCode: async (codes) => (await reader.byCode(codes)).filter(({ erased_at }) => erased_at === null).map(payable),
    unpaidOf,
    waiting: reader.waiting,
    customers: reader.customers,
    async search(search, limit) {
      const found = readOrderSearch(search);
      if (found.kind === "amount") return unpaidOf(found.amount, ...anyTime, limit);
      const { rows } = await list.page({ search, sort_by: "created_at", skip: 0, limit });
      const known = new Map((await reader.byId(rows.map(({ id }) => id))).map((row) => [row.id, row]));
      return rows.flatMap(({ id }) => {
        const row = known.get(id);
        return row && row.erased_at === null ? [payable(row)] : [];
      });
    },
  };
}
