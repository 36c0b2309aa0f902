/**
 * Opens the embedded database for Kysely: prepared statements kept, booleans as booleans, immediate transactions. Who writes
 * while another process does waits for it without holding up everyone else.
 */
import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { type DatabaseConnection, type Driver, SqliteDialect } from "kysely";

const maxStatements = 500;
/** How long to wait for another process, and between two tries. */
const busyMs = 5000;
const againMs = 20;

/** A connection with the settings every connection of this product has. */
export function connectSqlite(file: string, options: { readonly?: boolean } = {}): SQLite.Database {
  const db = new SQLite(file, { timeout: busyMs, readonly: options.readonly ?? false });
  if (!options.readonly) {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
  }
  db.pragma("foreign_keys = ON");
  db.pragma("cache_size = -32000");
  db.pragma("temp_store = MEMORY");
  return db;
}

/** The Kysely dialect over one connection. */
export function sqliteDialect(db: SQLite.Database): SqliteDialect {
  const statements = new Map<string, Statement>();
  // SQLite itself would wait asleep, and the whole process with it.
  db.pragma("busy_timeout = 0");
  return new PatientDialect(db, {
    database: {
      prepare(sql: string) {
        // Deferred transactions that turn into writers fail at once when another process has written meanwhile.
        const text = sql === "begin" ? "begin immediate" : sql;
        const known = statements.get(text);
        if (known) return known;
        if (statements.size >= maxStatements) statements.clear();
        const statement = wrap(db.prepare(text));
        statements.set(text, statement);
        return statement;
      },
      close: () => db.close(),
    },
  });
}

class PatientDialect extends SqliteDialect {
  readonly #db: SQLite.Database;

  constructor(db: SQLite.Database, config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#db = db;
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    let patient: DatabaseConnection | undefined;
    driver.acquireConnection = async (options) => {
      patient ??= waiting(await acquire(options), this.#db);
      return patient;
    };
    return driver;
  }
}

/** A connection that tries a statement, or the begin of a transaction, again while another process writes. */
function waiting(connection: DatabaseConnection, db: SQLite.Database): DatabaseConnection {
  async function again<R>(error: unknown, ...asked: Parameters<DatabaseConnection["executeQuery"]>) {
    const until = Date.now() + busyMs;
    for (let last = error; ; ) {
      // Inside a transaction nobody else writes; and what has failed there can't be done once more by itself.
      if (db.inTransaction || !isBusy(last) || Date.now() >= until) throw last;
      await wait(againMs);
      try {
        return await connection.executeQuery<R>(...asked);
      } catch (next) {
        last = next;
      }
    }
  }
  return {
    executeQuery: <R>(...asked: Parameters<DatabaseConnection["executeQuery"]>) =>
      connection.executeQuery<R>(...asked).catch((error: unknown) => again<R>(error, ...asked)),
    streamQuery: (...asked) => connection.streamQuery(...asked),
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
  const mend = (row: Row) => {
    for (const name of booleans) if (row[name] !== null) row[name] = row[name] === 1;
    return row;
  };
  return {
    reader: statement.reader,
    all(parameters) {
      const rows = statement.all(...bind(parameters)) as Row[];
      if (booleans.length > 0) rows.forEach(mend);
      return rows;
    },
    run: (parameters) => statement.run(...bind(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...bind(parameters)) as IterableIterator<Row>) yield mend(row);
    },
  };
}
