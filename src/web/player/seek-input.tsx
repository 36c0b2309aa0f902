import type { CSSProperties, KeyboardEvent } from "react";
import { spokenTime } from "../lib/format.ts";

interface SeekInputProps {
  className?: string | undefined;
  style?: CSSProperties;
  label: string;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while unknown, when nothing can be sought. */
  duration: number;
  disabled: boolean;
  onSeek: (seconds: number) => void;
}

/** A line of time as a slider with keys. */
export function SeekInput({ label, position, duration, disabled, onSeek, ...look }: SeekInputProps) {
  function onKeyDown(event: KeyboardEvent) {
    const target = seekTarget(event, position, duration);
    if (target === undefined) return;
    event.preventDefault();
    onSeek(target);
  }
  return (
    <input
      {...look}
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
  );
}

/** Returns the share of a track that was played, from 0 to 1. */
export const playedShare = (position: number, duration: number) =>
  duration > 0 ? Math.min(1, position / duration) : 0;

/** Seconds. */
const arrowStep = 5;

/** Returns where a key leads on a line of time, in seconds; undefined for keys that the browser handles. */
function seekTarget(event: KeyboardEvent, position: number, duration: number): number | undefined {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(duration, position + arrowStep);
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, position - arrowStep);
  if (key === "PageUp") return Math.min(duration, position + 3 * arrowStep);
  if (key === "PageDown") return Math.max(0, position - 3 * arrowStep);
  if (key === "Home") return 0;
  return undefined;
}
