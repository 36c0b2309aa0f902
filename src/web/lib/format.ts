/** How numbers and times are written for people. The same on server and browser: no locale data is asked. */

/** Seconds as `m:ss`; an hour is 60 minutes on. Gives `0:00` for what is no time. */
export function clockTime(seconds: number): string {
  const whole = wholeSeconds(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Seconds in words for screen readers: `1 phút 36 giây`, `36 giây`. */
export function spokenTime(seconds: number): string {
  const whole = wholeSeconds(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes} phút ${whole % 60} giây` : `${whole} giây`;
}

/** Seconds as ISO 8601 writes a length of time: `PT1M36S`. */
export function isoDuration(seconds: number): string {
  const whole = wholeSeconds(Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `PT${minutes}M${whole % 60}S` : `PT${whole}S`;
}

/** A whole number with Vietnamese thousands points: `1.234.567`. */
export function groupedNumber(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ".");
}

/** An amount of money with its currency's code: `299.000 VND`. */
export function money(amount: number, currency: string): string {
  return `${groupedNumber(amount)} ${currency}`;
}

/** Vietnam keeps one offset all year. */
const vietnamOffset = 7 * 60 * 60_000;

/** The day of an ISO time in Vietnam: `21/11/2026`. */
export function shortDate(time: string): string {
  return inVietnam(time)[0];
}

/** Day and time of an ISO time in Vietnam: `21/11/2026 14:05`. */
export function shortDateTime(time: string): string {
  return inVietnam(time).join(" ");
}

/** How long ago an ISO time was: `vừa xong`, `5 phút trước`, `3 giờ trước`, `2 ngày trước`. A time to come is just now. */
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

function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
}
