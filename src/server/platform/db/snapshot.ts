/** Reads and writes whole tables in pieces, whichever the engine: for backups. */
import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Db, Tables } from "./schema.ts";
import type { TableKey } from "./tables.ts";

export type Row = Record<string, string | number | boolean | null>;

const pageRows = 500;
const insertedRows = 200;

/** Gives the task the database as it is at one moment, however long it reads, while others write on. */
export function readSnapshot<T>({ db, dialect }: Pick<Database, "db" | "dialect">, task: (db: Db) => Promise<T>) {
  return db.connection().execute(async (connection) => {
    await sql.raw(dialect.beginSnapshot).execute(connection);
    try {
      // The moment is that of the first read.
      await sql`select count(*) from migrations`.execute(connection);
      return await task(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** The rows of a table in the order of its key, some hundred at a time. */
export async function* pagesOf(db: Db, { name, key }: TableKey): AsyncGenerator<Row[]> {
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

/** Writes rows that come from `pagesOf`. @returns how many. */
export async function insertRows(db: Db, table: string, rows: AsyncIterable<Row>): Promise<number> {
  let count = 0;
  let waiting: Row[] = [];
  const flush = async () => {
    if (waiting.length === 0) return;
    await db
      .insertInto(table as keyof Tables)
      .values(waiting as never)
      .execute();
    count += waiting.length;
    waiting = [];
  };
  for await (const row of rows) {
    waiting.push(row);
    if (waiting.length === insertedRows) await flush();
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

/** The names of the migrations that have run; none in an empty database. */
export async function ranMigrations(db: Db): Promise<string[]> {
  if (!(await tableNames(db)).has("migrations")) return [];
  return (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );
}

export async function tableNames(db: Db): Promise<Set<string>> {
  return new Set((await db.introspection.getTables()).map(({ name }) => name));
}
