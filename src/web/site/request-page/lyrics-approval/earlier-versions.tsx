import type { RequestLyrics } from "#contract/request-lyrics.ts";
import { shortDate } from "../../../lib/dates.ts";
import { SentLyrics } from "../../../lyrics/sent-lyrics.tsx";
import styles from "./lyrics-approval.module.css";

/** The note of the writers to a version. */
export function Note({ note }: { note: string | null }) {
  if (note === null) return null;
  return (
    <blockquote className={styles.quote}>
      <p>{note}</p>
      <footer className="muted">Người viết lời</footer>
    </blockquote>
  );
}

const answers: Readonly<Record<RequestLyrics["state"], string>> = {
  waiting: "chờ bạn đọc",
  changes_wanted: "bạn đã góp ý",
  agreed: "bạn đã đồng ý",
  superseded: "thay bằng bản mới",
  withdrawn: "đã thu hồi",
  closed: "không chờ trả lời nữa",
};

/** The versions before the latest, each below its fold. */
export function EarlierVersions({ lyrics }: { lyrics: readonly RequestLyrics[] }) {
  return lyrics.map((each) => (
    <details key={each.id} className={styles.folded}>
      <summary>
        Bản {each.number}, {answers[each.state]}, gửi ngày <span className="num">{shortDate(each.sent_at)}</span>
      </summary>
      <div className={styles.read}>
        <Note note={each.note} />
        {each.answer !== null && (
          <blockquote className={styles.quote}>
            <p>{each.answer}</p>
            <footer className="muted">Bạn viết</footer>
          </blockquote>
        )}
        <SentLyrics lyrics={each} />
      </div>
    </details>
  ));
}
