/** A few seconds of the song's wave, with the borders of its lines and of the words of the selected one. A press plays from there. */
import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { type Place, timeAt, wordsAt } from "./edit-lines.ts";
import { type Levels, outline } from "./levels.ts";
import { endOfLine, endOfWord } from "./line-edits.ts";
import type { SongSound } from "./use-song-sound.ts";
import styles from "./zoomed-wave.module.css";

const height = 88;
const firstWidth = 600;
/** Pixels of a word that is named. */
const narrowest = 26;
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
}

export function ZoomedWave({ levels, document, place, sound, spanMs }: ZoomedWaveProps) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(firstWidth);
  const [from, setFrom] = useState(0);
  const { isPlaying, positionMs, durationMs } = sound;
  const selected = timeAt(document, place, durationMs);

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

  function seek({ clientX, buttons, currentTarget }: PointerEvent) {
    if (buttons !== 1) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    sound.seek(Math.max(0, from + ((clientX - left) / width) * spanMs));
  }

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
    </div>
  );
}
