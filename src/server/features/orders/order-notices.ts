/** Messages to customers and administrators about an order, in the transaction of its change. */
import { premiumReminders } from "#server/features/accounts/users.service.ts";
import type { Notifications, Recipient } from "#server/features/notifications/notifications.service.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import type { OrderRow } from "./orders.repository.ts";

type Messages = Pick<Notifications, "notify" | "notifyAdmins" | "withdraw" | "forget">;

export function createOrderNotices({ notify, notifyAdmins, withdraw, forget }: Messages) {
  return {
    /** Tells of a new order. */
    async received(tx: Tx, row: OrderRow): Promise<void> {
      const { id, code, user_name: customer_name, package_name, payment_amount: amount } = row;
      await notify(tx, customerOf(row), { event: "order_received", data: customerData(row), subject: subjectOf(id) });
      const data = { id, code, customer_name, package_name, amount };
      await notifyAdmins(tx, { event: "admin_new_order", data, subject: subjectOf(id) });
    },

    /** Tells of the Premium that an order gave, after it was given. */
    async granted(tx: Tx, row: OrderRow): Promise<void> {
      if (row.user_id !== null) await withdraw(tx, premiumReminders(row.user_id));
      const data = { ...customerData(row), expires_at: row.premium_expires_at };
      await notify(tx, customerOf(row), { event: "premium_active", data, subject: subjectOf(row.id) });
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
