/** All SQL of the retention of transfers: which are due, and what is left of them. */
import { expressionBuilder } from "kysely";
import { exceptionStates } from "#contract/payments.ts";
import type { Limits } from "#server/features/retention/retention.service.ts";
import type { Dialect } from "#server/platform/db/dialect.ts";
import { dueRows } from "#server/platform/db/due-rows.ts";
import type { Db, Tables } from "#server/platform/db/schema.ts";

/** One that waits for a person is kept until somebody has decided: its memo may be all that tells what it was for. */
function isDue({ since }: Pick<Limits, "since">) {
  const e = expressionBuilder<Tables, "transfers">();
  return e.and([
    e("erased_at", "is", null),
    e("updated_at", "<", since),
    e("state", "not in", ["new", ...exceptionStates]),
  ]);
}

export function transferRetentionRepository(db: Db, dialect: Pick<Dialect, "skipLocked">) {
  return {
    ...dueRows(db, dialect, "transfers", isDue),

    /** Empties all that tells of persons; the transfer keeps what the books need. */
    async erase(id: number, values: { memo: string; search_text: string; erased_at: string }): Promise<void> {
      await db
        .updateTable("transfers")
        .set({ ...values, sender_name: null, sender_account: null, sender_bank: null, note: null, raw: null })
        .where("id", "=", id)
        .execute();
      await db.updateTable("transfer_tellings").set({ event: null, raw: null }).where("transfer_id", "=", id).execute();
      await db.updateTable("transfer_refunds").set({ reason: "" }).where("transfer_id", "=", id).execute();
    },
  };
}
