import { ChevronLeft, ChevronRight, Pause, Play } from "lucide";
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  startTransition,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { isWithheld } from "../../../player/audio-service.ts";
import { useSongAccess } from "../../../player/use-song-access.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./carousel.module.css";
import type { Step } from "./carousel.ts";
import { LatestSlide } from "./latest-slide.tsx";
import type { LatestSong } from "./latest-song.ts";
import { useCarousel } from "./use-carousel.ts";
import { useSwipe } from "./use-swipe.ts";

/**
 * The carousel of the latest songs; renders nothing without songs. The slides overlap, so that the tallest sets the height; without
 * scripts they are a row that scrolls.
 */
export function LatestCarousel({ songs }: { songs: readonly LatestSong[] }) {
  return songs.length > 0 && <Latest songs={songs} />;
}

function Latest({ songs }: { songs: readonly LatestSong[] }) {
  const list = useMemo(() => ({ tracks: songs }), [songs]);
  const id = useId();
  const count = songs.length;
  const canPlay = useSongAccess();
  const { index, direction, isManual, playing, isRunning, send } = useCarousel(count);
  const drawnSlides = useDrawnSlides(index, count);
  const slides = useRef<HTMLDivElement>(null);

  const step = (by: Step) => send({ type: "step", by });
  const swipe = useSwipe({
    onTouch: () => send({ type: "hold", hold: "touch" }),
    onStep: step,
    onEnd: () => send({ type: "release", hold: "touch" }),
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : undefined;
    if (!by) return;
    event.preventDefault();
    flushSync(() => step(by));
    // Moves the focus from the link of the hidden slide to that of the current one.
    if (slides.current?.contains(document.activeElement)) {
      slides.current.querySelector<HTMLElement>("[data-current] a")?.focus({ preventScroll: true });
    }
  }

  const handlers = count > 1 && {
    onKeyDown,
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "touch") send({ type: "hold", hold: "pointer" });
    },
    onPointerLeave: () => send({ type: "release", hold: "pointer" }),
    // A mouse press leaves the focus on the pressed button; only a visible focus pauses the carousel.
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(":focus-visible")) send({ type: "hold", hold: "focus" });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) send({ type: "release", hold: "focus" });
    },
    ...swipe,
  };

  return (
    <section
      className={`${styles.latest} wrap`}
      aria-labelledby={`${id}h`}
      aria-roledescription={count > 1 ? "băng chuyền" : undefined}
    >
      <h2 className="sr" id={`${id}h`}>
        Bài hát mới nhất
      </h2>
      <div className={`${styles.latestPanel} lacquer`} data-direction={direction} {...handlers}>
        <div
          className={styles.latestSlides}
          id={`${id}s`}
          ref={slides}
          aria-live={isRunning && !isManual ? "off" : "polite"}
        >
          {songs.map((song, i) => (
            <LatestSlide
              key={song.id}
              song={song}
              list={list}
              position={i + 1}
              count={count}
              current={i === index}
              locked={!canPlay(song) || isWithheld(song)}
              hasCover={drawnSlides.has(i)}
            />
          ))}
        </div>
        {count > 1 && (
          <div className={styles.latestControls}>
            <button
              type="button"
              className={`ibtn ${styles.latestPause}`}
              aria-label={playing ? "Tạm dừng băng chuyền" : "Cho băng chuyền chạy"}
              onClick={() => send({ type: "toggle" })}
            >
              {playing ? <Icon icon={Pause} className="i--fill" /> : <Icon icon={Play} className="i--fill" />}
            </button>
            <div className={styles.dots} role="group" aria-label="Chọn bài">
              {songs.map((song, i) => (
                <button
                  key={song.id}
                  type="button"
                  aria-label={`Bài ${i + 1}`}
                  aria-current={i === index || undefined}
                  aria-controls={`${id}s`}
                  onClick={() => send({ type: "show", index: i })}
                />
              ))}
            </div>
            <div className={styles.arrows}>
              <button
                type="button"
                className="ibtn ibtn--line"
                aria-label="Bài trước"
                aria-controls={`${id}s`}
                onClick={() => step(-1)}
              >
                <Icon icon={ChevronLeft} />
              </button>
              <button
                type="button"
                className="ibtn ibtn--line"
                aria-label="Bài sau"
                aria-controls={`${id}s`}
                onClick={() => step(1)}
              >
                <Icon icon={ChevronRight} />
              </button>
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

/** Returns the slides whose cover is rendered: the first in the server's HTML, then the visited ones and their neighbours. */
function useDrawnSlides(index: number, count: number): ReadonlySet<number> {
  const [slides, setSlides] = useState<ReadonlySet<number>>(() => new Set([0]));
  useEffect(() => {
    startTransition(() =>
      setSlides((previous) => new Set([...previous, (index + count - 1) % count, index, (index + 1) % count])),
    );
  }, [index, count]);
  return slides;
}
