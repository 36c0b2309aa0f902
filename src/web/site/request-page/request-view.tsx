import { ArrowLeft, Check, Download } from "lucide";
import { lazy, type RefObject, Suspense, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { CustomerRequest, SongVersion } from "#contract/requests.ts";
import { dong } from "../../lib/format.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ExcessNote } from "../orders/excess-note.tsx";
import { Transfer } from "../orders/payment.tsx";
import { PrivateAddress } from "../orders/private-address.tsx";
import privatePageStyles from "../orders/private-page.module.css";
import { useChanged } from "../orders/use-changed.ts";
import { useFocusOnArrival } from "../orders/use-focus-on-arrival.ts";
import { usePaymentWatch } from "../orders/use-payment-watch.ts";
import { useRefresh } from "../orders/use-refresh.ts";
import { requestPath, routes } from "../routes.ts";
import { CallError } from "./call-error.tsx";
import { Consent } from "./consent.tsx";
import { History, SentRequest } from "./details.tsx";
import { PlainLyrics } from "./lyrics-approval/plain-lyrics.tsx";
import styles from "./page.module.css";
import { mailedTo } from "./ready-news.ts";
import { isFinal, isOpen, isPaymentNews, phaseOf } from "./request-state.ts";
import { Review } from "./review.tsx";
import { mainVersionOf, OtherVersions, SongWords, Stage } from "./song.tsx";
import { Folded, StateCard } from "./state-card.tsx";
import { TalkCard, TalkNews } from "./talk-card.tsx";
import type { RequestCallHandlers } from "./use-request-call.ts";

const loadLyrics = () => import("./lyrics-approval/lyrics-approval.tsx");
/** Loaded once there are lyrics to read. */
const LyricsApproval = lazy(async () => {
  const loaded = await loadLyrics().catch(() => undefined);
  return { default: loaded?.LyricsApproval ?? PlainLyrics };
});
const loadOwnReview = () => import("./own-review.tsx");
/** Loaded once a song is accepted; the page serves without its code. */
const OwnReview = lazy(async () => {
  const loaded = await loadOwnReview().catch(() => undefined);
  return { default: loaded?.OwnReview ?? NoReview };
});
const NoReview: Awaited<ReturnType<typeof loadOwnReview>>["OwnReview"] = () => <></>;

const loadGive = () => import("./gift.tsx");
/** Loaded once a song may be given away, as its review. */
const Give = lazy(async () => {
  const loaded = await loadGive().catch(() => undefined);
  return { default: loaded?.Give ?? NoGift };
});
const NoGift: Awaited<ReturnType<typeof loadGive>>["Give"] = () => <></>;

/** A request as its customer sees it: before there is a song, how it is coming along; from then on the song, and what follows of it. */
export function RequestView({ loaded }: { loaded: CustomerRequest }) {
  const { current: request, show } = useChanged(loaded);
  const [isNoted, setNoted] = useState(false);
  const [conflict, setConflict] = useState<string>();
  const state = useRef<HTMLHeadingElement>(null);
  const payment = useRef<HTMLHeadingElement>(null);
  const download = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const phase = phaseOf(request);
  const isUnpaid = phase === "unpaid";
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
  useFocusOnArrival(isUnpaid, payment);
  const handlers: RequestCallHandlers = { onReply: show, onConflict: setConflict };
  const version = mainVersionOf(request);
  const isHydrated = useHydrated();

  if (request.erased_at !== null) {
    return (
      <>
        <RequestHeading code={request.code} />
        <CallError message={conflict} />
        <ErasedRequest request={request} {...handlers} />
      </>
    );
  }
  const stateCard = <StateCard request={request} isNoted={isNoted} heading={state} isFolded={version !== undefined} />;
  const isBeingMade = phase === "lyrics" || phase === "changing";
  const plainLyrics = <PlainLyrics request={request} />;
  const lyrics =
    isOpen(phase) &&
    request.lyrics.length > 0 &&
    (isHydrated ? (
      <Suspense fallback={plainLyrics}>
        <LyricsApproval
          request={request}
          onConflict={setConflict}
          onAnswered={(changed) => {
            show(changed);
            state.current?.focus();
          }}
        />
      </Suspense>
    ) : (
      plainLyrics
    ));
  return (
    <>
      <Link className="link" to={routes.request.path}>
        <Icon icon={ArrowLeft} />
        Đặt bài hát riêng
      </Link>
      {version ? (
        <div className={styles.song}>
          <CallError message={conflict} />
          <Stage request={request} version={version} />
          <TalkNews request={request} />
          {request.download_url !== null && (
            <DownloadCard request={request} url={request.download_url} wasUnpaid={wasUnpaid} heading={download} />
          )}
          {request.download_url !== null && request.accepted_at !== null && isHydrated && (
            <Suspense>
              <Give token={request.page_token} recipient={request.recipient} />
            </Suspense>
          )}
          {isUnpaid && <PaymentCard request={request} heading={payment} onReply={show} />}
          {isBeingMade && stateCard}
          {lyrics}
          <SongWords version={version} />
          {phase === "review" && (
            <Answer
              request={request}
              version={version}
              onConflict={setConflict}
              onAccepted={show}
              onChangesSent={(changed) => {
                setNoted(true);
                show(changed);
                state.current?.focus();
              }}
            />
          )}
          <OtherVersions request={request} version={version} />
          <TalkCard request={request} />
          {!isBeingMade && stateCard}
          {isHydrated && (request.accepted_at !== null || request.review) && (
            <Suspense fallback={null}>
              <OwnReview request={request} {...handlers} />
            </Suspense>
          )}
          <Consent request={request} {...handlers} />
          <Folded title="Xem lại yêu cầu bạn đã gửi">
            <SentRequest request={request} />
          </Folded>
          <History events={request.events} />
        </div>
      ) : (
        <>
          <RequestHeading code={request.code} />
          <CallError message={conflict} />
          <TalkNews request={request} />
          <div className={phase === "lyrics" ? styles.reading : privatePageStyles.columns}>
            {phase === "lyrics" && lyrics}
            {stateCard}
            <div className={styles.column}>
              {phase !== "lyrics" && lyrics}
              <TalkCard request={request} />
              <SentRequest request={request} />
              <History events={request.events} />
            </div>
          </div>
        </>
      )}
      <PrivateAddress path={requestPath(request.page_token)} email={mailedTo(request)} what="yêu cầu" />
    </>
  );
}

function RequestHeading({ code }: { code: string }) {
  return (
    <h1>
      Yêu cầu <span className="num">{code}</span>
    </h1>
  );
}

interface AnswerProps {
  request: CustomerRequest;
  version: SongVersion;
  onConflict: RequestCallHandlers["onConflict"];
  onAccepted(request: CustomerRequest): void;
  onChangesSent(request: CustomerRequest): void;
}

function Answer(props: AnswerProps) {
  return (
    <section className="card" aria-labelledby="request-answer">
      <h2 id="request-answer">Bạn thấy bài hát thế nào?</h2>
      <p className="muted">Nghe miễn phí, bao nhiêu lần cũng được.</p>
      <Review {...props} />
    </section>
  );
}

interface DownloadCardProps {
  request: CustomerRequest;
  url: string;
  wasUnpaid: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}

function DownloadCard({ request, url, wasUnpaid, heading }: DownloadCardProps) {
  return (
    <section className="card" aria-labelledby="request-download">
      {wasUnpaid && request.paid_at !== null && (
        <p className={`note note--success ${styles.paid}`} role="status">
          <Icon icon={Check} />
          Đã nhận được tiền
        </p>
      )}
      <h2 id="request-download" tabIndex={-1} ref={heading}>
        Bài hát là của bạn
      </h2>
      <p>Cảm ơn bạn đã tin Ngân Nga. Chúc bạn và người nhận nghe thật vui.</p>
      <p className={privatePageStyles.links}>
        <a className="btn btn--primary btn--lg" href={url} download>
          <Icon icon={Download} />
          Tải bản đầy đủ
        </a>
      </p>
      <ExcessNote amount={request.excess_amount} what="yêu cầu" />
    </section>
  );
}

interface PaymentCardProps {
  request: CustomerRequest;
  heading: RefObject<HTMLHeadingElement | null>;
  onReply(request: CustomerRequest): void;
}

function PaymentCard({ request, heading, onReply }: PaymentCardProps) {
  const { code, page_token, agreed_price, received_amount, payment, claim } = request;
  return (
    <section className="card" aria-labelledby="request-payment">
      <h2 id="request-payment" tabIndex={-1} ref={heading}>
        {received_amount > 0 ? "Chuyển nốt" : "Chuyển khoản"} {dong(payment?.amount ?? agreed_price)}
      </h2>
      <Transfer
        what="yêu cầu"
        code={code}
        received={received_amount}
        payment={payment}
        pictureUrl={`/api/requests/${page_token}/qr.png`}
        target={{ kind: "request", token: page_token }}
        claim={claim}
        onClaimed={(next) => onReply({ ...request, claim: next })}
      >
        Nhận được tiền, chúng tôi mở bản đầy đủ để bạn tải ngay trên trang này.
      </Transfer>
    </section>
  );
}

interface ErasedRequestProps extends RequestCallHandlers {
  request: CustomerRequest;
}

/** A request of which only the song in the library is left, and the consent to it. */
function ErasedRequest({ request, ...handlers }: ErasedRequestProps) {
  return (
    <>
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
