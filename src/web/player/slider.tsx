/** The lines of time and of volume. */
import { Volume2, VolumeX } from "lucide";
import { Icon } from "../ui/icon.tsx";
import { usePlayer, usePlayerStore } from "./player.ts";
import { playedShare, SeekInput } from "./seek-input.tsx";
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
  return (
    <SeekInput
      className={styles.slider}
      style={{ "--p": playedShare(position, duration).toFixed(4) } as object}
      {...{ label, position, duration, disabled }}
      onSeek={(seconds) => player.seek(seconds)}
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
