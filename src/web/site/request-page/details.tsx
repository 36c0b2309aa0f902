import { briefFields, briefLabels } from "#contract/request-brief.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { Fact } from "../../ui/fact.tsx";
import styles from "./details.module.css";
import { Folded } from "./folded.tsx";
import { eventText } from "./request-state.ts";

/** Shows the form as the customer sent it. */
export function SentRequest({ request }: { request: CustomerRequest }) {
  const { customer_name, customer_email, customer_phone, budget, request_content, reference_file_name } = request;
  return (
    <section className={`card ${styles.sent}`} aria-labelledby="request-sent">
      <h2 id="request-sent">Yêu cầu của bạn</h2>
      <dl className={styles.facts}>
        <Fact label="Nội dung yêu cầu">{request_content}</Fact>
        {briefFields.map((field) =>
          request[field] ? (
            <Fact key={field} label={briefLabels[field]}>
              {request[field]}
            </Fact>
          ) : null,
        )}
        {budget !== null && <Fact label="Ngân sách dự kiến">{dong(budget)}</Fact>}
        <Fact label="File tham khảo">{reference_file_name ?? "Không có"}</Fact>
        <Fact label="Liên hệ">
          {[customer_name, customer_email, customer_phone].filter((text) => text !== null).join(", ")}
        </Fact>
      </dl>
    </section>
  );
}

/** Lists the steps of the request, the latest first, below a title that unfolds them. */
export function History({ events }: Pick<CustomerRequest, "events">) {
  const shown = events.filter((event) => eventText(event) !== undefined).toReversed();
  if (shown.length === 0) return null;
  return (
    <Folded title="Diễn biến">
      <ul className={styles.history} aria-label="Diễn biến">
        {shown.map((event) => (
          <li key={event.id}>
            <p>{eventText(event)}</p>
            {event.kind === "changes_requested" && <blockquote>{event.text}</blockquote>}
            <time className="muted num" dateTime={event.created_at}>
              {shortDateTime(event.created_at)}
            </time>
          </li>
        ))}
      </ul>
    </Folded>
  );
}
