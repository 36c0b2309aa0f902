import { isoDay, shortDate } from "../../lib/dates.ts";
import type { Heard } from "./load-own.ts";

/** Groups songs by their day in Vietnam, named as people say it. @param now milliseconds */
export function byDay(songs: readonly Heard[], now: number): [day: string, songs: Heard[]][] {
  const today = isoDay(now);
  const yesterday = isoDay(now - 24 * 3600_000);
  const nameOf = ({ playedAt }: Heard) => {
    const day = isoDay(Date.parse(playedAt));
    return day === today ? "Hôm nay" : day === yesterday ? "Hôm qua" : shortDate(playedAt);
  };
  return [...Map.groupBy(songs, nameOf)];
}
