/** Reminds customers once of lyrics that have waited for a week. Nothing else happens by itself: the due time stands still. */
import type { DailyWork } from "#server/platform/daily-work.ts";
import type { Database } from "#server/platform/db/database.ts";
import { inTurns } from "#server/platform/in-turns.ts";
import { undefinedWhenGone } from "./due-reminders.ts";
import { requestLyricsRepository } from "./request-lyrics.repository.ts";
import type { RequestNotices } from "./request-notices.ts";
import type { RequestWrites } from "./request-writes.ts";

const dayMs = 24 * 3600_000;
/** Days without an answer before the reminder, and after them a few in which no process may have run. */
const [quietDays, lateDays] = [7, 3];

export interface LyricsRemindersDeps {
  database: Pick<Database, "db" | "commit">;
  writes: Pick<RequestWrites, "lock">;
  notices: Pick<RequestNotices, "send">;
}

export function createLyricsReminders({ database: { db, commit }, writes, notices }: LyricsRemindersDeps): DailyWork {
  return {
    name: "reminders of lyrics to read",
    hours: [8, 20],
    async run(now, signal) {
      const ago = (days: number) => new Date(now - days * dayMs).toISOString();
      const waiting = await requestLyricsRepository(db).waiting(ago(quietDays + lateDays), ago(quietDays));
      for await (const { id, request_id } of inTurns(waiting)) {
        if (signal.aborted) return;
        await commit(async (tx) => {
          const row = await writes.lock(tx, request_id).catch(undefinedWhenGone);
          const lyrics = row ? await requestLyricsRepository(tx).ofRequest(request_id) : [];
          const found = lyrics.find((each) => each.id === id && each.state === "waiting");
          if (!row || !found) return;
          const { number, note } = found;
          await notices.send(tx, row, [{ kind: "lyrics_ready", number, note, isReminder: true }]);
        });
      }
    },
  };
}
