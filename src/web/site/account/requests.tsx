import { ChevronRight } from "lucide";
import type { UserRequest } from "#contract/requests.ts";
import { shortDate } from "../../lib/dates.ts";
import { priceLabel } from "../../lib/package-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { phaseOf, requestBadges, shortDueOf } from "../requests/request-state.ts";
import { requestPath, routes } from "../routes.ts";

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
    <ul className="account-list">
      {requests.map((request) => {
        const { id, code, page_token, summary, agreed_price, created_at } = request;
        const { label, tone } = requestBadges[phaseOf(request)];
        return (
          <li key={id}>
            <Link className="account-list__row" to={requestPath(page_token)}>
              <span className="account-list__text">
                <b className="account-list__summary">{summary}</b>
                <span className="account-list__detail">
                  <span className="num">{code}</span> ·{" "}
                  <span className="num">{shortDueOf(request) ?? shortDate(created_at)}</span>
                </span>
              </span>
              <span className="account-list__end">
                <span className="num">{priceLabel(agreed_price)}</span>
                <span className={tone ? `badge badge--dot badge--${tone}` : "badge"}>{label}</span>
              </span>
              <Icon icon={ChevronRight} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
