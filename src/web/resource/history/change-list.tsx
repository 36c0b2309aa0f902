import type { FieldChange } from "#contract/history.ts";
import styles from "./history.module.css";

/** What a change made of what, a line for each field. */
export function ChangeList({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          <span className="muted">{field}:</span> <Value text={from} isOld /> <span aria-hidden="true">→</span>{" "}
          <span className="sr">thành</span> <Value text={to} />
        </li>
      ))}
    </ul>
  );
}

function Value({ text, isOld = false }: { text: string | null; isOld?: boolean }) {
  if (text === null) return <i className="muted">trống</i>;
  return isOld ? <span className={styles.old}>{text}</span> : <b className={styles.new}>{text}</b>;
}
