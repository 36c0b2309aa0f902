/** Reminds users by day that their Premium ends: seven days before, and one day before. */
import type { NotificationEvent } from "#contract/notifications.ts";
import type { MessageMatch, Notifications, Subject } from "#server/features/notifications/notifications.service.ts";
import type { DailyWork } from "#server/platform/daily-work.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";
import { accountsRepository, type UserRow } from "../accounts.repository.ts";
import { isPremium } from "./premium.ts";

const dayMs = 24 * 3600_000;

type Reminder = Extract<NotificationEvent, "premium_ends_in_7_days" | "premium_ends_in_1_day">;

/** Premium that ends between two times (ISO), of which users are reminded up to a time. */
interface Window {
  event: Reminder;
  from: string;
  to: string;
  untilOf(expires_at: string): string;
}

/**
 * Returns whose Premium is reminded of today, by days in Vietnam: that which ends on the seventh day from today, and that which ends
 * tomorrow or later today. A user whose first day passed while no process ran gets the second reminder only.
 */
function windowsOf(now: number): Window[] {
  const today = startOfVietnamDay(vietnamDay(now)).getTime();
  const start = (days: number) => new Date(today + days * dayMs).toISOString();
  return [
    { event: "premium_ends_in_7_days", from: start(7), to: start(8), untilOf: () => start(1) },
    { event: "premium_ends_in_1_day", from: new Date(now + 1).toISOString(), to: start(2), untilOf: (end) => end },
  ];
}

/** Matches the reminders of a user, which are not true any more when Premium changes. */
export const premiumReminders = (userId: number): MessageMatch & { subject: Subject } => ({
  events: ["premium_ends_in_7_days", "premium_ends_in_1_day"],
  subject: { kind: "user", id: userId },
});

export interface PremiumRemindersDeps {
  database: Pick<Database, "db" | "commit" | "dialect">;
  notifications: Pick<Notifications, "notify">;
}

/** Outside of the quiet hours. Nobody is reminded on the day on which Premium was given. */
export function createPremiumReminders({ database, notifications }: PremiumRemindersDeps): DailyWork {
  const { db, commit } = database;

  async function remind(id: number, { event, from, to, untilOf }: Window, today: string): Promise<void> {
    await commit({ lock: `user ${id}` }, async (tx) => {
      const user = await accountsRepository(tx).userById(id);
      const end = user?.premium_expires_at;
      if (!user || end == null || end < from || end >= to || !isReminded(user, today)) return;
      const receiver = {
        kind: "user" as const,
        id,
        name: user.full_name ?? user.username,
        email: user.email,
        phone: null,
      };
      await notifications.notify(tx, receiver, {
        event,
        data: { expires_at: end },
        subject: { kind: "user", id },
        key: `${id} ${end}`,
        until: untilOf(end),
      });
    });
  }

  return {
    name: "reminders of the end of Premium",
    hours: [7, 22],
    async run(now, signal) {
      const today = startOfVietnamDay(vietnamDay(now)).toISOString();
      for (const window of windowsOf(now)) {
        for await (const id of inTurns(await accountsRepository(db).endingPremium(window))) {
          if (signal.aborted) break;
          await remind(id, window, today);
        }
      }
    },
  };
}

function isReminded(user: UserRow, today: string): boolean {
  return isPremium(user, today) && (user.premium_changed_at === null || user.premium_changed_at < today);
}
