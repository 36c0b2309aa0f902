import { useId, useRef, useState } from "react";
import { choiceOf } from "#contract/learn/choices.ts";
import { type MixedLine, rightPlaces } from "#contract/learn/order.ts";
import type { ExerciseWord } from "#contract/learn/words.ts";
import { useLearnSong } from "../../lines/use-learn-song.ts";
import styles from "./exercises.module.css";
import { outcomeLook } from "./gap-line.tsx";
import type { Outcome } from "./round.ts";
import { RoundStage } from "./round-stage.tsx";
import { useRound } from "./use-round.ts";

interface OrderRoundProps {
  items: readonly MixedLine[];
  onFinish: (outcomes: readonly Outcome[]) => void;
}

/** Lines whose words are put in order, by buttons: a press places a word, another one takes it back. */
export function OrderRound({ items, onFinish }: OrderRoundProps) {
  const { lines, document } = useLearnSong();
  const language = document.language ?? undefined;
  const round = useRound(items, onFinish);
  const [placed, setPlaced] = useState<readonly ExerciseWord[]>([]);
  /** The order that was wrong last. */
  const [wrong, setWrong] = useState<readonly ExerciseWord[]>();
  const [feedback, setFeedback] = useState("");
  const pool = useRef<HTMLDivElement>(null);
  const keysId = useId();
  const { outcomes } = round.state;
  const item = items[round.asked];
  const isRight = item && wrong ? rightPlaces(item, wrong) : [];

  function place(word: ExerciseWord) {
    if (!item || placed.includes(word)) return;
    const next = [...placed, word];
    if (next.length < item.words.length) return setPlaced(next);
    const places = rightPlaces(item, next);
    const mistakes = places.filter((right) => !right).length;
    const given = next.map(({ text }) => choiceOf(text)).join(" ");
    round.answer(mistakes === 0 ? "right" : "wrong", given, true);
    setPlaced(mistakes === 0 ? [] : next);
    setWrong(mistakes === 0 ? undefined : next);
    setFeedback(mistakes === 0 ? "Đúng rồi." : `Còn ${mistakes} từ chưa đúng chỗ. Bấm vào từ để lấy ra.`);
  }

  function takeBack(word: ExerciseWord) {
    setPlaced(placed.filter((each) => each !== word));
    setWrong(undefined);
    const button = pool.current?.children[item?.mixed.indexOf(word) ?? -1];
    if (button instanceof HTMLElement) button.focus();
  }

  function giveUp() {
    if (!item) return;
    round.giveUp();
    setPlaced([]);
    setWrong(undefined);
    setFeedback("Câu này đã hiện ra ở trên.");
  }

  const last = outcomes.length - 1;
  const shown = items[last];
  const outcome = outcomes[last];
  return (
    <RoundStage
      round={round}
      count={items.length}
      unit="câu"
      feedback={feedback}
      question={
        item && (
          <span>
            Xếp {item.words.length} từ:{" "}
            <span lang={language}>{item.mixed.map(({ text }) => choiceOf(text)).join(", ")}</span>
          </span>
        )
      }
      keys="Bấm từng từ theo thứ tự bạn nghe; bấm từ đã xếp để lấy ra."
      keysId={keysId}
      onGiveUp={giveUp}
      answer={
        <div ref={pool} className={styles.pool} role="group" aria-label="Các từ của câu" aria-describedby={keysId}>
          {item?.mixed.map((word) => (
            <button
              key={`${round.asked} ${word.place}`}
              type="button"
              className={styles.piece}
              lang={language}
              aria-disabled={placed.includes(word)}
              onClick={() => place(word)}
            >
              {choiceOf(word.text)}
            </button>
          ))}
        </div>
      }
    >
      <div className={styles.lines}>
        {shown && outcome && (
          <p className={styles.before} lang={language}>
            <mark className={outcomeLook(outcome)}>{lines[shown.line]?.line.text}</mark>
          </p>
        )}
        <div className={styles.sentence} role="group" aria-label="Câu bạn xếp">
          {placed.map((word, at) => (
            <button
              key={word.place}
              type="button"
              className={isRight[at] === false ? `${styles.piece} ${styles.misplaced}` : styles.piece}
              lang={language}
              onClick={() => takeBack(word)}
            >
              {choiceOf(word.text)}
              {isRight[at] === false && (
                <span className="sr" lang="vi">
                  , chưa đúng chỗ
                </span>
              )}
            </button>
          ))}
          {placed.length === 0 && (
            <span className={styles.empty}>{item ? "Nghe câu này, rồi bấm từng từ bên dưới" : "Nghe tiếp nhé"}</span>
          )}
        </div>
      </div>
    </RoundStage>
  );
}
