import { AlarmClock } from "lucide";
import type { SongRequest } from "#contract/requests.ts";
import { workingDaysAfter } from "#contract/working-days.ts";
import { isoDay, shortDate } from "../lib/dates.ts";
import { Badge } from "../resource/controls/badge.tsx";
import { useNow } from "../resource/use-now.ts";
import styles from "./due-date.module.css";
import { isOpen } from "./request-status.tsx";

type Due = Pick<SongRequest, "status" | "due_at" | "waiting_since">;

const day = 24 * 60 * 60_000;

export interface Standing {
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

/** The day on which a request is due, with the time that is left; late requests and those of today are marked. While lyrics wait, it is the day if the customer answers now. */
export function DueDate({ request }: { request: Due }) {
  const standing = standingOf(request, useNow());
  return (
    <span className={styles.due}>
      <time className="num" dateTime={request.due_at}>
        {request.waiting_since === null ? "Hạn" : "Hạn dừng, nay là"} {shortDate(request.due_at)}
      </time>
      {standing?.kind ? (
        <Badge kind={standing.kind} icon={AlarmClock}>
          {standing.label}
        </Badge>
      ) : (
        standing && <span className={`${styles.left} muted num`}>{standing.label}</span>
      )}
    </span>
  );
}
