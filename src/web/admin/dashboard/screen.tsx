import { ChevronDown, Disc3, type IconNode, Inbox, Music, Users } from "lucide";
import { useMemo } from "react";
import type { Activity, DashboardStats, IncomeStats, PaymentTrouble, TopSong } from "#contract/dashboard.ts";
import { artistOf } from "../../lib/artist.ts";
import { agoTime, shortDateTime } from "../../lib/dates.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import type { Screen } from "../../resource/area/screens.ts";
import { useRole } from "../../resource/area/session.ts";
import { Banner, ErrorBanner } from "../../resource/controls/banner.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { PageHeader } from "../../resource/list/page-header.tsx";
import statCardsStyles from "../../resource/list/stat-cards.module.css";
import { useNow } from "../../resource/use-now.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { originLabels } from "../payments/transfer-states.tsx";
import { findAdminScreen } from "../routes.ts";
import { activityMessage } from "./activity-message.ts";
import styles from "./dashboard.module.css";
import { DayChart, shortDay } from "./day-chart.tsx";

type Counter = "total_songs" | "total_categories" | "new_requests" | "total_users";

const counters: readonly { key: Counter; label: string; icon: IconNode; to: string }[] = [
  { key: "total_songs", label: "Tổng bài hát", icon: Music, to: "/admin/songs" },
  { key: "total_categories", label: "Thể loại", icon: Disc3, to: "/admin/genres" },
  { key: "new_requests", label: "Yêu cầu mới", icon: Inbox, to: "/admin/requests?status=new" },
  { key: "total_users", label: "Người dùng", icon: Users, to: "/admin/users" },
];
const quickActions = ["songs", "genres", "requests", "staff", "support", "config"]
  .map((name) => findAdminScreen(`/admin/${name}`))
  .filter((screen) => screen !== undefined);

/** The screens of an accountant. */
const accountantActions = ["orders", "payments", "bank", "premium", "users"]
  .map((name) => findAdminScreen(`/admin/${name}`))
  .filter((screen) => screen !== undefined);

export default function DashboardScreen() {
  const role = useRole();
  if (role === undefined) return <DetailsSkeleton />;
  return role === "accountant" ? <IncomeDashboard /> : <WholeDashboard />;
}

/** The part that an accountant may read. */
function IncomeDashboard() {
  const read = useRead("GET /api/admin/dashboard/income", {}, { fallback: "Không thể tải số liệu doanh thu" });
  const income = read.data?.data;
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      {income && <PaymentWarnings income={income} />}
      <QuickActions screens={accountantActions} />
      {income && (
        <div className={styles.dashboard}>
          <div className={styles.charts}>
            <IncomeChart income={income} />
            <Sales income={income} />
          </div>
          <PackageSales packages={income.packages} />
        </div>
      )}
      {!income && !read.isError && <Skeleton className={`${styles.skeleton} ${styles.skeletonChart}`} />}
    </>
  );
}

function WholeDashboard() {
  const stats = useRead("GET /api/admin/dashboard/stats", {}, { fallback: "Không thể tải số liệu tổng quan" });
  const data = stats.data?.data;
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      {stats.error && <ErrorBanner error={stats.error} busy={stats.isFetching} onRetry={() => void stats.refetch()} />}
      {data && <PaymentWarnings income={data.income} canConfigure />}
      {data && data.ungranted_orders > 0 && <UngrantedOrders count={data.ungranted_orders} />}
      {data && data.failed_deliveries > 0 && <FailedDeliveries stats={data} />}
      <Counters stats={stats.isError ? undefined : data} failed={stats.isError} />
      <QuickActions screens={quickActions} />
      {data ? <Details stats={data} /> : !stats.isError && <DetailsSkeleton />}
    </>
  );
}

/** Orders whose customers paid and have nothing yet, with the way to them. */
function UngrantedOrders({ count }: { count: number }) {
  return (
    <Banner kind="warning">
      <p>{groupedNumber(count)} đơn đã trả, chưa cộng Premium cho ai.</p>
      <Link to="/admin/orders?granted=none">Xem các đơn này</Link>
    </Banner>
  );
}

const troubleTexts: Record<PaymentTrouble["kind"], string> = {
  silent: "im lặng hơn một giờ dù có đơn hàng mới",
  wrong_signature: "vừa gửi lời báo sai chữ ký",
  poll_failed: "không trả lời khi được hỏi giao dịch sót",
};

/** What is to be done about transfers, with the way to it. @param canConfigure whether the viewer may change the services' settings. */
function PaymentWarnings({ income, canConfigure = false }: { income: IncomeStats; canConfigure?: boolean }) {
  const { waiting_payments, payment_troubles } = income;
  return (
    <>
      {waiting_payments > 0 && (
        <Banner kind="warning">
          <p>{groupedNumber(waiting_payments)} khoản tiền cần xử lý, kể cả khách báo đã chuyển.</p>
          <Link to="/admin/payments">Xem các khoản tiền này</Link>
        </Banner>
      )}
      {payment_troubles.length > 0 && (
        <Banner kind="warning">
          <div>
            {payment_troubles.map(({ provider, kind }) => (
              <p key={`${provider} ${kind}`}>
                {originLabels[provider]} {troubleTexts[kind]}.
              </p>
            ))}
          </div>
          {canConfigure ? (
            <Link to="/admin/config?tab=payments">Xem cấu hình báo tiền về</Link>
          ) : (
            <Link to="/admin/payments">Xem các giao dịch</Link>
          )}
        </Banner>
      )}
    </>
  );
}

/** Messages that did not reach people, with the way to them. */
function FailedDeliveries({ stats: { failed_deliveries, days } }: { stats: DashboardStats }) {
  const filter = new URLSearchParams({ state: "failed", from: days.at(-8)?.day ?? "" });
  return (
    <Banner kind="warning">
      <p>{groupedNumber(failed_deliveries)} thông báo không gửi được trong 7 ngày qua.</p>
      <Link to={`/admin/deliveries?${filter}`}>Xem nhật ký gửi</Link>
    </Banner>
  );
}

function Counters({ stats, failed }: { stats: DashboardStats | undefined; failed: boolean }) {
  return (
    <dl className={statCardsStyles.stats} aria-busy={!stats && !failed}>
      {counters.map(({ key, label, icon, to }) => (
        <div key={key} className={statCardsStyles.stat}>
          <dt>
            <Icon icon={icon} />
            <Link to={to}>{label}</Link>
          </dt>
          <dd>{stats || failed ? groupedNumber(stats?.[key] ?? 0) : <NumberSkeleton />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The hidden digit gives the skeleton the height of a number. */
function NumberSkeleton() {
  return (
    <span className={`skeleton ${styles.numberSkeleton}`} aria-hidden="true">
      0
    </span>
  );
}

function QuickActions({ screens }: { screens: readonly Screen[] }) {
  return (
    <nav className={styles.quick} aria-label="Thao tác nhanh">
      {screens.map((screen) => (
        <QuickAction key={screen.path} screen={screen} />
      ))}
    </nav>
  );
}

function QuickAction({ screen: { path, label, icon } }: { screen: Screen }) {
  return (
    <Link className="btn btn--line" to={path}>
      <Icon icon={icon} />
      {label}
    </Link>
  );
}

function Details({ stats: { days, income, recent_activity, top_songs } }: { stats: DashboardStats }) {
  const plays = useMemo(() => days.map(({ day, plays: value }) => ({ day, value })), [days]);
  const newUsers = useMemo(() => days.map(({ day, new_users: value }) => ({ day, value })), [days]);
  return (
    <div className={styles.dashboard}>
      <div className={styles.charts}>
        <DayChart
          title="Lượt nghe 30 ngày qua"
          noun="lượt nghe"
          empty="Chưa có lượt nghe nào trong 30 ngày qua."
          shape="line"
          color="--accent"
          points={plays}
        />
        <DayChart
          title="Người dùng mới 30 ngày qua"
          noun="người dùng mới"
          empty="Chưa có người dùng mới nào trong 30 ngày qua."
          shape="bars"
          color="--info"
          points={newUsers}
        />
        <IncomeChart income={income} />
        <Sales income={income} />
      </div>
      <DayTable days={days} income={income} />
      <RecentActivity activities={recent_activity} />
      <TopSongs songs={top_songs} />
      <PackageSales packages={income.packages} />
    </div>
  );
}

function IncomeChart({ income }: { income: IncomeStats }) {
  const amounts = useMemo(() => income.days.map(({ day, amount: value }) => ({ day, value })), [income]);
  return (
    <DayChart
      title="Doanh thu 30 ngày qua"
      noun="₫"
      empty="Chưa có doanh thu nào trong 30 ngày qua."
      shape="bars"
      color="--accent"
      points={amounts}
    />
  );
}

const payments = [
  { key: "paid", label: "Đã thanh toán" },
  { key: "pending", label: "Chờ thanh toán" },
  { key: "failed", label: "Thất bại" },
  { key: "refunded", label: "Đã hoàn tiền" },
] as const;

/** Orders by the state of their payment, and users by their Premium. */
function Sales({ income }: { income: IncomeStats }) {
  const from = income.days[0]?.day ?? "";
  return (
    <section className={`${styles.panel} ${styles.dashboardSales}`} aria-labelledby="ban-hang">
      <div className={styles.panelHead}>
        <h2 id="ban-hang">Đơn hàng và Premium 30 ngày qua</h2>
      </div>
      <ul className={styles.sales}>
        {payments.map(({ key, label }) => (
          <li key={key}>
            <Link to={`/admin/orders?${new URLSearchParams({ payment: key, from })}`}>{label}</Link>
            <span className="num">
              {groupedNumber(income.payments[key].orders)} đơn · {dong(income.payments[key].amount)}
            </span>
          </li>
        ))}
        <li>
          Premium mới từ đơn hàng
          <span className="num">{groupedNumber(income.new_premium)}</span>
        </li>
        <li>
          Sắp hết Premium trong 7 ngày tới
          <span className="num">{groupedNumber(income.ending_premium)}</span>
        </li>
      </ul>
    </section>
  );
}

/** Income by package, most first. */
function PackageSales({ packages }: Pick<IncomeStats, "packages">) {
  return (
    <section className={`${styles.panel} ${styles.packages}`} aria-labelledby="theo-goi">
      <div className={styles.panelHead}>
        <h2 id="theo-goi">Doanh thu theo gói 30 ngày qua</h2>
      </div>
      {packages.length === 0 && <p className="muted">Chưa bán được gói nào trong 30 ngày qua.</p>}
      <ul className={styles.sales}>
        {packages.map(({ package_id, name, orders, amount }) => (
          <li key={package_id}>
            {name}
            <span className="num">
              {groupedNumber(orders)} đơn · {dong(amount)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DayTable({ days, income }: Pick<DashboardStats, "days" | "income">) {
  const amounts = new Map(income.days.map(({ day, amount }) => [day, amount]));
  return (
    <details className={styles.numbers}>
      <summary>
        Xem số liệu từng ngày
        <Icon icon={ChevronDown} />
      </summary>
      <table>
        <caption className="sr">Lượt nghe, người dùng mới và doanh thu từng ngày trong 30 ngày qua</caption>
        <thead>
          <tr>
            <th scope="col">Ngày</th>
            <th scope="col">Lượt nghe</th>
            <th scope="col">Người dùng mới</th>
            <th scope="col">Doanh thu</th>
          </tr>
        </thead>
        <tbody className="num">
          {days.toReversed().map(({ day, plays, new_users }) => (
            <tr key={day}>
              <th scope="row">{shortDay(day)}</th>
              <td>{groupedNumber(plays)}</td>
              <td>{groupedNumber(new_users)}</td>
              <td>{dong(amounts.get(day) ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function RecentActivity({ activities }: { activities: readonly Activity[] }) {
  const now = useNow();
  return (
    <section className={`${styles.panel} ${styles.dashboardActivity}`} aria-labelledby="hoat-dong">
      <div className={styles.panelHead}>
        <h2 id="hoat-dong">Hoạt động gần đây</h2>
      </div>
      {activities.length === 0 && <p className="muted">Chưa có hoạt động nào trong 30 ngày qua.</p>}
      <ul className={styles.activity}>
        {activities.map((activity) => {
          const { actor, action, target, href } = activityMessage(activity);
          return (
            <li key={activity.id}>
              <p>
                <b>{actor}</b> {href && target === undefined ? <Link to={href}>{action}</Link> : action}
                {target !== undefined && <> “{href ? <Link to={href}>{target}</Link> : target}”</>}
              </p>
              <time className="muted num" dateTime={activity.created_at}>
                {agoTime(activity.created_at, now)} · {shortDateTime(activity.created_at)}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function TopSongs({ songs }: { songs: readonly TopSong[] }) {
  return (
    <section className={`${styles.panel} ${styles.songs}`} aria-labelledby="nghe-nhieu">
      <div className={styles.panelHead}>
        <h2 id="nghe-nhieu">Nghe nhiều nhất 30 ngày qua</h2>
      </div>
      {songs.length === 0 && <p className="muted">Chưa có bài hát nào được nghe.</p>}
      <ol className={styles.topSongs}>
        {songs.map(({ id, title, artist, thumbnail_url, plays }) => (
          <li key={id}>
            <Cover id={id} title={title} image={thumbnail_url} sizes="3rem" />
            <span className={styles.topSongsName}>
              <Link to={`/admin/songs?${new URLSearchParams({ q: title })}`}>{title}</Link>
              <span className="muted">{artistOf({ artist })}</span>
            </span>
            <span className="num">{groupedNumber(plays)} lượt</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function DetailsSkeleton() {
  return (
    <div className={styles.dashboard} aria-busy="true">
      <div className={styles.charts}>
        <Skeleton className={`${styles.skeleton} ${styles.skeletonChart}`} />
        <Skeleton className={`${styles.skeleton} ${styles.skeletonChart}`} />
        <Skeleton className={`${styles.skeleton} ${styles.skeletonChart}`} />
        <Skeleton className={`${styles.skeleton} ${styles.skeletonChart}`} />
      </div>
      <Skeleton className={`${styles.numbers} ${styles.skeleton} ${styles.skeletonLine}`} />
      <Skeleton className={`${styles.dashboardActivity} ${styles.skeleton}`} />
      <Skeleton className={`${styles.songs} ${styles.skeleton}`} />
    </div>
  );
}
