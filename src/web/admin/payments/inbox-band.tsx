/** What stands above the list of transfers: services, claims, sums and days. */
import { ChevronDown } from "lucide";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { TransferDay, TransferStats } from "#contract/payments.ts";
import { agoTime } from "../../lib/dates.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { inputOf, useRead } from "../../resource/data/queries.ts";
import type { FilterProps, ListQuery } from "../../resource/resource.ts";
import { useNow } from "../../resource/use-now.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { Claims } from "./claims.tsx";
import styles from "./inbox-band.module.css";
import { PayableLink } from "./payable-link.tsx";
import { loadErrors } from "./payment-calls.ts";
import { originLabels } from "./transfer-states.tsx";

export function InboxBand({ filter }: FilterProps) {
  const { state: _state, ...others } = filter;
  const read = useRead("GET /api/admin/payments/stats", inputOf(others) as object, loadErrors);
  return (
    <>
      <Services />
      <Claims />
      <Sums stats={read.data?.data} filter={others} />
      <OfOne />
    </>
  );
}

/** How the services fare that tell of money; nothing while all is well and none is used. */
function Services() {
  const now = useNow();
  const read = useRead("GET /api/admin/payments/providers", {}, loadErrors);
  const used = (read.data?.data ?? []).filter(({ state }) => state !== "off");
  const polled = used.filter(({ polled_at }) => polled_at !== null);
  return (
    <>
      {used
        .filter(({ is_silent, state }) => is_silent || state === "unreadable")
        .map(({ provider, state, can_poll }) => (
          <Banner key={provider} kind="warning">
            {state === "unreadable"
              ? `Không đọc được khóa của ${originLabels[provider]}: hãy nhập lại trong Cấu hình.`
              : `${originLabels[provider]} im lặng hơn một giờ dù có đơn mới. Hãy xem tài khoản ngân hàng, ${can_poll ? "hoặc bấm Hỏi lại dịch vụ" : "rồi nhập sao kê nếu có tiền về"}.`}
          </Banner>
        ))}
      {polled.length > 0 && (
        <p className={styles.polled}>
          {polled
            .map(
              ({ provider, polled_at, poll_error }) =>
                `${originLabels[provider]}: ${poll_error ? `hỏi lại không được (${poll_error})` : `hỏi lại ${agoTime(polled_at ?? "", now)}`}`,
            )
            .join(" · ")}
        </p>
      )}
    </>
  );
}

function Sums({ stats, filter }: { stats: TransferStats | undefined; filter: ListQuery }) {
  const [isOpen, setIsOpen] = useState(false);
  const sums = [
    ["Đã nhận", stats?.received],
    ["Đã ghép", stats?.allocated],
    ["Đã hoàn", stats?.refunded],
    ["Còn mở", stats?.open],
  ] as const;
  return (
    <div className={styles.sums}>
      <dl className={styles.line}>
        {sums.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value === undefined ? <Skeleton className={styles.skeleton} /> : dong(value)}</dd>
          </div>
        ))}
      </dl>
      <details className={styles.days} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          Theo ngày
          <Icon icon={ChevronDown} />
        </summary>
        {isOpen && <Days from={filter.from} to={filter.to} />}
      </details>
    </div>
  );
}

/** The sums of days against the balance of the bank. */
function Days({ from, to }: { from: ListQuery[string]; to: ListQuery[string] }) {
  const read = useRead("GET /api/admin/payments/days", inputOf({ from, to }) as object, loadErrors);
  const days = read.data?.data;
  if (read.error) {
    return <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  }
  if (!days) return <Skeleton className={styles.daysSkeleton} />;
  if (days.length === 0) return <p className="muted">Không có giao dịch nào trong những ngày này.</p>;
  const hasGap = days.some(({ gap }) => gap !== null && gap !== 0);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by the keyboard too */}
      <div className={styles.scroll} role="region" aria-label="Theo ngày" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {["Ngày", "Nhận", "Chuyển đi", "Đã ghép", "Còn mở", "Số dư ngân hàng", "Lệch"].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <DayRow key={day.day} day={day} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.hint}>
        {from === undefined && to === undefined ? "30 ngày gần nhất. " : ""}
        {hasGap
          ? "Lệch âm thường là tiền ra mà dịch vụ không báo; lệch dương là tiền vào chưa thấy: bấm Hỏi lại dịch vụ hoặc nhập sao kê."
          : "Lệch là phần số dư mà các giao dịch không giải thích được."}
      </p>
    </>
  );
}

function DayRow({ day: { day, received, sent, allocated, open, balance, gap } }: { day: TransferDay }) {
  const money = (value: number | null) => (value === null ? "–" : groupedNumber(value));
  const [year, month, date] = day.split("-");
  return (
    <tr>
      <th scope="row" className="num">{`${date}/${month}/${year}`}</th>
      <td className="num">{money(received)}</td>
      <td className="num">{money(sent)}</td>
      <td className="num">{money(allocated)}</td>
      <td className="num">{money(open)}</td>
      <td className="num">{money(balance)}</td>
      <td className={gap ? `num ${styles.gap}` : "num"}>
        {gap === null ? "–" : gap > 0 ? `+${money(gap)}` : money(gap)}
      </td>
    </tr>
  );
}

/** Says that the transfers of one order or request are shown, with the way to all. */
function OfOne() {
  const [params] = useSearchParams();
  const [order, request] = [params.get("order"), params.get("request")];
  if (!order && !request) return null;
  const all = new URLSearchParams(params);
  all.delete("order");
  all.delete("request");
  all.delete("page");
  return (
    <Banner kind="info">
      Chỉ các giao dịch của{" "}
      {order ? (
        <PayableLink payable={{ kind: "order", id: Number(order) }}>đơn hàng #{order}</PayableLink>
      ) : (
        <PayableLink payable={{ kind: "request", id: Number(request) }}>yêu cầu #{request}</PayableLink>
      )}
      . <Link to={`?${all}`}>Xem tất cả</Link>
    </Banner>
  );
}
