/** Many rows at once, for tests of what is done with thousands. */
import type { Insertable } from "kysely";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { makeOrder, makeSong, makeUser } from "./factories.ts";

interface Holder {
  db: Db;
}

const insertedRows = 500;

/** Copies a row with values of their own. @returns the ids */
async function copies<T extends "users" | "premium_orders" | "songs">(
  { db }: Holder,
  table: T,
  row: object,
  count: number,
  own: (n: number) => Partial<Insertable<Tables[T]>>,
): Promise<number[]> {
  const { id: _id, ...rest } = row as { id: number };
  const ids: number[] = [];
  for (let first = 0; first < count; first += insertedRows) {
    const values = Array.from({ length: Math.min(insertedRows, count - first) }, (_, index) => ({
      ...rest,
      ...own(first + index),
    }));
    const added = await db
      .insertInto(table as "users")
      .values(values as never)
      .returning("id")
      .execute();
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

/** Users without Premium. */
export async function manyUsers(holder: Holder, count: number): Promise<number[]> {
  const first = await makeUser(holder, { username: "dong_0", email: "dong0@example.com" });
  const others = await copies(holder, "users", first, count - 1, (n) => ({
    username: `dong_${n + 1}`,
    username_key: `dong_${n + 1}`,
    email: `dong${n + 1}@example.com`,
    email_key: `dong${n + 1}@example.com`,
  }));
  return [first.id, ...others];
}

/** Unpaid orders of one package. */
export async function manyOrders(
  holder: Holder,
  count: number,
  values: Partial<Insertable<Tables["premium_orders"]>> = {},
): Promise<number[]> {
  const first = await makeOrder(holder, values);
  const others = await copies(holder, "premium_orders", first, count - 1, (n) => ({
    code: `HM${(100_000_000 + n).toString(36).toUpperCase().padStart(8, "0")}`,
    page_token: `page-${n}-of-many-orders`,
  }));
  return [first.id, ...others];
}

/** Songs of one genre. */
export async function manySongs(
  holder: Holder,
  count: number,
  values: Parameters<typeof makeSong>[1] = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await makeSong(holder, values)).id);
  return ids;
}
