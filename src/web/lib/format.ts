/** Formats of numbers and durations. Without locale data, so that server and browser agree. */

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

/** Formats an amount with its currency code: `299.000 VND`. */
export function money(amount: number, currency: string): string {
  return `${groupedNumber(amount)} ${currency}`;
}

/** Formats an amount of đồng: `399.000 ₫`. */
export function dong(amount: number): string {
  return `${groupedNumber(amount)} ₫`;
}

function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
}
