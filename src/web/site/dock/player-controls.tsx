/** Buttons of the dock and of the full view. */
import { Repeat, Repeat1, Shuffle, SkipBack, SkipForward, Timer } from "lucide";
import type { Repeat as RepeatMode } from "../../player/list-player.ts";
import { usePlayer, usePlayerStore } from "../../player/player.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./player-controls.module.css";

export function PreviousButton() {
  const player = usePlayerStore();
  return (
    <button type="button" className="ibtn" aria-label="Phát bài trước" onClick={player.previous}>
      <Icon icon={SkipBack} className="i--fill" />
    </button>
  );
}

export function NextButton() {
  const player = usePlayerStore();
  const hasNext = usePlayer((state) => state.hasNext);
  return (
    <button type="button" className="ibtn" aria-label="Phát bài kế tiếp" disabled={!hasNext} onClick={player.next}>
      <Icon icon={SkipForward} className="i--fill" />
    </button>
  );
}

export function ShuffleButton() {
  const player = usePlayerStore();
  const isShuffled = usePlayer((state) => state.isShuffled);
  const hasOthers = usePlayer((state) => state.count > 1);
  return (
    <button
      type="button"
      className={`ibtn ${styles.mode}`}
      aria-label="Phát ngẫu nhiên"
      aria-pressed={isShuffled}
      disabled={!hasOthers}
      onClick={() => player.setShuffled(!isShuffled)}
    >
      <Icon icon={Shuffle} />
    </button>
  );
}

const repeats: Record<RepeatMode, { label: string; next: RepeatMode }> = {
  none: { label: "Lặp lại: tắt", next: "all" },
  all: { label: "Lặp lại: cả danh sách", next: "one" },
  one: { label: "Lặp lại: một bài", next: "none" },
};

/** Turns from none to all to one; without other songs from none to one. */
export function RepeatButton() {
  const player = usePlayerStore();
  const repeat = usePlayer((state) => state.repeat);
  const hasOthers = usePlayer((state) => state.count > 1);
  const { label, next } = repeats[repeat];
  return (
    <button
      type="button"
      className={`ibtn ${styles.mode}`}
      aria-label={label}
      data-on={repeat !== "none"}
      onClick={() => player.setRepeat(next === "all" && !hasOthers ? "one" : next)}
    >
      <Icon icon={repeat === "one" ? Repeat1 : Repeat} />
    </button>
  );
}

const minutes = [15, 30, 45, 60];
/** The option of a running timer, which shows its rest. */
const running = "running";

/** Chooses when the music pauses by itself. @param withText shows the choice, not the icon alone */
export function SleepSelect({ withText = false }: { withText?: boolean }) {
  const player = usePlayerStore();
  const sleep = usePlayer((state) => state.sleep);
  // Changes with the song's position, as long as it plays.
  const left = usePlayer((state) =>
    typeof state.sleep === "number" ? Math.max(1, Math.ceil((state.sleep - Date.now()) / 60_000)) : undefined,
  );
  return (
    <span className={`${styles.sleep} ${withText ? styles.withText : ""}`} data-on={sleep !== undefined}>
      <Icon icon={Timer} />
      {left !== undefined && !withText && (
        <span className={`${styles.left} num`} aria-hidden="true">
          {left}′
        </span>
      )}
      <select
        aria-label="Hẹn giờ tắt nhạc"
        value={left === undefined ? (sleep ?? "") : running}
        onChange={({ target: { value } }) => {
          if (value === "song") player.sleepAfter("song");
          else player.sleepAfter(Number(value) || undefined);
        }}
      >
        <option value="">{sleep === undefined ? "Hẹn giờ tắt" : "Không hẹn giờ"}</option>
        {left !== undefined && <option value={running}>Tắt sau {left} phút</option>}
        {minutes.map((time) => (
          <option key={time} value={time}>
            {time} phút
          </option>
        ))}
        <option value="song">Khi hết bài này</option>
      </select>
    </span>
  );
}
