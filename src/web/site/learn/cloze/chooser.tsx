import { Play } from "lucide";
import { type Level, levels } from "#contract/learn/rounds.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { ExerciseChoice } from "./exercise-url.ts";
import styles from "./exercises.module.css";
import { Streak } from "./streak.tsx";
import type { OwnLearning } from "./use-learning.ts";

const levelNames: Readonly<Record<Level, string>> = { 10: "Dễ", 30: "Vừa", 50: "Khó", 100: "Cả bài" };
const answerWays = [
  ["typed", "Gõ từ nghe được"],
  ["choice", "Chọn trong bốn từ"],
] as const;

interface ChooserProps {
  choice: ExerciseChoice;
  /** Gaps, or lines, of each level. */
  counts: ReadonlyMap<Level, number>;
  learning: OwnLearning;
  onChange: (change: Partial<ExerciseChoice>) => void;
  onStart: () => void;
}

/** Level and way of answering, with the best scores, before a round. */
export function Chooser({ choice, counts, learning, onChange, onStart }: ChooserProps) {
  const isOrder = choice.exercise === "order";
  if ((counts.get(100) ?? 0) === 0) {
    return <p className="note note--info">{`Bài này ngắn quá, chưa đủ ${isOrder ? "câu để xếp" : "từ để điền"}.`}</p>;
  }
  return (
    <section className={styles.chooser} aria-labelledby="exercise-title">
      <div className={styles.intro}>
        <h2 id="exercise-title">{isOrder ? "Xếp lại câu theo bài hát" : "Điền từ còn thiếu"}</h2>
        <p>
          {isOrder
            ? "Bài hát dừng sau mỗi câu được hỏi. Bạn nghe rồi xếp các từ của câu về đúng chỗ."
            : "Bài hát dừng ở cuối câu có chỗ trống. Bạn nghe rồi điền từ, nghe lại bao nhiêu lần cũng được."}
        </p>
        <Streak streak={learning.streak} hasToday={learning.hasToday} />
      </div>
      <fieldset className={styles.group}>
        <legend>Mức</legend>
        <div className={styles.levels}>
          {levels.map((level) => {
            const best = learning.bestOf(choice.exercise, level);
            return (
              <label key={level} className={styles.level}>
                <input
                  className="sr"
                  type="radio"
                  name="level"
                  checked={level === choice.level}
                  onChange={() => onChange({ level })}
                />
                <b>{levelNames[level]}</b>
                <span>{`${level} % · ${counts.get(level)} ${isOrder ? "câu" : "từ"}`}</span>
                <span className={styles.best}>{best === undefined ? "Chưa chơi" : `Cao nhất ${best}/100 điểm`}</span>
              </label>
            );
          })}
        </div>
      </fieldset>
      {!isOrder && (
        <fieldset className={styles.group}>
          <legend>Cách trả lời</legend>
          <div className={styles.ways}>
            {answerWays.map(([exercise, label]) => (
              <label key={exercise} className={styles.level}>
                <input
                  className="sr"
                  type="radio"
                  name="by"
                  checked={exercise === choice.exercise}
                  onChange={() => onChange({ exercise })}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {choice.seed !== undefined && (
        <p className={styles.keys}>
          Đề này có sẵn trong liên kết: ai mở cũng gặp đúng những <span>{isOrder ? "câu" : "chỗ trống"}</span> ấy.
        </p>
      )}
      <button type="button" className={`btn btn--primary btn--lg ${styles.start}`} onClick={onStart}>
        <Icon icon={Play} className="i--fill i--play" />
        Bắt đầu
      </button>
    </section>
  );
}
