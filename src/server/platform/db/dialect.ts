/**
 * All that differs between SQLite and PostgreSQL. Nothing outside this module, `migrations/` and what migrations create by their
 * helpers (`change-topics.ts`, `text-index.ts`) asks which engine runs.
 */
import { setTimeout as pause } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import pg from "pg";
import type { Db, Tables } from "./schema.ts";

export type Engine = "sqlite" | "postgres";

/** A text column that is searched, in a table whose rows have an `id`. */
export interface SearchedColumn {
  readonly table: string;
  readonly column: string;
  /**
   * SQLite's FTS5 table of letter pieces, keyed by `id`, beside which `…_words` holds the beginnings of words; a migration creates both.
   * PostgreSQL indexes the column itself.
   */
  readonly index: string;
}

/** A condition that finds rows by text, separate from its parameters, so that a query can be compiled once. */
export interface TextSearch {
  /** Differs between conditions of different shape; part of a prepared query's name. */
  readonly kind: string;
  readonly parameters: readonly string[];
  condition(slot: (index: number) => string): Expression<SqlBool>;
  /** The same by another FROM, which yields rows as they are found, so that a limit ends it early. */
  readonly stream: { from: RawBuilder<unknown>; condition(slot: (index: number) => string): Expression<SqlBool> };
  /** The same without the index, for texts that many rows have: the first ones of any order are found soon. */
  plain(slot: (index: number) => string): Expression<SqlBool>;
}

/** A text column of words, each after a blank, in a table whose key is `key`. */
export interface WordColumn {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** SQLite's FTS5 table of the words, keyed by `key`; PostgreSQL's index of words and pairs of words. A migration creates both. */
  readonly index: string;
}

/** How the rows with a run of words are found. */
export interface WordSearch {
  /** Differs between conditions of different shape; part of a prepared query's name. */
  readonly kind: string;
  readonly parameters: readonly string[];
  /** The key of a found row. */
  readonly key: RawBuilder<number>;
  /** Finds the rows by the index. */
  rare(slot: (index: number) => string): FoundRows;
  /** Finds the first ones in the order of the key soon, where many rows have the words. */
  common(slot: (index: number) => string): FoundRows;
}

export interface FoundRows {
  readonly from: RawBuilder<unknown>;
  readonly condition: RawBuilder<SqlBool>;
}

export interface Dialect {
  readonly engine: Engine;
  /** Whether several server processes may use one database and must keep their shared state in it. */
  readonly shared: boolean;
  /** Column types for migrations. */
  readonly types: {
    id: RawBuilder<unknown>;
    ref: RawBuilder<unknown>;
    bool: RawBuilder<unknown>;
    time: RawBuilder<unknown>;
    real: RawBuilder<unknown>;
  };
  /**
   * Returns the condition that the column contains a text; one or two letters are found at the beginning of a word only. Wildcards and
   * quotes in the text match themselves.
   * @param folded text from `fold`, as the column holds it.
   */
  textSearch(target: SearchedColumn, folded: string): TextSearch;
  /** Returns how rows with a run of words are found; of the last word its beginning is enough. @param words letters and digits, each word after a blank */
  wordSearch(target: WordColumn, words: string): WordSearch;
  /** Returns the text so that it is sorted and indexed by its bytes, the same on both engines. */
  byteOrder(text: Expression<unknown>): RawBuilder<unknown>;
  /** Returns the calendar day of a time as `YYYY-MM-DD`. @param utcOffset hours east of UTC. */
  localDay(time: Expression<string>, utcOffset: number): RawBuilder<string>;
  /** Holds a named lock until the transaction ends; waits while another transaction holds it. */
  lock(tx: Db, name: string): Promise<void>;
  /** Holds a named lock until the transaction ends; blocks `lock` of that name, but no other shared holder. */
  lockShared(tx: Db, name: string): Promise<void>;
  /** Runs a task while no other process holds that lock. The task may begin transactions, and runs in none. */
  exclusively<T>(db: Db, name: string, task: () => Promise<T>): Promise<T>;
  /** Lets the statements of a transaction fail with an `isLockTimeout` error when they wait longer than this for a lock. Milliseconds. */
  limitLockWait(tx: Db, ms: number): Promise<void>;
  /** Ends a select of rows that this transaction changes or removes: until it ends, no other one changes them or comes to refer to them. */
  readonly forUpdate: RawBuilder<unknown>;
  /** Ends a select of rows that this transaction takes: passes over those that another one holds. */
  readonly skipLocked: RawBuilder<unknown>;
  /** SQL that begins a read transaction: it sees the state of its first read and blocks no writer. */
  readonly beginSnapshot: string;
  /** Returns descriptions of corrupt pages and dangling references, as far as the engine can find them. */
  problems(db: Db): Promise<string[]>;
  /** Drops tables with everything that depends on them. */
  dropTables(tx: Db, tables: readonly string[]): Promise<void>;
  /** Inserts rows of the same columns, whose values JSON can hold, in one statement. */
  insertRows(tx: Db, table: string, rows: readonly Record<string, string | number | boolean | null>[]): Promise<void>;
  /** Lets generated ids of a table continue after the highest one that is in it or was given. @param above and after this one, which is not in it */
  restartIds(tx: Db, table: string, above?: number): Promise<void>;
  /** Takes what was deleted out of the files that still hold it, as far as the engine lets it. Not within a transaction. */
  eraseDeleted(db: Db): Promise<void>;
  /** Returns the engine's version and the bytes that the database takes on its disk. */
  about(db: Db): Promise<{ version: string; bytes: number }>;
}

/** Escapes `%`, `_` and the escape character for LIKE … ESCAPE '\'. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** Whether a text is found at the beginning of a word only: it is in about every second row. */
const isBeginning = (folded: string) => [...folded].length < 3;

/** Finds a text in the column itself. PostgreSQL's trigrams answer both conditions: they hold the beginnings of words, padded with blanks. */
function likeSearch({ table, column }: SearchedColumn, folded: string): TextSearch {
  const text = sql.ref(`${table}.${column}`);
  const escaped = escapeLike(folded);
  const condition: TextSearch["condition"] = isBeginning(folded)
    ? (slot) => sql<SqlBool>`(${text} like ${slot(0)} escape '\\' or ${text} like ${slot(1)} escape '\\')`
    : (slot) => sql<SqlBool>`${text} like ${slot(0)} escape '\\'`;
  return {
    kind: isBeginning(folded) ? "words" : "like",
    parameters: isBeginning(folded) ? [`${escaped}%`, `% ${escaped}%`] : [`%${escaped}%`],
    condition,
    stream: { from: sql.table(table), condition },
    plain: condition,
  };
}

/** Finds one or two letters by SQLite's index of the beginnings of words. */
function beginningSearch(target: SearchedColumn, folded: string): TextSearch {
  const { parameters, plain } = likeSearch(target, folded);
  const id = sql.ref(`${target.table}.id`);
  const words = `${target.index}_words`;
  const found: TextSearch["condition"] = (slot) => sql`${sql.ref(words)} match ${slot(parameters.length)}`;
  return {
    kind: "words",
    parameters: [...parameters, `"${Buffer.from(folded).toString("hex")}"`],
    condition: (slot) => sql<SqlBool>`${id} in (select rowid from ${sql.table(words)} where ${found(slot)})`,
    stream: {
      from: sql`${sql.table(words)} cross join ${sql.table(target.table)}`,
      condition: (slot) => sql<SqlBool>`(${found(slot)} and ${id} = ${sql.ref(`${words}.rowid`)})`,
    },
    plain,
  };
}

/** Letters in a piece of an FTS5 index, as in the migration: shorter pieces match too many rows, longer ones serve fewer searches. */
const pieceLength = 5;

/**
 * Returns an FTS5 expression of pieces that together cover the text, as the hex of their UTF-8 bytes. A shorter text is
 * the beginning of a piece. Rows with the pieces in another order match too.
 */
function coveringPieces(folded: string): string {
  const letters = [...folded];
  const piece = (from: number) => Buffer.from(letters.slice(from, from + pieceLength).join("")).toString("hex");
  if (letters.length < pieceLength) return `"${piece(0)}"*`;
  const pieces = new Set<string>();
  for (let from = 0; from < letters.length; from += 3) pieces.add(piece(Math.min(from, letters.length - pieceLength)));
  return [...pieces].map((text) => `"${text}"`).join(" AND ");
}

const sqlite: Dialect = {
  engine: "sqlite",
  shared: false,
  types: {
    id: sql`integer`,
    ref: sql`integer`,
    bool: sql`integer`,
    time: sql`text`,
    real: sql`real`,
  },
  textSearch(target, folded) {
    if (isBeginning(folded)) return beginningSearch(target, folded);
    const { table, column, index } = target;
    const found: TextSearch["condition"] = (slot) => sql`${sql.ref(index)} match ${slot(0)}`;
    const plain: TextSearch["condition"] = (slot) => sql`instr(${sql.ref(`${table}.${column}`)}, ${slot(1)}) > 0`;
    return {
      kind: "pieces",
      parameters: [coveringPieces(folded), folded],
      condition: (slot) => sql<SqlBool>`(${sql.ref(`${table}.id`)} in
        (select rowid from ${sql.table(index)} where ${found(slot)}) and ${plain(slot)})`,
      stream: {
        from: sql`${sql.table(index)} cross join ${sql.table(table)}`,
        condition: (slot) =>
          sql<SqlBool>`(${found(slot)} and ${sql.ref(`${table}.id`)} = ${sql.ref(`${index}.rowid`)} and ${plain(slot)})`,
      },
      plain,
    };
  },
  wordSearch({ index }, words) {
    // FTS5 yields its rows in the order of their ids, one after the other.
    const find: WordSearch["rare"] = (slot) => ({
      from: sql.table(index),
      condition: sql`${sql.ref(index)} match ${slot(0)}`,
    });
    const key = sql.ref<number>(`${index}.rowid`);
    return { kind: "words", parameters: [`"${words.trim()}"*`], key, rare: find, common: find };
  },
  byteOrder: (text) => sql`${text}`,
  localDay: (time, utcOffset) => sql<string>`date(${time}, ${sql.lit(`${utcOffset} hours`)})`,
  // Transactions begin IMMEDIATE on SQLite: each is the only writer already.
  lock: async () => {},
  lockShared: async () => {},
  exclusively: (_db, _name, task) => task(),
  limitLockWait: async () => {},
  forUpdate: sql``,
  skipLocked: sql``,
  beginSnapshot: "begin deferred",
  async problems(db) {
    const corruption = (await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)).rows.map(
      (row) => row.integrity_check,
    );
    const dangling = (await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)).rows;
    return [
      ...corruption.filter((text) => text !== "ok"),
      ...dangling.map(({ table, parent }) => `${table} → ${parent}`),
    ];
  },
  async dropTables(tx, tables) {
    for (const table of tables) await sql`drop table if exists ${sql.table(table)}`.execute(tx);
  },
  async insertRows(tx, table, rows) {
    await tx
      .insertInto(table as keyof Tables)
      .values(rows as never)
      .execute();
  },
  // AUTOINCREMENT continues after the highest id that was ever inserted.
  async restartIds(tx, table, above = 0) {
    if (above === 0) return;
    const { numAffectedRows } = await sql`update sqlite_sequence set seq = max(seq, ${above})
      where name = ${table}`.execute(tx);
    if (numAffectedRows === 0n)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${above})`.execute(tx);
  },
  // The log holds older versions of pages until it is truncated; `secure_delete` has overwritten the rest.
  async eraseDeleted(db) {
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
  },
  async about(db) {
    const { rows } = await sql<{ version: string; bytes: number }>`select sqlite_version() as version,
      pages.page_count * size.page_size as bytes from pragma_page_count as pages, pragma_page_size as size`.execute(db);
    return rows[0] ?? { version: "", bytes: 0 };
  },
};

const postgres: Dialect = {
  engine: "postgres",
  shared: true,
  types: {
    id: sql`bigint generated by default as identity`,
    ref: sql`bigint`,
    bool: sql`boolean`,
    time: sql`timestamptz(3)`,
    real: sql`double precision`,
  },
  textSearch: likeSearch,
  wordSearch({ table, key, column }, words) {
    const text = sql.ref(`${table}.${column}`);
    const list = words.trim().split(" ");
    const pairs = list.slice(1).map((word, place) => `'+${list[place]} ${word}'`);
    // A word or two are a term of the index; the terms of more may be there in another order.
    const isTerm = pairs.length < 2;
    const holds = (slot: (index: number) => string) => sql<SqlBool>`strpos(${text}, ${slot(1)}) > 0`;
    return {
      kind: isTerm ? "term" : "terms",
      parameters: [`${pairs.length === 0 ? `'${list[0]}'` : pairs.join(" & ")}:*`, words],
      key: sql.ref<number>(`${table}.${key}`),
      // Without "offset" the planner would make the terms of row after row in the order of the key.
      rare: (slot) => ({
        from: sql`(select ${sql.ref(key)} from ${sql.table(table)}
          where phrase_terms(${text}) @@ cast(${slot(0)} as tsquery)${isTerm ? sql`` : sql` and ${holds(slot)}`}
          offset 0) as ${sql.table(table)}`,
        condition: sql`true`,
      }),
      // The estimate of a comparison, a third of the rows, lets the planner read in the order of the key.
      common: (slot) => ({ from: sql.table(table), condition: holds(slot) }),
    };
  },
  byteOrder: (text) => sql`${text} collate "C"`,
  localDay: (time, utcOffset) =>
    sql<string>`to_char(${time} at time zone interval ${sql.lit(`${utcOffset} hours`)}, 'YYYY-MM-DD')`,
  lock: async (tx, name) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  },
  lockShared: async (tx, name) => {
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
  },
  exclusively: (db, name, task) =>
    db.connection().execute(async (connection) => {
      // Asked again and again: who waits within a statement holds a snapshot, which an index that is built beside writers waits for.
      const take = async () => {
        const { rows } = await sql<{
          isTaken: boolean;
        }>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isTaken"`.execute(connection);
        return rows[0]?.isTaken === true;
      };
      while (!(await take())) await pause(200);
      return task().finally(() => sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection));
    }),
  limitLockWait: async (tx, ms) => {
    await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx);
  },
  forUpdate: sql`for update`,
  skipLocked: sql`for update skip locked`,
  beginSnapshot: "begin isolation level repeatable read read only",
  problems: async () => [],
  async dropTables(tx, tables) {
    for (const table of tables) await sql`drop table if exists ${sql.table(table)} cascade`.execute(tx);
    await sql`drop function if exists notify_change() cascade`.execute(tx);
  },
  // One parameter: thousands of them cost the process more than the rows cost the database.
  async insertRows(tx, table, rows) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
      tx,
    );
  },
  async restartIds(tx, table, above = 0) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
    const highest = sql`greatest(max(id), ${above}::bigint, pg_sequence_last_value(${sequence}::regclass))`;
    await sql`select setval(${sequence}, greatest(${highest}, 1), ${highest} > 0) from ${sql.table(table)}`.execute(tx);
  },
  // Autovacuum frees the rows.
  eraseDeleted: async () => {},
  async about(db) {
    const { rows } = await sql<{ version: string; bytes: number }>`select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`.execute(db);
    return rows[0] ?? { version: "", bytes: 0 };
  },
};

export const dialects: Record<Engine, Dialect> = { sqlite, postgres };

/**
 * PostgreSQL's classes of "no connection" and "server is going or overloaded", a statement or an idle transaction that took too long,
 * Node's socket errors, SQLite's busy.
 */
const transientCodes = /^(08...|53...|57P0[1-4]|57014|25P03|ECONN\w+|EPIPE|ETIMEDOUT|SQLITE_BUSY\w*)$/;
/** A transaction that PostgreSQL rolled back for the sake of another one: failed serialization, deadlock. */
const concurrencyCodes = /^(40001|40P01)$/;
/** No room: of the file system, SQLite and PostgreSQL. */
const diskFullCodes = /^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/;
/** A disk that fails, or is full where SQLite does not tell (its shared memory file). */
const diskFailureCodes = /^(EIO|SQLITE_IOERR\w*|58030)$/;
const transientMessages =
  /^(Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;
const queryTimeoutMessage = "Query read timeout";
const constraintCodes = /^(23503|23505|SQLITE_CONSTRAINT_(FOREIGNKEY|UNIQUE|PRIMARYKEY))$/;

/** Classifies an error of the database or a disk: transient, or in conflict with a concurrent write; undefined for all others. */
export function classifyDbError(error: unknown): "unavailable" | "conflict" | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (transientCodes.test(code) || transientMessages.test(error.message) || isConnectFailure(error))
    return "unavailable";
  if (isQueryTimeout(error) || isConcurrencyFailure(error)) return "unavailable";
  if (diskFullCodes.test(code) || diskFailureCodes.test(code)) return "unavailable";
  return constraintCodes.test(code) ? "conflict" : undefined;
}

/** True for a query that PostgreSQL did not answer in time; its connection is of no more use. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === queryTimeoutMessage;
}

/** True for a deadlock or a failed serialization: the same transaction may succeed when it runs again. */
export function isConcurrencyFailure(error: unknown): boolean {
  return concurrencyCodes.test(codeOf(error));
}

/** True for a statement that waited longer for a lock than its transaction allows (`limitLockWait`). */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === "55P03";
}

/** True for an error of a full disk, of the file system or the database. */
export function isDiskFull(error: unknown): boolean {
  return diskFullCodes.test(codeOf(error));
}

/** True for an error of a disk that can't be read or written. */
export function isDiskFailure(error: unknown): boolean {
  return diskFailureCodes.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** True when the server's name, address or socket can't be reached. */
function isConnectFailure(error: Error): boolean {
  return "syscall" in error && (error.syscall === "connect" || error.syscall === "getaddrinfo");
}

/** True for an error of the database or its connection, and not of this program's own code. */
export function isDatabaseError(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError || error instanceof SQLite.SqliteError || classifyDbError(error) !== undefined
  );
}
