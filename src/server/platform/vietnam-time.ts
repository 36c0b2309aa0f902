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

/** Returns the day of a time as people read it: `25/03/2026`. @param time ISO. */
export function dayText(time: string): string {
  return vietnamDay(Date.parse(time)).split("-").toReversed().join("/");
}

/** Returns a time as people read it: `14:02 25/03/2026`. @param time ISO. */
export function timeText(time: string): string {
  const [day = "", hour = ""] = toBankTime(time).split(" ");
  return `${hour.slice(0, 5)} ${day.split("-").toReversed().join("/")}`;
}

/** Returns a time as banks write it: `YYYY-MM-DD HH:mm:ss` in Vietnam. @param time ISO. */
export function toBankTime(time: string): string {
  const local = new Date(Date.parse(time) + vietnamUtcOffset * 3600_000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

/**
 * Returns a time as ISO in UTC; undefined for one that is none, or not between 2000 and 2100.
 * @param value `2023-03-25 14:02:37`, with less precision, or with `T` and a zone; without a zone it is the time of Vietnam.
 */
export function fromBankTime(value: unknown): string | undefined {
  const found =
    typeof value === "string" &&
    /^(20\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?(?:\.\d{1,9})?)?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(value.trim());
  if (!found) return undefined;
  const [, day = "", minutes = "00:00", seconds = "00", zone] = found;
  const written = `${day}T${minutes}:${seconds}.000Z`;
  const local = new Date(written);
  // February 30 would become March 2.
  if (Number.isNaN(local.getTime()) || local.toISOString() !== written) return undefined;
  return new Date(local.getTime() - offsetMinutes(zone) * 60_000).toISOString();
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return vietnamUtcOffset * 60;
  if (/^z$/i.test(zone)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
