import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { spokenTime } from "../lib/format.ts";
import { seekTarget } from "./seek-keys.ts";
import styles from "./wave.module.css";
import { placeholderLevels, wavePath } from "./wave-path.ts";

const serverWidth = 720;
const height = 72;

interface WaveProps {
  className?: string;
  /** Name of the slider. */
  label?: string;
  songId: number;
  levels: readonly number[] | null;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  disabled?: boolean;
  onSeek: (seconds: number) => void;
}

export function Wave(props: WaveProps) {
  const { className = "", label = "Vị trí phát", songId, levels, position, duration, disabled = false, onSeek } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(serverWidth);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(60, Math.round(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const path = useMemo(
    () => wavePath(levels && levels.length > 0 ? levels : placeholderLevels(songId), width, height),
    [songId, levels, width],
  );
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  const percent = `${(share * 100).toFixed(2)}%`;

  function onKeyDown(event: KeyboardEvent) {
    const target = seekTarget(event, position, duration);
    if (target === undefined) return;
    event.preventDefault();
    onSeek(target);
  }

  const drawing = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": true } as const;
  return (
    <div className={`${styles.wave} ${className}`} ref={box}>
      <svg {...drawing}>
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <svg {...drawing} style={{ clipPath: `inset(0 ${((1 - share) * 100).toFixed(2)}% 0 0)` }}>
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <i className={styles.head} style={{ left: percent }} />
      <input
        type="range"
        min={0}
        max={duration || 1}
        step="any"
        value={position}
        disabled={disabled || duration <= 0}
        aria-label={label}
        aria-valuetext={`${spokenTime(position)} trên ${spokenTime(duration)}`}
        onChange={(event) => onSeek(Number(event.target.value))}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
