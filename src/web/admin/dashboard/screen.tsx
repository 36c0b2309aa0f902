import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Disc3, type IconNode, Inbox, Music, Users } from "lucide";
import type { ComponentProps } from "react";
import { useSearchParams } from "react-router";
import {
  type Activity,
  type DashboardStats,
  dashboardSpans,
  defaultSpan,
  type IncomeStats,
  type TopSong,
} from "#contract/dashboard.ts";
import type { LiveTopic } from "#contract/live.ts";
import { artistOf } from "../../lib/artist.ts";
import { agoTime, shortDateTime } from "../../lib/dates.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { useLiveTopics } from "../../resource/area/live.tsx";
import type { Screen } from "../../resource/area/screens.ts";
import { useRole } from "../../resource/area/session.ts";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { type Tab, Tabs } from "../../resource/controls/tabs.tsx";
import { refresh, useRead } from "../../resource/data/queries.ts";
import { PageHeader } from "../../resource/list/page-header.tsx";
import { useNow } from "../../resource/use-now.ts";
import { Cover } from "../../ui/cover.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { findAdminScreen } from "../routes.ts";
import { activityJobs, jobMessage } from "./activity-message.ts";
import styles from "./dashboard.module.css";
import { DayChart, shortDay, spanText } from "./day-chart.tsx";
import { FirstSteps } from "./first-steps.tsx";
import statCardsStyles from "./stat-cards.module.css";
import { AccountantToday, Today } from "./today.tsx";

/** What the numbers of the dashboard are made of, but plays. */
const topics: readonly LiveTopic[] = ["orders", "payments", "requests", "deliveries"];

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

/** Rows of the activity. */
const shownJobs = 15;

export default function DashboardScreen() {
  const role = useRole();
  const client = useQueryClient();
  useLiveTopics(topics, () => void refresh(client, ["/api/admin/dashboard"]));
  if (role === undefined) return <DetailsSkeleton />;
  return role === "accountant" ? <IncomeDashboard /> : <WholeDashboard />;
}

/** The span of the URL; undefined for the default one. */
function useSpan(): number | undefined {
  const [params] = useSearchParams();
  return dashboardSpans.find((days) => days !== defaultSpan && String(days) === params.get("days"));
}

/** The spans of the figures, as links. */
function Spans() {
  const [params] = useSearchParams();
  const chosen = useSpan() ?? defaultSpan;
  const hrefOf = (days: number) => {
    const next = new URLSearchParams(params);
    if (days === defaultSpan) next.delete("days");
    else next.set("days", String(days));
    return `?${next}`;
  };
  return (
    <nav className={styles.spans} aria-label="Khoảng thời gian">
      {dashboardSpans.map((days) => (
        <Link
          key={days}
          to={hrefOf(days)}
          replace
          className={styles.span}
          aria-current={days === chosen ? "true" : undefined}
        >
          {days === 365 ? "1 năm" : `${days} ngày`}
        </Link>
      ))}
    </nav>
  );
}

const queryOf = (days: number | undefined) => (days === undefined ? {} : { query: { days: String(days) } });

/** The part that an accountant may read. */
function IncomeDashboard() {
  const read = useRead("GET /api/admin/dashboard/income", queryOf(useSpan()), {
    fallback: "Không thể tải số liệu doanh thu",
  });
  const income = read.data?.data;
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      {read.error && <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />}
      <AccountantToday income={read.isError ? undefined : income} />
      <QuickActions screens={accountantActions} />
      {income && (
        <div className={styles.dashboard}>
          <Charts tabs={[incomeTab(income)]} />
          <Sales income={income} />
          <PackageSales income={income} />
        </div>
      )}
      {!income && !read.isError && <Skeleton className={`${styles.skeleton} ${styles.skeletonChart}`} />}
    </>
  );
}

function WholeDashboard() {
  const stats = useRead("GET /api/admin/dashboard/stats", queryOf(useSpan()), {
    fallback: "Không thể tải số liệu tổng quan",
  });
  const data = stats.data?.data;
  return (
    <>
      <PageHeader title="Admin Dashboard" />
      {stats.error && <ErrorBanner error={stats.error} busy={stats.isFetching} onRetry={() => void stats.refetch()} />}
      {data?.first_steps && !stats.isError && <FirstSteps done={data.first_steps} />}
      <Today stats={stats.isError ? undefined : data} />
      <Counters stats={stats.isError ? undefined : data} failed={stats.isError} />
      <QuickActions screens={quickActions} />
      {data ? <Details stats={data} /> : !stats.isError && <DetailsSkeleton />}
    </>
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
    <Link className={styles.quickLink} to={path}>
      <Icon icon={icon} />
      {label}
    </Link>
  );
}

function Details({ stats: { days, before, income, recent_activity, top_songs } }: { stats: DashboardStats }) {
  return (
    <div className={styles.dashboard}>
      <Charts tabs={[playsTab(days, before.plays), newUsersTab(days, before.new_users), incomeTab(income)]} />
      <Sales income={income} />
      <DayTable days={days} income={income} />
      <PackageSales income={income} />
      <TopSongs songs={top_songs} span={days.length} />
      <RecentActivity activities={recent_activity} />
    </div>
  );
}

type ChartTab = Omit<Tab, "content"> & ComponentProps<typeof DayChart>;

const playsTab = (days: DashboardStats["days"], before: number): ChartTab => ({
  id: "plays",
  label: "Lượt nghe",
  title: `Lượt nghe ${spanText(days.length)}`,
  noun: "lượt nghe",
  shape: "line",
  color: "--accent",
  points: days.map(({ day, plays: value }) => ({ day, value })),
  before,
});

const newUsersTab = (days: DashboardStats["days"], before: number): ChartTab => ({
  id: "users",
  label: "Người dùng mới",
  title: `Người dùng mới ${spanText(days.length)}`,
  noun: "người dùng mới",
  shape: "bars",
  color: "--info",
  points: days.map(({ day, new_users: value }) => ({ day, value })),
  before,
});

const incomeTab = (income: IncomeStats): ChartTab => ({
  id: "income",
  label: "Doanh thu",
  title: `Doanh thu ${spanText(income.days.length)}`,
  noun: "₫",
  shape: "bars",
  color: "--accent",
  points: income.days.map(({ day, amount: value }) => ({ day, value })),
  before: income.before.amount,
});

/** The charts in one card; one without a value has no tab. */
function Charts({ tabs }: { tabs: readonly ChartTab[] }) {
  const [first, ...others] = tabs
    .filter(({ points }) => points.some(({ value }) => value > 0))
    .map(({ id, label, ...chart }): Tab => ({ id, label, content: <DayChart {...chart} /> }));
  return (
    <section className={`${styles.panel} ${styles.charts}`} aria-label="Biểu đồ">
      <Spans />
      {first ? (
        <Tabs label="Biểu đồ" tabs={[first, ...others]} />
      ) : (
        <p className={`${styles.noCharts} muted`}>
          Biểu đồ hiện ở đây khi có {tabs.map(({ label }) => label.toLocaleLowerCase("vi")).join(", ")} đầu tiên.
        </p>
      )}
    </section>
  );
}

const paymentStates = [
  { key: "paid", label: "Đã thanh toán" },
  { key: "pending", label: "Chờ thanh toán" },
  { key: "failed", label: "Thất bại" },
  { key: "refunded", label: "Đã hoàn tiền" },
] as const;

/** Orders of these days by the state of their payment, without sums of money, which are counted by the day of payment; and users by their Premium. */
function Sales({ income }: { income: IncomeStats }) {
  const from = income.days[0]?.day ?? "";
  return (
    <section className={`${styles.panel} ${styles.dashboardSales}`} aria-labelledby="ban-hang">
      <div className={styles.panelHead}>
        <h2 id="ban-hang">Đơn đặt trong {spanText(income.days.length)}</h2>
      </div>
      <ul className={`lined ${styles.sales}`}>
        {paymentStates.map(({ key, label }) => (
          <li key={key}>
            <Link to={`/admin/orders?${new URLSearchParams({ payment: key, from })}`}>{label}</Link>
            <span className="num">{groupedNumber(income.placed[key])} đơn</span>
          </li>
        ))}
      </ul>
      <h3 className={styles.subhead}>Premium</h3>
      <ul className={`lined ${styles.sales}`}>
        <li>
          <Link to={`/admin/orders?${new URLSearchParams({ granted: "yes", from })}`}>
            Premium mới từ đơn hàng, {spanText(income.days.length)}
          </Link>
          <span className="num">{groupedNumber(income.new_premium)}</span>
        </li>
        <li>
          <Link to="/admin/users?tab=expiring">Sắp hết Premium trong 7 ngày tới</Link>
          <span className="num">{groupedNumber(income.ending_premium)}</span>
        </li>
      </ul>
    </section>
  );
}

/** Income by package, most first. Its links name no days: the list knows the day of the order, not of the payment. */
function PackageSales({ income: { packages, refunded, days } }: { income: IncomeStats }) {
  const span = spanText(days.length);
  const ordersOf = (id: number) => `/admin/orders?${new URLSearchParams({ package: String(id), payment: "paid" })}`;
  return (
    <section className={`${styles.panel} ${styles.packages}`} aria-labelledby="theo-goi">
      <div className={styles.panelHead}>
        <h2 id="theo-goi">Doanh thu theo gói {span}</h2>
      </div>
      {packages.length === 0 && <p className="muted">Chưa bán được gói nào trong {span}.</p>}
      <ul className={`lined ${styles.sales}`}>
        {packages.map(({ package_id, name, orders, amount }) => (
          <li key={package_id}>
            <Link to={ordersOf(package_id)}>{name}</Link>
            <span className="num">
              {groupedNumber(orders)} đơn · {dong(amount)}
            </span>
          </li>
        ))}
        {refunded.orders > 0 && (
          <li>
            <Link to="/admin/orders?refund=some">Đã hoàn tiền, không tính vào doanh thu</Link>
            <span className="num">
              {groupedNumber(refunded.orders)} đơn · {dong(refunded.amount)}
            </span>
          </li>
        )}
      </ul>
      <p className="muted">Doanh thu tính theo ngày thanh toán, đúng số tiền đã nhận, trừ tiền đã hoàn.</p>
    </section>
  );
}

function DayTable({ days, income }: Pick<DashboardStats, "days" | "income">) {
  const amounts = new Map(income.days.map(({ day, amount }) => [day, amount]));
  return (
    <details className={`fold ${styles.numbers}`}>
      <summary>
        Xem số liệu từng ngày
        <Icon icon={ChevronDown} />
      </summary>
      <table>
        <caption className="sr">Lượt nghe, người dùng mới và doanh thu từng ngày trong {spanText(days.length)}</caption>
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
              <td>
                {amounts.has(day) ? (
                  <Link to={`/admin/orders?${new URLSearchParams({ payment: "paid", from: day, to: day })}`}>
                    {dong(amounts.get(day) ?? 0)}
                  </Link>
                ) : (
                  dong(0)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Recent activity, folded; a row for each job. */
function RecentActivity({ activities }: { activities: readonly Activity[] }) {
  const now = useNow();
  const jobs = activityJobs(activities).slice(0, shownJobs);
  return (
    <section className={styles.numbers} aria-labelledby="hoat-dong">
      <details className="fold">
        <summary>
          <h2 id="hoat-dong">Hoạt động gần đây</h2>
          <Icon icon={ChevronDown} />
        </summary>
        {jobs.length === 0 && <p className="muted">Chưa có hoạt động nào gần đây.</p>}
        <ul className={`lined ${styles.activity}`}>
          {jobs.map((job) => {
            const { actor, action, target, href } = jobMessage(job);
            const [{ id, created_at }] = job.entries;
            return (
              <li key={id}>
                <p>
                  <b>{actor}</b> {href && target === undefined ? <Link to={href}>{action}</Link> : action}
                  {target !== undefined && <> “{href ? <Link to={href}>{target}</Link> : target}”</>}
                </p>
                <time className="muted num" dateTime={created_at}>
                  {agoTime(created_at, now)} · {shortDateTime(created_at)}
                </time>
              </li>
            );
          })}
        </ul>
      </details>
    </section>
  );
}

function TopSongs({ songs, span }: { songs: readonly TopSong[]; span: number }) {
  return (
    <section className={`${styles.panel} ${styles.songs}`} aria-labelledby="nghe-nhieu">
      <div className={styles.panelHead}>
        <h2 id="nghe-nhieu">Nghe nhiều nhất {spanText(span)}</h2>
      </div>
      {songs.length === 0 && <p className="muted">Chưa có bài hát nào được nghe.</p>}
      <ol className={`lined ${styles.topSongs}`}>
        {songs.map(({ id, title, artist, thumbnail_url, plays }) => (
          <li key={id}>
            <Cover id={id} title={title} image={thumbnail_url} sizes="3rem" />
            <span className={styles.topSongsName}>
              <Link to={`/admin/songs?open=${id}`}>{title}</Link>
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
      <Skeleton className={`${styles.charts} ${styles.skeleton} ${styles.skeletonChart}`} />
      <Skeleton className={`${styles.dashboardSales} ${styles.skeleton} ${styles.skeletonChart}`} />
      <Skeleton className={`${styles.numbers} ${styles.skeleton} ${styles.skeletonLine}`} />
      <Skeleton className={`${styles.packages} ${styles.skeleton}`} />
      <Skeleton className={`${styles.songs} ${styles.skeleton}`} />
    </div>
  );
}
