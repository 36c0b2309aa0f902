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

/** Returns a time as banks write it: `YYYY-MM-DD HH:mm:ss` in Vietnam. @param time ISO. */
export function bankTime(time: string): string {
  const local = new Date(Date.parse(time) + vietnamUtcOffset * 3600_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

const bankTimePattern = /^(\d{4}-\d\d-\d\d)(?:[ T]+(\d\d:\d\d)(?::(\d\d)(?:\.\d{1,9})?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Returns the time of a bank as ISO in UTC: a day alone is its beginning, and what names no zone is Vietnam's.
 * @param text `2023-03-25 14:02:37`, `2023-03-25T14:02:37.000Z`. @returns undefined for no such time, or one out of 2000 to 2100.
 */
export function parseBankTime(text: string): string | undefined {
  const [, day = "", minute = "00:00", second = "00", zone = "+07:00"] = bankTimePattern.exec(text.trim()) ?? [];
  if (day === "" || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  // `Date` takes the 31st of every month.
  if (new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day) return undefined;
  const time = new Date(`${day}T${minute}:${second}${zone}`);
  if (Number.isNaN(time.getTime())) return undefined;
  const iso = time.toISOString();
  return iso >= "2000" && iso < "2100" ? iso : undefined;
}
