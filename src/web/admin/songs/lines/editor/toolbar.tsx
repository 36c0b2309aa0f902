/** Playing, zooming, undoing, and the choice between lines and words. */
import { Keyboard, Pause, Play, Redo2, Repeat, Undo2, ZoomIn, ZoomOut } from "lucide";
import { useRef } from "react";
import { IconButton } from "../../../../resource/controls/icon-button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { shortTime } from "../line-time.ts";
import styles from "./toolbar.module.css";
import { rates, type SongSound } from "./use-song-sound.ts";

interface ToolbarProps {
  sound: SongSound;
  unit: "line" | "word";
  isLooping: boolean;
  latency: number;
  canUndo: boolean;
  canRedo: boolean;
  /** A speed was chosen with the pointer, which leaves no key for the field. */
  onPick: () => void;
  onUnit: (unit: "line" | "word") => void;
  onLoop: () => void;
  onZoom: (by: 1 | -1) => void;
  onUndo: () => void;
  onRedo: () => void;
  onLatency: () => void;
  onKeys: () => void;
}

export const rateText = (rate: number) => `${String(rate).replace(".", ",")}×`;

export function Toolbar(props: ToolbarProps) {
  const { sound, unit, isLooping, latency, canUndo, canRedo, onUnit, onLoop, onZoom } = props;
  const { onPick, onUndo, onRedo, onLatency, onKeys } = props;
  const isPointed = useRef(false);
  const { isPlaying, isLoading, positionMs, durationMs, rate } = sound;
  return (
    <div className={styles.toolbar}>
      <button
        type="button"
        className="play"
        aria-busy={isLoading}
        aria-label={isPlaying ? "Tạm dừng" : "Phát"}
        onClick={sound.toggle}
      >
        {isPlaying ? <Icon icon={Pause} className="i--fill" /> : <Icon icon={Play} className="i--fill i--play" />}
      </button>
      <span className={`num ${styles.time}`}>
        <b>{shortTime(positionMs)}</b>
        <span className="muted"> / {shortTime(durationMs)}</span>
      </span>
      <fieldset className={styles.units}>
        <legend className="sr">Gõ theo</legend>
        {(["line", "word"] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={styles.toggle}
            aria-pressed={unit === each}
            onClick={() => onUnit(each)}
          >
            {each === "line" ? "Dòng" : "Từ"}
          </button>
        ))}
      </fieldset>
      <select
        aria-label="Tốc độ"
        className={`select ${styles.select}`}
        value={rate}
        onPointerDown={() => {
          isPointed.current = true;
        }}
        onKeyDown={() => {
          isPointed.current = false;
        }}
        onChange={({ target }) => {
          sound.setRate(Number(target.value));
          if (isPointed.current) onPick();
        }}
      >
        {rates.map((each) => (
          <option key={each} value={each}>
            {rateText(each)}
          </option>
        ))}
      </select>
      <button type="button" className={`btn btn--sm ${styles.toggle}`} aria-pressed={isLooping} onClick={onLoop}>
        <Icon icon={Repeat} />
        Lặp dòng
      </button>
      <span className={styles.group}>
        <IconButton label="Thu nhỏ sóng nhạc" icon={ZoomOut} onPress={() => onZoom(-1)} />
        <IconButton label="Phóng to sóng nhạc" icon={ZoomIn} onPress={() => onZoom(1)} />
        <IconButton label="Hoàn tác" icon={Undo2} isDisabled={!canUndo} onPress={onUndo} />
        <IconButton label="Làm lại" icon={Redo2} isDisabled={!canRedo} onPress={onRedo} />
      </span>
      <button type="button" className="btn btn--sm btn--line" onClick={onLatency}>
        Độ trễ {latency} ms
      </button>
      <IconButton label="Phím tắt" icon={Keyboard} onPress={onKeys} />
    </div>
  );
}
