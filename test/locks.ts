/** Waiting for locks on PostgreSQL, for tests of races. */
import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "#server/platform/db/schema.ts";

/** Resolves when as many connections to the database of `db` wait for a lock. */
export async function lockWaits(db: Db, count = 1): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(count);
}
