import { ArrowLeft, Check, Download, FileText } from "lucide";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { CustomerRequest } from "#contract/requests.ts";
import { type Fallback, withFallback } from "../../lib/fallback.ts";
import { dong } from "../../lib/format.ts";
import { priceLabel } from "../../lib/package-text.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { Fact } from "../../ui/fact.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { loadOnServer } from "../load-on-server.ts";
import { NotFound } from "../not-found-state.tsx";
import { ExcessNote } from "../orders/excess-note.tsx";
import { Transfer } from "../orders/payment.tsx";
import { PrivateAddress } from "../orders/private-address.tsx";
import privatePageStyles from "../orders/private-page.module.css";
import { failureOf, NoReferrer, type PrivateFailure, privateHeaders } from "../orders/private-page.tsx";
import { forgetOrder } from "../orders/stored-orders.ts";
import { Timeline } from "../orders/timeline.tsx";
import { useChanged } from "../orders/use-changed.ts";
import { useFocusOnArrival } from "../orders/use-focus-on-arrival.ts";
import { usePaymentWatch } from "../orders/use-payment-watch.ts";
import { useRefresh } from "../orders/use-refresh.ts";
import { PageHead } from "../page-head.tsx";
import { readInBrowser } from "../read-api.ts";
import { receiptPath, requestPath, routes } from "../routes.ts";
import type { Route } from "./+types/page.ts";
import { CallError } from "./call-error.tsx";
import { Consent } from "./consent.tsx";
import { History, SentRequest } from "./details.tsx";
import { loadRequest } from "./load-request.ts";
import styles from "./page.module.css";
import { dueOf, isFinal, isPaymentNews, mailedTo, nextStepOf, phaseOf, stepsOf } from "./request-state.ts";
import { Review } from "./review.tsx";
import { FinishedSong, OtherVersions, SongWords } from "./song.tsx";
import type { RequestCallHandlers } from "./use-request-call.ts";

interface RequestData {
  /** A promise in the browser, so that the skeleton renders at once. */
  request: CustomerRequest | PrivateFailure | Promise<CustomerRequest | Fallback<PrivateFailure>>;
}

export function headers(): Record<string, string> {
  return privateHeaders;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  return loadOnServer<RequestData, RequestData>(
    context,
    async (call) => ({ request: await loadRequest(call, params.token) }),
    (error) => ({ request: failureOf(error) }),
  );
}

export function clientLoader({ params }: Route.ClientLoaderArgs): RequestData {
  return { request: withFallback(loadRequest(readInBrowser, params.token), failureOf) };
}

export default function RequestPage({ loaderData, params: { token } }: Route.ComponentProps) {
  const data: RequestData = loaderData;
  const request = useLatest<CustomerRequest | PrivateFailure>(data.request, token);
  const isMissing = request !== undefined && "missing" in request && request.missing;
  useEffect(() => {
    if (isMissing) forgetOrder(token);
  }, [isMissing, token]);
  if (isMissing) return <NotFound />;
  return (
    <div className={`wrap ${privatePageStyles.page} ${styles.page}`}>
      <PageHead title="Yêu cầu của bạn" description="Tình trạng của một bài hát đặt riêng." hidden />
      <NoReferrer />
      {!request ? (
        <RequestSkeleton />
      ) : "missing" in request ? (
        <ErrorState level="h1" title="Không thể tải yêu cầu. Vui lòng thử lại sau." />
      ) : (
        <RequestView key={token} loaded={request} />
      )}
    </div>
  );
}

function RequestView({ loaded }: { loaded: CustomerRequest }) {
  const { current: request, show } = useChanged(loaded);
  const [isNoted, setNoted] = useState(false);
  const [conflict, setConflict] = useState<string>();
  const state = useRef<HTMLHeadingElement>(null);
  const download = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const isUnpaid = phaseOf(request) === "unpaid";
  // What was paid while the page was open may turn back.
  const [wasUnpaid, setWasUnpaid] = useState(isUnpaid);
  if (isUnpaid && !wasUnpaid) setWasUnpaid(true);
  useRefresh(!isFinal(request) && !isUnpaid);
  usePaymentWatch({
    stream: "GET /api/requests/{token}/events",
    token: request.page_token,
    isOn: isUnpaid || wasUnpaid,
    isNews: (next) => isPaymentNews(request, next),
    look: revalidate,
  });
  useFocusOnArrival(request.download_url !== null, download);
  /** Shows the reply to a change, whose button is gone with it. */
  const showNext = (changed: CustomerRequest) => {
    show(changed);
    state.current?.focus();
  };
  const { code, songs, agreed_price, download_url, erased_at } = request;
  const [latest] = songs;
  const phase = phaseOf(request);
  const due = dueOf(request);
  if (erased_at !== null) {
    return <ErasedRequest request={request} onReply={show} onConflict={setConflict} conflict={conflict} />;
  }
  const stateCard = (
    <section className="card" aria-labelledby="request-state">
      <h2 id="request-state" tabIndex={-1} ref={state}>
        Tình trạng
      </h2>
      <Timeline steps={stepsOf(request)} />
      <div role="status" className={styles.next}>
        {isNoted && phase === "changing" && (
          <p className="note note--success">
            <Icon icon={Check} />
            Đã ghi nhận
          </p>
        )}
        <p>{nextStepOf(request)}</p>
        {due && <p className={styles.due}>{due}</p>}
      </div>
      <dl className={`${privatePageStyles.facts} ${styles.facts}`}>
        <Fact label="Giá thỏa thuận">{priceLabel(agreed_price)}</Fact>
      </dl>
      <p className={privatePageStyles.links}>
        {request.paid_at !== null && agreed_price > 0 && (
          <a className="btn btn--line" href={receiptPath("requests", request.page_token)} download>
            <Icon icon={FileText} />
            Tải biên nhận
          </a>
        )}
        <Link className="btn btn--line" to={routes.contact.path}>
          Liên hệ chúng tôi
        </Link>
      </p>
    </section>
  );
  return (
    <>
      <Link className="link" to={routes.request.path}>
        <Icon icon={ArrowLeft} />
        Đặt bài hát riêng
      </Link>
      <h1>
        Yêu cầu <span className="num">{code}</span>
      </h1>
      <CallError message={conflict} />
      <div className={latest ? `${privatePageStyles.columns} ${privatePageStyles.payment}` : privatePageStyles.columns}>
        {!latest && stateCard}
        <div className={styles.column}>
          {latest && (
            <section className={`card ${styles.song}`} aria-labelledby="request-song">
              <FinishedSong request={request} headingId="request-song" />
              <SongWords request={request} />
              {phase === "review" && (
                <Review
                  request={request}
                  version={latest}
                  onConflict={setConflict}
                  onAccepted={showNext}
                  onChangesSent={(changed) => {
                    setNoted(true);
                    showNext(changed);
                  }}
                />
              )}
              <OtherVersions request={request} />
            </section>
          )}
          {download_url !== null && (
            <section className="card" aria-labelledby="request-download">
              {wasUnpaid && request.paid_at !== null && (
                <p className={`note note--success ${styles.paid}`} role="status">
                  <Icon icon={Check} />
                  Đã nhận được tiền
                </p>
              )}
              <h2 id="request-download" tabIndex={-1} ref={download}>
                Bài hát là của bạn
              </h2>
              <p>Cảm ơn bạn đã tin Ngân Nga. Chúc bạn và người nhận nghe thật vui.</p>
              <p className={privatePageStyles.links}>
                <a className="btn btn--primary btn--lg" href={download_url} download>
                  <Icon icon={Download} />
                  Tải bản đầy đủ
                </a>
              </p>
              <ExcessNote amount={request.excess_amount} what="yêu cầu" />
            </section>
          )}
          {phase === "unpaid" && (
            <section className="card" aria-labelledby="request-payment">
              <h2 id="request-payment">
                {request.received_amount > 0 ? "Chuyển nốt" : "Chuyển khoản"}{" "}
                {dong(request.payment?.amount ?? agreed_price)}
              </h2>
              <Transfer
                what="yêu cầu"
                code={code}
                received={request.received_amount}
                payment={request.payment}
                pictureUrl={`/api/requests/${request.page_token}/qr.png`}
                target={{ kind: "request", token: request.page_token }}
                claim={request.claim}
                onClaimed={(claim) => show({ ...request, claim })}
              >
                Nhận được tiền, chúng tôi mở bản đầy đủ để bạn tải ngay trên trang này.
              </Transfer>
            </section>
          )}
          {latest && <Consent request={request} onReply={show} onConflict={setConflict} />}
          {latest ? (
            <details className={styles.folded}>
              <summary>Xem lại yêu cầu bạn đã gửi</summary>
              <SentRequest request={request} />
            </details>
          ) : (
            <SentRequest request={request} />
          )}
          <History events={request.events} />
        </div>
        {latest && stateCard}
      </div>
      <PrivateAddress path={requestPath(request.page_token)} email={mailedTo(request)} what="yêu cầu" />
    </>
  );
}

interface ErasedRequestProps extends RequestCallHandlers {
  request: CustomerRequest;
  conflict: string | undefined;
}

/** A request of which only the song in the library is left, and the consent to it. */
function ErasedRequest({ request, conflict, ...handlers }: ErasedRequestProps) {
  return (
    <>
      <h1>
        Yêu cầu <span className="num">{request.code}</span>
      </h1>
      <CallError message={conflict} />
      <div className={`${styles.column} ${styles.erased}`}>
        <p className="note">
          Yêu cầu này đã quá thời hạn lưu giữ: những gì bạn gửi và các bản nhạc không còn ở đây nữa. Bài hát vẫn ở trong
          thư viện theo sự cho phép của bạn, và bạn thay đổi điều ấy được tại đây.
        </p>
        <Consent request={request} {...handlers} />
      </div>
      <p className={privatePageStyles.links}>
        <Link className="btn btn--line" to={routes.contact.path}>
          Liên hệ chúng tôi
        </Link>
      </p>
    </>
  );
}

function RequestSkeleton() {
  return (
    <div className={privatePageStyles.skeleton} aria-busy="true">
      <h1 className="sr">Đang tải yêu cầu</h1>
      <Skeleton style={{ width: "16rem", maxWidth: "100%", height: "2.5rem" }} />
      <Skeleton style={{ height: "22rem" }} />
    </div>
  );
}
