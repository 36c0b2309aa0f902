/** Reads and writes whole tables page by page on either engine, for backups. */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Db } from "./schema.ts";

export type Row = Record<string, string | number | boolean | null>;

const pageRows = 500;

/** Runs a task on a consistent snapshot of the database, while other connections keep writing. */
export function readSnapshot<T>({ db, dialect }: Pick<Database, "db" | "dialect">, task: (db: Db) => Promise<T>) {
  return db.connection().execute(async (connection) => {
    await sql.raw(dialect.beginSnapshot).execute(connection);
    try {
      // The first read takes the snapshot.
      await sql`select count(*) from migrations`.execute(connection);
      return await task(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** Yields the rows of a table in the order of its key, up to 500 at a time. */
export async function* pagesOf(db: Db, { name, key }: { name: string; key: readonly string[] }): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last: Row | undefined;
  for (;;) {
    const after: RawBuilder<unknown> = last
      ? sql`where (${columns}) > (${sql.join(key.map((c) => last?.[c]))})`
      : sql``;
    const { rows } =
      await sql<Row>`select * from ${sql.table(name)} ${after} order by ${columns} limit ${sql.lit(pageRows)}`.execute(
        db,
      );
    if (rows.length > 0) yield rows;
    if (rows.length < pageRows) return;
    last = rows.at(-1);
  }
}

/** Inserts rows that were read by `pagesOf`, up to 500 in a statement. @returns their number. */
export async function insertRows(
  { db, dialect }: Pick<Database, "db" | "dialect">,
  table: string,
  rows: AsyncIterable<Row>,
): Promise<number> {
  let count = 0;
  let batch: Row[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    await dialect.insertRows(db, table, batch);
    count += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === pageRows) await flush();
  }
  await flush();
  return count;
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function emptyTable(db: Db, table: string): Promise<void> {
  await sql`delete from ${sql.table(table)}`.execute(db);
}

/** Returns the names of the applied migrations; none for an empty database. */
export async function ranMigrations(db: Db): Promise<string[]> {
  if (!(await tableNames(db)).has("migrations")) return [];
  return (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
}

export async function tableNames(db: Db): Promise<Set<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}
