/** The line or word that is stamped next, large enough to follow while listening: a line, or one word after the other. */
import type { LineDocument } from "#contract/lyrics/document.ts";
import { shortTime } from "../line-time.ts";
import { type Place, wordsAt } from "./edit-lines.ts";
import styles from "./stage.module.css";

interface StageProps {
  document: LineDocument;
  place: Place;
  onWord: (word: number) => void;
}

export function Stage({ document, place: { line, word }, onWord }: StageProps) {
  const { lines, language } = document;
  const current = lines[line];
  const lang = language ?? undefined;
  if (!current) return <p className={styles.stage}>Đã hết lời. Nghe lại từ đầu để kiểm tra nhé.</p>;
  const words = wordsAt(document, line);
  return (
    <div className={styles.stage}>
      {word === null ? (
        <p className={styles.current} lang={lang}>
          {current.text || "Dòng chưa có chữ"}
        </p>
      ) : (
        <ul className={styles.words} aria-label={`Các từ của dòng ${line + 1}`}>
          {words.map(({ start_char, end_char, start_ms }, number) => (
            <li key={start_char}>
              <button type="button" aria-pressed={number === word} onClick={() => onWord(number)}>
                <span lang={lang}>{current.text.slice(start_char, end_char)}</span>
                <small className="num">{start_ms === null ? "chưa có" : shortTime(start_ms)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={`muted ${styles.next}`} lang={lang}>
        {lines[line + 1]?.text}
      </p>
    </div>
  );
}
