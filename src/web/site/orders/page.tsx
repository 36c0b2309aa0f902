import { ArrowLeft, Info } from "lucide";
import { useEffect, useRef, useState } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { shortDate, shortDateTime } from "../../lib/dates.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { dong } from "../../lib/format.ts";
import { durationLabel, priceLabel } from "../../lib/package-text.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useLatest } from "../../lib/use-latest.ts";
import { Fact } from "../../ui/fact.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { ListenLink } from "../music/listen-link.tsx";
import { NotFound } from "../not-found-state.tsx";
import { PageHead } from "../page-head.tsx";
import { fillInFrom } from "../premium/order-values.ts";
import { readInBrowser } from "../read-api.ts";
import { orderPath, packagePath, routes } from "../routes.ts";
import type { Route } from "./+types/page.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { loadOrder } from "./load-order.ts";
import {
  awaitsPayment,
  hasEnded,
  isFinal,
  isOverdue,
  nextStepOf,
  orderBadges,
  phaseOf,
  stepsOf,
} from "./order-state.ts";
import { Payment } from "./payment.tsx";
import { PrivateAddress, useCanMail } from "./private-address.tsx";
import styles from "./private-page.module.css";
import { failureOf, NoReferrer, type PrivateFailure, privateHeaders } from "./private-page.tsx";
import { Receiver } from "./receiver.tsx";
import { forgetOrder, useStoredOrders } from "./stored-orders.ts";
import { Timeline } from "./timeline.tsx";
import { useChanged } from "./use-changed.ts";
import { useRefresh } from "./use-refresh.ts";

interface OrderData {
  /** A promise in the browser, so that the skeleton renders at once. */
  order: PayableOrder | PrivateFailure | Promise<PayableOrder | Fallback<PrivateFailure>>;
}

export function headers(): Record<string, string> {
  return privateHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<OrderData, OrderData>(
    context,
    async (call) => ({ order: await loadOrder(call, params.token) }),
    (error) => ({ order: failureOf(error) }),
  );
}

export function clientLoader({ params }: Route.ClientLoaderArgs): OrderData {
  return { order: withFallback(loadOrder(readInBrowser, params.token), failureOf) };
}

export default function OrderPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const data: OrderData = loaderData;
  const order = useLatest<PayableOrder | PrivateFailure>(data.order, token);
  const isMissing = order !== undefined && "missing" in order && order.missing;
  useEffect(() => {
    if (isMissing) forgetOrder(token);
  }, [isMissing, token]);
  if (isMissing) return <NotFound />;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title="Đơn hàng của bạn" description="Tình trạng và cách thanh toán của một đơn hàng Premium." hidden />
      <NoReferrer />
      {!order ? (
        <OrderSkeleton />
      ) : "missing" in order ? (
        <ErrorState level="h1" title="Không thể tải đơn hàng. Vui lòng thử lại sau." />
      ) : (
        <OrderView key={token} loaded={order} />
      )}
    </div>
  );
}

function OrderView({ loaded }: { loaded: PayableOrder }) {
  const { current: order, show } = useChanged(loaded);
  const [opensReceiver, setOpensReceiver] = useState(false);
  const receiver = useRef<HTMLHeadingElement>(null);
  // It opens above the button, which is gone with that.
  useEffect(() => {
    if (opensReceiver) receiver.current?.focus();
  }, [opensReceiver]);
  const [changes, setChanges] = useState(0);
  const state = useRef<HTMLHeadingElement>(null);
  // After a dialog has closed, which makes the rest of the page inert.
  useEffect(() => {
    if (changes > 0) state.current?.focus();
  }, [changes]);
  const showToast = useToast();
  const canMail = useCanMail();
  const song = useStoredOrders().find(({ page_token }) => page_token === order.page_token)?.song;
  useRefresh(isFinal(order));
  useSessionAfterGrant(order.premium_granted_at !== null);
  const { code, package_name, package_duration_days, package_is_lifetime, payment_amount, user_name, user_email } =
    order;
  const phase = phaseOf(order);
  const isGranted = phase === "granted";
  const isAwaited = awaitsPayment(order);
  const needsAccount = !order.has_account && !isFinal(order);
  const hasReceiver = needsAccount && (opensReceiver || !isAwaited);
  const { label, tone } = orderBadges[phase];
  /** Shows the reply to a change, whose button is gone with it. */
  const showNext = (changed: PayableOrder, news: string) => {
    show(changed);
    showToast(news);
    setChanges((count) => count + 1);
  };
  return (
    <>
      <Link className="link" to={routes.premium.path}>
        <Icon icon={ArrowLeft} />
        Các gói Premium
      </Link>
      <h1>
        Đơn hàng <span className="num">{code}</span>
      </h1>
      {isAwaited && (
        <p className={styles.line}>
          <span className={`badge badge--dot badge--${tone}`}>{label}</span>
          {order.expires_at !== null && (
            <span className="muted">
              Đơn được giữ đến <span className="num">{shortDate(order.expires_at)}</span>
            </span>
          )}
        </p>
      )}
      {hasReceiver && (
        <section className={`card ${styles.receiver}`} aria-labelledby="order-receiver">
          <h2 id="order-receiver" tabIndex={-1} ref={receiver}>
            Tạo tài khoản để nhận Premium
          </h2>
          <Receiver
            order={order}
            onAttached={(attached) => showNext(attached, "Đơn hàng đã được gắn vào tài khoản của bạn")}
          />
        </section>
      )}
      <div className={isAwaited ? `${styles.columns} ${styles.payment}` : undefined}>
        {isAwaited && (
          <section className="card" aria-labelledby="order-payment">
            <h2 id="order-payment">Chuyển khoản {dong(payment_amount)}</h2>
            {needsAccount && !hasReceiver && (
              <p className={`note note--info ${styles.account}`}>
                <Icon icon={Info} />
                <span>
                  Premium cần một tài khoản.{" "}
                  <button type="button" className="link" onClick={() => setOpensReceiver(true)}>
                    Tạo tài khoản để nhận Premium
                  </button>
                </span>
              </p>
            )}
            {isOverdue(order) ? (
              <p className="note">
                <Icon icon={Info} />
                Đơn này vừa quá hạn thanh toán, bạn đừng chuyển khoản nữa. Nếu bạn đã chuyển, vui lòng liên hệ chúng
                tôi.
              </p>
            ) : (
              <Payment order={order} />
            )}
          </section>
        )}
        <section className={`card ${styles.state}`} aria-labelledby="order-state">
          <h2 id="order-state" tabIndex={-1} ref={state}>
            Tình trạng
          </h2>
          <Timeline steps={stepsOf(order)} />
          <div role="status">
            <p>{nextStepOf(order)}</p>
            {order.end_message !== null && hasEnded(phase) && (
              <blockquote className={styles.message}>{order.end_message}</blockquote>
            )}
          </div>
          <dl className={styles.facts}>
            <Fact label="Gói">{package_name}</Fact>
            <Fact label="Thời hạn">
              {`${durationLabel(package_duration_days, package_is_lifetime)}${package_is_lifetime || isGranted ? "" : ", tính từ lúc kích hoạt"}`}
            </Fact>
            {isGranted && <Fact label="Hạn Premium">{premiumEnd(order.premium_expires_at)}</Fact>}
            <Fact label="Số tiền">{priceLabel(payment_amount)}</Fact>
            <Fact label="Người đặt">{`${user_name}, ${user_email}`}</Fact>
          </dl>
          <div className={styles.links}>
            {isGranted &&
              (song ? (
                <ListenLink song={song} />
              ) : (
                <Link className="btn btn--primary" to={routes.songs.path}>
                  Nghe nhạc
                </Link>
              ))}
            {hasEnded(phase) && (
              <Link className="btn btn--primary" to={packagePath(order.package_id)} onClick={() => fillInFrom(order)}>
                Đặt lại gói này
              </Link>
            )}
            <Link className="btn btn--line" to={routes.contact.path}>
              Liên hệ chúng tôi
            </Link>
            {phase === "unpaid" && (
              <CancelOrder order={order} onCancelled={(changed) => showNext(changed, "Đã hủy đơn hàng")} />
            )}
          </div>
        </section>
      </div>
      <PrivateAddress path={orderPath(order.page_token)} email={canMail ? user_email : undefined} what="đơn hàng" />
    </>
  );
}

function premiumEnd(time: string | null): string {
  return time === null ? "Vĩnh viễn" : shortDateTime(time);
}

/** Fetches the user again once Premium is granted while the page is open, so that premium songs open at once. */
function useSessionAfterGrant(isGranted: boolean): void {
  const { refresh } = useUserAuth();
  const wasGranted = useRef(isGranted);
  useEffect(() => {
    if (isGranted && !wasGranted.current) void refresh();
    wasGranted.current = isGranted;
  }, [isGranted, refresh]);
}

function OrderSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <h1 className="sr">Đang tải đơn hàng</h1>
      <Skeleton style={{ width: "16rem", maxWidth: "100%", height: "2.5rem" }} />
      <Skeleton style={{ height: "22rem" }} />
    </div>
  );
}
