/** How the verified e-mail of an account brings orders without an account there. */
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import type { OrderChanges } from "./order-changes.ts";
import { ordersRepository } from "./orders.repository.ts";

/** Outbox topic: the orders of a user's verified e-mail, `{user_id}`. */
export const joinTopic = "orders.join";

export interface OrderAccountsDeps {
  database: Pick<Database, "db" | "commit">;
  outbox: Pick<Outbox, "on">;
  changes: Pick<OrderChanges, "lock" | "run">;
  /** Returns the e-mail of a user, as orders are compared with it; undefined for one that is not verified, or without the user. */
  verifiedEmail(from: Db, userId: number): Promise<string | undefined>;
}

/** Lets the orders of a user's e-mail join the account after the commit that verifies it. */
export function joinOrders(outbox: Pick<Outbox, "add">): (tx: Tx, userId: number) => Promise<void> {
  return (tx, userId) => outbox.add(tx, joinTopic, { user_id: userId }, { key: String(userId) });
}

export function createOrderAccounts({ database, outbox, changes, verifiedEmail }: OrderAccountsDeps) {
  const { db, commit } = database;

  async function join(id: number, userId: number): Promise<void> {
    await commit(async (tx) => {
      const stored = await changes.lock(tx, id);
      if (!stored) return;
      // Another e-mail may be the user's by now.
      const email = await verifiedEmail(tx, userId);
      if (email === undefined || !(await ordersRepository(tx).hasEmail(id, email))) return;
      await changes.run(tx, stored, { kind: "join", userId });
    });
  }

  return {
    handle(): void {
      outbox.on<{ user_id: number }>(joinTopic, async ({ user_id }, { signal }) => {
        const email = await verifiedEmail(db, user_id);
        if (email === undefined) return;
        for await (const id of inTurns(await ordersRepository(db).unownedOf(email))) {
          signal.throwIfAborted();
          await join(id, user_id);
        }
      });
    },
  };
}
