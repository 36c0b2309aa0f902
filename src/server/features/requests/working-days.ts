/** The time at which requests are due, and how long they took. */
import { dayAfter, isWorkingDay, workingDaysAfter } from "#contract/working-days.ts";
import { startOfVietnamDay, vietnamDay } from "#server/features/vietnam-time.ts";

/** Working days that a song takes, beside the day on which it is requested. */
const workingDays = 3;

/** Returns the end of the third working day after the day in Vietnam of a time. @param time milliseconds since 1970. */
export function dueAfter(time: number): string {
  let day = vietnamDay(time);
  for (let left = workingDays; left > 0; ) {
    day = dayAfter(day);
    if (isWorkingDay(day)) left -= 1;
  }
  return new Date(startOfVietnamDay(dayAfter(day)).getTime() - 1).toISOString();
}

/** Returns the working days after the day in Vietnam of a time up to that of another one. @param from, to ISO, in their order */
export function workingDaysUntil(from: string, to: string): number {
  return workingDaysAfter(vietnamDay(Date.parse(from)), vietnamDay(Date.parse(to)));
}
