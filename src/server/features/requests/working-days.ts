/** The time at which requests are due, and how long they took. */
import { dayAfter, isWorkingDay, workingDaysAfter } from "#contract/working-days.ts";
import { startOfVietnamDay, vietnamDay } from "#server/platform/vietnam-time.ts";

/** Working days that a song takes, beside the day on which it is requested. */
const workingDays = 3;
const dayMs = 24 * 3_600_000;

/** Returns the end of a working day after the day in Vietnam of a time. @param time milliseconds since 1970. @param days which one, from 1 */
export function dueAfter(time: number, days = workingDays): string {
  let day = vietnamDay(time);
  for (let left = days; left > 0; ) {
    day = dayAfter(day);
    if (isWorkingDay(day)) left -= 1;
  }
  return new Date(startOfVietnamDay(dayAfter(day)).getTime() - 1).toISOString();
}

/** Returns the working days after the day in Vietnam of a time up to that of another one. @param from, to ISO, in their order */
export function workingDaysUntil(from: string, to: string): number {
  return workingDaysAfter(vietnamDay(Date.parse(from)), vietnamDay(Date.parse(to)));
}

/**
 * Returns when something is due whose clock stood still: later by the working days of 24 hours that went by, to the nearest whole one, so
 * that it stays the end of a day. It is not late after the wait unless it was late before.
 * @param since, now milliseconds, in their order
 */
export function dueAfterWait(due_at: string, since: number, now: number): string {
  const days = workingTime(since, now) / dayMs;
  const due = laterBy(due_at, Math.round(days));
  const wasLate = since > Date.parse(due_at);
  return wasLate || now <= Date.parse(due) ? due : laterBy(due_at, Math.max(1, Math.ceil(days)));
}

function laterBy(due_at: string, days: number): string {
  return days === 0 ? due_at : dueAfter(Date.parse(due_at), days);
}

/** Returns the milliseconds between two times that lie on working days in Vietnam. */
function workingTime(from: number, to: number): number {
  let sum = 0;
  for (let day = vietnamDay(from); ; day = dayAfter(day)) {
    const start = startOfVietnamDay(day).getTime();
    if (start >= to) return sum;
    if (isWorkingDay(day)) sum += Math.min(to, start + dayMs) - Math.max(from, start);
  }
}
