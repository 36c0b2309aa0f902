/** Reminds staff in the morning of working days of their requests that are due on the day. */

import { isApiError } from "#contract/errors.ts";
import type { DailyWork } from "#server/features/daily-work.ts";
import type { Notifications } from "#server/features/notifications/notifications.service.ts";
import { startOfVietnamDay, vietnamDay } from "#server/features/vietnam-time.ts";
import type { Database } from "#server/platform/db/database.ts";
import { loadsRepository } from "./loads.repository.ts";
import type { RequestNotices } from "./request-notices.ts";
import { isOpen, type RequestWrites } from "./request-writes.ts";
import { isWorkingDay } from "./working-days.ts";

const dayMs = 24 * 3600_000;

export interface DueRemindersDeps {
  database: Pick<Database, "db">;
  writes: Pick<RequestWrites, "lock">;
  notices: Pick<RequestNotices, "dueToday">;
  notifications: Pick<Notifications, "committed">;
}

/** From 7:00 on, and when no process ran then, later in the morning. */
export function createDueReminders({ database: { db }, writes, notices, notifications }: DueRemindersDeps): DailyWork {
  return {
    name: "reminders of due requests",
    hours: [7, 12],
    async run(now, signal) {
      const day = vietnamDay(now);
      if (!isWorkingDay(day)) return;
      const start = startOfVietnamDay(day).getTime();
      const [from, to] = [new Date(start).toISOString(), new Date(start + dayMs).toISOString()];
      for (const id of await loadsRepository(db).assignedAndDue(from, to)) {
        if (signal.aborted) break;
        await db.transaction().execute(async (tx) => {
          const row = await writes.lock(tx, id).catch(undefinedWhenGone);
          const isDue = row && isOpen(row.status) && row.due_at >= from && row.due_at < to;
          if (isDue) await notices.dueToday(tx, row);
        });
      }
      notifications.committed();
    },
  };
}

function undefinedWhenGone(error: unknown): undefined {
  if (!isApiError(error) || error.code !== "not_found") throw error;
}
