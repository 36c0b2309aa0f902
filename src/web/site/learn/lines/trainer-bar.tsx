import { Infinity as Endless, Pause, Play, RotateCcw, SkipBack, SkipForward } from "lucide";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./line-trainer.module.css";
import type { ChangeSettings, TrainerSettings } from "./settings.ts";
import type { Trainer, TrainerState } from "./trainer.ts";

interface TrainerBarProps {
  trainer: Trainer;
  state: TrainerState;
  settings: TrainerSettings;
  change: ChangeSettings;
  /** Number of lines. */
  count: number;
}

/** The buttons for one hand; on phones they stay at the bottom. */
export function TrainerBar({ trainer, state: { line, phase }, settings, change, count }: TrainerBarProps) {
  const isPlaying = phase === "playing";
  return (
    <div className={styles.bar} role="group" aria-label="Điều khiển" data-bottom-bar>
      <button
        type="button"
        className={styles.key}
        aria-label="Câu trước"
        disabled={line === 0}
        onClick={() => trainer.goTo(line - 1)}
      >
        <Icon icon={SkipBack} />
      </button>
      <button type="button" className={styles.key} onClick={trainer.repeat}>
        <Icon icon={RotateCcw} />
        Nghe lại
      </button>
      <button type="button" className={`${styles.key} ${styles.play}`} onClick={trainer.toggle}>
        {isPlaying ? <Icon icon={Pause} className="i--fill" /> : <Icon icon={Play} className="i--fill i--play" />}
        <span>{isPlaying ? "Dừng" : phase === "after" ? "Tiếp" : "Nghe"}</span>
      </button>
      <button
        type="button"
        className={styles.key}
        aria-label="Lặp câu này mãi"
        aria-pressed={settings.repeats === null}
        onClick={() => change({ repeats: settings.repeats === null ? 1 : null })}
      >
        <Icon icon={Endless} />
        Lặp
      </button>
      <button
        type="button"
        className={styles.key}
        aria-label="Câu sau"
        disabled={line === count - 1}
        onClick={() => trainer.goTo(line + 1)}
      >
        <Icon icon={SkipForward} />
      </button>
    </div>
  );
}
