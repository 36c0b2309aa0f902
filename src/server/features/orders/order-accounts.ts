/** How an order without an account gets one: its customer attaches it, or the verified e-mail of an account brings it there. */
import { ApiError } from "#contract/errors.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { UserCaller } from "#server/platform/http/caller.ts";
import type { Outbox } from "#server/platform/outbox.ts";
import type { OrderChanges } from "./order-changes.ts";
import { isAwaitingPayment } from "./order-rules.ts";
import { type OrderRow, ordersRepository } from "./orders.repository.ts";

/** Outbox topic: the orders of a user's verified e-mail, `{user_id}`. */
export const joinTopic = "orders.join";

export interface OrderAccountsDeps {
  database: Pick<Database, "db" | "dialect">;
  outbox: Pick<Outbox, "add" | "on">;
  changes: OrderChanges;
  /** Returns the e-mail of a user, as orders are compared with it; undefined for one that is not verified, or without the user. */
  verifiedEmail(tx: Tx, userId: number): Promise<string | undefined>;
  /** Must be called after a commit. */
  announce(): void;
}

export function createOrderAccounts({ database, outbox, changes, verifiedEmail, announce }: OrderAccountsDeps) {
  const { db } = database;

  async function join(id: number, userId: number): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const stored = await changes.lock(tx, id);
      if (!stored || stored.user_id !== null || stored.premium_granted_at !== null) return;
      // Another e-mail may be the user's by now.
      const email = await verifiedEmail(tx, userId);
      if (email === undefined || !(await ordersRepository(tx).hasEmail(id, email))) return;
      await changes.apply(tx, stored, { user_id: userId, is_joined_by_email: true }, "customer");
    });
    announce();
  }

  return {
    /**
     * Attaches a locked order to an account that its customer is logged in to; a free one is confirmed with it.
     * @throws ApiError `conflict` for an order of another account, or one that gave its Premium.
     */
    async attach(tx: Tx, { id: userId }: UserCaller, stored: OrderRow): Promise<OrderRow> {
      const { user_id, is_joined_by_email, premium_granted_at, payment_amount, package_id } = stored;
      const isOwn = user_id === userId;
      const isOthers = user_id !== null && !isOwn;
      if (isOthers && !is_joined_by_email) {
        throw new ApiError("conflict", "Đơn hàng này đã thuộc về một tài khoản khác");
      }
      if (!isOwn && premium_granted_at !== null) {
        throw new ApiError("conflict", "Premium của đơn hàng này đã được cộng cho một tài khoản");
      }
      const isFree = payment_amount === 0 && isAwaitingPayment(stored);
      if (isOwn && !is_joined_by_email && !isFree) return stored;
      if (isFree) await changes.assertFirstFree(tx, userId, package_id);
      const confirmed = { payment_status: "paid", status: "confirmed" } as const;
      const owner = { user_id: userId, is_joined_by_email: false };
      return changes.apply(tx, stored, { ...owner, ...(isFree ? confirmed : {}) }, "customer");
    },

    /** Lets the orders of a user's e-mail join the account after the commit that verifies it. */
    joinLater: (tx: Tx, userId: number): Promise<void> =>
      outbox.add(tx, joinTopic, { user_id: userId }, { key: String(userId) }),

    handle(): void {
      outbox.on<{ user_id: number }>(joinTopic, async ({ user_id }, { signal }) => {
        const email = await db.transaction().execute((tx) => verifiedEmail(tx, user_id));
        if (email === undefined) return;
        for (const id of await ordersRepository(db).unownedOf(email)) {
          signal.throwIfAborted();
          await join(id, user_id);
        }
      });
    },
  };
}
