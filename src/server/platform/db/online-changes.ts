/** Changes of big tables beside those who use them: for migrations that run online, outside of a transaction. Safe to run again. */
import { setImmediate as turn } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "./dialect.ts";

/**
 * Creates an index while rows are read and written. Within a transaction, as for a new database, it is created as any other.
 * @param on table and columns, as behind `create index NAME on`.
 */
export async function createIndexOnline(
  db: Kysely<unknown>,
  { engine }: Pick<Dialect, "engine">,
  { name, on, isUnique = false }: { name: string; on: string; isUnique?: boolean },
): Promise<void> {
  const kind = isUnique ? "unique index" : "index";
  if (engine === "sqlite" || db.isTransaction) {
    await sql`create ${sql.raw(kind)} if not exists ${sql.ref(name)} on ${sql.raw(on)}`.execute(db);
    return;
  }
  // One whose building was interrupted stays, and answers nothing.
  const broken = await sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`.execute(
    db,
  );
  if (broken.rows.length > 0) await sql`drop index concurrently ${sql.ref(name)}`.execute(db);
  await sql`create ${sql.raw(kind)} concurrently if not exists ${sql.ref(name)} on ${sql.raw(on)}`.execute(db);
}

/**
 * Changes the rows of a table some at a time, with a turn of the event loop after each batch.
 * @param change.set the assignments, which lead to the same rows when they run twice; `where` which rows need them.
 * @param batch ids in a batch.
 */
export async function updateInBatches(
  db: Kysely<unknown>,
  table: string,
  { set, where = sql`true` }: { set: RawBuilder<unknown>; where?: RawBuilder<unknown> },
  batch = 1000,
): Promise<void> {
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from ${sql.table(table)}`.execute(db);
  const last = rows[0]?.last ?? 0;
  for (let id = 0; id < last; id += batch) {
    await sql`update ${sql.table(table)} set ${set} where id > ${id} and id <= ${id + batch} and (${where})`.execute(
      db,
    );
    await turn();
  }
}
