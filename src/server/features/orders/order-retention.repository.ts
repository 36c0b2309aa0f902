/** All SQL of the retention of orders: which are due, and what is left of them. */
import { type ExpressionBuilder, sql } from "kysely";
import { fold } from "#contract/fold.ts";
import type { Limits, Position } from "#server/features/retention/retention.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

/** Premium is running until the end that the order gave, for a permanent one as long as its account exists. */
const isOver = (e: ExpressionBuilder<Tables, "premium_orders">, now: string) =>
  e.or([e("user_id", "is", null), e("premium_granted_at", "is", null), e("premium_expires_at", "<=", now)]);

export function orderRetentionRepository(db: Db, { skipLocked }: Pick<Dialect, "skipLocked">) {
  const due = ({ since, now }: Limits) =>
    db
      .selectFrom("premium_orders")
      .where("erased_at", "is", null)
      .where("updated_at", "<", since)
      .where((e) => isOver(e, now));

  return {
    async count(limits: Limits): Promise<number> {
      const { n } = await due(limits)
        .select((s) => s.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return n;
    },

    next: (limits: Limits, { at, id }: Position, limit: number): Promise<Position[]> =>
      due(limits)
        .select(["updated_at as at", "id"])
        .where(sql<boolean>`(updated_at, id) > (${at}, ${id})`)
        .orderBy("updated_at")
        .orderBy("id")
        .limit(limit)
        .execute(),

    /** Returns those of some orders that are still due, and that no other transaction holds. */
    async take(ids: readonly number[], limits: Limits): Promise<{ id: number; code: string }[]> {
      if (ids.length === 0) return [];
      return due(limits).select(["id", "code"]).where("id", "in", ids).modifyEnd(skipLocked).execute();
    },

    /** Empties all that tells of the customer; the order keeps what the books need. */
    async erase(id: number, code: string, values: { name: string; erased_at: string }): Promise<void> {
      const { name, erased_at } = values;
      await db
        .updateTable("premium_orders")
        .set({
          user_id: null,
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
          search_text: fold(code),
          erased_at,
        })
        .where("id", "=", id)
        .execute();
    },
  };
}
