import { ArrowLeft } from "lucide";
import { useEffect, useRef } from "react";
import type { PayableOrder } from "#contract/orders.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { dong } from "../../lib/format.ts";
import { durationLabel, priceLabel } from "../../lib/package-text.ts";
import { useUserAuth } from "../../lib/session.tsx";
import { useLatest } from "../../lib/use-latest.ts";
import { Fact } from "../../ui/fact.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { NotFound } from "../not-found-state.tsx";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { routes } from "../routes.ts";
import type { Route } from "./+types/page.ts";
import { loadOrder } from "./load-order.ts";
import { awaitsPayment, isFinal, nextStepOf, phaseOf, stepsOf } from "./order-state.ts";
import { Payment } from "./payment.tsx";
import { failureOf, NoReferrer, type PrivateFailure, privateHeaders } from "./private-page.tsx";
import { forgetOrder } from "./stored-orders.ts";
import { Timeline } from "./timeline.tsx";
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
    <div className="wrap private-page">
      <PageHead title="Đơn hàng của bạn" description="Tình trạng và cách thanh toán của một đơn hàng Premium." hidden />
      <NoReferrer />
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
  useRefresh(isFinal(order));
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
      <div className={awaitsPayment(order) ? "private-page__columns" : undefined}>
        <section className="card private-page__state" aria-labelledby="order-state">
          <h2 id="order-state">Tình trạng</h2>
          <Timeline steps={stepsOf(order)} />
          <p role="status">{nextStepOf(order)}</p>
          <dl className="private-page__facts">
            <Fact label="Gói">{package_name}</Fact>
            <Fact label="Thời hạn">
              {`${durationLabel(package_duration_days, package_is_lifetime)}${package_is_lifetime || isGranted ? "" : ", tính từ lúc kích hoạt"}`}
            </Fact>
            {isGranted && <Fact label="Hạn Premium">{premiumEnd(order.premium_expires_at)}</Fact>}
            <Fact label="Số tiền">{priceLabel(payment_amount)}</Fact>
            <Fact label="Người đặt">{`${user_name}, ${user_email}`}</Fact>
          </dl>
          <p className="private-page__links">
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
      <p className="muted private-page__hint">
        Địa chỉ của trang này là riêng của bạn: ai có nó đều xem được đơn hàng. Bạn lưu lại để theo dõi, và đừng gửi cho
        người lạ.
      </p>
    </>
  );
}

function premiumEnd(time: string | null): string {
  return time === null ? "Vĩnh viễn" : shortDateTime(time);
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
    <div className="private-page__skeleton" aria-busy="true">
      <h1 className="sr">Đang tải đơn hàng</h1>
      <Skeleton style={{ width: "16rem", maxWidth: "100%", height: "2.5rem" }} />
      <Skeleton style={{ height: "22rem" }} />
    </div>
  );
}
