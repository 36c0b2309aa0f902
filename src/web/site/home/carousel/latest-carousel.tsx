/** The latest songs, one after the other: by itself, by swipe, by dots, arrows and keys. */
import { ChevronLeft, ChevronRight, Pause, Play } from "lucide";
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { isWithheld, useSongAccess } from "../../../player/use-song-access.ts";
import "./carousel.css";
import { Icon } from "../../../ui/icon.tsx";
import type { Turn } from "./carousel.ts";
import { LatestSlide } from "./latest-slide.tsx";
import type { LatestSong } from "./latest-song.ts";
import { useCarousel } from "./use-carousel.ts";
import { useSwipe } from "./use-swipe.ts";

/**
 * The carousel of the latest songs; nothing without songs. All slides lie on one another, so that its height is the
 * tallest one's; without scripts they stand in a row to scroll.
 */
export function LatestCarousel({ songs }: { songs: readonly LatestSong[] }) {
  return songs.length > 0 && <Latest songs={songs} />;
}

function Latest({ songs }: { songs: readonly LatestSong[] }) {
  const id = useId();
  const count = songs.length;
  const mayHear = useSongAccess();
  const { index, came, byHand, playing, runs, send } = useCarousel(count);
  const drawn = useDrawn(index, count);
  const slides = useRef<HTMLDivElement>(null);

  const turn = (by: Turn) => send({ type: "turn", by });
  const swipe = useSwipe({
    onTouch: () => send({ type: "hold", hold: "touch" }),
    onTurn: turn,
    onEnd: () => send({ type: "release", hold: "touch" }),
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : undefined;
    if (!by) return;
    event.preventDefault();
    flushSync(() => turn(by));
    // The link that had the focus is hidden now.
    if (slides.current?.contains(document.activeElement)) {
      slides.current.querySelector<HTMLElement>("[data-current] a")?.focus({ preventScroll: true });
    }
  }

  const moves = count > 1 && {
    onKeyDown,
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "touch") send({ type: "hold", hold: "pointer" });
    },
    onPointerLeave: () => send({ type: "release", hold: "pointer" }),
    // A press of the mouse leaves the focus on what was pressed: only a focus that shows keeps the carousel.
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
      className="latest wrap"
      aria-labelledby={`${id}h`}
      aria-roledescription={count > 1 ? "băng chuyền" : undefined}
    >
      <h2 className="sr" id={`${id}h`}>
        Bài hát mới nhất
      </h2>
      <div className="latest__panel lacquer" data-came={came} {...moves}>
        <div className="latest__slides" id={`${id}s`} ref={slides} aria-live={runs && !byHand ? "off" : "polite"}>
          {songs.map((song, i) => (
            <LatestSlide
              key={song.id}
              song={song}
              place={i + 1}
              count={count}
              current={i === index}
              locked={!mayHear(song) || isWithheld(song)}
              drawn={drawn.has(i)}
            />
          ))}
        </div>
        {count > 1 && (
          <div className="latest__controls">
            <button
              type="button"
              className="ibtn latest__pause"
              aria-label={playing ? "Tạm dừng băng chuyền" : "Cho băng chuyền chạy"}
              onClick={() => send({ type: "toggle" })}
            >
              {playing ? <Icon icon={Pause} className="i--fill" /> : <Icon icon={Play} className="i--fill" />}
            </button>
            <div className="dots" role="group" aria-label="Chọn bài">
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
            <div className="arrows">
              <button
                type="button"
                className="ibtn ibtn--line"
                aria-label="Bài trước"
                aria-controls={`${id}s`}
                onClick={() => turn(-1)}
              >
                <Icon icon={ChevronLeft} />
              </button>
              <button
                type="button"
                className="ibtn ibtn--line"
                aria-label="Bài sau"
                aria-controls={`${id}s`}
                onClick={() => turn(1)}
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

/** The slides with their picture: the first in the page as it is sent, later the ones shown and their neighbours. */
function useDrawn(index: number, count: number): ReadonlySet<number> {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => new Set([0]));
  useEffect(() => {
    startTransition(() =>
      setDrawn((before) => new Set([...before, (index + count - 1) % count, index, (index + 1) % count])),
    );
  }, [index, count]);
  return drawn;
}
