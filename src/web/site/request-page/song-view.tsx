import { Check, Download } from "lucide";
import { type ReactNode, type RefObject, Suspense } from "react";
import { isQuietOccasion } from "#contract/occasions.ts";
import type { CustomerRequest, SongVersion } from "#contract/requests.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { ExcessNote } from "../sales/payment/excess-note.tsx";
import privatePageStyles from "../sales/private/private-page.module.css";
import { Consent } from "./consent.tsx";
import { PaymentCard } from "./late-parts.tsx";
import styles from "./page.module.css";
import { phaseOf } from "./request-state.ts";
import { Review, type ReviewProps } from "./review.tsx";
import { OtherVersions, SongWords, Stage } from "./song.tsx";
import { TalkNews } from "./talk-card.tsx";
import type { RequestCallHandlers } from "./use-request-call.ts";

/** Loaded once the song may be given away. */
const GiveSong = lazyPart(async () => (await import("../sales/giving/give-song.tsx")).GiveSong);
/** Loaded once the song is accepted. */
const OwnReview = lazyPart(async () => (await import("./own-review.tsx")).OwnReview);

interface SongViewProps extends RequestCallHandlers, Pick<ReviewProps, "onChangesSent"> {
  request: CustomerRequest;
  version: SongVersion;
  /** Whether the page was open while there was something to pay. */
  wasUnpaid: boolean;
  payment: RefObject<HTMLHeadingElement | null>;
  download: RefObject<HTMLHeadingElement | null>;
  /** Stands between what follows of the acceptance and the words of the song. */
  before: ReactNode;
  /** Stands below the answer. */
  children: ReactNode;
}

/** A request with a song: the song, and what follows of it. */
export function SongView(props: SongViewProps) {
  const { request, version, wasUnpaid, payment, download, onReply, onConflict, onChangesSent, before, children } =
    props;
  const isHydrated = useHydrated();
  const phase = phaseOf(request);
  return (
    <>
      <Stage request={request} version={version} />
      <TalkNews request={request} />
      {request.download_url !== null && (
        <DownloadCard request={request} url={request.download_url} wasUnpaid={wasUnpaid} heading={download} />
      )}
      {isHydrated && request.download_url !== null && request.accepted_at !== null && (
        <Suspense fallback={null}>
          <GiveSong token={request.page_token} recipient={request.recipient} />
        </Suspense>
      )}
      {phase === "unpaid" && (
        <Suspense fallback={<Skeleton style={{ height: "24rem" }} />}>
          <PaymentCard request={request} heading={payment} onReply={onReply} />
        </Suspense>
      )}
      {before}
      <SongWords code={request.code} version={version} />
      {phase === "review" && (
        <section className="card" aria-labelledby="request-answer">
          <h2 id="request-answer">Bạn thấy bài hát thế nào?</h2>
          <p className="muted">Nghe miễn phí, bao nhiêu lần cũng được.</p>
          <Review
            request={request}
            version={version}
            onConflict={onConflict}
            onAccepted={onReply}
            onChangesSent={onChangesSent}
          />
        </section>
      )}
      <OtherVersions request={request} version={version} />
      {children}
      {isHydrated && (request.accepted_at !== null || request.review) && (
        <Suspense fallback={null}>
          <OwnReview request={request} onReply={onReply} onConflict={onConflict} />
        </Suspense>
      )}
      <Consent request={request} onReply={onReply} onConflict={onConflict} />
    </>
  );
}

interface DownloadCardProps {
  request: CustomerRequest;
  url: string;
  wasUnpaid: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}

function DownloadCard({ request, url, wasUnpaid, heading }: DownloadCardProps) {
  const isAccepted = request.accepted_at !== null;
  return (
    <section className="card" aria-labelledby="request-download">
      {wasUnpaid && request.paid_at !== null && (
        <p className={`note note--success ${styles.paid}`} role="status">
          <Icon icon={Check} />
          Đã nhận được tiền
        </p>
      )}
      <h2 id="request-download" tabIndex={-1} ref={heading}>
        {isAccepted ? "Bài hát là của bạn" : "Bạn tải được bài hát rồi"}
      </h2>
      <p>
        {isAccepted
          ? `Cảm ơn bạn đã tin Ngân Nga. ${isQuietOccasion(request.occasion) ? "Mong bài hát nói hộ điều bạn muốn gửi." : "Chúc bạn và người nhận nghe thật vui."}`
          : "Bạn đã thanh toán, nên tải được bản mới nhất. Chưa ưng chỗ nào, bạn vẫn góp ý được cho đến khi nhận bài."}
      </p>
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
