import { ArrowLeft, Check, CircleAlert } from "lucide";
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import type { PayableOrder } from "#contract/orders.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { dong } from "../../lib/format.ts";
import { durationLabel, priceLabel } from "../../lib/package-text.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useLatest } from "../../lib/use-latest.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { NotFound } from "../not-found-state.tsx";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import type { Route } from "./+types/page.ts";
import { failureOf, loadOrder, type OrderFailure } from "./load-order.ts";
import { awaitsPayment, isFinal, nextStepOf, phaseOf, type Step, stepsOf } from "./order-state.ts";
import { Payment } from "./payment.tsx";
import { forgetOrder } from "./stored-orders.ts";
import "./order.css";

interface OrderData {
  /** A promise in the browser, so that the skeleton renders at once. */
  order: PayableOrder | OrderFailure | Promise<PayableOrder | Fallback<OrderFailure>>;
}

/** The address is all that protects the order: no cache, no search engine and no other site may learn it. */
export function headers(): Record<string, string> {
  return {
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
  };
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
  const order = useLatest<PayableOrder | OrderFailure>(data.order, token);
  const isMissing = order !== undefined && "missing" in order && order.missing;
  useEffect(() => {
    if (isMissing) forgetOrder(token);
  }, [isMissing, token]);
  if (isMissing) return <NotFound />;
  return (
    <div className="wrap order-page">
      <PageHead title="Đơn hàng của bạn" description="Tình trạng và cách thanh toán của một đơn hàng Premium." hidden />
      {/* For a page that was opened from another one, whose headers still hold. */}
      <meta name="referrer" content="no-referrer" />
      {!order ? (
        <OrderSkeleton />
      ) : "missing" in order ? (
        <ErrorState level="h1" title="Không thể tải đơn hàng. Vui lòng thử lại sau." />
      ) : (
        <OrderView order={order} />
      )}
    </div>
  );
}

function OrderView({ order }: { order: PayableOrder }) {
  useRefresh(!isFinal(order));
  useSessionAfterGrant(order.premium_granted_at !== null);
  const { code, package_name, package_duration_days, package_is_lifetime, payment_amount, user_name, user_email } =
    order;
  const isGranted = phaseOf(order) === "granted";
  return (
    <>
      <Link className="link" to={routes.premium.path}>
        <Icon icon={ArrowLeft} />
        Các gói Premium
      </Link>
      <h1>
        Đơn hàng <span className="num">{code}</span>
      </h1>
      <div className={awaitsPayment(order) ? "order-page__columns" : undefined}>
        <section className="card order-page__state" aria-labelledby="order-state">
          <h2 id="order-state">Tình trạng</h2>
          <Timeline steps={stepsOf(order)} />
          <p role="status">{nextStepOf(order)}</p>
          <dl className="order-page__facts">
            <Fact label="Gói" value={package_name} />
            <Fact
              label="Thời hạn"
              value={`${durationLabel(package_duration_days, package_is_lifetime)}${package_is_lifetime || isGranted ? "" : ", tính từ lúc kích hoạt"}`}
            />
            {isGranted && <Fact label="Hạn Premium" value={premiumEnd(order.premium_expires_at)} />}
            <Fact label="Số tiền" value={priceLabel(payment_amount)} />
            <Fact label="Người đặt" value={`${user_name}, ${user_email}`} />
          </dl>
          <p className="order-page__links">
            {isGranted && (
              <Link className="btn btn--primary" to={routes.songs.path}>
                Nghe nhạc
              </Link>
            )}
            <Link className="btn btn--line" to={routes.contact.path}>
              Liên hệ chúng tôi
            </Link>
          </p>
        </section>
        {awaitsPayment(order) && (
          <section className="card" aria-labelledby="order-payment">
            <h2 id="order-payment">Chuyển khoản {dong(payment_amount)}</h2>
            <Payment order={order} />
          </section>
        )}
      </div>
      <p className="muted order-page__hint">
        Địa chỉ của trang này là riêng của bạn: ai có nó đều xem được đơn hàng. Bạn lưu lại để theo dõi, và đừng gửi cho
        người lạ.
      </p>
    </>
  );
}

function premiumEnd(time: string | null): string {
  return time === null ? "Vĩnh viễn" : shortDateTime(time);
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const stateTexts = { done: "xong", current: "đang chờ", upcoming: "chưa đến", failed: "dừng lại" } as const;

function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ label, state, time }) => (
        <li key={label} className={`timeline__step timeline__step--${state}`} aria-current={isCurrent(state)}>
          <span className="timeline__mark">
            {state === "done" && <Icon icon={Check} />}
            {state === "failed" && <Icon icon={CircleAlert} />}
          </span>
          <span>
            <b>{label}</b>
            <span className="sr">, {stateTexts[state]}</span>
            {time && <span className="timeline__time num">{shortDateTime(time)}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function isCurrent(state: Step["state"]): "step" | undefined {
  return state === "current" ? "step" : undefined;
}

/** Milliseconds. */
const refreshInterval = 30_000;

/** Fetches the order again every 30 seconds and when the tab is shown again; never in a hidden tab. */
function useRefresh(isActive: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isActive) return;
    const refresh = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    const timer = setInterval(refresh, refreshInterval);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [isActive, revalidate]);
}

/** Fetches the user again once Premium is granted while the page is open, so that premium songs open at once. */
function useSessionAfterGrant(isGranted: boolean): void {
  const { checkAuth } = useUserAuth();
  const wasGranted = useRef(isGranted);
  useEffect(() => {
    if (isGranted && !wasGranted.current) void checkAuth();
    wasGranted.current = isGranted;
  }, [isGranted, checkAuth]);
}

function OrderSkeleton() {
  return (
    <div className="order-page__skeleton" aria-busy="true">
      <h1 className="sr">Đang tải đơn hàng</h1>
      <Skeleton style={{ width: "16rem", maxWidth: "100%", height: "2.5rem" }} />
      <Skeleton style={{ height: "22rem" }} />
    </div>
  );
}
