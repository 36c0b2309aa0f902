/** The calendar of the retention: days and months in Vietnam. */
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";

/** The hour in Vietnam at which the run of a day is due. */
const runHour = 3;
const hourMs = 3600_000;

/**
 * Returns the first moment that is still kept on a day: the beginning of the same day of an earlier month, or of that month's last
 * day. So whatever is kept for some months is kept for all of them. ISO time.
 * @param day `YYYY-MM-DD` in Vietnam.
 */
export function keptSince(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate)));
  return startOfVietnamDay(first.toISOString().slice(0, 10)).toISOString();
}

/** Returns the day of the next run after a time, and when it is due. Milliseconds. */
export function nextRun(now: number): { day: string; at: number } {
  const today = vietnamDay(now);
  const at = startOfVietnamDay(today).getTime() + runHour * hourMs;
  if (at > now) return { day: today, at };
  const tomorrow = at + 24 * hourMs;
  return { day: vietnamDay(tomorrow), at: tomorrow };
}
