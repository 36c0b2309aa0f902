/** The sums of the transfers that the filters show, and those of their days. */
import { Sigma } from "lucide";
import { useState } from "react";
import type { TransferDay } from "#contract/payments.ts";
import { agoTime } from "../../lib/dates.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { inputOf, useRead } from "../../resource/data/queries.ts";
import type { FilterProps, ListQuery } from "../../resource/resource.ts";
import { useNow } from "../../resource/use-now.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { loadErrors } from "./payment-calls.ts";
import styles from "./sums.module.css";
import { originLabels } from "./transfer-states.tsx";

export function SumsButton({ filter }: FilterProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { state: _state, only: _only, ...others } = filter;
  return (
    <>
      <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
        <Icon icon={Sigma} />
        <span className="btn__text">Theo ngày</span>
      </button>
      {isOpen && (
        <Modal open title="Tiền theo ngày" width={52} onClose={() => setIsOpen(false)}>
          <div className={styles.sums}>
            <Sums filter={others} />
            <Days from={others.from} to={others.to} />
            <Polled />
          </div>
        </Modal>
      )}
    </>
  );
}

function Sums({ filter }: { filter: ListQuery }) {
  const read = useRead("GET /api/admin/payments/stats", inputOf(filter) as object, loadErrors);
  const stats = read.data?.data;
  const sums = [
    ["Đã nhận", stats?.received],
    ["Đã ghép", stats?.allocated],
    ["Đã hoàn", stats?.refunded],
    ["Còn mở", stats?.open],
  ] as const;
  if (read.error) {
    return <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  }
  return (
    <dl className={styles.line}>
      {sums.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value === undefined ? <Skeleton className={styles.number} /> : dong(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** When the services were asked what was missed. */
function Polled() {
  const now = useNow();
  const read = useRead("GET /api/admin/payments/providers", {}, loadErrors);
  const lines = (read.data?.data ?? [])
    .filter(({ state }) => state !== "off")
    .flatMap(({ provider, polled_at }) =>
      polled_at === null ? [] : `${originLabels[provider]}: hỏi lại ${agoTime(polled_at, now)}`,
    );
  return lines.length > 0 && <p className={styles.hint}>{lines.join(" · ")}</p>;
}

/** The sums of days against the balance of the bank. */
function Days({ from, to }: { from: ListQuery[string]; to: ListQuery[string] }) {
  const read = useRead("GET /api/admin/payments/days", inputOf({ from, to }) as object, loadErrors);
  const days = read.data?.data;
  if (read.error) {
    return <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />;
  }
  if (!days) return <Skeleton className={styles.skeleton} />;
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
