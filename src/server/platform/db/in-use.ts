/** Detects whether another program has a database open, by locks and connections, which end with their process. */
import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import pg from "pg";

/** PostgreSQL lists a closed connection for a moment longer. */
const disconnectMs = 2000;

/**
 * Returns whether another connection has the database file open; false for a file that is no database. Leaving WAL mode
 * needs exclusive access, and every connection of the product keeps the file in that mode.
 */
export function sqliteInUse(file: string): boolean {
  let db: SQLite.Database | undefined;
  try {
    db = new SQLite(file, { fileMustExist: true, timeout: 500 });
    db.pragma("journal_mode = delete");
    return false;
  } catch (error) {
    return (error as { code?: string }).code?.startsWith("SQLITE_BUSY") ?? false;
  } finally {
    db?.close();
  }
}

/** Returns whether there are other connections to the database: a server always has one, which listens for changes. */
export async function postgresInUse(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails its query; without a listener it would also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    const until = Date.now() + disconnectMs;
    for (;;) {
      const { rowCount } = await client.query(`select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
      if (rowCount === 0) return false;
      if (Date.now() > until) return true;
      await wait(100);
    }
  } finally {
    await client.end();
  }
}
