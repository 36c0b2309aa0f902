/** Customers who say that their money is under way, while no service has told of it. */
import { Check, ChevronDown, Image } from "lucide";
import { useState } from "react";
import type { TransferClaim } from "#contract/payments.ts";
import { agoTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { useAreaToast } from "../../resource/controls/toast.tsx";
import { errorMessage, useRead, useSend } from "../../resource/data/queries.ts";
import { useNow } from "../../resource/use-now.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import styles from "./claims.module.css";
import { PayableLink } from "./payable-link.tsx";
import { actErrors, loadErrors, paymentRefreshes } from "./payment-calls.ts";
import { missingOf } from "./transfer-states.tsx";

const shownClaims = 5;

export function Claims() {
  const [isAll, setIsAll] = useState(false);
  const limit = isAll ? 100 : shownClaims;
  const read = useRead("GET /api/admin/payments/claims", { query: { limit } }, loadErrors);
  const claims = read.data?.data ?? [];
  const total = read.data?.total ?? claims.length;
  if (read.error) {
    return <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  }
  if (claims.length === 0) return null;
  return (
    <details className={`fold ${styles.claims}`}>
      <summary>
        Khách báo đã chuyển <span className="num">({total})</span>
        <Icon icon={ChevronDown} />
      </summary>
      <ul>
        {claims.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} />
        ))}
      </ul>
      {!isAll && total > claims.length && (
        <button type="button" className="btn btn--line btn--sm" onClick={() => setIsAll(true)}>
          Xem thêm
        </button>
      )}
    </details>
  );
}

function ClaimRow({ claim: { id, payable, receipt_url, created_at } }: { claim: TransferClaim }) {
  const now = useNow();
  const toast = useAreaToast();
  const send = useSend(paymentRefreshes);
  const [isBusy, setIsBusy] = useState(false);
  const missing = missingOf(payable);

  async function reopen() {
    try {
      await send("POST /api/admin/payments/claims/{id}/reopen", { params: { id } }, actErrors);
      toast("Đã mở lại lời báo");
    } catch (error) {
      toast(errorMessage(error), "danger");
    }
  }
  async function close() {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await send("POST /api/admin/payments/claims/{id}/close", { params: { id } }, actErrors);
      toast(`Đã đóng lời báo của ${payable.code}`, undefined, { label: "Hoàn tác", onPress: () => void reopen() });
    } catch (error) {
      toast(errorMessage(error), "danger");
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <li className={styles.claim}>
      {receipt_url !== null && (
        <a
          className={styles.picture}
          href={receipt_url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Xem ảnh biên nhận của ${payable.code}`}
        >
          <img src={receipt_url} alt="" loading="lazy" width={44} height={44} />
        </a>
      )}
      {receipt_url === null && (
        <span className={styles.picture} title="Khách không gửi ảnh">
          <Icon icon={Image} />
        </span>
      )}
      <span className={styles.who}>
        <PayableLink payable={payable} className={`${styles.code} num`}>
          {payable.code}
        </PayableLink>{" "}
        {payable.customer_name}
        <span className="table__line">
          {payable.title} · {agoTime(created_at, now)}
        </span>
      </span>
      <b className={`${styles.amount} num`}>{dong(missing)}</b>
      <span className={styles.acts}>
        <Link
          to={`?${new URLSearchParams({ state: "all", q: dong(missing) })}`}
          className="btn btn--line btn--sm"
          aria-label={`Tìm tiền: ${payable.code}`}
        >
          Tìm tiền
        </Link>
        <button
          type="button"
          className="btn btn--line btn--sm"
          aria-label={`Đóng lời báo: ${payable.code}`}
          aria-disabled={isBusy}
          onClick={() => void close()}
        >
          <Icon icon={Check} />
          Đóng
        </button>
      </span>
    </li>
  );
}
