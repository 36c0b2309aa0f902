import { AlarmClock } from "lucide";
import { shortDate } from "../lib/dates.ts";
import { Badge } from "../resource/controls/badge.tsx";
import { useNow } from "../resource/use-now.ts";
import styles from "./due-date.module.css";
import { type Due, standingOf } from "./due-standing.ts";

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
