/** What needs a hand, above all of the dashboard: each number leads to its rows, each trouble to where it is mended. */
import { Fragment } from "react";
import type { DashboardStats, IncomeStats, PaymentTrouble, SiteTrouble } from "#contract/dashboard.ts";
import { countedNumber } from "../../lib/format.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { Link } from "../../ui/link.tsx";
import { originLabels } from "../payments/transfer-states.tsx";
import styles from "./today.module.css";

interface Task {
  label: string;
  /** Undefined while it is not known. */
  count: number | undefined;
  to: string;
}

interface Trouble {
  text: string;
  to: string;
}

const providerTexts: Record<PaymentTrouble["kind"], string> = {
  silent: "im lặng hơn một giờ dù có đơn hàng mới",
  wrong_signature: "vừa gửi lời báo sai chữ ký",
  poll_failed: "không trả lời khi được hỏi giao dịch sót",
};

const siteTexts: Record<SiteTrouble, Trouble> = {
  disk_full: { text: "Ổ đĩa của máy chủ sắp đầy.", to: "/admin/system" },
  recordings_full: { text: "Chỗ chứa file tham khảo của khách sắp đầy.", to: "/admin/system" },
  no_backup: { text: "Chưa có bản sao lưu nào.", to: "/admin/system" },
  old_backup: { text: "Bản sao lưu gần nhất đã hơn 2 ngày.", to: "/admin/system" },
  incomplete_backup: { text: "Bản sao lưu gần nhất thiếu file.", to: "/admin/system" },
  storage_unreadable: { text: "Không đọc được khóa của kho lưu trữ file.", to: "/admin/config?tab=storage" },
  storage_stuck: { text: "Có file không chuyển hoặc xóa được ở kho lưu trữ.", to: "/admin/config?tab=storage" },
  work_failed: { text: "Có việc nền đã thất bại.", to: "/admin/system" },
};

const unpaid = (income: IncomeStats | undefined): Task => ({
  label: "đơn chờ tiền",
  count: income?.waiting_orders,
  to: "/admin/orders?tab=waiting",
});
const ungranted = (income: IncomeStats | undefined): Task => ({
  label: "đơn đã trả, chưa cộng Premium",
  count: income?.ungranted_orders,
  to: "/admin/orders?tab=ungranted",
});
const transfers = (income: IncomeStats | undefined): Task => ({
  label: "giao dịch cần xử lý",
  count: income?.waiting_payments,
  to: "/admin/payments",
});

function providerTroubles(income: IncomeStats | undefined, to: string): Trouble[] {
  const troubles = income?.payment_troubles ?? [];
  return troubles.map(({ provider, kind }) => ({ text: `${originLabels[provider]} ${providerTexts[kind]}.`, to }));
}

/** @param stats undefined while they are not known. */
export function Today({ stats }: { stats: DashboardStats | undefined }) {
  const troubles = [
    ...providerTroubles(stats?.income, "/admin/config?tab=payments"),
    // Among the first steps it stands already.
    ...(stats?.site_troubles ?? [])
      .filter((trouble) => trouble !== "no_backup" || stats?.first_steps === null)
      .map((trouble) => siteTexts[trouble]),
  ];
  // The messages that failed in the last 7 days.
  const failed = new URLSearchParams({ state: "failed", from: weekBefore(stats?.days.at(-1)?.day) });
  return (
    <TodayPanel
      isKnown={stats !== undefined}
      // The most urgent first: what a customer waits for, then what nobody has begun.
      tasks={[
        { label: "yêu cầu trễ hạn", count: stats?.late_requests, to: "/admin/requests?tab=late" },
        transfers(stats?.income),
        ungranted(stats?.income),
        { label: "yêu cầu khách muốn sửa", count: stats?.wishes, to: "/admin/requests?tab=wishes" },
        { label: "yêu cầu chưa ai nhận", count: stats?.available_requests, to: "/admin/requests?tab=available" },
        { label: "thông báo không gửi được", count: stats?.failed_deliveries, to: `/admin/deliveries?${failed}` },
        unpaid(stats?.income),
        { label: "đánh giá chờ duyệt", count: stats?.waiting_reviews, to: "/admin/reviews" },
      ]}
      troubles={troubles}
    />
  );
}

/** Returns the day seven days before another one; empty where that is not known. */
function weekBefore(day: string | undefined): string {
  if (day === undefined) return "";
  return new Date(Date.parse(`${day}T00:00:00Z`) - 7 * 24 * 3_600_000).toISOString().slice(0, 10);
}

/** The work of an accountant. @param income undefined while it is not known. */
export function AccountantToday({ income }: { income: IncomeStats | undefined }) {
  const ending = {
    label: "Premium sắp hết trong 7 ngày",
    count: income?.ending_premium,
    to: "/admin/users?tab=expiring",
  };
  return (
    <TodayPanel
      isKnown={income !== undefined}
      tasks={[transfers(income), ungranted(income), unpaid(income), ending]}
      troubles={providerTroubles(income, "/admin/payments")}
    />
  );
}

interface TodayPanelProps {
  isKnown: boolean;
  /** The most urgent first. */
  tasks: readonly Task[];
  troubles: readonly Trouble[];
}

/** The tasks that have a number; the others are named in one line. */
function TodayPanel({ isKnown, tasks, troubles }: TodayPanelProps) {
  const waiting = tasks.filter(({ count }) => count !== undefined && count > 0);
  const others = tasks.filter((task) => !waiting.includes(task));
  return (
    <section className={styles.today} aria-labelledby="can-lam">
      <h2 id="can-lam">Cần làm hôm nay</h2>
      {waiting.length > 0 && (
        <ul className={styles.tasks}>
          {waiting.map(({ label, count = 0, to }) => (
            <li key={label}>
              <Link to={to} className={styles.task}>
                <span className={`${styles.number} num`}>{countedNumber(count)}</span> <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {waiting.length === 0 && (
        <p className={`${styles.nothing} muted`}>{isKnown ? "Không có việc nào đang chờ." : "Chưa có số liệu."}</p>
      )}
      {others.length > 0 && (
        <p className={styles.others}>
          {isKnown ? "Không có gì khác: " : "Chưa biết số của: "}
          {others.map(({ label, to }, place) => (
            <Fragment key={label}>
              {place > 0 && ", "}
              <Link to={to}>{label}</Link>
            </Fragment>
          ))}
          .
        </p>
      )}
      {troubles.length > 0 && (
        <Banner kind="warning">
          <ul className={styles.troubles}>
            {troubles.map(({ text, to }) => (
              <li key={text}>
                <Link to={to}>{text}</Link>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  );
}
