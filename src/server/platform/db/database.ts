/** Opens the configured database, with detection of its changes. */
import { mkdirSync } from "node:fs";
import path from "node:path";
import {
  type CompiledQuery,
  HandleEmptyInListsPlugin,
  Kysely,
  type LogConfig,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  replaceWithNoncontingentExpression,
} from "kysely";
import pg from "pg";
import { refuseUnfinishedRestore } from "../unfinished-restore.ts";
import { type Changes, changesChannel, type PostgresChanges, postgresChanges, sqliteChanges } from "./changes.ts";
import { type Commit, createCommit } from "./commit.ts";
import { type Dialect, dialects, isQueryTimeout } from "./dialect.ts";
import { type QueryWatch, type SlowQueries, watchQueries } from "./query-watch.ts";
import type { Db, Tables } from "./schema.ts";
import { connectSqlite, sqliteDialect } from "./sqlite.ts";

/** The embedded database's file in the data folder. */
export const sqliteName = "ngan-nga.db";

/** PostgreSQL refuses `in ()`: nothing is in an empty list. */
const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];

export interface Database {
  /** For reads, and for writes of one statement that nothing follows. */
  db: Db;
  /** Changes data in a transaction. */
  commit: Commit;
  dialect: Dialect;
  changes: Changes;
  /** The embedded database's file; undefined on PostgreSQL. */
  file: string | undefined;
  queries: QueryWatch;
  /** The connections of the pool; undefined on SQLite, which has one. */
  pool: (() => PoolState) | undefined;
  close(): Promise<void>;
}

export interface PoolState {
  busy: number;
  idle: number;
  /** Queries and transactions that wait for a connection. */
  waiting: number;
}

export interface DatabaseOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Limits the time of connections and queries, for requests; a migration, backup or import may take as long as it needs. */
  isForRequests?: boolean;
  onError?: (error: Error) => void;
  /** Reports errors of what follows a commit. */
  onFollowUpError?: (error: unknown) => void;
  /** Reports slow queries. */
  slowQueries?: SlowQueries;
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
 * A request waits for a connection and then for its query; both together take less than ten seconds when PostgreSQL hangs. The server
 * gives up first, so that the connection stays usable unless it is the server that hangs. Milliseconds.
 */
const requestLimits = {
  connectionTimeoutMillis: 4000,
  statement_timeout: 5000,
  query_timeout: 5500,
  // A process that was cut off in a transaction would hold its locks for hours.
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * Wraps a pool so that a connection whose query got no answer is closed when it is released: the driver would queue the rollback and
 * the queries of later requests behind it. With the connection PostgreSQL rolls back by itself.
 *
 * Each connection hears of its own changes: PostgreSQL sends them before the reply to the commit, so that the process knows them before
 * the writer gets an answer.
 */
function wrapPool(pool: pg.Pool, changes: Pick<PostgresChanges, "raise">): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  function wrap(client: pg.PoolClient): PostgresPoolClient {
    let failure: unknown;
    client.on("notification", ({ processId, payload = "" }) => {
      if (processId === (client as pg.PoolClient & { processID: number }).processID) changes.raise(payload);
    });
    client.query(`listen ${changesChannel}`).catch((error: unknown) => {
      failure = error;
    });
    // Without cursors, which the product does not use, queries come as text.
    async function query(text: string, parameters: readonly unknown[]) {
      if (failure !== undefined) {
        if (text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
        throw failure;
      }
      try {
        return await client.query(text, [...parameters]);
      } catch (error) {
        if (isQueryTimeout(error)) failure = error;
        throw error;
      }
    }
    const release = (destroy = false) => client.release(destroy || failure !== undefined);
    return { query: query as unknown as PostgresPoolClient["query"], release };
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
  };
}

/**
 * Opens the database without migrating it.
 * @throws UnfinishedRestoreError
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  refuseUnfinishedRestore(options.dataDir);
  const onError = options.onError ?? (() => {});
  const queries = watchQueries(options.slowQueries);
  const log: LogConfig = ({ level, query, queryDurationMillis }) => {
    queries.record(query.sql, queryDurationMillis, level === "error");
    options.onQuery?.(query);
  };
  if (options.databaseUrl) {
    const pool = new pg.Pool({
      connectionString: options.databaseUrl,
      max: 10,
      types: parsers,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
      ...(options.isForRequests ? requestLimits : {}),
    });
    pool.on("error", onError);
    // The pool listens to idle connections only: an error between two queries of a transaction would end the process.
    pool.on("connect", (client) => client.on("error", () => {}));
    const changes = await postgresChanges(options.databaseUrl, onError);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: wrapPool(pool, changes) }), log, plugins });
    return {
      db,
      commit: createCommit(db, dialects.postgres, options.onFollowUpError),
      dialect: dialects.postgres,
      changes,
      file: undefined,
      queries,
      pool: () => ({ busy: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      close: async () => {
        await changes.close();
        await db.destroy();
      },
    };
  }
  mkdirSync(options.dataDir, { recursive: true });
  const file = path.join(options.dataDir, sqliteName);
  const changes = sqliteChanges(file);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(connectSqlite(file), changes.forget), log, plugins });
  return {
    db,
    commit: createCommit(db, dialects.sqlite, options.onFollowUpError),
    dialect: dialects.sqlite,
    changes,
    file,
    queries,
    pool: undefined,
    close: async () => {
      await changes.close();
      await db.destroy();
    },
  };
}
