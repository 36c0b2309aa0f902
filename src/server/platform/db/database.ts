/** Opens the configured database, with detection of its changes. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type CompiledQuery, Kysely, type LogConfig, PostgresDialect } from "kysely";
import pg from "pg";
import { refuseUnfinishedRestore } from "../unfinished-restore.ts";
import { type Changes, postgresChanges, sqliteChanges } from "./changes.ts";
import { type Dialect, dialects } from "./dialect.ts";
import type { Db, Tables } from "./schema.ts";
import { connectSqlite, sqliteDialect } from "./sqlite.ts";

/** The embedded database's file in the data folder. */
export const sqliteName = "ngan-nga.db";

export interface Database {
  db: Db;
  dialect: Dialect;
  changes: Changes;
  /** The embedded database's file; undefined on PostgreSQL. */
  file: string | undefined;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  onError?: (error: Error) => void;
  /** Called with every query; for tests and debugging. */
  onQuery?: (query: CompiledQuery) => void;
}

// bigint and numeric stay far below 2^53 here (ids, counts, đồng); times are read as ISO strings with Z.
const parsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
    return pg.types.getTypeParser(oid, format as "text");
  }) as pg.CustomTypesConfig["getTypeParser"],
};

/**
 * Opens the database without migrating it.
 * @throws UnfinishedRestoreError
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  refuseUnfinishedRestore(options.dataDir);
  const onError = options.onError ?? (() => {});
  const log: LogConfig = (event) => options.onQuery?.(event.query);
  if (options.databaseUrl) {
    const pool = new pg.Pool({
      connectionString: options.databaseUrl,
      max: 10,
      types: parsers,
      connectionTimeoutMillis: 10_000,
    });
    pool.on("error", onError);
    // The pool listens to idle connections only: an error between two queries of a transaction would end the process.
    pool.on("connect", (client) => client.on("error", () => {}));
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(options.onQuery ? { log } : {}) });
    const changes = await postgresChanges(options.databaseUrl, onError);
    return {
      db,
      dialect: dialects.postgres,
      changes,
      file: undefined,
      close: async () => {
        await changes.close();
        await db.destroy();
      },
    };
  }
  mkdirSync(options.dataDir, { recursive: true });
  const file = path.join(options.dataDir, sqliteName);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connectSqlite(file)), ...(options.onQuery ? { log } : {}) });
  const changes = sqliteChanges(file);
  return {
    db,
    dialect: dialects.sqlite,
    changes,
    file,
    close: async () => {
      await changes.close();
      await db.destroy();
    },
  };
}
