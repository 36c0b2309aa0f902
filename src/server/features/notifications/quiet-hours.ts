/** The hours in which messages that can wait do so. */
import type { NotificationEvent } from "#contract/notifications.ts";
import { startOfVietnamDay, vietnamDay, vietnamUtcOffset } from "#server/platform/vietnam-time.ts";
import { eventRules } from "./events.ts";

const hourMs = 3600_000;
const firstHour = 22;
const endHour = 7;

/** Returns when the quiet hours end in which a time lies; undefined for a time outside them. @param time milliseconds since 1970. */
export function endOfQuietHours(time: number): Date | undefined {
  const hour = Math.floor(time / hourMs + vietnamUtcOffset) % 24;
  if (hour >= endHour && hour < firstHour) return undefined;
  const day = vietnamDay(hour < endHour ? time : time + 24 * hourMs);
  return new Date(startOfVietnamDay(day).getTime() + endHour * hourMs);
}

/** Returns the day in Vietnam on which a message that can wait goes out, as if the quiet hours were on. @param time of its event, milliseconds since 1970. */
export function sendingDay(event: NotificationEvent, time: number): string {
  const from = time + eventRules[event].delay;
  return vietnamDay(endOfQuietHours(from)?.getTime() ?? from);
}
