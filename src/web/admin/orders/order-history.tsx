import type { OrderEvent } from "#contract/orders.ts";
import { shortDateTime } from "../../lib/dates.ts";
import requestPartsStyles from "../../request-parts/request-parts.module.css";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { Skeleton } from "../../ui/states.tsx";
import { unreachable } from "./order-calls.ts";
import styles from "./order-history.module.css";

/** The changes of an order by the back office, with names, the latest first. */
export function OrderHistory({ id }: { id: number }) {
  const read = useRead(
    "GET /api/premium-orders/{id}/history",
    { params: { id } },
    { fallback: "Có lỗi xảy ra khi tải lịch sử", unreachable },
  );
  if (read.error) return <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  const events = read.data?.data;
  if (!events) return <Skeleton className={styles.skeleton} />;
  if (events.length === 0) return <p className="muted">Chưa ai thay đổi đơn này.</p>;
  return (
    <ol className={requestPartsStyles.timeline} aria-label="Lịch sử thay đổi" reversed>
      {events.map((event) => (
        <Step key={event.id} event={event} />
      ))}
    </ol>
  );
}

function Step({ event: { actor_name, changes, created_at } }: { event: OrderEvent }) {
  return (
    <li className={requestPartsStyles.timelineStep}>
      <p>
        <b>{actor_name}</b> {changes.length === 0 ? "đã cập nhật đơn hàng" : changes.join("; ")}
      </p>
      <time className="muted num" dateTime={created_at}>
        {shortDateTime(created_at)}
      </time>
    </li>
  );
}
