/** Replies made of an order: for its customer, for its user, for administrators. */
import { z } from "zod";
import { Time } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import {
  AdminOrder,
  type AdminOrderDetail,
  CustomerOrder,
  Invoice,
  MatchingUser,
  OrderChange,
  OrderRefund,
  type PayableOrder,
} from "#contract/orders.ts";
import type { OrderPaymentState } from "#contract/payment-state.ts";
import type { PremiumGift } from "#contract/premium-gifts.ts";
import type { Accounts } from "#server/features/accounts/accounts.service.ts";
import type { Bank } from "#server/features/bank/bank.service.ts";
import type { StoredGift } from "#server/features/gifts/gifts.service.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { versionOf } from "#server/platform/record-version.ts";
import { isAwaitingPayment, receiverOf } from "./order-life.ts";
import type { OrderRefundRow } from "./order-refunds.repository.ts";
import type { OrderRow } from "./orders.repository.ts";

export interface OrderViewsDeps {
  accounts: Pick<Accounts, "user" | "userByEmail" | "usernames">;
  bank: Pick<Bank, "paymentDetails" | "preparePayment">;
  transfersOf: TransfersOf;
  /** Returns what the VAT invoice of an order needs; undefined when none was asked for. */
  invoiceOf(orderId: number): Promise<Invoice | undefined>;
  /** Returns the gift that an order buys. */
  giftOf(row: OrderRow): Promise<PremiumGift | null>;
  /** Returns the refunds of an order, the latest first. */
  refundsOf(orderId: number): Promise<readonly OrderRefundRow[]>;
}

/** What is known of the transfers for an order beside what they pay of it. */
export type TransfersOf = (orderId: number) => Promise<Pick<PayableOrder, "excess_amount" | "claim">>;

export function createOrderViews({ accounts, bank, transfersOf, invoiceOf, giftOf, refundsOf }: OrderViewsDeps) {
  /** Returns how to pay an order now; null when nothing is to be paid, or no account is configured. */
  async function paymentOf(order: OrderRow) {
    const amount = askedNow(order);
    return amount > 0 ? bank.paymentDetails({ amount, code: order.code }) : null;
  }

  /** Returns the user names of the accounts of some orders, by their ids. */
  function namesOf(rows: readonly OrderRow[]): Promise<Map<number, string>> {
    const ids = rows.flatMap(({ user_id, receiver_id }) => [user_id ?? [], receiver_id ?? []].flat());
    return accounts.usernames([...new Set(ids)]);
  }

  async function listed(rows: readonly OrderRow[]): Promise<(AdminOrder & { version: string })[]> {
    const names = await namesOf(rows);
    return rows.map((row) => adminOrder(row, names));
  }

  return {
    paymentOf,

    /** Prepares the payment of a new order, if it has one. Not within a transaction. */
    async prepare(order: OrderRow): Promise<void> {
      const amount = askedNow(order);
      if (amount > 0) await bank.preparePayment({ amount, code: order.code }, order.expires_at);
    },

    /** Returns an order with its payment. @param viewer who looks at it; undefined for nobody in particular. */
    payable: async (row: OrderRow, viewer?: Caller): Promise<PayableOrder> => ({
      ...customerOrder(row, viewer?.kind === "user" ? viewer.id : undefined),
      payment: await paymentOf(row),
      invoice: (await invoiceOf(row.id)) ?? null,
      gift: await giftOf(row),
      ...(await transfersOf(row.id)),
    }),

    /** Returns orders as administrators see them in lists. */
    listed,

    /** Returns an order with its account, or the one that has its e-mail. */
    async detail(row: OrderRow): Promise<AdminOrderDetail> {
      const { user_email } = row;
      const owner = receiverOf(row);
      const user = await (owner !== null
        ? accounts.user(owner).catch(unlessGone)
        : row.is_gift
          ? undefined
          : accounts.userByEmail(user_email));
      const shown = user ? MatchingUser.parse(user) : null;
      return {
        ...adminOrder(row, await namesOf([row])),
        matching_user: owner === null ? shown : null,
        account: owner === null ? null : shown,
        invoice: (await invoiceOf(row.id)) ?? null,
        gift: await giftOf(row),
        refunds: z.array(OrderRefund).parse(await refundsOf(row.id)),
      };
    },
  };
}

/** Returns the whole đồng that an order asks for now; 0 when nothing is to be paid. */
function askedNow(order: OrderRow): number {
  const isOver = order.expires_at !== null && order.expires_at <= new Date().toISOString();
  return isAwaitingPayment(order) && !isOver ? missingOf(order) : 0;
}

/** Returns the whole đồng that an unpaid order lacks. */
function missingOf({ payment_status, payment_amount, received_amount }: OrderRow): number {
  return payment_status === "pending" ? Math.max(0, payment_amount - received_amount) : 0;
}

/** Returns how the payment of an order stands. */
export function paymentStateOf(row: OrderRow, excess_amount: number): OrderPaymentState {
  const { code, status, payment_status, received_amount, premium_granted_at, premium_expires_at } = row;
  return {
    code,
    status,
    payment_status,
    received_amount,
    missing: missingOf(row),
    excess_amount,
    premium_granted_at,
    premium_expires_at,
  };
}

/** Returns an order as its customer sees it. @param viewerId the user who looks at it; undefined for whoever has the address. */
export function customerOrder(row: OrderRow, viewerId?: number): CustomerOrder {
  const { user_id, is_gift, is_joined_by_email, premium_granted_at, is_lifetime } = row;
  const isHidden = is_joined_by_email && premium_granted_at === null && user_id !== viewerId;
  const has_account = user_id !== null && !isHidden;
  const premium_expires_at = is_gift ? null : row.premium_expires_at;
  return CustomerOrder.parse({ ...row, premium_expires_at, package_is_lifetime: is_lifetime, has_account });
}

/** All of an order but what the administrator wrote. */
const OwnOrder = AdminOrder.omit({
  version: true,
  username: true,
  receiver_id: true,
  receiver_username: true,
  admin_notes: true,
  payment_reference: true,
}).extend({ invoice: Invoice.nullable() });

/** Returns an order for the export of its user's data. @param gift that it buys */
export function ownOrder(row: OrderRow, invoice: Invoice | null, gift: object | null): object {
  const premium_expires_at = row.is_gift ? null : row.premium_expires_at;
  return {
    ...OwnOrder.parse({ ...row, premium_expires_at, package_is_lifetime: row.is_lifetime, invoice }),
    ...(gift && { gift }),
  };
}

/** A gift that a user took, without anything of its giver but what they wrote. */
const OwnGift = CustomerOrder.pick({
  package_name: true,
  package_duration_days: true,
  package_is_lifetime: true,
  premium_expires_at: true,
}).extend({ taken_at: Time.nullable(), giver_name: z.string().nullable(), message: z.string().nullable() });

/** Returns a gift for the export of the data of the user who took it. */
export function ownGift(row: OrderRow, gift: StoredGift | undefined): object {
  const words = { giver_name: gift?.giver_name ?? null, message: gift?.message ?? null };
  return OwnGift.parse({
    ...row,
    ...words,
    package_is_lifetime: row.is_lifetime,
    taken_at: row.premium_granted_at,
  });
}

/** @param names of the accounts, by their ids. */
function adminOrder(row: OrderRow, names: ReadonlyMap<number, string>): AdminOrder & { version: string } {
  const nameOf = (id: number | null) => names.get(id ?? 0) ?? null;
  const shown = { username: nameOf(row.user_id), receiver_username: nameOf(row.receiver_id) };
  const order = AdminOrder.parse({ ...row, ...shown, package_is_lifetime: row.is_lifetime });
  return { ...order, version: versionOfOrder(row) };
}

/** What a version tells apart: the fields that administrators change, and what was given back. */
const Versioned = OrderChange.extend({ refunded_amount: z.int() });

/** Returns the version of what administrators change. */
export function versionOfOrder(row: OrderRow): string {
  return versionOf(Versioned, row);
}

/** @throws any other error. */
function unlessGone(error: unknown): undefined {
  if (!isApiError(error) || error.code !== "not_found") throw error;
}
