/** Changes of an order whose lock is held: every way that changes its states or its account goes through here. */
import type { Updateable } from "kysely";
import type { Logger } from "pino";
import type { User } from "#contract/accounts.ts";
import { ApiError, isApiError } from "#contract/errors.ts";
import type { EndReason } from "#contract/orders.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Tables, Tx } from "#server/platform/db/schema.ts";
import type { OrderNotices } from "./order-notices.ts";
import { endOf, isAwaitingPayment, isDue, payableUntil } from "./order-rules.ts";
import { readOrderSettings } from "./order-settings.ts";
import { type OrderRow, ordersRepository } from "./orders.repository.ts";

/** Fields to change; the rest follows from them. */
export type OrderFields = Pick<
  Updateable<Tables["premium_orders"]>,
  | "status"
  | "payment_status"
  | "payment_reference"
  | "payment_note"
  | "admin_notes"
  | "user_id"
  | "is_joined_by_email"
  | "end_message"
>;

export interface OrderChanges {
  /** Returns an order that no other transaction changes until this one ends; undefined when it is deleted or erased. */
  lock(tx: Tx, id: number): Promise<OrderRow | undefined>;
  /** Changes an order that is locked; what follows (Premium, times, messages) happens in the transaction. @param by who does it. */
  apply(tx: Tx, stored: OrderRow, fields: OrderFields, by: EndReason): Promise<OrderRow>;
  /** Gives a user the time of an order. @returns undefined when the account was deleted meanwhile. */
  grant(tx: Tx, userId: number, order: GrantedTime): Promise<User | undefined>;
  /** Holds back other free orders of a user for a package. @throws ApiError `conflict` when the user had one. */
  assertFirstFree(tx: Tx, userId: number, packageId: number): Promise<void>;
}

type GrantedTime = Pick<OrderRow, "is_lifetime" | "package_duration_days" | "package_id">;

export interface OrderChangesDeps {
  dialect: Dialect;
  accounts: Pick<Accounts, "grantPremium">;
  notices: OrderNotices;
  log: Pick<Logger, "error">;
}

export function createOrderChanges({ dialect, accounts, notices, log }: OrderChangesDeps): OrderChanges {
  const grant: OrderChanges["grant"] = async (tx, userId, { is_lifetime, package_duration_days, package_id }) => {
    const days = is_lifetime ? "lifetime" : (package_duration_days ?? 0);
    try {
      return await accounts.grantPremium(tx, userId, { days, packageId: package_id });
    } catch (error) {
      if (isApiError(error) && error.code === "not_found") return undefined;
      throw error;
    }
  };

  /** Returns until when an order can be paid after a change; the settings matter for one that is taken up again alone. */
  async function expiryOf(tx: Tx, stored: OrderRow, changed: OrderRow, now: number): Promise<string | null> {
    if (stored.expires_at !== null || !isAwaitingPayment(changed)) return payableUntil(stored, changed, now, 0);
    // One that waited without an end goes on to do so.
    if (isAwaitingPayment(stored)) return null;
    const { unpaid_days } = await readOrderSettings(tx, log);
    return payableUntil(stored, changed, now, unpaid_days);
  }

  return {
    async lock(tx, id) {
      await dialect.lock(tx, `order ${id}`);
      const row = await ordersRepository(tx).find(id);
      return row?.erased_at === null ? row : undefined;
    },

    async apply(tx, stored, { end_message, ...fields }, by) {
      const time = Date.now();
      const now = new Date(time).toISOString();
      const changed: OrderRow = { ...stored, ...fields };
      const { status, payment_status, user_id } = changed;
      // Before the order's row is written: deleting a user locks the account first, then its orders.
      const receiver = isDue(changed) && user_id !== null ? await grant(tx, user_id, stored) : undefined;
      const row = await ordersRepository(tx).update(stored.id, {
        ...fields,
        ...endOf(stored, changed, by, end_message),
        updated_at: now,
        expires_at: await expiryOf(tx, stored, changed, time),
        ...(payment_status === "paid" && stored.paid_at === null ? { paid_at: now } : {}),
        ...(status === "confirmed" && stored.confirmed_at === null ? { confirmed_at: now } : {}),
        ...(status === "completed" && stored.completed_at === null ? { completed_at: now } : {}),
        ...(receiver ? { premium_granted_at: now, premium_expires_at: receiver.premium_expires_at } : {}),
      });
      await notices.changed(tx, stored, row);
      return row;
    },

    grant,

    async assertFirstFree(tx, userId, packageId) {
      await dialect.lock(tx, `free order ${userId} ${packageId}`);
      if (await ordersRepository(tx).hasFree(userId, packageId)) {
        throw new ApiError("conflict", "Tài khoản của bạn đã nhận gói miễn phí này rồi. Mỗi tài khoản nhận một lần.");
      }
    },
  };
}
