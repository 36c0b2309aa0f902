import type { RequestLyrics } from "#contract/request-lyrics.ts";
import styles from "./sent-lyrics.module.css";

/** Lyrics that were sent, with what the customer wrote at their lines. */
export function SentLyrics({ lyrics: { text, notes } }: { lyrics: Pick<RequestLyrics, "text" | "notes"> }) {
  return (
    <ol className={styles.lines}>
      {text.split("\n").map((line, index) => {
        const note = notes.find((each) => each.line === index);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
          <li key={index} className={note ? styles.marked : styles.line}>
            {note ? <mark className={styles.mark}>{line}</mark> : line}
            {note && (
              <span className={styles.note}>{note.text ?? <span className="muted">Đánh dấu, không viết gì</span>}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
