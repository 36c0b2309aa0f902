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

function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
}
