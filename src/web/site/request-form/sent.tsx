import { Check } from "lucide";
import type { CustomerRequest } from "#contract/requests.ts";
import { shortDate } from "../../lib/dates.ts";
import { Link } from "../../ui/link.tsx";
import { mailedTo, readyNews } from "../request-page/ready-news.ts";
import { requestPath } from "../routes.ts";
import { PrivateAddress } from "../sales/private/private-address.tsx";
import styles from "./state-screen.module.css";
import { StateScreen } from "./state-screen.tsx";

interface SentProps {
  request: CustomerRequest;
  onAgain(): void;
}

/** The screen of a request that has arrived. */
export function Sent({ request, onAgain }: SentProps) {
  const { code, page_token, due_at } = request;
  return (
    <StateScreen icon={Check} title="Yêu cầu đã được gửi!" className={styles.sent}>
      <p>Cảm ơn bạn đã kể. {readyNews(request, "trang theo dõi")} Bạn nghe miễn phí, hài lòng mới thanh toán.</p>
      <dl className={styles.facts}>
        <div>
          <dt>Mã yêu cầu</dt>
          <dd className="num">{code}</dd>
        </div>
        <div>
          <dt>Nhận bài chậm nhất</dt>
          <dd className="num">{shortDate(due_at)}</dd>
        </div>
      </dl>
      <div className="empty__acts">
        <Link className="btn btn--primary" to={requestPath(page_token)}>
          Theo dõi yêu cầu
        </Link>
        <button type="button" className="btn btn--line" onClick={onAgain}>
          Gửi yêu cầu khác
        </button>
      </div>
      <PrivateAddress path={requestPath(page_token)} email={mailedTo(request)} what="yêu cầu" />
    </StateScreen>
  );
}
