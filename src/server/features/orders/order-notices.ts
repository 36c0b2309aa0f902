/** Messages to customers and administrators about an order, in the transaction of its change. */
import { premiumReminders } from "#server/features/accounts/users/users.service.ts";
import type { PaymentWay } from "#server/features/bank/bank.service.ts";
import type { GiftStore } from "#server/features/gifts/gifts.service.ts";
import type { Notifications, Recipient } from "#server/features/notifications/notifications.service.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { endings, isWithoutAccount, type OrderMessage, receiverOf } from "./order-life.ts";
import type { OrderRow } from "./orders.repository.ts";

type Messages = Pick<Notifications, "notify" | "notifyAdmins" | "withdraw" | "forget">;

export type OrderNotices = ReturnType<typeof createOrderNotices>;

/** @param giftOf returns the gift of an order as a transaction sees it; undefined for one that is erased. */
export function createOrderNotices({ notify, notifyAdmins, withdraw, forget }: Messages, giftOf: GiftStore["of"]) {
  /** Tells of the Premium that an order gave, after it was given; of a gift its giver, once. */
  async function granted(tx: Tx, row: OrderRow): Promise<void> {
    const receiver = receiverOf(row);
    if (receiver !== null) await withdraw(tx, premiumReminders(receiver));
    if (row.is_gift) {
      const to = (await giftOf(tx, row.id))?.recipient_name ?? "";
      const data = { ...customerData(row), to };
      return notify(tx, customerOf(row), {
        event: "gift_taken",
        data,
        subject: subjectOf(row.id),
        key: String(row.id),
      });
    }
    const data = { ...customerData(row), expires_at: row.premium_expires_at };
    await notify(tx, customerOf(row), { event: "premium_active", data, subject: subjectOf(row.id) });
  }

  /** Tells the giver that the gift can be given. */
  async function giftReady(tx: Tx, row: OrderRow): Promise<void> {
    const gift = await giftOf(tx, row.id);
    if (!gift) return;
    const { recipient_name, secret, code, opens_at } = gift;
    const given = { to: recipient_name ?? "", gift_path: `/g/${secret}`, gift_code: code ?? "", opens_at };
    const data = { ...customerData(row), ...given };
    await notify(tx, customerOf(row), { event: "gift_premium_ready", data, subject: subjectOf(row.id) });
  }

  /** Tells that the order is paid and has no account. @param time of the two, each of which is told once. */
  function needsAccount(tx: Tx, row: OrderRow, time: "first" | "again"): Promise<void> {
    return notify(tx, customerOf(row), {
      event: "order_needs_account",
      data: { ...customerData(row), is_reminder: time === "again" },
      subject: subjectOf(row.id),
      key: `${row.id} ${time}`,
    });
  }

  async function sendOne(tx: Tx, row: OrderRow, message: OrderMessage): Promise<void> {
    const subject = subjectOf(row.id);
    const data = { ...customerData(row), package_id: row.package_id };
    switch (message.kind) {
      case "withdraw":
        return withdraw(tx, { events: message.events, subject });
      case "granted":
        return granted(tx, row);
      case "gift_ready":
        return giftReady(tx, row);
      case "needs_account":
        return needsAccount(tx, row, "first");
      case "expired":
        return notify(tx, customerOf(row), { event: "order_expired", data, subject });
      case "refunded": {
        const { amount, left, premium } = message;
        const refund = { amount, left, premium, words: row.end_message, ...(row.is_gift && { is_gift: true }) };
        return notify(tx, customerOf(row), { event: "order_refunded", data: { ...data, ...refund }, subject });
      }
      case "ended": {
        const event = endings[message.ending];
        return notify(tx, customerOf(row), { event, data: { ...data, words: row.end_message }, subject });
      }
    }
  }

  return {
    /** Tells of a new order; of the Premium alone when it gave some at once. @param pays how customers pay now */
    async received(tx: Tx, row: OrderRow, pays: PaymentWay): Promise<void> {
      const { id, code, user_name: customer_name, package_name, payment_amount: amount } = row;
      const subject = subjectOf(id);
      const is_done = row.premium_granted_at !== null;
      if (is_done) await granted(tx, row);
      else {
        const received = { ...customerData(row), pays, ...(row.is_gift && { is_gift: true }) };
        await notify(tx, customerOf(row), { event: "order_received", data: received, subject });
      }
      const data = { id, code, customer_name, package_name, amount, pays, is_done };
      await notifyAdmins(tx, { event: "admin_new_order", data, subject });
    },

    /** Writes the messages of a change, and leaves out those that it made untrue. @param row after the change. */
    async send(tx: Tx, row: OrderRow, messages: readonly OrderMessage[]): Promise<void> {
      for (const message of messages) await sendOne(tx, row, message);
    },

    /** Tells the giver of a gift of thanks, once for each key. */
    giftThanked(
      tx: Tx,
      row: OrderRow,
      { key, from, words }: { key: string; from: string | null; words: string },
    ): Promise<void> {
      const { code, path } = customerData(row);
      const data = { code, path, from: from ?? "Người nhận", words };
      return notify(tx, customerOf(row), { event: "gift_thanked", data, subject: subjectOf(row.id), key });
    },

    /** Tells again that a paid order has no account; nothing when it has one meanwhile. */
    async remind(tx: Tx, row: OrderRow): Promise<void> {
      if (isWithoutAccount(row)) await needsAccount(tx, row, "again");
    },

    /** Deletes the messages about an order that is deleted. */
    forget: (tx: Tx, id: number): Promise<void> => forget(tx, subjectOf(id)),
  };
}

const subjectOf = (id: number) => ({ kind: "order" as const, id });

function customerOf({ user_id, user_name, user_email, user_phone }: OrderRow): Recipient {
  return {
    kind: user_id === null ? "customer" : "user",
    id: user_id,
    name: user_name,
    email: user_email,
    phone: user_phone,
  };
}

const customerData = ({ code, page_token, package_name, payment_amount }: OrderRow) => ({
  code,
  path: `/orders/${page_token}`,
  package_name,
  amount: payment_amount,
});
