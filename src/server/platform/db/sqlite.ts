/**
 * Opens the embedded database for Kysely: cached prepared statements, booleans as booleans, immediate transactions.
 * SQLITE_BUSY is retried asynchronously instead of blocking the event loop.
 */
import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { type DatabaseConnection, type Driver, SqliteDialect } from "kysely";

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
    // What is deleted is overwritten: names that people had erased would stay in free pages for years.
    db.pragma("secure_delete = ON");
  }
  db.pragma("foreign_keys = ON");
  db.pragma("cache_size = -32000");
  db.pragma("temp_store = MEMORY");
  return db;
}

/** Returns the Kysely dialect over one connection. */
export function sqliteDialect(db: SQLite.Database): SqliteDialect {
  const statements = new Map<string, Statement>();
  // SQLite's own wait would block the event loop.
  db.pragma("busy_timeout = 0");
  return new RetryingDialect(db, {
    database: {
      prepare(sql: string) {
        // A deferred transaction fails at its first write when another process has written meanwhile.
        const text = sql === "begin" ? "begin immediate" : sql;
        const cached = statements.get(text);
        if (cached) return cached;
        if (statements.size >= maxStatements) statements.clear();
        const statement = wrap(db.prepare(text));
        statements.set(text, statement);
        return statement;
      },
      close: () => db.close(),
    },
  });
}

class RetryingDialect extends SqliteDialect {
  readonly #db: SQLite.Database;

  constructor(db: SQLite.Database, config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#db = db;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    let connection: DatabaseConnection | undefined;
    driver.acquireConnection = async (options) => {
      connection ??= withBusyRetry(await acquire(options), this.#db);
      return connection;
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

function wrap(statement: SQLite.Statement): Statement {
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
      const rows = statement.all(...bind(parameters)) as Row[];
      if (booleans.length > 0) rows.forEach(toBooleans);
      return rows;
    },
    run: (parameters) => statement.run(...bind(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...bind(parameters)) as IterableIterator<Row>) yield toBooleans(row);
    },
  };
}
