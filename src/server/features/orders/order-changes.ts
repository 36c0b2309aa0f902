/** Changes of an order whose lock is held: every way that changes its states or its account goes through here. */
import type { Logger } from "pino";
import type { User } from "#contract/accounts.ts";
import { isApiError } from "#contract/errors.ts";
import { type Accounts, verifiedOwner } from "#server/features/accounts/accounts.service.ts";
import type { FollowPayment } from "#server/features/payment-facts.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import {
  isAwaitingPayment,
  isFreeAndAwaited,
  messagesOf,
  type OrderCommand,
  type OrderFacts,
  outcomeOf,
} from "./order-life.ts";
import type { OrderNotices } from "./order-notices.ts";
import { paymentFacts } from "./order-payment.ts";
import { readOrderSettings } from "./order-settings.ts";
import { type OrderRow, ordersRepository } from "./orders.repository.ts";

export interface OrderChanges {
  /** Returns an order that no other transaction changes until this one ends; undefined when it is deleted or erased. */
  lock(tx: Tx, id: number): Promise<OrderRow | undefined>;
  /** Runs a command on an order that is locked, with the Premium that it gives and its messages. @throws ApiError of a refusal */
  run(tx: Tx, stored: OrderRow, command: OrderCommand): Promise<OrderRow>;
  /** Gives a user the time of an order. @returns undefined when the account was deleted meanwhile. */
  grant(tx: Tx, userId: number, order: GrantedTime): Promise<User | undefined>;
  /** Holds back other free orders of a user for a package. @returns whether the user had one. */
  hadFree(tx: Tx, userId: number, packageId: number): Promise<boolean>;
}

type GrantedTime = Pick<OrderRow, "is_lifetime" | "package_duration_days" | "package_id">;

export interface OrderChangesDeps {
  dialect: Dialect;
  accounts: Pick<Accounts, "grantPremium">;
  notices: Pick<OrderNotices, "send">;
  onPayment: FollowPayment;
  log: Pick<Logger, "error">;
}

export function createOrderChanges(deps: OrderChangesDeps): OrderChanges {
  const { dialect, accounts, notices, onPayment, log } = deps;
  const grant: OrderChanges["grant"] = async (tx, userId, { is_lifetime, package_duration_days, package_id }) => {
    const days = is_lifetime ? "lifetime" : (package_duration_days ?? 0);
    try {
      return await accounts.grantPremium(tx, userId, { days, packageId: package_id });
    } catch (error) {
      if (isApiError(error) && error.code === "not_found") return undefined;
      throw error;
    }
  };

  async function hadFree(tx: Tx, userId: number, packageId: number): Promise<boolean> {
    await dialect.lock(tx, `free order ${userId} ${packageId}`);
    return ordersRepository(tx).hasFree(userId, packageId);
  }

  /** Reads what the rules look at beside the row, as far as the command can depend on it. */
  async function factsOf(tx: Tx, row: OrderRow, command: OrderCommand): Promise<OrderFacts> {
    const { unpaid_days: unpaidDays } = isAwaitingPayment(row) ? { unpaid_days: 0 } : await readOrderSettings(tx, log);
    if (command.kind === "save" && command.fields.payment_status === "paid" && row.user_id === null) {
      return { unpaidDays, emailOwner: await verifiedOwner(tx, row.user_email) };
    }
    if (command.kind === "attach" && isFreeAndAwaited(row)) {
      return { unpaidDays, hadFree: await hadFree(tx, command.userId, row.package_id) };
    }
    return { unpaidDays };
  }

  return {
    async lock(tx, id) {
      await dialect.lock(tx, `order ${id}`);
      const row = await ordersRepository(tx).find(id);
      return row?.erased_at === null ? row : undefined;
    },

    async run(tx, stored, command) {
      const outcome = outcomeOf(stored, await factsOf(tx, stored, command), command, Date.now());
      if (!outcome) return stored;
      const { change, receiver } = outcome;
      // Before the order's row is written: deleting a user locks the account first, then its orders.
      const user = receiver === undefined ? undefined : await grant(tx, receiver, stored);
      const given = user
        ? { premium_granted_at: change.updated_at, premium_expires_at: user.premium_expires_at }
        : undefined;
      const row = await ordersRepository(tx).update(stored.id, { ...change, ...given });
      await onPayment(tx, paymentFacts(row));
      await notices.send(tx, row, messagesOf(stored, row));
      return row;
    },

    grant,
    hadFree,
  };
}
