/** Formats of numbers and durations. Without locale data, so that server and browser agree. */
import { mostCounted } from "#contract/counting.ts";

/** Formats seconds as `m:ss`, without hours. Returns `0:00` for negative and non-finite values. */
export function clockTime(seconds: number): string {
  const whole = wholeSeconds(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Formats seconds for screen readers: `1 phút 36 giây`, `36 giây`. */
export function spokenTime(seconds: number): string {
  const whole = wholeSeconds(seconds);
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `${minutes} phút ${whole % 60} giây` : `${whole} giây`;
}

/** Formats seconds as an ISO 8601 duration: `PT1M36S`. */
export function isoDuration(seconds: number): string {
  const whole = wholeSeconds(Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return minutes > 0 ? `PT${minutes}M${whole % 60}S` : `PT${whole}S`;
}

/** Formats a whole number with Vietnamese thousands separators: `1.234.567`. */
export function groupedNumber(value: number): string {
  return String(Math.trunc(value)).replace(/\B(?=(\d{3})+$)/g, ".");
}

/** Formats the total of a list: `1.234`, or `hơn 10.000` for one that was not counted to its end. */
export function countedNumber(total: number): string {
  return total === mostCounted + 1 ? `hơn ${groupedNumber(mostCounted)}` : groupedNumber(total);
}

/** Formats an amount with its currency code: `299.000 VND`. */
export function money(amount: number, currency: string): string {
  return `${groupedNumber(amount)} ${currency}`;
}

/** Formats an amount of đồng: `399.000 ₫`. */
export function dong(amount: number): string {
  return `${groupedNumber(amount)} ₫`;
}

/** Formats seconds in the two largest units: `3 ngày 4 giờ`, `2 giờ 5 phút`, `12 phút`. Less than a minute is `chưa đến 1 phút`. */
export function longTime(seconds: number): string {
  const minutes = Math.floor(wholeSeconds(seconds) / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return "chưa đến 1 phút";
  if (hours < 1) return `${minutes} phút`;
  return days < 1 ? `${hours} giờ ${minutes % 60} phút` : `${days} ngày ${hours % 24} giờ`;
}

function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
}
