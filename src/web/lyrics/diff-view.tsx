import { useMemo } from "react";
import styles from "./diff-view.module.css";
import { type DiffLine, diffLyrics, isChanged } from "./lyrics-diff.ts";

/** Lyrics with what is new and what is gone since a version before: underlined and struck out, and said by a sign and in words. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => diffLyrics(before, after), [before, after]);
  return (
    <>
      {lines.every((line) => !isChanged(line)) && <p className="muted">Lời không đổi so với bản trước.</p>}
      <ul className={styles.lines}>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other name
          <Line key={index} line={line} />
        ))}
      </ul>
    </>
  );
}

const signs = { same: "", added: "+", removed: "−", mixed: "±" } as const;
const kinds = { same: "", added: styles.added, removed: styles.removed, mixed: styles.mixed };

function Line({ line }: { line: DiffLine }) {
  const [first] = line;
  const kind = line.length === 1 && first ? first.kind : isChanged(line) ? "mixed" : "same";
  return (
    <li className={`${styles.line} ${kinds[kind]}`}>
      <span className={styles.sign} aria-hidden="true">
        {signs[kind]}
      </span>
      <span>
        {line.map(({ kind: part, text }, index) => {
          // oxlint-disable-next-line react/no-array-index-key -- a part has no other name
          if (part === "same") return <span key={index}>{text}</span>;
          const Change = part === "added" ? "ins" : "del";
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a part has no other name
            <Change key={index} className={part === "added" ? styles.ins : styles.del}>
              <span className="sr">{part === "added" ? " thêm: " : " bỏ: "}</span>
              {text}
            </Change>
          );
        })}
      </span>
    </li>
  );
}
