import { Check, FileText } from "lucide";
import type { RefObject } from "react";
import type { CustomerRequest } from "#contract/requests.ts";
import { priceLabel } from "../../lib/package-text.ts";
import { Fact } from "../../ui/fact.tsx";
import { Icon } from "../../ui/icon.tsx";
import { receiptPath } from "../routes.ts";
import privatePageStyles from "../sales/private/private-page.module.css";
import { Timeline } from "../sales/private/timeline.tsx";
import { Folded } from "./folded.tsx";
import styles from "./page.module.css";
import { dueOf, nextStepOf, phaseOf, stepsOf } from "./request-state.ts";

interface StateCardProps {
  request: CustomerRequest;
  /** A wish was sent while the page was open. */
  isNoted: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  /** Steps and price unfold below what happens next. */
  isFolded: boolean;
}

/** Where the request stands, and what happens next. */
export function StateCard({ request, isNoted, heading, isFolded }: StateCardProps) {
  const { agreed_price, page_token, paid_at } = request;
  const due = dueOf(request);
  const steps = <Timeline steps={stepsOf(request)} />;
  const facts = (
    <dl className={`${privatePageStyles.facts} ${styles.facts}`}>
      <Fact label="Giá thỏa thuận">{priceLabel(agreed_price)}</Fact>
    </dl>
  );
  return (
    <section className="card" aria-labelledby="request-state">
      <h2 id="request-state" tabIndex={-1} ref={heading}>
        Tình trạng
      </h2>
      {!isFolded && steps}
      <div role="status" className={styles.next}>
        {isNoted && phaseOf(request) === "changing" && (
          <p className="note note--success">
            <Icon icon={Check} />
            Đã ghi nhận
          </p>
        )}
        <p>{nextStepOf(request)}</p>
        {due && <p className={styles.due}>{due}</p>}
      </div>
      {isFolded ? (
        <Folded title="Các bước và giá">
          {steps}
          {facts}
        </Folded>
      ) : (
        facts
      )}
      {paid_at !== null && agreed_price > 0 && (
        <p className={privatePageStyles.links}>
          <a className="btn btn--line" href={receiptPath("requests", page_token)} download>
            <Icon icon={FileText} />
            Tải biên nhận
          </a>
        </p>
      )}
    </section>
  );
}
