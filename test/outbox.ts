import type { Db } from "#server/platform/db/schema.ts";
import type { Outbox } from "#server/platform/outbox.ts";

/** Adds a message that this process does not begin by itself: nothing follows a transaction that `commit` did not begin. */
export function addQuietly(
  { db }: { db: Db },
  outbox: Outbox,
  topic: string,
  payload: unknown,
  options?: Parameters<Outbox["add"]>[3],
): Promise<void> {
  return db.transaction().execute((tx) => outbox.add(tx, topic, payload, options));
}
