/** Calendar days in Vietnam, which has one time zone and no summer time. */

/** Hours east of UTC. */
export const vietnamUtcOffset = 7;

/** Returns the day in Vietnam as `YYYY-MM-DD`. @param time milliseconds since 1970. */
export function vietnamDay(time: number): string {
  return new Date(time + vietnamUtcOffset * 3600_000).toISOString().slice(0, 10);
}
