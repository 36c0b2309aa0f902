import { Eye, Undo } from "lucide";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { WordLine } from "#contract/notebook.ts";
import { type Rating, ratings } from "#contract/notebook-rules.ts";
import { useKeys } from "../../../lib/keys.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { ClipButton, isHeard, type useClips } from "../clip.tsx";
import { MarkedWord } from "../marked-word.tsx";
import { nextDateText } from "../next-date.ts";
import { notebookHref } from "../notebook-url.ts";
import { SpeakButton } from "../speak-button.tsx";
import type { StoredCard } from "../stored-notebook.ts";
import styles from "./review.module.css";

const labels: Readonly<Record<Rating, string>> = { again: "Quên", hard: "Khó", good: "Được", easy: "Dễ" };

const looks: Readonly<Record<Rating, string | undefined>> = {
  again: styles.again,
  hard: styles.hard,
  good: styles.good,
  easy: styles.easy,
};

interface ReviewCardProps {
  card: StoredCard;
  clips: ReturnType<typeof useClips>;
  onAnswer(rating: Rating): void;
  onUndo: (() => void) | undefined;
}

/** A word with its line, whose clip plays; then what it means, and the answers. */
export function ReviewCard({ card, clips, onAnswer, onUndo }: ReviewCardProps) {
  const { word } = card;
  const [isOpen, setOpen] = useState(false);
  const line = lineOf(word.lines, word.reps);
  const heard = isHeard(line) ? line : undefined;
  const reveal = useRef<HTMLButtonElement>(null);
  const answer = useRef<HTMLDivElement>(null);

  const { play, stop } = clips;
  const begin = useEffectEvent(() => {
    reveal.current?.focus();
    if (heard) void play(heard);
  });
  useEffect(() => {
    begin();
    return stop;
  }, [stop]);
  useEffect(() => {
    if (isOpen) answer.current?.focus();
  }, [isOpen]);
  const hear = () => {
    if (heard) void play(heard);
    return heard !== undefined;
  };
  useKeys({
    ...Object.fromEntries(ratings.map((rating, place) => [place + 1, once(() => isOpen && (onAnswer(rating), true))])),
    " ": once(({ target }) => {
      if (isOpen || (target instanceof Element && target.closest("button, a, summary"))) return false;
      setOpen(true);
      return true;
    }),
    z: once(() => onUndo !== undefined && (onUndo(), true)),
    r: once(hear),
  });

  return (
    <article className={`card ${styles.card}`} aria-label="Từ đang ôn">
      {word.is_leech && (
        <p>
          <span className="badge badge--dot badge--warning">Từ khó nhớ</span>
        </p>
      )}
      <div className={styles.word}>
        <h2 lang={word.language}>{word.text}</h2>
        <SpeakButton text={word.text} language={word.language} />
      </div>
      {line && (
        <div className={styles.line}>
          {heard && <ClipButton line={heard} clips={clips} />}
          <p lang={word.language}>
            <MarkedWord text={line.text} word={word.text} />
          </p>
        </div>
      )}
      {clips.failed && <p className="hint">Chưa phát được câu hát này. Bạn vẫn ôn tiếp bằng chữ được.</p>}
      {isOpen ? (
        <>
          <div ref={answer} tabIndex={-1} className={styles.answer}>
            {word.reading !== null && <p className={styles.reading}>{word.reading}</p>}
            <p className={styles.meaning}>{word.meaning ?? "Bạn chưa ghi nghĩa của từ này."}</p>
            {word.note !== null && <p className={styles.note}>{word.note}</p>}
            {line && <LineLayers line={line} />}
            {word.is_leech && (
              <p className="muted">
                Bạn đã quên từ này {word.lapses} lần. Một ghi chú gợi nhớ, hay một câu hát khác, có thể giúp hơn là ôn
                thêm.
              </p>
            )}
          </div>
          <Answers card={card} onAnswer={onAnswer} />
        </>
      ) : (
        <button
          ref={reveal}
          type="button"
          className={`btn btn--primary btn--lg ${styles.reveal}`}
          aria-keyshortcuts="Space"
          onClick={() => setOpen(true)}
        >
          <Icon icon={Eye} />
          Hiện nghĩa
        </button>
      )}
      <div className={styles.foot}>
        <button type="button" className="btn btn--sm" disabled={!onUndo} aria-keyshortcuts="Z" onClick={onUndo}>
          <Icon icon={Undo} />
          Hoàn tác
        </button>
        <Link className="link" to={notebookHref({ isList: true, search: word.text })}>
          Sửa từ này
        </Link>
      </div>
    </article>
  );
}

/** A key that is held down acts once. */
const once = (act: (event: KeyboardEvent) => boolean) => (event: KeyboardEvent) => !event.repeat && act(event);

/** Each time another line of the word, those that can be heard before the others. */
function lineOf(lines: readonly WordLine[], reps: number): WordLine | undefined {
  const heard = lines.filter((line) => isHeard(line));
  const choice = heard.length > 0 ? heard : lines;
  return choice[reps % Math.max(1, choice.length)];
}

function LineLayers({ line: { reading, translation, song_title } }: { line: WordLine }) {
  return (
    <div className={styles.layers}>
      {reading !== null && <p>{reading}</p>}
      {translation !== null && <p>{translation}</p>}
      {song_title !== null && <p className="hint">Trong bài “{song_title}”</p>}
    </div>
  );
}

function Answers({ card: { next, asOf }, onAnswer }: Pick<ReviewCardProps, "card" | "onAnswer">) {
  return (
    <div className={styles.answers} role="group" aria-label="Bạn nhớ từ này thế nào?">
      {ratings.map((rating, place) => (
        <button
          key={rating}
          type="button"
          className={`btn btn--line ${looks[rating]}`}
          aria-keyshortcuts={String(place + 1)}
          onClick={() => onAnswer(rating)}
        >
          {labels[rating]}
          {next && (
            <>
              <span className="sr">ôn lại sau</span>
              <span className={styles.when}>{nextDateText(next[rating], asOf)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
