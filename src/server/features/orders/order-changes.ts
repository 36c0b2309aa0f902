/** Changes of an order whose lock is held: every way that changes its states or its account goes through here. */
import type { Logger } from "pino";
import type { User } from "#contract/accounts.ts";
import { ApiError, isApiError } from "#contract/errors.ts";
import {
  type Accounts,
  type PastGrant,
  type PremiumGrant,
  verifiedOwner,
} from "#server/features/accounts/accounts.service.ts";
import type { GiftStore } from "#server/features/gifts/gifts.service.ts";
import type { FollowPayment } from "#server/features/receipts/receipts.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db, Tx } from "#server/platform/db/schema.ts";
import {
  hasPremium,
  isAwaitingPayment,
  isFreeAndAwaited,
  messagesOf,
  type OrderCommand,
  type OrderFacts,
  outcomeOf,
  receiverOf,
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
  /** Gives the account of a locked order more days for money beyond its price, and tells it. @throws ApiError `conflict` without an account, or for one with a permanent Premium */
  extend(tx: Tx, stored: OrderRow, days: number): Promise<OrderRow>;
  /** Takes such days back. */
  shorten(tx: Tx, stored: OrderRow, days: number): Promise<OrderRow>;
  /** Returns other Premium of the account of an order, and the days of the order itself. */
  grantsBeside(db: Db, row: OrderRow): Promise<{ days: PremiumGrant["days"]; others: PastGrant[] }>;
  /** Holds back other free orders of a user for a package. @returns whether the user had one. */
  hadFree(tx: Tx, userId: number, packageId: number): Promise<boolean>;
}

type GrantedTime = Pick<OrderRow, "is_lifetime" | "package_duration_days" | "package_id">;

export interface OrderChangesDeps {
  dialect: Dialect;
  accounts: Pick<Accounts, "grantPremium" | "hasPermanentPremium" | "withdrawPremium">;
  notices: Pick<OrderNotices, "send">;
  /** Returns the days, with their times, that transfers gave beyond the packages of some orders. */
  extraDaysOf(db: Db, orderIds: readonly number[]): Promise<readonly { days: number; at: string }[]>;
  /** Returns the gift that an order buys. */
  giftOf: GiftStore["of"];
  onPayment: FollowPayment;
  log: Pick<Logger, "error">;
}

export function createOrderChanges(deps: OrderChangesDeps): OrderChanges {
  const { dialect, accounts, notices, extraDaysOf, giftOf, onPayment, log } = deps;
  const grant: OrderChanges["grant"] = async (tx, userId, { is_lifetime, package_duration_days, package_id }) => {
    const days = daysOf({ is_lifetime, package_duration_days });
    try {
      return await accounts.grantPremium(tx, userId, { days, packageId: package_id });
    } catch (error) {
      if (isApiError(error) && error.code === "not_found") return undefined;
      throw error;
    }
  };

  const grantsBeside: OrderChanges["grantsBeside"] = async (db, row) => {
    const days = daysOf(row);
    const receiver = receiverOf(row);
    if (days !== "lifetime" || receiver === null) return { days, others: [] };
    const rows = await ordersRepository(db).grantsOf(receiver, row.id);
    const others: PastGrant[] = rows.map((each) => ({
      days: daysOf(each),
      packageId: each.package_id,
      at: each.premium_granted_at ?? "",
    }));
    const extra = await extraDaysOf(
      db,
      rows.map(({ id }) => id),
    );
    return { days, others: [...others, ...extra.map((each) => ({ ...each, packageId: null }))] };
  };

  /** Returns the time of an order with the days that transfers gave beyond it, as a refund takes it and its undoing gives it again. */
  async function wholeTime(tx: Tx, row: OrderRow): Promise<OrderRow> {
    const extra = await extraDaysOf(tx, [row.id]);
    const package_duration_days = extra.reduce((sum, { days }) => sum + days, row.package_duration_days ?? 0);
    return { ...row, package_duration_days };
  }

  /** Takes back what an order gave. */
  async function takeBack(tx: Tx, row: OrderRow): Promise<void> {
    const receiver = receiverOf(row);
    if (receiver === null || !hasPremium(row)) return;
    const { days, others } = await grantsBeside(tx, row);
    await accounts.withdrawPremium(tx, receiver, { days }, others);
  }

  async function hadFree(tx: Tx, userId: number, packageId: number): Promise<boolean> {
    await dialect.lock(tx, `free order ${userId} ${packageId}`);
    return ordersRepository(tx).hasFree(userId, packageId);
  }

  /** Reads what the rules look at beside the row, as far as the command can depend on it. */
  async function factsOf(tx: Tx, row: OrderRow, command: OrderCommand): Promise<OrderFacts> {
    const keepsTime = isAwaitingPayment(row) && row.received_amount === 0;
    const { unpaid_days: unpaidDays } = keepsTime ? { unpaid_days: 0 } : await readOrderSettings(tx, log);
    if (command.kind === "save" && command.fields.payment_status === "paid" && row.user_id === null) {
      return { unpaidDays, emailOwner: await verifiedOwner(tx, row.user_email) };
    }
    if (command.kind === "take") {
      const gift = await giftOf(tx, row.id);
      const isPermanent = await accounts.hasPermanentPremium(tx, command.userId);
      return { unpaidDays, gift: gift && { ...gift, isPermanent } };
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
      if (command.kind === "unpay") await takeBack(tx, stored);
      if (command.kind === "refund" && command.takesPremium) await takeBack(tx, await wholeTime(tx, stored));
      const time = stored.premium_taken_at === null ? stored : await wholeTime(tx, stored);
      const user = receiver === undefined ? undefined : await grant(tx, receiver, time);
      const given = user
        ? { premium_granted_at: change.updated_at, premium_expires_at: user.premium_expires_at }
        : undefined;
      const row = await ordersRepository(tx).update(stored.id, { ...change, ...given });
      await onPayment(tx, paymentFacts(row));
      await notices.send(tx, row, messagesOf(stored, row));
      return row;
    },

    async extend(tx, stored, days) {
      if (stored.is_gift) {
        throw new ApiError(
          "conflict",
          "Đơn này là quà tặng, tiền thừa là của người tặng nên không cộng ngày cho người nhận",
        );
      }
      const time = { is_lifetime: false, package_duration_days: days, package_id: stored.package_id };
      const user = stored.user_id === null ? undefined : await grant(tx, stored.user_id, time);
      if (!user) throw new ApiError("conflict", "Đơn hàng này chưa có tài khoản nên chưa cộng thêm ngày được");
      if (user.premium_expires_at === null) {
        throw new ApiError(
          "conflict",
          "Tài khoản của đơn hàng này có Premium vĩnh viễn nên thêm ngày không có tác dụng",
        );
      }
      const row = await ordersRepository(tx).update(stored.id, { premium_expires_at: user.premium_expires_at });
      await notices.send(tx, row, [{ kind: "granted" }]);
      return row;
    },

    async shorten(tx, stored, days) {
      if (stored.user_id === null || stored.premium_taken_at !== null) return stored;
      const { premium_expires_at } = await accounts.withdrawPremium(tx, stored.user_id, { days }, []);
      return ordersRepository(tx).update(stored.id, { premium_expires_at });
    },

    grant,
    grantsBeside,
    hadFree,
  };
}

function daysOf({
  is_lifetime,
  package_duration_days,
}: Pick<OrderRow, "is_lifetime" | "package_duration_days">): PremiumGrant["days"] {
  return is_lifetime ? "lifetime" : (package_duration_days ?? 0);
}
