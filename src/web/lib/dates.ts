/** Milliseconds; Vietnam has no daylight saving time. */
const vietnamOffset = 7 * 60 * 60_000;

/** Returns the day of an ISO time in Vietnam: `21/11/2026`. */
export function shortDate(time: string): string {
  return inVietnam(time)[0];
}

/** Returns day and time of an ISO time in Vietnam: `21/11/2026 14:05`. */
export function shortDateTime(time: string): string {
  return inVietnam(time).join(" ");
}

/** Returns the day of a time in Vietnam as filters take it: `2026-11-21`. @param time in milliseconds. */
export function isoDay(time: number): string {
  return new Date(time + vietnamOffset).toISOString().slice(0, 10);
}

/** Returns a day as people read it: `21/11/2026`. @param day `2026-11-21` */
export function dayText(day: string): string {
  return day.split("-").toReversed().join("/");
}

/** Returns the time of day in Vietnam: `14:05`. @param time in milliseconds. */
export function clockTime(time: number): string {
  return inVietnam(new Date(time).toISOString())[1];
}

/** Returns time and day of an ISO time in Vietnam, the year where it is not this one: `20:00 25/11`. @param now in milliseconds. */
export function clockAndDay(time: string, now: number): string {
  const [day, clock] = inVietnam(time);
  const isThisYear = isoDay(now).slice(0, 4) === day.slice(6);
  return `${clock} ${isThisYear ? day.slice(0, 5) : day}`;
}

const weekdays = ["chủ nhật", "thứ hai", "thứ ba", "thứ tư", "thứ năm", "thứ sáu", "thứ bảy"];

/** Returns the day of an ISO time in Vietnam with its weekday, in the middle of a sentence: `thứ bảy, 21/11/2026`. */
export function weekdayDate(time: string): string {
  const day = new Date(Date.parse(time) + vietnamOffset).getUTCDay();
  return `${weekdays[day]}, ${shortDate(time)}`;
}

/** Returns the age of an ISO time: `vừa xong`, `5 phút trước`, `3 giờ trước`, `2 ngày trước`. A future time is `vừa xong`. */
export function agoTime(time: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(time)) / 60_000);
  if (minutes < 1) return "vừa xong";
  if (minutes < 60) return `${minutes} phút trước`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} giờ trước`;
  return `${Math.floor(minutes / (24 * 60))} ngày trước`;
}

function inVietnam(time: string): [date: string, time: string] {
  const iso = new Date(Date.parse(time) + vietnamOffset).toISOString();
  const [year, month, day] = iso.slice(0, 10).split("-");
  return [`${day}/${month}/${year}`, iso.slice(11, 16)];
}
