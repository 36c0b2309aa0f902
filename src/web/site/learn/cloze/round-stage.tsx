import { Lightbulb, Volume2 } from "lucide";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { useLearnSong } from "../../lines/use-learn-song.ts";
import styles from "./exercises.module.css";
import type { RunningRound } from "./use-round.ts";

interface RoundStageProps {
  round: RunningRound;
  /** Number of items. */
  count: number;
  /** The noun of an item, in the middle of a sentence. */
  unit: "từ" | "câu";
  /** The verdict on the last answer. */
  feedback: ReactNode;
  /** The question in words, for screen readers once the song waits. */
  question: ReactNode;
  /** The lines before, and the one that is asked. */
  children: ReactNode;
  /** Where it is answered. */
  answer: ReactNode;
  /** The keys, in words. */
  keys: string;
  keysId: string;
  /** The answer has the button that plays the line again. */
  hasRepeat?: boolean;
  onGiveUp: () => void;
}

/** The frame of a running round: how far it is, the line, the answer, and what helps. */
export function RoundStage(props: RoundStageProps) {
  const { round, count, unit, feedback, question, children, answer, keys, keysId, hasRepeat, onGiveUp } = props;
  const { lines, document } = useLearnSong();
  const [hinted, setHinted] = useState<number>();
  const stage = useRef<HTMLElement>(null);
  // The button that began the round may have stood far below.
  useEffect(() => {
    stage.current?.scrollIntoView({ block: "start" });
  }, []);
  const { line, outcomes } = round.state;
  const translation = lines[line]?.line.translation ?? null;
  return (
    <section ref={stage} className={styles.stage} aria-label="Câu đang hỏi" data-round>
      <p className={styles.progress}>
        <span className="num">
          Câu {line + 1}/{lines.length}
        </span>
        <span className="num">
          {outcomes.length}/{count} {unit}
        </span>
      </p>
      <progress className={styles.bar} value={outcomes.length} max={count} aria-label="Phần đã trả lời" />
      {children}
      {translation !== null && hinted === line && (
        <p className={styles.hint} lang={document.translation_language ?? undefined}>
          {translation}
        </p>
      )}
      {answer}
      <p className={styles.feedback} role="status">
        {feedback}
      </p>
      <p className="sr" role="status">
        {round.asked >= 0 && !round.isSounding && question}
      </p>
      <div className={styles.actions}>
        {!hasRepeat && (
          <button type="button" className="btn btn--sm btn--line" onClick={round.repeat}>
            <Icon icon={Volume2} />
            Nghe lại
          </button>
        )}
        <button type="button" className="btn btn--sm btn--line" disabled={round.asked < 0} onClick={onGiveUp}>
          Chịu, xem {unit} này
        </button>
        {translation !== null && (
          <button
            type="button"
            className="btn btn--sm btn--line"
            aria-pressed={hinted === line}
            onClick={() => setHinted(hinted === line ? undefined : line)}
          >
            <Icon icon={Lightbulb} />
            Gợi ý
          </button>
        )}
      </div>
      <p id={keysId} className={`${styles.keys} no-touch`}>
        {keys}
      </p>
    </section>
  );
}
