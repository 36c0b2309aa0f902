/** Calendar days in Vietnam, which has one time zone and no summer time. */

/** Hours east of UTC. */
export const vietnamUtcOffset = 7;

export const vietnamTimeZone = "Asia/Ho_Chi_Minh";

/** Returns the first moment of a day in Vietnam. @param day `YYYY-MM-DD`. */
export function startOfVietnamDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - vietnamUtcOffset * 3600_000);
}

/** Returns the day in Vietnam as `YYYY-MM-DD`. @param time milliseconds since 1970. */
export function vietnamDay(time: number): string {
  return new Date(time + vietnamUtcOffset * 3600_000).toISOString().slice(0, 10);
}
