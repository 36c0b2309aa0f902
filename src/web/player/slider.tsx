/** The lines of time and of volume. */
import { Volume2, VolumeX } from "lucide";
import type { KeyboardEvent } from "react";
import { spokenTime } from "../lib/format.ts";
import { Icon } from "../ui/icon.tsx";
import { usePlayer, usePlayerStore } from "./player.ts";
import { seekTarget } from "./seek-keys.ts";
import styles from "./slider.module.css";

interface SeekSliderProps {
  label: string;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while unknown, when nothing can be sought. */
  duration: number;
  disabled?: boolean;
}

/** The line of time of the track that is loaded. */
export function SeekSlider({ label, position, duration, disabled = false }: SeekSliderProps) {
  const player = usePlayerStore();
  function onKeyDown(event: KeyboardEvent) {
    const target = seekTarget(event, position, duration);
    if (target === undefined) return;
    event.preventDefault();
    player.seek(target);
  }

  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  return (
    <input
      className={styles.slider}
      type="range"
      min={0}
      max={duration || 1}
      step="any"
      value={position}
      disabled={disabled || duration <= 0}
      aria-label={label}
      aria-valuetext={`${spokenTime(position)} trên ${spokenTime(duration)}`}
      style={{ "--p": share.toFixed(4) } as object}
      onChange={(event) => player.seek(Number(event.target.value))}
      onKeyDown={onKeyDown}
    />
  );
}

export function Volume() {
  const player = usePlayerStore();
  const volume = usePlayer((state) => state.volume);
  return (
    <span className={styles.volume}>
      <Icon icon={volume > 0 ? Volume2 : VolumeX} />
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-label="Âm lượng"
        aria-valuetext={`${Math.round(volume * 100)} phần trăm`}
        style={{ "--p": volume } as object}
        onChange={(event) => player.setVolume(Number(event.target.value))}
      />
    </span>
  );
}
