/** Locks on PostgreSQL, for tests of races. */
import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";

/** Resolves when as many connections to the database of `db` wait for a lock. */
export async function lockWaits(db: Db, count = 1): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(count);
}

/**
 * Resolves once a transaction holds the named lock.
 * @returns lets the transaction do the rest of its work, if any, and resolves when it is committed.
 */
export async function holdLock(
  { commit }: Database,
  lock: string,
  work?: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = commit({ lock }, async (tx) => {
    held.resolve();
    await released.promise;
    await work?.(tx);
  });
  await Promise.race([held.promise, ended]);
  return () => {
    released.resolve();
    return ended;
  };
}
