/** Reminds customers by day that a paid order still has no account: once, from the third day after the payment on. */
import type { DailyWork } from "#server/platform/daily-work.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import type { OrderChanges } from "./order-changes.ts";
import type { OrderNotices } from "./order-notices.ts";
import { ordersRepository } from "./orders.repository.ts";

const dayMs = 24 * 60 * 60_000;
const afterDays = 3;
/** Older ones are left to the administrator, who sees them in the list of paid orders without Premium. */
const untilDays = 30;

export interface AccountRemindersDeps {
  database: Pick<Database, "db" | "commit">;
  changes: Pick<OrderChanges, "lock">;
  notices: Pick<OrderNotices, "remind">;
}

/** Outside of the quiet hours. */
export function createAccountReminders({ database, changes, notices }: AccountRemindersDeps): DailyWork {
  const { db, commit } = database;
  return {
    name: "reminders of paid orders without an account",
    hours: [8, 21],
    async run(now, signal) {
      const time = (days: number) => new Date(now - days * dayMs).toISOString();
      for await (const id of inTurns(await ordersRepository(db).unownedPaid(time(untilDays), time(afterDays)))) {
        if (signal.aborted) break;
        await commit(async (tx) => {
          const stored = await changes.lock(tx, id);
          if (stored) await notices.remind(tx, stored);
        });
      }
    },
  };
}
