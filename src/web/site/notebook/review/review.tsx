/** Today's reviews: the start, the words one by one, and the end. */
import { CircleCheckBig, CloudOff, Settings2, Undo } from "lucide";
import { Suspense, useEffect, useRef, useState } from "react";
import type { DueCounts } from "#contract/notebook.ts";
import { lazyPart } from "../../../lib/lazy-part.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import type { LoadFailure } from "../../load-failure.ts";
import { routes } from "../../routes.ts";
import { useClips } from "../clip.tsx";
import type { Reviews } from "../load-notebook.ts";
import { PartSkeleton } from "../part-skeleton.tsx";
import { isOnlyOneLeft } from "../session.ts";
import styles from "./review.module.css";
import { ReviewCard } from "./review-card.tsx";
import { useReviews } from "./use-reviews.ts";

const ReviewSettings = lazyPart(async () => (await import("./review-settings.tsx")).ReviewSettings);

interface ReviewProps {
  userId: number;
  loaded: Reviews | LoadFailure | undefined;
  onRetry(): void;
}

export function Review({ userId, loaded, onRetry }: ReviewProps) {
  const reviews = useReviews(userId, loaded);
  const { state, current, waiting, isOffline, isFull } = reviews;
  const [isStarted, setStarted] = useState(false);
  const clips = useClips();

  if (!state) {
    if (!loaded || !("failed" in loaded)) return <PartSkeleton />;
    return <ErrorState title="Không thể tải các từ cần ôn. Vui lòng thử lại sau." onRetry={onRetry} />;
  }
  const { session, counts } = state;
  const done = session.answered.length;
  if (counts.words === 0) return <NoWords />;
  return (
    <div className={styles.review}>
      {current && isStarted ? (
        <>
          <Progress done={done} left={session.cards.length} isOnlyOne={isOnlyOneLeft(session)} />
          <ReviewCard
            // The same word may come again.
            key={`${current.word.id} ${done}`}
            card={current}
            clips={clips}
            onAnswer={reviews.answer}
            onUndo={done > 0 ? reviews.undo : undefined}
          />
        </>
      ) : current ? (
        <Start left={session.cards.length} counts={counts} onStart={() => setStarted(true)} />
      ) : (
        <Done done={done} counts={counts} onUndo={done > 0 ? reviews.undo : undefined} />
      )}
      <Pending waiting={waiting} isOffline={isOffline} isFull={isFull} />
      {!(current && isStarted) && <Settings onSaved={onRetry} />}
    </div>
  );
}

/** Folded: what is in it loads at each opening. */
function Settings({ onSaved }: { onSaved(): void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.settings} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Icon icon={Settings2} />
        Cài đặt ôn tập
      </summary>
      {isOpen && (
        <Suspense fallback={<PartSkeleton />}>
          <ReviewSettings onSaved={onSaved} />
        </Suspense>
      )}
    </details>
  );
}

function NoWords() {
  return (
    <EmptyState
      title="Sổ từ còn trống"
      text="Khi nghe một bài hát có lời chạy theo, bạn bấm “Tra từ”, chọn một từ rồi lưu. Từ ấy sẽ ở đây, và nhắc bạn ôn đúng lúc sắp quên."
    >
      <Link className="btn btn--primary" to={routes.educational.path}>
        {routes.educational.label}
      </Link>
    </EmptyState>
  );
}

function Start({ left, counts, onStart }: { left: number; counts: DueCounts; onStart(): void }) {
  const again = counts.learning + counts.review;
  return (
    <section className={`card ${styles.start}`}>
      <h2>
        {left} từ <span>{again > 0 ? "cần ôn" : "mới"}</span> hôm nay
      </h2>
      {again > 0 && counts.new > 0 && (
        <p className="muted">
          {again} từ đã học và {counts.new} từ mới.
        </p>
      )}
      <p className="muted">Câu hát có từ ấy sẽ vang lên. Bạn nhớ lại nghĩa rồi mở ra xem.</p>
      <button type="button" className="btn btn--primary btn--lg" onClick={onStart}>
        Bắt đầu ôn
      </button>
    </section>
  );
}

function Progress({ done, left, isOnlyOne }: { done: number; left: number; isOnlyOne: boolean }) {
  return (
    <div className={styles.progress}>
      <progress max={done + left} value={done} aria-label="Đã ôn" />
      <span className="num">{isOnlyOne ? "Chỉ còn từ này, bạn ôn lại luôn nhé" : `Còn ${left} từ`}</span>
    </div>
  );
}

interface DoneProps {
  done: number;
  counts: DueCounts;
  onUndo: (() => void) | undefined;
}

function Done({ done, counts, onUndo }: DoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (done > 0) heading.current?.focus();
  }, [done]);
  return (
    <section className={`card ${styles.start}`}>
      <Icon icon={CircleCheckBig} className={styles.doneIcon} />
      <h2 ref={heading} tabIndex={-1}>
        {done > 0 ? "Xong phần ôn hôm nay" : "Hôm nay không còn từ nào cần ôn"}
      </h2>
      {done > 0 && <p className="muted">Bạn vừa trả lời {done} lượt.</p>}
      {counts.later > 0 && <p className="muted">{counts.later} từ đang học sẽ quay lại trong hôm nay.</p>}
      <p className="muted">
        {counts.tomorrow > 0 ? `Ngày mai có ${counts.tomorrow} từ cần ôn.` : "Ngày mai chưa có từ nào đến hạn."}
      </p>
      {onUndo && (
        <button type="button" className="btn btn--line" onClick={onUndo}>
          <Icon icon={Undo} />
          Hoàn tác câu trả lời cuối
        </button>
      )}
    </section>
  );
}

/** Entries that the server does not have yet. */
function Pending({ waiting, isOffline, isFull }: { waiting: number; isOffline: boolean; isFull: boolean }) {
  return (
    <div role="status">
      {isFull ? (
        <p className="note note--danger">
          <Icon icon={CloudOff} />
          Máy này đã giữ đủ số lượt ôn chưa gửi. Bạn nối mạng để gửi rồi ôn tiếp nhé.
        </p>
      ) : (
        isOffline &&
        waiting > 0 && (
          <p className="note">
            <Icon icon={CloudOff} />
            {waiting} lượt ôn chưa gửi. Chúng được giữ trên máy này và tự gửi khi có mạng; bạn cứ ôn tiếp, đừng đóng
            trang này.
          </p>
        )
      )}
    </div>
  );
}
