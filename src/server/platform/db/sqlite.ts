/**
 * Opens the embedded database for Kysely: cached prepared statements, booleans as booleans, immediate transactions.
 * SQLITE_BUSY is retried asynchronously instead of blocking the event loop.
 */
import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { type DatabaseConnection, type Driver, SqliteAdapter, SqliteDialect } from "kysely";
import { createWalSync, type WalSync } from "./wal-sync.ts";

const maxStatements = 500;
/** How long to wait for a write of another process, and between two attempts. */
const busyMs = 5000;
const retryMs = 20;

/** Opens a connection with the settings that all connections of this product share. */
export function connectSqlite(file: string, options: { readonly?: boolean } = {}): SQLite.Database {
  const db = new SQLite(file, { timeout: busyMs, readonly: options.readonly ?? false });
  if (!options.readonly) {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    // Deleted rows are overwritten: names that people had erased would stay in free pages for years.
    db.pragma("secure_delete = ON");
  }
  db.pragma("foreign_keys = ON");
  db.pragma("cache_size = -32000");
  db.pragma("temp_store = MEMORY");
  return db;
}

/** Returns the Kysely dialect over one connection. @param onWrite called after each write or transaction that wrote, before its answer. */
export function sqliteDialect(db: SQLite.Database, onWrite: () => void = () => {}): SqliteDialect {
  const statements = new Map<string, Statement>();
  // SQLite's own wait would block the event loop.
  db.pragma("busy_timeout = 0");
  // A commit would sync the log on the event loop; the dialect does that beside it, before anyone hears of the commit.
  if (!db.readonly) db.pragma("synchronous = NORMAL");
  const log = createWalSync(`${db.name}-wal`);
  const writes: Writes = { arePending: false, onWrite };
  return new SyncingDialect(db, log, writes, {
    database: {
      prepare(sql: string) {
        // A deferred transaction fails at its first write when another process has written meanwhile.
        const text = sql === "begin" ? "begin immediate" : sql;
        const cached = statements.get(text);
        if (cached) return cached;
        if (statements.size >= maxStatements) statements.clear();
        const statement = wrap(db.prepare(text), writes);
        statements.set(text, statement);
        return statement;
      },
      close() {
        db.close();
        log.close();
      },
    },
  });
}

/** Whether something was written since the last sync of the log. */
interface Writes {
  arePending: boolean;
  onWrite: () => void;
}

/** Kysely would give the one connection to the next one only after all of the release. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Lends the one connection to one after the other; whoever has written gets an answer when it is on the disk, while others use the connection. */
class SyncingDialect extends SqliteDialect {
  readonly #db: SQLite.Database;
  readonly #log: WalSync;
  readonly #writes: Writes;

  constructor(
    db: SQLite.Database,
    log: WalSync,
    writes: Writes,
    config: ConstructorParameters<typeof SqliteDialect>[0],
  ) {
    super(config);
    this.#db = db;
    this.#log = log;
    this.#writes = writes;
  }

  override createAdapter(): SqliteAdapter {
    return new SharedAdapter();
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    let connection: DatabaseConnection | undefined;
    const waiting: (() => void)[] = [];
    let isLent = false;
    driver.acquireConnection = async (options) => {
      if (isLent) await new Promise<void>((lend) => waiting.push(lend));
      isLent = true;
      try {
        connection ??= withBusyRetry(await acquire(options), this.#db);
        return connection;
      } catch (error) {
        giveOn();
        throw error;
      }
    };
    const giveOn = () => {
      const lend = waiting.shift();
      if (lend) lend();
      else isLent = false;
    };
    driver.releaseConnection = async () => {
      const mustSync = this.#writes.arePending;
      this.#writes.arePending = false;
      if (mustSync) this.#writes.onWrite();
      giveOn();
      if (mustSync) await this.#log.flush();
    };
    return driver;
  }
}

/**
 * Wraps a connection so that statements outside transactions, `begin` included, are retried while another process writes. After
 * a full disk or an I/O error SQLite has rolled back by itself; a second rollback would fail and hide the cause.
 */
function withBusyRetry(connection: DatabaseConnection, db: SQLite.Database): DatabaseConnection {
  async function retry<R>(error: unknown, ...query: Parameters<DatabaseConnection["executeQuery"]>) {
    const until = Date.now() + busyMs;
    for (let last = error; ; ) {
      // A transaction is the only writer already, and its statements can't be repeated on their own.
      if (db.inTransaction || !isBusy(last) || Date.now() >= until) throw last;
      await wait(retryMs);
      try {
        return await connection.executeQuery<R>(...query);
      } catch (next) {
        last = next;
      }
    }
  }
  return {
    async executeQuery<R>(...query: Parameters<DatabaseConnection["executeQuery"]>) {
      if (query[0].sql === "rollback" && !db.inTransaction) return { rows: [] };
      return connection.executeQuery<R>(...query).catch((error: unknown) => retry<R>(error, ...query));
    },
    streamQuery: (...query) => connection.streamQuery(...query),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

type Row = Record<string, unknown>;
interface Statement {
  reader: boolean;
  all(parameters: readonly unknown[]): Row[];
  run(parameters: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint };
  iterate(parameters: readonly unknown[]): IterableIterator<Row>;
}

function wrap(statement: SQLite.Statement, writes: Writes): Statement {
  const isWrite = !statement.readonly && !statement.source.startsWith("begin");
  const note = () => {
    writes.arePending ||= isWrite;
  };
  const booleans = statement.reader
    ? statement
        .columns()
        .map((column) => column.name)
        .filter((name) => name.startsWith("is_"))
    : [];
  const bind = (parameters: readonly unknown[]) =>
    parameters.map((value) => (typeof value === "boolean" ? Number(value) : value));
  const toBooleans = (row: Row) => {
    for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1;
    return row;
  };
  return {
    reader: statement.reader,
    all(parameters) {
      note();
      const rows = statement.all(...bind(parameters)) as Row[];
      if (booleans.length > 0) rows.forEach(toBooleans);
      return rows;
    },
    run(parameters) {
      note();
      return statement.run(...bind(parameters));
    },
    *iterate(parameters) {
      for (const row of statement.iterate(...bind(parameters)) as IterableIterator<Row>) yield toBooleans(row);
    },
  };
}
