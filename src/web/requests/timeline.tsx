import type { RequestEvent } from "#contract/requests.ts";
import { shortDateTime } from "../lib/dates.ts";
import { eventMessage } from "./event-message.ts";
import "./requests.css";

/** The steps in the life of a request, the latest first. */
export function Timeline({ events }: { events: readonly RequestEvent[] }) {
  return (
    <ol className="timeline" aria-label="Diễn biến" reversed>
      {events.toReversed().map((event) => {
        const { actor, action, quote } = eventMessage(event);
        return (
          <li key={event.id} className="timeline__step">
            <p>
              <b>{actor}</b> {action}
            </p>
            {quote !== undefined && <blockquote className="request-text">{quote}</blockquote>}
            <time className="muted num" dateTime={event.created_at}>
              {shortDateTime(event.created_at)}
            </time>
          </li>
        );
      })}
    </ol>
  );
}
