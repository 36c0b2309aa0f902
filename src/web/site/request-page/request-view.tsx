import { ArrowLeft } from "lucide";
import { Suspense, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { CustomerRequest } from "#contract/requests.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { readStored } from "../../lib/storage.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { CallError } from "../../ui/call-error.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { requestPath, routes } from "../routes.ts";
import { usePaymentWatch } from "../sales/payment/use-payment-watch.ts";
import { PrivateAddress } from "../sales/private/private-address.tsx";
import privatePageStyles from "../sales/private/private-page.module.css";
import { useChanged } from "../sales/private/use-changed.ts";
import { useFocusOnArrival } from "../sales/private/use-focus-on-arrival.ts";
import { useRefresh } from "../sales/private/use-refresh.ts";
import { Consent } from "./consent.tsx";
import { History, SentRequest } from "./details.tsx";
import { Folded } from "./folded.tsx";
import { SongView } from "./late-parts.tsx";
import { PlainLyrics } from "./lyrics-approval/plain-lyrics.tsx";
import styles from "./page.module.css";
import { mailedTo } from "./ready-news.ts";
import { isFinal, isOpen, isPaymentNews, mainVersionOf, phaseOf, titleFor } from "./request-state.ts";
import { StateCard } from "./state-card.tsx";
import { TalkCard, TalkNews } from "./talk-card.tsx";
import type { RequestCallHandlers } from "./use-request-call.ts";

/** Loaded once there are lyrics to read. */
const LyricsApproval = lazyPart(
  async () => (await import("./lyrics-approval/lyrics-approval.tsx")).LyricsApproval,
  PlainLyrics,
);

/** Loaded once lyrics stopped waiting before remarks about them were sent. */
const UnsentRemarks = lazyPart(async () => (await import("./lyrics-approval/unsent-remarks.tsx")).UnsentRemarks);

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
  // A payment that came while the page was open may turn back.
  const [wasUnpaid, setWasUnpaid] = useState(isUnpaid);
  if (isUnpaid && !wasUnpaid) setWasUnpaid(true);
  useRefresh(!isFinal(request));
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
        <RequestHeading request={request} />
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
  const unsentRemarks = isHydrated && phase !== "lyrics" && readStored(`lyricsRemarks:${request.id}`) !== null && (
    <Suspense fallback={null}>
      <UnsentRemarks requestId={request.id} />
    </Suspense>
  );
  return (
    <>
      <Link className="link" to={routes.request.path}>
        <Icon icon={ArrowLeft} />
        Đặt bài hát riêng
      </Link>
      {version ? (
        <div className={styles.song}>
          <CallError message={conflict} />
          <Suspense fallback={<Skeleton style={{ height: "24rem" }} />}>
            <SongView
              request={request}
              version={version}
              wasUnpaid={wasUnpaid}
              payment={payment}
              download={download}
              onChangesSent={(changed) => {
                setNoted(true);
                show(changed);
                state.current?.focus();
              }}
              {...handlers}
              before={
                <>
                  {isBeingMade && stateCard}
                  {unsentRemarks}
                  {lyrics}
                </>
              }
            >
              <TalkCard request={request} />
              {!isBeingMade && stateCard}
            </SongView>
          </Suspense>
          <div>
            <Folded title="Xem lại yêu cầu bạn đã gửi">
              <SentRequest request={request} />
            </Folded>
            <History events={request.events} />
          </div>
        </div>
      ) : (
        <>
          <RequestHeading request={request} />
          <CallError message={conflict} />
          <TalkNews request={request} />
          <div className={phase === "lyrics" ? styles.reading : privatePageStyles.columns}>
            {phase === "lyrics" && lyrics}
            {stateCard}
            <div className={styles.column}>
              {unsentRemarks}
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

function RequestHeading({ request }: { request: CustomerRequest }) {
  return (
    <header className={styles.head}>
      <h1>{titleFor(request)}</h1>
      <p className="muted">
        Yêu cầu <span className="num">{request.code}</span>
      </p>
    </header>
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
