/**
 * Reminds staff in the morning of working days of their requests that are due on the day, and supervisors of those that are due or late
 * and that nobody has.
 */
import { isApiError } from "#contract/errors.ts";
import { isWorkingDay } from "#contract/working-days.ts";
import type { DailyWork } from "#server/platform/daily-work.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Tx } from "#server/platform/db/schema.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import { loadsRepository } from "./loads.repository.ts";
import { isAvailable, isOpen } from "./request-life.ts";
import type { RequestNotices } from "./request-notices.ts";
import type { RequestWrites } from "./request-writes.ts";
import type { RequestRow } from "./requests.repository.ts";

const dayMs = 24 * 3600_000;

export interface DueRemindersDeps {
  database: Pick<Database, "db" | "commit">;
  writes: Pick<RequestWrites, "lock">;
  notices: Pick<RequestNotices, "dueToday" | "unclaimed">;
}

/** From 7:00 on, and when no process ran then, later in the morning. */
export function createDueReminders({ database: { db, commit }, writes, notices }: DueRemindersDeps): DailyWork {
  return {
    name: "reminders of due requests",
    hours: [7, 12],
    async run(now, signal) {
      const day = vietnamDay(now);
      if (!isWorkingDay(day)) return;
      const start = startOfVietnamDay(day).getTime();
      const [from, to] = [new Date(start).toISOString(), new Date(start + dayMs).toISOString()];
      const each = async (ids: readonly number[], remind: (tx: Tx, row: RequestRow) => Promise<void>) => {
        for await (const id of inTurns(ids)) {
          if (signal.aborted) return;
          await commit(async (tx) => {
            const row = await writes.lock(tx, id).catch(undefinedWhenGone);
            if (row && row.due_at < to && row.waiting_since === null) await remind(tx, row);
          });
        }
      };
      const loads = loadsRepository(db);
      await each(await loads.assignedAndDue(from, to), async (tx, row) => {
        if (isOpen(row.status) && row.due_at >= from) await notices.dueToday(tx, row, day);
      });
      // Read after the others: what a member gave back meanwhile is among them.
      await each(await loads.availableAndDue(to), async (tx, row) => {
        if (isAvailable(row)) await notices.unclaimed(tx, row, { day, isLate: row.due_at < from, until: to });
      });
    },
  };
}

/** Of a request that was deleted meanwhile. @throws error of anything else */
export function undefinedWhenGone(error: unknown): undefined {
  if (!isApiError(error) || error.code !== "not_found") throw error;
}
