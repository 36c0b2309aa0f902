/** Opens the embedded database for Kysely: prepared statements kept, booleans as booleans, immediate transactions. */
import SQLite from "better-sqlite3";
import { SqliteDialect } from "kysely";

const maxStatements = 500;

/** A connection with the settings every connection of this product has. */
export function connectSqlite(file: string, options: { readonly?: boolean } = {}): SQLite.Database {
  const db = new SQLite(file, { timeout: 5000, readonly: options.readonly ?? false });
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
  return new SqliteDialect({
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
