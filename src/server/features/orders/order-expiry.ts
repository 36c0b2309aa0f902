/** Ends orders that nobody paid in time, by a message of the outbox that schedules the next one: one process at a time does it. */
import type { Logger } from "pino";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import type { OrderChanges } from "./order-changes.ts";
import { ordersRepository } from "./orders.repository.ts";

/** Outbox topic: the run of a slot of ten minutes since 1970, `{slot}`. */
export const expiryTopic = "orders.expire";
const everyMs = 10 * 60_000;
/** Orders of one transaction. */
const batch = 50;

const slotOf = (ms: number) => Math.floor(ms / everyMs);

export interface OrderExpiryDeps {
  database: Pick<Database, "db" | "commit">;
  outbox: Pick<Outbox, "add" | "on">;
  changes: Pick<OrderChanges, "lock" | "run">;
  log: Pick<Logger, "error">;
}

export function createOrderExpiry({ database: { db, commit }, outbox, changes, log }: OrderExpiryDeps) {
  /** Every slot has a key of its own: a message that is added with the key of a running one would run at once. */
  const schedule = (slot: number) =>
    outbox.add(db, expiryTopic, { slot }, { key: String(slot), after: Math.max(0, slot * everyMs - Date.now()) });

  /** Ends the next orders whose time is over. @param now ISO. @returns whether there may be more. */
  async function endNext(now: string): Promise<boolean> {
    const found = await ordersRepository(db).expired(now, batch);
    if (found.length === 0) return false;
    await commit(async (tx) => {
      // Everyone who locks several orders does so in this order.
      for await (const id of inTurns(found.toSorted((a, b) => a - b))) {
        const stored = await changes.lock(tx, id);
        if (stored) await changes.run(tx, stored, { kind: "expire" });
      }
    });
    return found.length === batch;
  }

  return {
    handle(): void {
      outbox.on<{ slot: number }>(
        expiryTopic,
        async ({ slot }, { signal }) => {
          // Before the work, so that a run that fails does not end the chain.
          await schedule(Math.max(slot, slotOf(Date.now())) + 1);
          // One time for the whole run, so that it ends.
          const now = new Date().toISOString();
          while (await endNext(now)) signal.throwIfAborted();
        },
        { keepDoneMs: everyMs },
      );
    },

    /** Schedules the first run, unless one is scheduled already. */
    start: (): Promise<void> =>
      schedule(slotOf(Date.now())).catch((err: unknown) =>
        log.error({ err }, "the end of unpaid orders is not scheduled"),
      ),
  };
}
