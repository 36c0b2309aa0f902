import { AlarmClock } from "lucide";
import type { SongRequest } from "#contract/requests.ts";
import { shortDate } from "../lib/dates.ts";
import { Badge } from "../resource/controls/badge.tsx";
import { useNow } from "../resource/use-now.ts";
import styles from "./due-date.module.css";
import { isOpen } from "./request-status.tsx";

type Due = Pick<SongRequest, "status" | "due_at">;

const day = 24 * 60 * 60_000;

/** Returns how an open request stands against its due time: `Trễ 2 ngày`; undefined with more than a day left. */
export function urgencyOf(request: Due, now: number): { label: string; kind: "danger" | "warning" } | undefined {
  if (!isOpen(request)) return undefined;
  const left = Date.parse(request.due_at) - now;
  if (left > day) return undefined;
  if (left > 0) return { label: "Sắp đến hạn", kind: "warning" };
  const days = Math.floor(-left / day);
  return { label: days > 0 ? `Trễ ${days} ngày` : "Trễ hạn", kind: "danger" };
}

/** Marks the row of a late request. */
export const lateTone = (request: Due) => (urgencyOf(request, Date.now())?.kind === "danger" ? "late" : undefined);

/** The day on which a request is due; late and nearly late ones are marked. */
export function DueDate({ request }: { request: Due }) {
  const urgency = urgencyOf(request, useNow());
  return (
    <span className={styles.due}>
      <time className="num" dateTime={request.due_at}>
        Hạn {shortDate(request.due_at)}
      </time>
      {urgency && (
        <Badge kind={urgency.kind} icon={AlarmClock}>
          {urgency.label}
        </Badge>
      )}
    </span>
  );
}
