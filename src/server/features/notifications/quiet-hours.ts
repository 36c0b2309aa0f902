/** The hours in which messages that can wait do so. */
import { startOfVietnamDay, vietnamDay, vietnamUtcOffset } from "#server/features/vietnam-time.ts";

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
