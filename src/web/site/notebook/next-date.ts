import type { ReviewCard } from "#contract/notebook.ts";

type NextDate = ReviewCard["next"]["good"];

/** Returns how long it is until a word comes again: `10 phút`, `2 ngày`, `3 tháng`. @param now epoch milliseconds of the server */
export function nextDateText({ days, due }: NextDate, now: number): string {
  if (days === 0) return minutesText(Date.parse(due) - now);
  if (days < 31) return `${days} ngày`;
  if (days < 365) return `${decimal(days / 30.4)} tháng`;
  return `${decimal(days / 365)} năm`;
}

/** Returns a stretch of milliseconds in minutes or hours, at least one minute. */
export function minutesText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 60 ? `${minutes} phút` : `${Math.round(minutes / 60)} giờ`;
}

/** With one decimal below ten: `1,2`. */
function decimal(value: number): string {
  return (value < 10 ? Math.round(value * 10) / 10 : Math.round(value)).toLocaleString("vi-VN");
}
