import type { RequestEvent } from "#contract/requests.ts";
import { shortDateTime } from "../lib/dates.ts";
import { eventMessage } from "./event-message.ts";
import styles from "./request-parts.module.css";

/** The steps in the life of a request, the latest first. */
export function Timeline({ events }: { events: readonly RequestEvent[] }) {
  return (
    <ol className={styles.timeline} aria-label="Diễn biến" reversed>
      {events.toReversed().map((event) => {
        const { actor, action, quote } = eventMessage(event);
        return (
          <li key={event.id} className={styles.timelineStep}>
            <p>
              <b>{actor}</b> {action}
            </p>
            {quote !== undefined && <blockquote className={styles.text}>{quote}</blockquote>}
            <time className="muted num" dateTime={event.created_at}>
              {shortDateTime(event.created_at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}
