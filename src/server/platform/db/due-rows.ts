/** Rows that are due for something, in batches by the time of their last change. */
import { type Expression, type SqlBool, sql } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Db, Tables } from "./schema.ts";

/** A row in the order of the batches: by the time of its last change, then by id. */
export interface Position {
  at: string;
  id: number;
}

type TableWith<C extends string> = { [T in keyof Tables]: C extends keyof Tables[T] ? T : never }[keyof Tables];
type BatchedTable = TableWith<"id"> & TableWith<"code"> & TableWith<"updated_at">;

/** Returns the queries for a table. @param isDue returns the condition that a row is due. */
export function dueRows<L, T extends BatchedTable>(
  db: Db,
  { skipLocked }: Pick<Dialect, "skipLocked">,
  table: T,
  isDue: (limits: L) => Expression<SqlBool>,
) {
  const from = sql`from ${sql.table(table)}`;
  return {
    async count(limits: L): Promise<number> {
      const { rows } = await sql<{ n: number }>`select count(*) as n ${from} where ${isDue(limits)}`.execute(db);
      return rows[0]?.n ?? 0;
    },

    /** Returns the next rows after a position. */
    async next(limits: L, { at, id }: Position, limit: number): Promise<Position[]> {
      const { rows } = await sql<Position>`select updated_at as at, id ${from}
        where ${isDue(limits)} and (updated_at, id) > (${at}, ${id}) order by updated_at, id limit ${limit}`.execute(
        db,
      );
      return rows;
    },

    /** Returns those of some rows that are still due, and that no other transaction holds. */
    async take(ids: readonly number[], limits: L): Promise<{ id: number; code: Tables[T]["code"] }[]> {
      if (ids.length === 0) return [];
      const { rows } = await sql<{ id: number; code: Tables[T]["code"] }>`select id, code ${from}
        where ${isDue(limits)} and id in (${sql.join(ids)}) ${skipLocked}`.execute(db);
      return rows;
    },
  };
}
