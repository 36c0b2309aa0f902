import { ArrowLeft, FileText, Info } from "lucide";
import { Suspense, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { PayableOrder } from "#contract/orders.ts";
import { shortDate, shortDateTime } from "../../../lib/dates.ts";
import { type Fallback, withFallback } from "../../../lib/fallback.ts";
import { dong } from "../../../lib/format.ts";
import { lazyPart, preloadRendered } from "../../../lib/lazy-part.tsx";
import { durationLabel, priceLabel } from "../../../lib/package-text.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Fact } from "../../../ui/fact.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { ErrorState, Skeleton } from "../../../ui/states.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { premiumSongsPath } from "../../library-url.ts";
import { loadOnServer } from "../../load-on-server.ts";
import { NotFound } from "../../not-found-state.tsx";
import { PageHead } from "../../page-head.tsx";
import { readInBrowser } from "../../read-api.ts";
import { orderPath, packagePath, receiptPath, routes } from "../../routes.ts";
import { ExcessNote } from "../payment/excess-note.tsx";
import { Payment } from "../payment/payment.tsx";
import { PrivateAddress, useCanMail } from "../private/private-address.tsx";
import type { Route } from "./+types/page.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { InvoiceRequest } from "./invoice-request.tsx";
import { loadOrder } from "./load-order.ts";
import { awaitsPayment, isOverdue, isPaid, isPaymentNews } from "./order-payment.ts";
import { hasEnded, hasReceipt, isFinal, nextStepOf, orderBadges, phaseOf, refundText, stepsOf } from "./order-state.ts";
import { fillInFrom } from "./order-values.ts";
import { Paid } from "./paid.tsx";
import "../giving/gift-giving.module.css";
import { failureOf, NoReferrer, type PrivateFailure, privateHeaders } from "../../private-page.tsx";
import { forgetOrder, useStoredOrders } from "../own/stored-orders.ts";
import { usePaymentWatch } from "../payment/use-payment-watch.ts";
import styles from "../private/private-page.module.css";
import { Timeline } from "../private/timeline.tsx";
import { useChanged } from "../private/use-changed.ts";
import { useFocusOnArrival } from "../private/use-focus-on-arrival.ts";
import { useSessionAfterGrant } from "./use-session-after-grant.ts";

/** Loaded for a gift, and for an order without an account; the server waits for them, and their styles come with the page. */
const GivePremium = lazyPart(async () => (await import("../giving/give-premium.tsx")).GivePremium);
const Receiver = lazyPart(async () => (await import("./receiver.tsx")).Receiver);
await preloadRendered({ "order-gift": GivePremium, "order-receiver": Receiver });

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
  const paid = useRef<HTMLHeadingElement>(null);
  // After a dialog has closed, which makes the rest of the page inert.
  useEffect(() => {
    if (changes > 0) (paid.current ?? state.current)?.focus();
  }, [changes]);
  const showToast = useToast();
  const canMail = useCanMail();
  const song = useStoredOrders().find(({ page_token }) => page_token === order.page_token)?.song;
  const { revalidate } = useRevalidator();
  const isOpen = !isFinal(order);
  // What turned while the page was open may turn back.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  usePaymentWatch({
    stream: "GET /api/orders/{token}/events",
    token: order.page_token,
    // Late money takes an expired order up again.
    isOn: isOpen || wasOpen || phaseOf(order) === "expired",
    isNews: (state) => isPaymentNews(order, state),
    look: revalidate,
  });
  const phase = phaseOf(order);
  const isGranted = phase === "granted";
  useSessionAfterGrant(isGranted);
  const { code, package_name, package_duration_days, package_is_lifetime, payment_amount, user_name, user_email } =
    order;
  const isAwaited = awaitsPayment(order);
  const hasPaid = isPaid(order);
  const isPartlyPaid = phase === "unpaid" && order.received_amount > 0;
  const isCancellable = phase === "unpaid" && !isPartlyPaid;
  const hasReceiver = order.has_account || order.is_gift;
  useFocusOnArrival(hasPaid, hasReceiver ? paid : receiver);
  const needsAccount = !hasReceiver && !isFinal(order);
  const showsReceiver = needsAccount && (opensReceiver || !isAwaited);
  const { label, tone } = orderBadges[phase];
  const refunded = refundText(order);
  /** Shows the reply to a change, whose button is gone with it. */
  const showNext = (changed: PayableOrder, news: string) => {
    show(changed);
    showToast(news);
    setChanges((count) => count + 1);
  };
  const showSaved = (changed: PayableOrder, news: string) => {
    show(changed);
    showToast(news);
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
      {showsReceiver && (
        <section className={`card ${styles.receiver}`} aria-labelledby="order-receiver">
          <h2 id="order-receiver" tabIndex={-1} ref={receiver}>
            {hasPaid ? "Đã nhận được tiền" : "Tạo tài khoản để nhận Premium"}
          </h2>
          {hasPaid && <Paid order={order} song={song} />}
          <Suspense fallback={<Skeleton style={{ height: "20rem" }} />}>
            <Receiver
              order={order}
              onAttached={(attached) => showNext(attached, "Đơn hàng đã được gắn vào tài khoản của bạn")}
            />
          </Suspense>
        </section>
      )}
      <div className={isAwaited || (hasPaid && hasReceiver) ? `${styles.columns} ${styles.payment}` : undefined}>
        {hasPaid && hasReceiver && (
          <section className="card" aria-labelledby="order-paid">
            <h2 id="order-paid" tabIndex={-1} ref={paid}>
              {order.is_gift ? "Quà Premium" : "Đã nhận được tiền"}
            </h2>
            {order.is_gift ? (
              <Suspense fallback={<Skeleton style={{ height: "24rem" }} />}>
                <GivePremium order={order} onChanged={show} />
              </Suspense>
            ) : (
              <Paid order={order} song={song} />
            )}
          </section>
        )}
        {isAwaited && (
          <section className="card" aria-labelledby="order-payment">
            <h2 id="order-payment">
              <span>{order.received_amount > 0 ? "Chuyển nốt" : "Chuyển khoản"}</span>{" "}
              {dong(order.payment?.amount ?? payment_amount)}
            </h2>
            {needsAccount && !showsReceiver && (
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
                Đơn này vừa quá hạn thanh toán, bạn đừng chuyển khoản nữa. Nếu bạn đã chuyển với mã {code}, khoản tiền
                ấy vẫn được tìm thấy và trang này tự đổi khi tiền về.
              </p>
            ) : (
              <Payment order={order} onClaimed={(claim) => show({ ...order, claim })} />
            )}
          </section>
        )}
        <section className={`card ${styles.state}`} aria-labelledby="order-state">
          <h2 id="order-state" tabIndex={-1} ref={state}>
            Tình trạng
          </h2>
          <Timeline steps={stepsOf(order)} />
          <div role="status" className={styles.next}>
            <p>{nextStepOf(order)}</p>
            {order.end_message !== null && (hasEnded(phase) || refunded !== undefined) && (
              <blockquote className={styles.message}>{order.end_message}</blockquote>
            )}
            {isPartlyPaid && (
              <p>Đơn đã nhận một phần tiền nên bạn không tự hủy được. Nếu muốn hủy, bạn liên hệ chúng tôi nhé.</p>
            )}
            {!hasPaid && <ExcessNote amount={order.excess_amount} what="đơn hàng" hasEnded />}
          </div>
          <dl className={styles.facts}>
            <Fact label="Gói">{package_name}</Fact>
            <Fact label="Thời hạn">
              {`${durationLabel(package_duration_days, package_is_lifetime)}${package_is_lifetime || isGranted ? "" : `, tính từ lúc ${order.is_gift ? "nhận quà" : "kích hoạt"}`}`}
            </Fact>
            {isGranted && <Fact label="Hạn Premium">{premiumEnd(order.premium_expires_at)}</Fact>}
            <Fact label="Số tiền">{priceLabel(payment_amount)}</Fact>
            {refunded !== undefined && <Fact label="Đã hoàn">{refunded}</Fact>}
            {order.gift && <Fact label="Tặng cho">{order.gift.recipient_name}</Fact>}
            <Fact label="Người đặt">{`${user_name}, ${user_email}`}</Fact>
          </dl>
          {payment_amount > 0 && !hasEnded(phase) && <InvoiceRequest order={order} onSaved={showSaved} />}
          <div className={styles.links}>
            {isGranted && !hasPaid && (
              <Link className="btn btn--primary" to={premiumSongsPath}>
                Nghe nhạc
              </Link>
            )}
            {hasEnded(phase) && (
              <Link className="btn btn--primary" to={packagePath(order.package_id)} onClick={() => fillInFrom(order)}>
                Đặt lại gói này
              </Link>
            )}
            {hasReceipt(order) && (
              <a className="btn btn--line" href={receiptPath("orders", order.page_token)} download>
                <Icon icon={FileText} />
                Tải biên nhận
              </a>
            )}
            <Link className="btn btn--line" to={routes.contact.path}>
              Liên hệ chúng tôi
            </Link>
            {isCancellable && (
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

function OrderSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <h1 className="sr">Đang tải đơn hàng</h1>
      <Skeleton style={{ width: "16rem", maxWidth: "100%", height: "2.5rem" }} />
      <Skeleton style={{ height: "22rem" }} />
    </div>
  );
}
