/** Times of lines as they are typed. */
import { maxLineMs } from "#contract/lyrics/document.ts";
import { lrcTime } from "#contract/lyrics/lrc.ts";
import { fraction } from "#contract/lyrics/rows.ts";

/** Returns milliseconds of `1:02.5`, `01:02,500`, `1:02:03` with hours, or seconds alone; null for nothing, undefined for what is no time. */
export function timeOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const match = /^\s*(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5})(?:[.,](\d{1,3}))?\s*$/.exec(text);
  if (!match) return undefined;
  const [, hours = "0", minutes, seconds, rest] = match;
  if (minutes !== undefined && Number(seconds) > 59) return undefined;
  const ms = ((Number(hours) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)) * 1000 + fraction(rest);
  return ms <= maxLineMs ? ms : undefined;
}

/** Returns a time as it is typed; nothing without one. */
export const timeText = (ms: number | null): string => (ms === null ? "" : lrcTime(ms));

/** Returns a time to be read, in hundredths of a second: `1:02.50`. */
export function shortTime(ms: number): string {
  const hundredths = Math.round(ms / 10);
  const seconds = String(Math.floor(hundredths / 100) % 60).padStart(2, "0");
  return `${Math.floor(hundredths / 6000)}:${seconds}.${String(hundredths % 100).padStart(2, "0")}`;
}
