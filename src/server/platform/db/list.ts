/**
 * Lists: pages, totals and batches of a table from one declaration, the same on both engines (docs/rooms/lists.md#one-declaration). Each list has
 * an index for each of its sorts: the column, `id`, then the columns of its filters and days.
 */
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { mostCounted } from "#contract/counting.ts";
import { fold } from "#contract/fold.ts";
import type { SortOrder, Sorts } from "#contract/list.ts";
import type { Dialect, SearchedColumn } from "./dialect.ts";
import { allDays, firstDay, type KeptSums } from "./kept-sums.ts";
import { runPrepared, type Slot } from "./prepared.ts";
import type { Db, Tables } from "./schema.ts";

type TableName = keyof Tables;
type Column<T extends TableName> = keyof Selectable<Tables[T]> & string;
/** Columns without NULL, which the engines would sort at opposite ends. */
type SortableColumn<T extends TableName> = {
  [K in Column<T>]: null extends Selectable<Tables[T]>[K] ? never : K;
}[Column<T>];

/** A column, and for one with NULL the value that stands for it; the index of its expression has the same constant. */
type ListColumn<T extends TableName> =
  | { readonly column: SortableColumn<T>; readonly none?: undefined }
  | { readonly column: Column<T>; readonly none: string };

/** The part of a list that finds its rows, in a table whose rows have an `id`. */
export interface ListFilters<T extends TableName> {
  readonly table: T;
  /** Columns that equal the value of a filter, or one of its values, by the filter's name. */
  readonly filters: Readonly<Record<string, Column<T>>>;
  /** Conditions of filters with a few values, by the filter's name and value; constants alone, so that partial indexes serve them. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns that are compared with the value of a filter, by the filter's name. */
  readonly bounds?: Readonly<Record<string, ListColumn<T> & { readonly operator: "<" | "<=" | ">" }>>;
  /** The time whose day `from` and `to` bound. */
  readonly days?: { readonly column: Column<T> /** Hours east of UTC. */; readonly utcOffset: number };
  readonly search?: SearchedColumn & {
    /** A column of codes in capital letters; a search that is one, or the beginning of one, finds those and no other text. */
    readonly codes?: { readonly column: Column<T>; readonly pattern: RegExp };
  };
}

export interface List<T extends TableName, C extends Column<T>, S extends string> extends ListFilters<T> {
  /** Columns of the rows. */
  readonly columns: readonly C[];
  /** Sums of its rows by the time of its days and some columns of its filters: totals of these are read there. */
  readonly kept?: KeptSums;
  readonly sorts: Sorts<S>;
  /**
   * A text is sorted by a column that holds it in one case: by `caseless` for names of ASCII letters, by `fold` for Vietnamese ones, so
   * that "Đ" stands with "D".
   */
  readonly sortColumns: Readonly<Record<S, ListColumn<T> & { readonly isText: boolean }>>;
}

/** Values of filters, or of some values that it may have, at least one; undefined ones don't filter. */
export type ListFilter = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined> & {
    search?: string;
    from?: string;
    to?: string;
  }
>;
export interface ListSort<S extends string> {
  readonly sort_by: S;
  readonly sort_order?: SortOrder | undefined;
}

/** The conditions of a filter, apart from their values, so that a query can be compiled once. */
export interface ListConditions {
  /** Names the conditions, for the name of a prepared query. */
  readonly shape: string;
  /** Values of the slots, from 0. */
  readonly values: readonly unknown[];
  /** Whether rows are searched by text. */
  readonly isSearch: boolean;
  /** The FROM of the way `stream`; of all others it is the table. */
  readonly stream: RawBuilder<unknown>;
  /** Returns the condition that a row matches; true without filters. */
  where(slot: Slot, way?: SearchWay): RawBuilder<SqlBool>;
}

/** How a search finds its rows: all of them by the index, the first ones by the index, or the first ones of a sort. */
type SearchWay = "condition" | "stream" | "plain";

/** Returns the conditions of a filter. A search without a letter (combining marks alone) finds all rows. */
export function listConditions<T extends TableName>(
  dialect: Dialect,
  { table, filters, choices = {}, bounds = {}, days, search }: ListFilters<T>,
  filter: ListFilter,
): ListConditions {
  const shape: string[] = [];
  const values: unknown[] = [];
  const conditions: ((slot: Slot, way: SearchWay) => RawBuilder<SqlBool>)[] = [];
  let stream: RawBuilder<unknown> = sql.table(table);
  function compare(name: string, column: string, operator: "=" | ">=" | "<", value: unknown) {
    const index = values.push(value) - 1;
    shape.push(name);
    conditions.push((slot) => sql`${sql.ref(`${table}.${column}`)} ${sql.raw(operator)} ${slot(index)}`);
  }
  function isOneOf(name: string, column: string, allowed: readonly unknown[]) {
    const first = values.length;
    values.push(...allowed);
    shape.push(`${name} of ${allowed.length}`);
    conditions.push(
      (slot) => sql`${sql.ref(`${table}.${column}`)} in (${sql.join(allowed.map((_, index) => slot(first + index)))})`,
    );
  }
  for (const [name, column] of Object.entries(filters)) {
    const value = filter[name];
    if (Array.isArray(value)) isOneOf(name, column, value);
    else if (value !== undefined) compare(name, column, "=", value);
  }
  for (const [name, byValue] of Object.entries(choices)) {
    const value = filter[name];
    const condition = value === undefined ? undefined : byValue[String(value)];
    if (condition === undefined) continue;
    shape.push(`${name} ${String(value)}`);
    conditions.push(() => sql`(${sql.raw(condition)})`);
  }
  for (const [name, bound] of Object.entries(bounds)) {
    const value = filter[name];
    if (value === undefined) continue;
    const index = values.push(value) - 1;
    shape.push(name);
    conditions.push((slot) => sql`${valueOf(table, bound)} ${sql.raw(bound.operator)} ${slot(index)}`);
  }
  if (days && filter.from !== undefined) compare("from", days.column, ">=", startOfDay(filter.from, 0, days.utcOffset));
  if (days && filter.to !== undefined) compare("to", days.column, "<", startOfDay(filter.to, 1, days.utcOffset));
  const folded = search && filter.search !== undefined ? fold(filter.search) : "";
  const code = search?.codes && filter.search?.trim().toUpperCase();
  const isCode = code !== undefined && search?.codes?.pattern.test(code) === true;
  if (search?.codes && isCode) {
    const column = dialect.byteOrder(sql.ref(`${table}.${search.codes.column}`));
    // No letter of a code comes after "Z".
    const first = values.push(code, `${code}[`) - 2;
    shape.push(`code of ${code.length}`);
    conditions.push((slot, way) =>
      way === "plain"
        ? sql`substr(${column}, 1, ${sql.lit(code.length)}) = ${slot(first)}`
        : sql`${column} >= ${slot(first)} and ${column} < ${slot(first + 1)}`,
    );
  } else if (search && folded !== "") {
    const match = dialect.textSearch(search, folded);
    const first = values.length;
    values.push(...match.parameters);
    shape.push(match.kind);
    stream = match.stream.from;
    conditions.push((slot, way) => {
      const at = (index: number) => slot<string>(first + index);
      return sql`${way === "stream" ? match.stream.condition(at) : match[way](at)}`;
    });
  }
  return {
    shape: shape.join(" "),
    values,
    isSearch: folded !== "",
    stream,
    where: (slot, way = "condition") =>
      conditions.length === 0
        ? sql<SqlBool>`true`
        : sql.join(
            conditions.map((condition) => condition(slot, way)),
            sql` and `,
          ),
  };
}

/** Returns the table and the conditions of the sums of the rows that match; undefined for a filter by which none are kept. */
export function keptConditions<T extends TableName>(
  dialect: Dialect,
  { filters, choices = {}, bounds: compared = {}, search, kept }: ListFilters<T> & { readonly kept?: KeptSums },
  filter: ListFilter,
): { table: string; conditions: ListConditions } | undefined {
  if (kept === undefined) return undefined;
  const { name: table, columns } = kept;
  const isSearch = search !== undefined && filter.search !== undefined && fold(filter.search) !== "";
  const byOthers = Object.keys(filters).filter((name) => !columns.includes(filters[name] as string));
  const isByOther = [...byOthers, ...Object.keys(choices), ...Object.keys(compared)].some(
    (name) => filter[name] !== undefined,
  );
  if (isSearch || isByOther) return undefined;
  const { from, to, search: _, ...rest } = filter;
  const byColumn = listConditions(dialect, { table: table as never, filters: filters as never }, rest);
  const isAllDays = from === undefined && to === undefined;
  const bounds = isAllDays ? [allDays] : [from ?? firstDay, ...(to === undefined ? [] : [to])];
  const first = byColumn.values.length;
  const day = dialect.byteOrder(sql.ref(`${table}.day`));
  const conditions: ListConditions = {
    shape: `${byColumn.shape} ${isAllDays ? "all days" : bounds.length}`,
    values: [...byColumn.values, ...bounds],
    isSearch: false,
    stream: sql.table(table),
    where(slot) {
      const from = sql`${day} ${sql.raw(isAllDays ? "=" : ">=")} ${slot(first)}`;
      const to = bounds.length > 1 ? sql` and ${day} <= ${slot(first + 1)}` : sql``;
      return sql<SqlBool>`${byColumn.where(slot)} and ${from}${to}`;
    },
  };
  return { table, conditions };
}

/** The value of a column; for one with NULL that of the index of its expression. */
function valueOf(table: string, { column, none }: { column: string; none?: string | undefined }): RawBuilder<unknown> {
  const value = sql.ref(`${table}.${column}`);
  return none === undefined ? value : sql`coalesce(${value}, ${sql.lit(none)})`;
}

/** Returns the first moment of a day as an ISO time. @param day `YYYY-MM-DD`. @param later days after it. */
function startOfDay(day: string, later: number, utcOffset: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + (later * 24 - utcOffset) * 3_600_000).toISOString();
}

/** Rows of a batch: enough to make the queries of an export few, and each of them short. */
const batchRows = 500;

/**
 * Where a batch begins: at the first row, or after the last one of the batch before, of which `values` has sort value and id. Where these can't
 * be compared as a pair (`isApart`), the rest of the rows with the same value is read first, then what lies beyond that value.
 */
type BatchStart =
  | { kind: "first"; values: readonly [] }
  | { kind: "after" | "same"; values: readonly [value: unknown, id: number] }
  | { kind: "beyond"; values: readonly [value: unknown] };

interface BatchRow {
  after_key: unknown;
  after_id: number;
}

/** Returns where the batch after one begins; undefined after the last. */
function nextStart(start: BatchStart, rows: readonly BatchRow[], isApart: boolean): BatchStart | undefined {
  const last = rows.at(-1);
  if (last && rows.length === batchRows) {
    return { kind: isApart ? "same" : "after", values: [last.after_key, last.after_id] };
  }
  return start.kind === "same" ? { kind: "beyond", values: [start.values[0]] } : undefined;
}

/** Reads the rows of a list. */
export function listReader<T extends TableName, C extends Column<T>, S extends string>(
  db: Db,
  dialect: Dialect,
  list: List<T, C, S>,
) {
  type Row = Pick<Selectable<Tables[T]>, C>;
  const { table } = list;
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const columns = sql.join(list.columns.map(column));

  function run<R>(name: string, values: readonly unknown[], build: (slot: Slot) => RawBuilder<R>): Promise<R[]> {
    return runPrepared(db, dialect, `${table} ${name}`, values, (slot) => ({ compile: () => build(slot).compile(db) }));
  }

  /** Rows with an equal sort column stand in the order of their ids, so that every order is of one kind only. */
  function sortOf({ sort_by, sort_order }: ListSort<S>) {
    const { isText, ...sorted } = list.sortColumns[sort_by];
    const order = sort_order ?? list.sorts.orders[sort_by];
    const value = valueOf(table, sorted);
    const key = isText ? dialect.byteOrder(value) : value;
    const direction = sql.raw(order);
    return {
      name: `${sort_by} ${order}`,
      value,
      // SQLite does not compare a pair with the index of an expression.
      isApart: sorted.none !== undefined && dialect.engine === "sqlite",
      key: sql`(${key}, ${column("id")})`,
      isAfter: sql.raw(order === "asc" ? ">" : "<"),
      orderBy: sql`order by ${key} ${direction}, ${column("id")} ${direction}`,
      orderById: sql`order by ${column("id")} ${direction}`,
    };
  }

  function readBatch(
    { shape, values, where }: ListConditions,
    { name, value, key, isAfter, orderBy, orderById }: ReturnType<typeof sortOf>,
    start: BatchStart,
  ): Promise<(Row & BatchRow)[]> {
    return run(`batch ${start.kind} ${name} ${shape}`, [...values, ...start.values], (slot) => {
      const [lastValue, lastId] = [slot(values.length), slot(values.length + 1)];
      const from = {
        first: sql`true`,
        after: sql`${key} ${isAfter} (${lastValue}, ${lastId})`,
        same: sql`${value} = ${lastValue} and ${column("id")} ${isAfter} ${lastId}`,
        beyond: sql`${value} ${isAfter} ${lastValue}`,
      };
      return sql<Row & BatchRow>`select ${columns}, ${value} as after_key, ${column("id")} as after_id
        from ${sql.table(table)} where ${where(slot)} and ${from[start.kind]}
        ${start.kind === "same" ? orderById : orderBy} limit ${sql.lit(batchRows)}`;
    });
  }

  async function total(filter: ListFilter): Promise<number> {
    const kept = keptConditions(dialect, list, filter);
    const { shape, values, where } = kept?.conditions ?? listConditions(dialect, list, filter);
    const [row] = await run(kept ? `kept ${shape}` : `count ${shape}`, values, (slot) =>
      kept
        ? sql<{
            n: number;
          }>`select cast(coalesce(sum(n), 0) as bigint) as n from ${sql.table(kept.table)} where ${where(slot)}`
        : sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${where(slot)}`,
    );
    return row?.n ?? 0;
  }

  /** Counts rows that match, up to one more than `mostCounted`. */
  async function countSome({ shape, values, stream, where }: ListConditions): Promise<number> {
    const [row] = await run(
      `count some ${shape}`,
      values,
      (slot) => sql<{ n: number }>`select count(*) as n from
        (select 1 from ${stream} where ${where(slot, "stream")} limit ${sql.lit(mostCounted + 1)}) as found`,
    );
    return row?.n ?? 0;
  }

  return {
    /** Counts all rows that match. */
    total,

    /** Counts the rows that match; those of which no sum is kept up to one more than `mostCounted`. */
    count: (filter: ListFilter): Promise<number> =>
      keptConditions(dialect, list, filter) ? total(filter) : countSome(listConditions(dialect, list, filter)),

    /**
     * Returns a page of rows, and the number of rows before skip and limit. What is not kept, as the number that a search finds, is counted up
     * to one more than `mostCounted`.
     */
    async page(
      query: ListFilter & ListSort<S> & { skip: number; limit: number },
    ): Promise<{ rows: Row[]; total: number }> {
      const { skip, limit } = query;
      const conditions = listConditions(dialect, list, query);
      const { shape, values, stream, where } = conditions;
      const sort = sortOf(query);
      // A search goes one way or another by how much it finds.
      const found = conditions.isSearch ? await countSome(conditions) : undefined;
      const way = found === undefined ? "condition" : found > mostCounted / 10 ? "plain" : "stream";
      const from = way === "stream" ? stream : sql.table(table);
      // The ids come from the index alone; skipped rows are never read. A cross join keeps SQLite from scanning all rows for them.
      const rows = await run(
        `page ${sort.name} ${way} ${shape}`,
        [...values, limit, skip],
        (slot) => sql<Row>`select ${columns} from (
            select ${column("id")} from ${from} where ${where(slot, way)}
            ${sort.orderBy} limit ${slot(values.length)} offset ${slot(values.length + 1)}
          ) as picked cross join ${sql.table(table)} where ${column("id")} = picked.id ${sort.orderBy}`,
      );
      const isLast = rows.length < limit && (rows.length > 0 || skip === 0);
      if (isLast) return { rows, total: skip + rows.length };
      if (keptConditions(dialect, list, query)) return { rows, total: await total(query) };
      return {
        rows,
        total: Math.max(found ?? (await countSome(conditions)), rows.length > 0 ? skip + rows.length : 0),
      };
    },

    /** Returns the ids of all rows that match, the newest first, at most `limit`. */
    async ids(filter: ListFilter, limit: number): Promise<number[]> {
      const { shape, values, where } = listConditions(dialect, list, filter);
      const rows = await run(
        `ids ${shape}`,
        [...values, limit],
        (slot) => sql<{ id: number }>`select ${column("id")} from ${sql.table(table)} where ${where(slot)}
          order by ${column("id")} desc limit ${slot(values.length)}`,
      );
      return rows.map(({ id }) => id);
    },

    /**
     * Yields all rows, up to 500 at a time, each batch read by a short query of its own: between two of them no connection and no
     * transaction is held. A row that is there all the time comes exactly once, if its sort column does not change meanwhile; a row that is
     * added or removed meanwhile may come or not.
     */
    async *batches(query: ListFilter & ListSort<S>): AsyncGenerator<Row[]> {
      const conditions = listConditions(dialect, list, query);
      const sort = sortOf(query);
      let start: BatchStart | undefined = { kind: "first", values: [] };
      while (start) {
        const rows = await readBatch(conditions, sort, start);
        if (rows.length > 0) yield rows.map(({ after_key: _key, after_id: _id, ...row }) => row as unknown as Row);
        start = nextStart(start, rows, sort.isApart);
      }
    },
  };
}
