/** Money of transfers for orders: by the same changes that an administrator makes by hand. */
import type { User } from "#contract/accounts.ts";
import { ApiError } from "#contract/errors.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import type {
  OrderPaymentPort,
  PayableState,
  PayingTransfer,
  PaymentActor,
} from "#server/features/payments/payment-port.ts";
import { packageOnSale } from "#server/features/premium-packages/premium-packages.service.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import { findOrThrow } from "#server/platform/http/found.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { OrderChanges } from "./order-changes.ts";
import { hasPremium, isAwaitingPayment, noOrder, type OrderCommand, receiverOf } from "./order-life.ts";
import { orderChanges, orderSummary } from "./order-summary.ts";
import { type OrderRow, ordersRepository } from "./orders.repository.ts";

export interface OrderPaymentsDeps {
  database: Pick<Database, "dialect">;
  accounts: Pick<Accounts, "user" | "withoutPremium">;
  changes: Pick<OrderChanges, "run" | "extend" | "shorten" | "grantsBeside">;
}

export function createOrderPayments({ database: { dialect }, accounts, changes }: OrderPaymentsDeps): OrderPaymentPort {
  const find = (db: Db, id: number) => findOrThrow(ordersRepository(db).find(id), noOrder);

  /** Runs a change of a locked order, notes the sum, and writes what it changed into the trail. */
  async function change(
    tx: Tx,
    actor: PaymentActor,
    id: number,
    received: number,
    task: (stored: OrderRow) => Promise<OrderRow>,
    transfer?: PayingTransfer,
  ): Promise<void> {
    const stored = await find(tx, id);
    const row = await changes.run(tx, await task(stored), { kind: "receive", received });
    await recordAudit(tx, actor, {
      action: "update",
      entity: "order",
      id,
      name: orderSummary(stored, row, undefined, transfer?.name),
      changes: orderChanges(stored, row),
    });
  }

  const save = (tx: Tx, stored: OrderRow, fields: Extract<OrderCommand, { kind: "save" }>["fields"]) =>
    changes.run(tx, stored, { kind: "save", fields });

  return {
    idsOf: (db, codes) => ordersRepository(db).idsOf(codes),
    codeOf: async (db, id) => (await ordersRepository(db).find(id))?.code,
    unpaid: (db, ids) => ordersRepository(db).unpaidOf(ids),
    isErased: async (db, id) => (await ordersRepository(db).find(id))?.erased_at != null,

    async lock(tx, ids) {
      const found: PayableState[] = [];
      // The order in which all code locks several orders.
      for await (const id of inTurns([...new Set(ids)].toSorted((a, b) => a - b))) {
        await dialect.lock(tx, `order ${id}`);
        const row = await ordersRepository(tx).find(id);
        if (row) found.push(await stateOf(tx, row));
      }
      return found;
    },

    pay: (tx, actor, id, received, transfer) =>
      change(
        tx,
        actor,
        id,
        received,
        async (stored) => {
          const { reference } = transfer;
          const isNoted = reference === null || stored.payment_reference !== null || stored.erased_at !== null;
          const noted = isNoted ? {} : { payment_reference: reference };
          const isConfirmed = stored.status === "confirmed" || stored.status === "completed";
          if (stored.payment_status === "paid" && isConfirmed) return isNoted ? stored : save(tx, stored, noted);
          const status = stored.status === "completed" ? "completed" : "confirmed";
          return save(tx, stored, { payment_status: "paid", status, ...noted });
        },
        transfer,
      ),

    receive: (tx, actor, id, received, transfer) =>
      change(
        tx,
        actor,
        id,
        received,
        async (stored) => {
          if (!transfer || isAwaitingPayment(stored) || stored.payment_status === "paid") return stored;
          return save(tx, stored, { payment_status: "pending", status: "pending" });
        },
        transfer,
      ),

    async unpay(tx, actor, id, received, references) {
      const stored = await find(tx, id);
      const row = await changes.run(tx, stored, { kind: "unpay", received, references });
      await recordAudit(tx, actor, {
        action: "update",
        entity: "order",
        id,
        name: orderSummary(stored, row),
        changes: orderChanges(stored, row),
      });
    },

    extend: (tx, actor, id, received, days) =>
      change(tx, actor, id, received, async (stored) => {
        if (!hasPremium(stored) || stored.erased_at !== null) {
          throw new ApiError("conflict", "Đơn hàng này không có Premium ở tài khoản nào nên chưa thêm ngày được");
        }
        return changes.extend(tx, stored, days);
      }),

    shorten: (tx, actor, id, received, days) =>
      change(tx, actor, id, received, (stored) => changes.shorten(tx, stored, days)),

    async premiumOf(db, id, days) {
      const row = await ordersRepository(db).find(id);
      const receiver = row ? receiverOf(row) : null;
      if (!row || receiver === null || !hasPremium(row)) return null;
      const { days: ownDays, others } = await changes.grantsBeside(db, row);
      const now: User = await accounts.user(receiver);
      const then = await accounts.withoutPremium(receiver, { days: days ?? ownDays }, others);
      // Nothing is there to be taken.
      if (now.subscription_type === "free" || isPermanent(then)) return null;
      const { premium_expires_at: end } = then;
      const isLeft = end !== null && end > new Date().toISOString();
      return {
        username: now.username,
        expires_at: now.premium_expires_at,
        expires_at_then: isLeft ? end : null,
      };
    },
  };
}

const isPermanent = ({ subscription_type, premium_expires_at }: User) =>
  subscription_type === "premium" && premium_expires_at === null;

async function stateOf(tx: Tx, row: OrderRow): Promise<PayableState> {
  const { id, code, payment_amount: price, received_amount: received, paid_at } = row;
  return { kind: "order", id, code, price, received, paid_at, standing: await standingOf(tx, row) };
}

async function standingOf(tx: Tx, row: OrderRow): Promise<PayableState["standing"]> {
  const { status, payment_status, erased_at, end_reason, package_id, payment_amount } = row;
  if (erased_at !== null) return "erased";
  if (payment_status === "refunded") return "refunded";
  if (payment_status === "failed") return "ended";
  if (status !== "cancelled") return payment_status === "paid" ? "paid" : "waiting";
  if (payment_status === "paid" || end_reason !== "expired") return "ended";
  const sold = await packageOnSale(tx, package_id);
  return sold?.price === payment_amount ? "renewable" : "changed";
}
