import { Check, Clock3 } from "lucide";
import type { RequestLyrics } from "#contract/request-lyrics.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { shortDate } from "../../../lib/dates.ts";
import { SentLyrics } from "../../../lyrics/sent-lyrics.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { RequestCallHandlers } from "../use-request-call.ts";
import { EarlierVersions, Note } from "./earlier-versions.tsx";
import styles from "./lyrics-approval.module.css";
import { ReadLyrics } from "./read-lyrics.tsx";

export interface LyricsApprovalProps {
  request: CustomerRequest;
  onAnswered(request: CustomerRequest): void;
  onConflict: RequestCallHandlers["onConflict"];
}

/** Lyrics before they are sung: those that wait to be read and answered, or what became of them; earlier versions below. */
export function LyricsApproval({ request, onAnswered, onConflict }: LyricsApprovalProps) {
  const [latest, ...earlier] = request.lyrics;
  if (!latest) return null;
  return (
    <section id="loi-bai-hat" className={`card ${styles.approval}`} aria-labelledby="request-lyrics-approval">
      <div className={styles.head}>
        <h2 id="request-lyrics-approval">{headings[latest.state]}</h2>
        {(latest.number > 1 || earlier.length > 0) && <span className="badge">Bản {latest.number}</span>}
      </div>
      {latest.state === "waiting" ? (
        <ReadLyrics
          request={request}
          lyrics={latest}
          before={earlier[0]}
          onAnswered={onAnswered}
          onConflict={onConflict}
        />
      ) : (
        <Answered lyrics={latest} />
      )}
      <EarlierVersions lyrics={earlier} />
    </section>
  );
}

const headings: Readonly<Record<RequestLyrics["state"], string>> = {
  waiting: "Lời bài hát chờ bạn đọc",
  changes_wanted: "Bạn đã góp ý lời bài hát",
  agreed: "Bạn đã đồng ý với lời",
  superseded: "Lời bài hát",
  withdrawn: "Lời bài hát",
  closed: "Lời bài hát",
};

function Answered({ lyrics }: { lyrics: RequestLyrics }) {
  const { state, answered_at, answer } = lyrics;
  return (
    <>
      {state === "changes_wanted" && (
        <p className={styles.fact}>
          <Icon icon={Clock3} />
          Chúng tôi đang viết lại theo góp ý của bạn, xong thì báo bạn đọc bản mới.
        </p>
      )}
      {state === "agreed" && (
        <p className={styles.fact}>
          <Icon icon={Check} />
          Bạn đồng ý ngày {shortDate(answered_at ?? "")}. Chúng tôi hát theo lời này.
        </p>
      )}
      {state === "closed" && <p>Bản lời này không còn chờ bạn trả lời nữa.</p>}
      {answer !== null && (
        <blockquote className={styles.quote}>
          <p>{answer}</p>
          <footer className="muted">Bạn viết</footer>
        </blockquote>
      )}
      <Note note={lyrics.note} />
      <details className={styles.folded} open={state === "changes_wanted"}>
        <summary>Xem lời</summary>
        <div className={styles.read}>
          <SentLyrics lyrics={lyrics} />
        </div>
      </details>
    </>
  );
}
