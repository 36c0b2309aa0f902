/** Tells whether another program has a database open, from the locks and connections that end with their process. */
import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import pg from "pg";

/** A closed connection stays in the server's list for a moment. */
const leavingMs = 2000;

/**
 * Leaving WAL needs the file for oneself alone, and every connection of the product holds it in WAL as long as it is open.
 * A file that is no database is used by nobody.
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

/** Other connections to the same PostgreSQL database: a server always has one, on which it listens for changes. */
export async function postgresInUse(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails the query that needs it; without a listener it would end the process, too.
  client.on("error", () => {});
  await client.connect();
  try {
    const until = Date.now() + leavingMs;
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
