/** The page of a customer: all that one account has and did, with the person's other accounts. */

import { ArrowLeft, CalendarPlus, Crown } from "lucide";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import type { User } from "#contract/accounts.ts";
import type {
  CustomerActivity,
  CustomerOrderLine,
  CustomerPurchases,
  PremiumStep,
  ReceiptLine,
  SameAccount,
  Sameness,
} from "#contract/customers.ts";
import { eventLabels } from "#contract/delivery-names.ts";
import { flagWords } from "#contract/flag-words.ts";
import { agoTime, shortDate, shortDateTime } from "../../lib/dates.ts";
import { dong, groupedNumber } from "../../lib/format.ts";
import { RequestStates } from "../../request-parts/request-status.tsx";
import { useRole } from "../../resource/area/session.ts";
import { ActiveBadge, Badge } from "../../resource/controls/badge.tsx";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { useChange, useRead } from "../../resource/data/queries.ts";
import { RecordHistory } from "../../resource/history/record-history.tsx";
import { PageHeader } from "../../resource/list/page-header.tsx";
import { useNow } from "../../resource/use-now.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { deliveryLooks } from "../deliveries/delivery-labels.ts";
import { OrderBadges } from "../orders/order-states.tsx";
import { EmailBadge, ExpiryBadge, PlanBadge } from "../users/badges.tsx";
import { PremiumDialog } from "../users/premium-dialog.tsx";
import { hasPremiumPlan, isPermanent } from "../users/premium-state.ts";
import styles from "./customer.module.css";

const errors = {
  fallback: "Không tải được trang khách hàng",
  unreachable: "Có lỗi xảy ra khi kết nối đến server",
};

export default function CustomerScreen() {
  const id = Number(useParams().id);
  const role = useRole();
  const params = { id };
  const user = useRead("GET /api/admin/users/{id}", { params }, errors);
  const purchases = useRead("GET /api/admin/users/{id}/purchases", { params }, { ...errors, enabled: user.isSuccess });
  const activity = useRead(
    "GET /api/admin/users/{id}/activity",
    { params },
    { ...errors, enabled: user.isSuccess && role === "admin" },
  );
  const failed = [user, purchases, activity].find(({ error }) => error);
  // Of the account before it, while the next one loads.
  const shown = user.data?.data.id === id ? user.data.data : undefined;
  return (
    <>
      <Link className="btn btn--line btn--sm" to="/admin/users">
        <Icon icon={ArrowLeft} />
        Người dùng
      </Link>
      <PageHeader
        title={shown?.username ?? "Khách hàng"}
        summary={
          shown && [shown.full_name, shown.email, `tạo ngày ${shortDate(shown.created_at)}`].filter(Boolean).join(" · ")
        }
      >
        {shown && <PremiumButton user={shown} />}
      </PageHeader>
      {failed?.error && (
        <ErrorBanner error={failed.error} busy={failed.isFetching} onRetry={() => void failed.refetch()} />
      )}
      {shown && (
        <p className={`chips ${styles.states}`}>
          <PlanBadge user={shown} />
          <ExpiryBadge user={shown} />
          <ActiveBadge isActive={shown.is_active} words={flagWords.account} />
          <EmailBadge isVerified={shown.is_email_verified} />
        </p>
      )}
      <div className={styles.customer}>
        {shown && purchases.data && purchases.data.data.same_accounts.length > 0 && (
          <SameAccounts user={shown} purchases={purchases.data.data} />
        )}
        <div className={styles.column}>
          {purchases.data ? (
            <Orders id={id} purchases={purchases.data.data} />
          ) : (
            !failed && <Skeleton className={styles.skeleton} />
          )}
          {activity.data && <Requests id={id} activity={activity.data.data} />}
          {purchases.data && (
            <Receipts receipts={[...purchases.data.data.receipts, ...(activity.data?.data.receipts ?? [])]} />
          )}
        </div>
        <div className={styles.column}>
          {purchases.data && <PremiumSteps steps={purchases.data.data.premium} />}
          {activity.data && <Devices id={id} sessions={activity.data.data.sessions} />}
          {activity.data && <Likes likes={activity.data.data.likes} />}
          {activity.data && <Messages messages={activity.data.data.messages} />}
          {shown && (
            <section className={`card ${styles.panel} ${styles.history}`}>
              <RecordHistory entity="user" id={id} />
            </section>
          )}
        </div>
      </div>
    </>
  );
}

function PremiumButton({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isPermanent(user, useNow())) return null;
  const [label, icon] = hasPremiumPlan(user) ? (["Thêm ngày", CalendarPlus] as const) : (["Nâng cấp", Crown] as const);
  return (
    <>
      <button type="button" className="btn btn--line" onClick={() => setIsOpen(true)}>
        <Icon icon={icon} />
        {label}
      </button>
      {isOpen && <PremiumDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface PanelProps {
  id: string;
  title: string;
  /** Where all rows are. */
  more?: { to: string; label: string };
  /** Told when there are no rows; without it there are some. */
  empty?: string;
  rows: readonly ReactNode[];
}

/** Each row comes with its key. */
function Panel({ id, title, more, empty, rows }: PanelProps) {
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {more && <Link to={more.to}>{more.label}</Link>}
      </div>
      {rows.length === 0 ? <p className="muted">{empty}</p> : <ul className={`lined ${styles.rows}`}>{rows}</ul>}
    </section>
  );
}

interface RowProps {
  /** Undefined where the row has no place of its own. */
  to?: string;
  name: string;
  detail: ReactNode;
  children?: ReactNode;
}

function Row({ to, name, detail, children }: RowProps) {
  return (
    <li>
      <span className={styles.line}>
        {to ? <Link to={to}>{name}</Link> : <b>{name}</b>}
        <span className="muted num">{detail}</span>
      </span>
      <span className="chips">{children}</span>
    </li>
  );
}

function Orders({ id, purchases: { orders, orders_total } }: { id: number; purchases: CustomerPurchases }) {
  const rowsOf = (lines: readonly CustomerOrderLine[]) =>
    lines.map((order) => <OrderRow key={order.id} order={order} />);
  const unattached = orders.filter(({ user_id }) => user_id === null);
  return (
    <>
      <Panel
        id="don-hang"
        title={`Đơn hàng (${groupedNumber(orders_total)})`}
        more={{ to: `/admin/orders?user=${id}`, label: "Xem trong danh sách" }}
        empty="Chưa có đơn hàng nào."
        rows={rowsOf(orders.filter(({ user_id }) => user_id !== null))}
      />
      {unattached.length > 0 && (
        <Panel id="don-chua-gan" title="Đơn cùng email, chưa gắn tài khoản" rows={rowsOf(unattached)} />
      )}
    </>
  );
}

function OrderRow({ order }: { order: CustomerOrderLine }) {
  return (
    <Row
      to={`/admin/orders?open=${order.id}`}
      name={order.code}
      detail={`${order.package_name} · ${dong(order.payment_amount)} · ${shortDateTime(order.created_at)}`}
    >
      <OrderBadges order={order} />
    </Row>
  );
}

function Requests({ id, activity: { requests, requests_total } }: { id: number; activity: CustomerActivity }) {
  return (
    <Panel
      id="yeu-cau"
      title={`Yêu cầu sáng tác (${groupedNumber(requests_total)})`}
      more={{ to: `/admin/requests?user=${id}`, label: "Xem trong danh sách" }}
      empty="Chưa có yêu cầu nào."
      rows={requests.map((request) => (
        <Row
          key={request.id}
          to={`/admin/requests?open=${request.id}`}
          name={`${request.code} · #${request.id}`}
          detail={`${dong(request.agreed_price)} · ${shortDateTime(request.created_at)}`}
        >
          <RequestStates request={request} />
        </Row>
      ))}
    />
  );
}

function Receipts({ receipts }: { receipts: readonly ReceiptLine[] }) {
  return (
    <Panel
      id="bien-nhan"
      title="Biên nhận"
      empty="Chưa có biên nhận nào."
      rows={receipts.map(({ number, code, amount, issued_at, cancelled_at }) => (
        <Row key={number} name={`Số ${number}`} detail={`${code} · ${dong(amount)} · ${shortDateTime(issued_at)}`}>
          {cancelled_at !== null && <Badge>Đã hủy</Badge>}
        </Row>
      ))}
    />
  );
}

function PremiumSteps({ steps }: { steps: readonly PremiumStep[] }) {
  return (
    <Panel
      id="premium"
      title="Premium"
      empty="Chưa từng có Premium."
      rows={steps.map(({ created_at, text, actor_name, order_id }) => (
        <Row
          key={`${created_at} ${text}`}
          {...(order_id !== null && { to: `/admin/orders?open=${order_id}` })}
          name={text.charAt(0).toLocaleUpperCase("vi") + text.slice(1)}
          detail={[actor_name, shortDateTime(created_at)].filter(Boolean).join(" · ")}
        />
      ))}
    />
  );
}

function Devices({ id, sessions }: { id: number; sessions: CustomerActivity["sessions"] }) {
  const now = useNow();
  const refreshes = ["/api/admin/users"];
  const fallback = "Chưa đăng xuất được. Bạn thử lại nhé.";
  const end = useChange("DELETE /api/admin/users/{id}/sessions/{session_id}", {
    refreshes,
    fallback,
    successMessage: "Đã đăng xuất khỏi thiết bị đó",
  });
  const endAll = useChange("DELETE /api/admin/users/{id}/sessions", {
    refreshes,
    fallback,
    successMessage: "Đã đăng xuất khỏi mọi thiết bị",
  });
  return (
    <>
      <Panel
        id="thiet-bi"
        title="Thiết bị đang đăng nhập"
        empty="Không đăng nhập ở thiết bị nào."
        rows={sessions.map((session) => (
          <Row
            key={session.id}
            name={session.device ?? "Thiết bị không rõ"}
            detail={`Dùng lần cuối ${agoTime(session.last_used_at, now)} · đăng nhập ngày ${shortDate(session.created_at)}`}
          >
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`Đăng xuất khỏi ${session.device ?? "thiết bị không rõ"}`}
              onClick={() => end.mutate({ params: { id, session_id: session.id } })}
            >
              Đăng xuất
            </button>
          </Row>
        ))}
      />
      {(end.error ?? endAll.error) && (
        <ErrorBanner error={end.error ?? endAll.error} busy={false} onRetry={() => endAll.mutate({ params: { id } })} />
      )}
      {sessions.length > 1 && (
        <button type="button" className="btn btn--line btn--sm" onClick={() => endAll.mutate({ params: { id } })}>
          Đăng xuất khỏi mọi thiết bị
        </button>
      )}
    </>
  );
}

function Likes({ likes }: { likes: CustomerActivity["likes"] }) {
  return (
    <Panel
      id="da-thich"
      title="Bài đã thích"
      empty="Chưa thích bài nào."
      rows={likes.map(({ song_id, title, created_at }) => (
        <Row key={song_id} to={`/admin/songs?open=${song_id}`} name={title} detail={shortDate(created_at)} />
      ))}
    />
  );
}

function Messages({ messages }: { messages: CustomerActivity["messages"] }) {
  return (
    <Panel
      id="thong-bao"
      title="Thông báo đã gửi"
      empty="Chưa có thông báo nào trong 90 ngày."
      rows={messages.map(({ id, event, state, created_at }) => (
        <Row key={id} to={`/admin/deliveries?open=${id}`} name={eventLabels[event]} detail={shortDateTime(created_at)}>
          <deliveryLooks.Badge state={state} />
        </Row>
      ))}
    />
  );
}

const sameTexts: Record<Sameness, string> = {
  mailbox: "cùng hộp thư",
  order_email: "cùng email trên đơn",
  phone: "cùng số điện thoại trên đơn",
};

/** This account and the likely others of the person, with the same facts of each. */
function SameAccounts({ user, purchases }: { user: User; purchases: CustomerPurchases }) {
  const own: SameAccount = { ...user, orders: purchases.orders_total, reasons: [] };
  return (
    <section className={`card ${styles.panel} ${styles.wide}`} aria-labelledby="cung-nguoi">
      <div className={styles.head}>
        <h2 id="cung-nguoi">Có thể là cùng một người</h2>
      </div>
      <div className={styles.same}>
        <table>
          <thead>
            <tr>
              <th scope="col">Tài khoản</th>
              <th scope="col">Email</th>
              <th scope="col">Premium</th>
              <th scope="col">Đơn</th>
              <th scope="col">Ngày tạo</th>
              <th scope="col">Vì sao</th>
            </tr>
          </thead>
          <tbody>
            {[own, ...purchases.same_accounts].map((account) => (
              <tr key={account.id}>
                <th scope="row">
                  {account.id === user.id ? (
                    <b>{account.username}</b>
                  ) : (
                    <Link to={`/admin/users/${account.id}`}>{account.username}</Link>
                  )}
                </th>
                <td>{account.email}</td>
                <td>
                  <span className="chips">
                    <PlanBadge user={account} />
                    <ExpiryBadge user={account} />
                  </span>
                </td>
                <td className="num">{groupedNumber(account.orders)}</td>
                <td className="num">{shortDate(account.created_at)}</td>
                <td>
                  {account.id === user.id ? "đang xem" : account.reasons.map((reason) => sameTexts[reason]).join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
