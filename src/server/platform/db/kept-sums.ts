/**
 * Sums that triggers keep: how many rows a table has, and what they amount to, by some of its columns and by day, so that a total reads a
 * few rows however many there are (docs/rooms/lists.md#totals). They are no part of a backup.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import type { Dialect } from "./dialect.ts";
import type { Db } from "./schema.ts";

/** The kept sums of a table, for a migration. */
export interface KeptTable {
  readonly table: string;
  /** The name of the sums. */
  readonly into: string;
  /** Columns by which is summed, with the value that stands for NULL. */
  readonly columns: Readonly<Record<string, { readonly type: "text" | "bool" | "ref"; readonly none?: string }>>;
  /** The time whose day counts, and how many hours east of UTC. */
  readonly day: string;
  readonly utcOffset: number;
  /** What is added up: a column, or the SQL of some columns of a row. */
  readonly amount?: string | { readonly columns: readonly string[]; of(row: string): string };
}

/** The day of the sums over all days. It and that of rows without a time stand before all others. */
export const allDays = "";
const noDay = "-";
export const firstDay = "0";

/** Creates the sums of a table with their triggers, and fills them from the rows that are there. */
export async function createKeptSums(
  db: Kysely<unknown>,
  { engine, types: t, byteOrder, localDay }: Dialect,
  { table, into, columns, day, utcOffset, amount }: KeptTable,
): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  const byBytes = compiled(db, byteOrder(sql.ref("day")));
  const names = Object.keys(columns);
  const key = ["day", ...names].join(", ");
  let create = db.schema.createTable(into).addColumn("day", "text", (c) => c.notNull());
  for (const [name, { type }] of Object.entries(columns)) {
    create = create.addColumn(name, type === "text" ? "text" : t[type], (c) => c.notNull());
  }
  create = create.addColumn("n", t.ref, (c) => c.notNull()).addColumn("amount", t.ref, (c) => c.notNull());
  if (engine === "sqlite") create = create.addPrimaryKeyConstraint(`${into}_key`, ["day", ...names] as never[]);
  await create.execute();

  const amountOf = (from: string) => (typeof amount === "object" ? amount.of(from) : `${from}.${amount}`);
  const amountColumns = amount === undefined ? [] : typeof amount === "object" ? amount.columns : [amount];

  /** The sums that rows of `from` add, or with -1 take away: one for their day and one for all days. */
  const parts = (from: string, sign: 1 | -1) => {
    const dayOf = compiled(db, localDay(sql.ref(`${from}.${day}`), utcOffset));
    const values = Object.entries(columns).map(([name, { none }]) =>
      none === undefined ? `${from}.${name}` : `coalesce(${from}.${name}, ${none})`,
    );
    const sums = [`${sign}`, amount === undefined ? "0" : `${sign === 1 ? "" : "-"}(${amountOf(from)})`];
    return [`'${allDays}'`, `coalesce(${dayOf}, '${noDay}')`].map((first) => [first, ...values, ...sums].join(", "));
  };
  const all = [`day`, ...names, "n", "amount"].join(", ");
  const summed = (selects: string[]) =>
    `select ${key}, sum(n), sum(amount) from (${selects.join(" union all ")}) as changes (${all}) group by ${key}`;

  if (engine === "postgres") {
    await run(`create index ${into}_by_day on ${into} (${byBytes})`);
    const selects = (from: string, sign: 1 | -1) => parts(from, sign).map((part) => `select ${part} from ${from}`);
    // Rows are only added: transactions that change the same sum don't wait for each other. compactSums joins them.
    await run(`insert into ${into} (${all}) ${summed(selects(table, 1))}`);
    const add = (...from: string[][]) =>
      `insert into ${into} (${all}) ${summed(from.flat())} having sum(n) <> 0 or sum(amount) <> 0;`;
    await run(`create or replace function keep_${into}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${add(selects("added", 1))}
      elsif tg_op = 'DELETE' then ${add(selects("gone", -1))}
      else ${add(selects("added", 1), selects("gone", -1))}
      end if;
      return null; end $$`);
    for (const [event, referencing] of Object.entries({
      insert: "new table as added",
      delete: "old table as gone",
      update: "old table as gone new table as added",
    })) {
      await run(`create trigger ${into}_${event} after ${event} on ${table} referencing ${referencing}
        for each statement execute function keep_${into}()`);
    }
    return;
  }
  // SQLite does not name the columns of a subquery from outside.
  const first = (part: string) => `select ${part}`;
  const fill = parts(table, 1).map((part) => `${first(part)} from ${table}`);
  await run(`with changes (${all}) as (${fill.join(" union all ")})
    insert into ${into} (${all}) select ${key}, sum(n), sum(amount) from changes where true group by ${key}`);
  const change = (from: string, sign: 1 | -1) =>
    `insert into ${into} (${all}) values ${parts(from, sign)
      .map((part) => `(${part})`)
      .join(", ")}
      on conflict (${key}) do update set n = n + excluded.n, amount = amount + excluded.amount;`;
  const watched = [...new Set([day, ...names, ...amountColumns])];
  const isChanged = watched.map((name) => `new.${name} is not old.${name}`).join(" or ");
  await run(`create trigger ${into}_insert after insert on ${table} begin ${change("new", 1)} end`);
  await run(`create trigger ${into}_delete after delete on ${table} begin ${change("old", -1)} end`);
  await run(`create trigger ${into}_update after update of ${watched.join(", ")} on ${table} when ${isChanged}
    begin ${change("old", -1)} ${change("new", 1)} end`);
}

/** Drops the sums of a table with their triggers. */
export async function dropKeptSums(
  db: Kysely<unknown>,
  { engine }: Dialect,
  { table, into }: Pick<KeptTable, "table" | "into">,
): Promise<void> {
  const on = engine === "postgres" ? ` on ${table}` : "";
  for (const event of ["insert", "delete", "update"]) await sql.raw(`drop trigger ${into}_${event}${on}`).execute(db);
  if (engine === "postgres") await sql.raw(`drop function keep_${into}`).execute(db);
  await db.schema.dropTable(into).execute();
}

function compiled(db: Kysely<unknown>, expression: RawBuilder<unknown>): string {
  return sql`${expression}`.compile(db).sql;
}

/** The sums of the present schema. */
export interface KeptSums {
  readonly name: string;
  /** Columns beside the day. */
  readonly columns: readonly string[];
}

/** Joins what changes have added on PostgreSQL; nobody who reads or writes sums waits for it or sees a difference. */
export async function compactSums(
  { db, dialect }: { db: Db; dialect: Pick<Dialect, "shared"> },
  sums: readonly KeptSums[],
): Promise<void> {
  // SQLite's triggers join them themselves.
  if (!dialect.shared) return;
  for (const { name: into, columns } of sums) {
    const key = sql.join(["day", ...columns].map((name) => sql.ref(name)));
    await sql`with old as (delete from ${sql.table(into)} returning *)
      insert into ${sql.table(into)} (${key}, n, amount)
      select ${key}, sum(n), sum(amount) from old group by ${key} having sum(n) <> 0 or sum(amount) <> 0`.execute(db);
  }
}

const compactEveryMs = 10 * 60_000;

/** Compacts the sums now and every ten minutes. @returns a function that ends it. */
export function startCompacting(
  database: Parameters<typeof compactSums>[0],
  sums: readonly KeptSums[],
  log: Pick<Logger, "error">,
): () => Promise<void> {
  let running = Promise.resolve();
  const compact = () => {
    running = compactSums(database, sums).catch((err) => log.error({ err }, "sums were not compacted"));
  };
  compact();
  const timer = setInterval(compact, compactEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
