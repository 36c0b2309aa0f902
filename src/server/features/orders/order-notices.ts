/** Messages to customers and administrators about an order, in the transaction of its change. */
import type { NotificationEvent } from "#contract/notifications.ts";
import { premiumReminders } from "#server/features/accounts/users.service.ts";
import type { Notifications, Recipient } from "#server/features/notifications/notifications.service.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { type Ending, endingOf, isAwaitingPayment, isUngranted } from "./order-rules.ts";
import type { OrderRow } from "./orders.repository.ts";

type Messages = Pick<Notifications, "notify" | "notifyAdmins" | "withdraw" | "forget">;

const endings = {
  refused: "order_refused",
  cancelled: "order_cancelled",
  refunded: "order_refunded",
} as const satisfies Record<Ending, NotificationEvent>;
const endEvents = [...Object.values(endings), "order_expired"] as const;
const paymentEvents = ["order_received", "admin_new_order"] as const;

export type OrderNotices = ReturnType<typeof createOrderNotices>;

export function createOrderNotices({ notify, notifyAdmins, withdraw, forget }: Messages) {
  /** Leaves out what waits and is not true any more. */
  const leaveOut = (tx: Tx, id: number, events: readonly NotificationEvent[]) =>
    withdraw(tx, { events, subject: subjectOf(id) });

  /** Tells of the Premium that an order gave, after it was given. */
  async function granted(tx: Tx, row: OrderRow): Promise<void> {
    if (row.user_id !== null) await withdraw(tx, premiumReminders(row.user_id));
    const data = { ...customerData(row), expires_at: row.premium_expires_at };
    await notify(tx, customerOf(row), { event: "premium_active", data, subject: subjectOf(row.id) });
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

  function ended(tx: Tx, row: OrderRow, ending: Ending): Promise<void> {
    const subject = subjectOf(row.id);
    const order = { ...customerData(row), package_id: row.package_id };
    if (row.end_reason === "expired") {
      return notify(tx, customerOf(row), { event: "order_expired", data: order, subject });
    }
    const data = { ...order, words: row.end_message };
    return notify(tx, customerOf(row), { event: endings[ending], data, subject });
  }

  return {
    /** Tells of a new order; of the Premium alone when it gave some at once. */
    async received(tx: Tx, row: OrderRow): Promise<void> {
      const { id, code, user_name: customer_name, package_name, payment_amount: amount } = row;
      const subject = subjectOf(id);
      const is_done = row.premium_granted_at !== null;
      if (is_done) await granted(tx, row);
      else await notify(tx, customerOf(row), { event: "order_received", data: customerData(row), subject });
      const data = { id, code, customer_name, package_name, amount, is_done };
      await notifyAdmins(tx, { event: "admin_new_order", data, subject });
    },

    /** Tells what a change means to the customer, and leaves out what it made untrue. */
    async changed(tx: Tx, before: OrderRow, after: OrderRow): Promise<void> {
      const { id, end_message, end_reason } = after;
      if (isAwaitingPayment(before) && !isAwaitingPayment(after)) await leaveOut(tx, id, paymentEvents);
      if (after.premium_granted_at !== before.premium_granted_at) await granted(tx, after);

      if (isWithoutAccount(before) && !isWithoutAccount(after)) await leaveOut(tx, id, ["order_needs_account"]);
      if (!isWithoutAccount(before) && isWithoutAccount(after)) await needsAccount(tx, after, "first");

      const ending = endingOf(after);
      const isNewEnding = ending !== endingOf(before);
      const hasNewWords = end_message !== null && end_message !== before.end_message;
      if (!isNewEnding && !hasNewWords) return;
      if (endingOf(before) !== undefined) await leaveOut(tx, id, endEvents);
      if (ending !== undefined && end_reason !== "customer") await ended(tx, after, ending);
    },

    /** Tells again that a paid order has no account; nothing when it has one meanwhile. */
    async remind(tx: Tx, row: OrderRow): Promise<void> {
      if (isWithoutAccount(row)) await needsAccount(tx, row, "again");
    },

    /** Deletes the messages about an order that is deleted. */
    forget: (tx: Tx, id: number): Promise<void> => forget(tx, subjectOf(id)),
  };
}

const isWithoutAccount = (row: OrderRow) => row.user_id === null && isUngranted(row);

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
