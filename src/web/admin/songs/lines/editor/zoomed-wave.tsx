/**
 * A few seconds of the song's wave, with the borders of its lines and of the words of the selected one. A press plays from there; the ends of
 * the selected line or word are dragged.
 */
import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { shortTime } from "../line-time.ts";
import { dragged, type Place, timeAt, wordsAt } from "./edit-lines.ts";
import { type Levels, outline } from "./levels.ts";
import { type Border, endOfLine, endOfWord } from "./line-edits.ts";
import type { SongSound } from "./use-song-sound.ts";
import styles from "./zoomed-wave.module.css";

const height = 88;
const firstWidth = 600;
/** Pixels of a word that is named. */
const narrowest = 26;
/** Pixels from which a press on a border moves it. */
const shortestDrag = 3;
/** Shares of the stretch: where the playhead comes back in, and from where it turns the page. */
const pageStart = 0.08;
const pageEnd = 0.92;

interface ZoomedWaveProps {
  levels: Levels | undefined;
  document: LineDocument;
  place: Place;
  sound: SongSound;
  /** Milliseconds that are shown. */
  spanMs: number;
  /** Moves an end of the selected line or word to a moment. */
  onDrag: (border: Border, ms: number) => void;
}

interface Drag {
  /** Of the pointer. */
  id: number;
  border: Border;
  /** Milliseconds from the border to the pointer when it was taken. */
  offset: number;
  /** Where the pointer has moved the border; undefined before it moves. */
  ms: number | undefined;
  /** A change made otherwise meanwhile ends the drag. */
  document: LineDocument;
  place: Place;
}

const ends = ["start", "end"] as const;

export function ZoomedWave({ levels, document: kept, place, sound, spanMs, onDrag }: ZoomedWaveProps) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(firstWidth);
  const [from, setFrom] = useState(0);
  const { isPlaying, positionMs, durationMs } = sound;
  const [taken, setTaken] = useState<Drag>();
  const drag = taken?.document === kept && taken.place === place ? taken : undefined;
  const document =
    drag?.ms === undefined ? kept : dragged(kept, { ...place, border: drag.border }, drag.ms, durationMs);
  const selected = timeAt(kept, place, durationMs);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(60, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  /** Turns the page, where a moment is beyond its edges. */
  const show = useEffectEvent((ms: number, at: number) => {
    const share = (ms - from) / spanMs;
    if (drag) return;
    if (share >= pageStart / 2 && share <= pageEnd) return;
    setFrom(Math.max(0, Math.round(ms - at * spanMs)));
  });
  const drawHead = useEffectEvent(() => {
    const ms = sound.now();
    if (isPlaying) show(ms, pageStart);
    head.current?.style.setProperty("left", `${((ms - from) / spanMs) * 100}%`);
  });
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    const step = () => {
      drawHead();
      frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [isPlaying]);
  useLayoutEffect(() => drawHead(), [positionMs, from, spanMs]);
  useEffect(() => {
    if (!isPlaying && positionMs > 0) show(positionMs, 0.5);
  }, [isPlaying, positionMs]);
  useEffect(() => {
    if (!isPlaying && selected !== undefined) show(selected, 0.3);
  }, [isPlaying, selected]);
  // Around what was shown before.
  const zoom = useEffectEvent(() => setFrom(Math.max(0, Math.round((selected ?? sound.now()) - spanMs * 0.3))));
  useEffect(() => zoom(), [spanMs]);

  const path = useMemo(
    () => levels && outline(levels, from, from + spanMs, width, height),
    [levels, from, spanMs, width],
  );
  const percent = (ms: number) => `${(((ms - from) / spanMs) * 100).toFixed(3)}%`;
  const isShown = (start: number, end = start) => end >= from && start <= from + spanMs;

  /** Returns the moment under a pointer, within what is shown. */
  function momentAt({ clientX }: PointerEvent): number {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return from + Math.min(Math.max((clientX - left) / width, 0), 1) * spanMs;
  }

  function seek(event: PointerEvent) {
    if (event.buttons === 1) sound.seek(momentAt(event));
  }

  function take(event: PointerEvent, border: Border) {
    event.stopPropagation();
    const ms = timeAt(kept, { ...place, border }, durationMs);
    if (event.button !== 0 || ms === undefined || drag) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setTaken({ id: event.pointerId, border, offset: momentAt(event) - ms, ms: undefined, document: kept, place });
  }

  /** Returns where a pointer holds the border; a trembling press leaves it. */
  function heldAt(event: PointerEvent, { border, offset, ms: before }: Drag): number | undefined {
    const ms = momentAt(event) - offset;
    const start = timeAt(kept, { ...place, border }, durationMs) ?? 0;
    return before !== undefined || (Math.abs(ms - start) / spanMs) * width >= shortestDrag ? ms : undefined;
  }

  function move(event: PointerEvent) {
    event.stopPropagation();
    if (drag?.id === event.pointerId) setTaken({ ...drag, ms: heldAt(event, drag) });
  }

  function drop(event: PointerEvent) {
    if (drag?.id !== event.pointerId) return;
    const { border } = drag;
    const ms = heldAt(event, drag) ?? timeAt(kept, { ...place, border }, durationMs);
    setTaken(undefined);
    if (ms !== undefined) onDrag(border, ms);
  }

  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.preventDefault();
    setTaken(undefined);
  });
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent) => cancel(event);
    // Before the keys of the editor.
    window.addEventListener("keydown", onKey, { capture: true });
    return () => window.removeEventListener("keydown", onKey, { capture: true });
  }, [isDragging]);

  const line = document.lines[place.line];
  const lineEnd = endOfLine(document.lines, place.line, durationMs);
  const words = line ? wordsAt(document, place.line) : [];
  return (
    <div
      ref={box}
      className={styles.wave}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        seek(event);
      }}
      onPointerMove={seek}
    >
      {line && line.start_ms !== null && lineEnd !== undefined && isShown(line.start_ms, lineEnd) && (
        <i
          className={styles.line}
          style={{ left: percent(line.start_ms), right: `calc(100% - ${percent(lineEnd)})` }}
        />
      )}
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        {path && <path d={path} />}
      </svg>
      {document.lines.map(
        ({ start_ms }, number) =>
          start_ms !== null &&
          isShown(start_ms) && (
            <i
              key={number}
              className={`${styles.border} ${number === place.line ? styles.current : ""}`}
              style={{ left: percent(start_ms) }}
            >
              <b className="num">{number + 1}</b>
            </i>
          ),
      )}
      {line?.end_ms != null && isShown(line.end_ms) && (
        <i className={`${styles.border} ${styles.end}`} style={{ left: percent(line.end_ms) }} />
      )}
      {words.map((word, number) => {
        const end = endOfWord(words, number, lineEnd);
        if (!line || word.start_ms === null || end === undefined || !isShown(word.start_ms, end)) return null;
        const isCurrent = number === place.word;
        const style = {
          left: percent(word.start_ms),
          width: `${(((end - word.start_ms) / spanMs) * 100).toFixed(3)}%`,
        };
        return (
          <i key={word.start_char} className={`${styles.word} ${isCurrent ? styles.current : ""}`} style={style}>
            {place.word !== null &&
              ((end - word.start_ms) / spanMs) * width >= narrowest &&
              line.text.slice(word.start_char, word.end_char)}
          </i>
        );
      })}
      <i ref={head} className={styles.head} />
      {ends.map((border) => {
        const ms = timeAt(document, { ...place, border }, durationMs);
        if (ms === undefined || !isShown(ms)) return null;
        return (
          <i
            key={border}
            className={`${styles.handle} ${border === "start" ? styles.first : ""}`}
            style={{ left: percent(ms) }}
            data-handle={border}
            onPointerDown={(event) => take(event, border)}
            onPointerMove={move}
            onPointerUp={drop}
            onPointerCancel={() => setTaken(undefined)}
            onLostPointerCapture={() => setTaken(undefined)}
          >
            {drag?.border === border && drag.ms !== undefined && (
              <b className={`num ${styles.time} ${ms > from + spanMs / 2 ? styles.before : ""}`}>{shortTime(ms)}</b>
            )}
          </i>
        );
      })}
    </div>
  );
}
