import type { ExerciseWord } from "#contract/learn/words.ts";
import styles from "./exercises.module.css";
import type { Outcome } from "./round.ts";

export interface LineGap {
  word: ExerciseWord;
  /** Undefined while it is open. */
  outcome: Outcome | undefined;
  isAsked: boolean;
}

interface GapLineProps {
  text: string;
  language: string | null;
  gaps: readonly LineGap[];
  /** The text that is being typed into the gap that is asked. */
  typed?: string;
}

/** A line with its gaps, filled as far as they are answered. */
export function GapLine({ text, language, gaps, typed = "" }: GapLineProps) {
  return (
    <span lang={language ?? undefined}>
      {gaps.map(({ word, outcome, isAsked }, place) => (
        <span key={word.start}>
          {text.slice(gaps[place - 1]?.word.end ?? 0, word.start)}
          {outcome ? (
            <Filled word={word} outcome={outcome} />
          ) : (
            <Blank word={word} typed={isAsked ? typed : undefined} />
          )}
        </span>
      ))}
      {text.slice(gaps.at(-1)?.word.end ?? 0)}
    </span>
  );
}

function Blank({ word, typed }: { word: ExerciseWord; typed: string | undefined }) {
  const letters = [...word.text.normalize("NFC")].reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1.15), 0);
  return (
    <span
      className={typed === undefined ? styles.blank : `${styles.blank} ${styles.asked}`}
      style={{ minWidth: `${Math.max(2, letters)}ch` }}
    >
      <span className="sr" lang="vi">
        {typed === undefined ? " chỗ trống " : " chỗ trống đang hỏi "}
      </span>
      <span aria-hidden="true">{typed || "\u00a0"}</span>
    </span>
  );
}

const isWide = (letter: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(letter);

function Filled({ word, outcome }: { word: ExerciseWord; outcome: Outcome }) {
  return (
    <mark className={outcomeLook(outcome)}>
      {word.reading === null ? (
        word.text
      ) : (
        <ruby>
          {word.text}
          <rp>(</rp>
          <rt>{word.reading}</rt>
          <rp>)</rp>
        </ruby>
      )}
      {outcome.verdict !== "right" && (
        <span className="sr" lang="vi">
          , {outcomeNames[outcome.verdict]}
        </span>
      )}
    </mark>
  );
}

const looks = {
  right: styles.right,
  marks: styles.marks,
  near: styles.near,
  wrong: styles.wrong,
  skipped: styles.skipped,
} as const satisfies Record<Outcome["verdict"], string | undefined>;

/** Returns the classes of what was answered. */
export const outcomeLook = ({ verdict }: Outcome) => `${styles.filled} ${looks[verdict]}`;

export const outcomeNames = {
  right: "đúng",
  marks: "đúng, sai dấu",
  near: "gần đúng",
  wrong: "chưa đúng",
  skipped: "bỏ qua",
} as const satisfies Record<Outcome["verdict"], string>;
