/** All SQL of the retention of orders: which are due, and what is left of them. */
import { expressionBuilder, type SqlBool, sql } from "kysely";
import { fold } from "#contract/fold.ts";
import { opensSince } from "#server/features/gifts/gifts.service.ts";
import type { Limits } from "#server/features/retention/retention.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { dueRows } from "#server/platform/db/due-rows.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";
import { orderInvoicesRepository } from "./order-invoices.repository.ts";
import { orderRefundsRepository } from "./order-refunds.repository.ts";
import { readyGift } from "./orders.repository.ts";

const isUntakenGift = sql<SqlBool>`(payment_status = 'paid' and premium_granted_at is null and ${sql.raw(readyGift)})`;

/**
 * Premium is running until the end that the order gave, for a permanent one as long as its account exists. A gift is kept as long from its
 * day on, and one that is paid for until somebody takes it.
 */
function isDue({ since, now }: Limits) {
  const e = expressionBuilder<Tables, "premium_orders">();
  const isOver = e.or([
    e.and([e("user_id", "is", null), e("receiver_id", "is", null)]),
    e("premium_granted_at", "is", null),
    e("premium_expires_at", "<=", now),
  ]);
  return e.and([
    e("erased_at", "is", null),
    e("updated_at", "<", since),
    isOver,
    e.not(isUntakenGift),
    e.not(opensSince("premium", since)),
  ]);
}

export function orderRetentionRepository(db: Db, dialect: Pick<Dialect, "skipLocked">) {
  return {
    ...dueRows(db, dialect, "premium_orders", isDue),

    /** Empties all that tells of the customer; the order keeps what the books need. */
    async erase(id: number, code: string, values: { name: string; erased_at: string }): Promise<void> {
      const { name, erased_at } = values;
      await orderInvoicesRepository(db).remove(id);
      await orderRefundsRepository(db).erase(id);
      await db
        .updateTable("premium_orders")
        .set({
          user_id: null,
          receiver_id: null,
          user_name: name,
          user_phone: "",
          user_email: "",
          user_address: null,
          user_telegram: null,
          user_facebook: null,
          user_zalo: null,
          payment_reference: null,
          payment_note: null,
          admin_notes: null,
          end_message: null,
          expires_at: null,
          search_text: fold(code),
          erased_at,
        })
        .where("id", "=", id)
        .execute();
    },
  };
}
