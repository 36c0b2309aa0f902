import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { playedShare, SeekInput } from "./seek-input.tsx";
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
  const share = playedShare(position, duration);
  const percent = `${(share * 100).toFixed(2)}%`;

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
      <SeekInput {...{ label, position, duration, disabled, onSeek }} />
    </div>
  );
}
