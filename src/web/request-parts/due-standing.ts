import type { SongRequest } from "#contract/requests.ts";
import { workingDaysAfter } from "#contract/working-days.ts";
import { isoDay, shortDate } from "../lib/dates.ts";
import { isOpen } from "./request-status.tsx";

/** The facts that decide the standing of a request. */
export type Due = Pick<SongRequest, "status" | "due_at" | "waiting_since">;

const day = 24 * 60 * 60_000;

interface Standing {
  label: string;
  /** None while there is time. */
  kind?: "danger" | "warning";
}

/** Returns how an open request stands against its due time: `Còn 3 ngày làm việc`, `Trễ 2 ngày`, or that its clock stands still; undefined for a closed one. @param now milliseconds */
export function standingOf(request: Due, now: number): Standing | undefined {
  if (!isOpen(request)) return undefined;
  if (request.waiting_since !== null) return { label: `Chờ khách duyệt lời từ ${shortDate(request.waiting_since)}` };
  const due = Date.parse(request.due_at);
  if (due <= now) {
    const days = Math.floor((now - due) / day);
    return { label: days > 0 ? `Trễ ${days} ngày` : "Trễ hạn", kind: "danger" };
  }
  const [today, dueDay] = [isoDay(now), isoDay(due)];
  if (today === dueDay) return { label: "Đến hạn hôm nay", kind: "warning" };
  return { label: `Còn ${workingDaysAfter(today, dueDay)} ngày làm việc` };
}

/** Marks the row of a late request. */
export const lateTone = (request: Due) => (standingOf(request, Date.now())?.kind === "danger" ? "late" : undefined);
