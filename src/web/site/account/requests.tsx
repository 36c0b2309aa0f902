import { ChevronRight } from "lucide";
import type { UserRequest } from "#contract/requests.ts";
import { shortDate } from "../../lib/dates.ts";
import { priceLabel } from "../../lib/package-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { phaseOf, requestBadges, shortDueOf } from "../request-page/request-state.ts";
import { requestPath, routes } from "../routes.ts";
import styles from "./account.module.css";

/** The user's requests for songs, each with a link to its private page. */
export function Requests({ requests }: { requests: readonly UserRequest[] }) {
  if (requests.length === 0) {
    return (
      <>
        <p className="muted">Bạn chưa đặt bài hát nào.</p>
        <Link className="btn btn--line" to={routes.request.path}>
          {routes.request.label}
        </Link>
      </>
    );
  }
  return (
    <ul className={styles.list}>
      {requests.map((request) => {
        const { id, code, page_token, title, summary, agreed_price, created_at, unread_messages } = request;
        const { label, tone } = requestBadges[phaseOf(request)];
        return (
          <li key={id}>
            <Link className={styles.listRow} to={requestPath(page_token)}>
              <span className={styles.listText}>
                <b className={styles.listSummary}>{title ?? summary}</b>
                <span className={styles.listDetail}>
                  <span className="num">{code}</span> ·{" "}
                  <span className="num">{shortDueOf(request) ?? shortDate(created_at)}</span>
                </span>
              </span>
              <span className={styles.listEnd}>
                <span className="num">{priceLabel(agreed_price)}</span>
                <span className={tone ? `badge badge--dot badge--${tone}` : "badge"}>{label}</span>
                {unread_messages > 0 && (
                  <span className="badge badge--dot badge--accent">
                    <span className="num">{unread_messages}</span> tin mới
                  </span>
                )}
              </span>
              <Icon icon={ChevronRight} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
