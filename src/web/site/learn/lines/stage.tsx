import { useMemo, useRef } from "react";
import type { LineDocument } from "#contract/lyrics/document.ts";
import type { Track } from "../../../player/audio-service.ts";
import karaokeStyles from "../../karaoke/karaoke.module.css";
import { type Layer, layerNames } from "../../karaoke/layers.ts";
import { LineLayers } from "../../karaoke/line.tsx";
import { useSungLine } from "../../karaoke/use-sung-line.ts";
import type { HeardLine } from "../../lines/use-learn-song.ts";
import styles from "./line-trainer.module.css";
import type { TrainerSettings } from "./settings.ts";
import type { TrainerState } from "./trainer.ts";

interface StageProps {
  song: Track;
  lyrics: LineDocument;
  lines: readonly HeardLine[];
  state: TrainerState;
  settings: TrainerSettings;
  layers: readonly Layer[];
  shown: ReadonlySet<Layer>;
  onToggleLayer: (layer: Layer) => void;
}

/** The line that is practised, where the listener is, and what the song waits for. */
export function Stage({ song, lyrics, lines, state, settings, layers, shown, onToggleLayer }: StageProps) {
  const line = lines[state.line] as HeardLine;
  const alone = useMemo(() => [line], [line]);
  const list = useRef<HTMLDivElement>(null);
  const { current } = useSungLine(song, alone, list);
  return (
    <section className={styles.stage} aria-label="Câu đang luyện">
      <p className={styles.place}>
        <span className="num">
          Câu {state.line + 1}/{lines.length}
        </span>
        <span className="num">{roundText(state, settings)}</span>
      </p>
      <div ref={list}>
        {/* Anew for each line, without what was filled of the one before. */}
        <div key={state.line} className={current === 0 ? `${styles.line} ${karaokeStyles.current}` : styles.line}>
          <LineLayers timed={line} languages={lyrics} shown={shown} />
          {shown.size === 0 && <span className={styles.covered}>Lời đang ẩn, bạn nghe trước đã nhé.</span>}
        </div>
      </div>
      {layers.length > 0 && (
        <div className={styles.layers} role="group" aria-label="Phần của câu này hiện ra">
          {layers.map((layer) => (
            <button
              key={layer}
              type="button"
              className={`btn btn--sm ${karaokeStyles.layer}`}
              aria-pressed={shown.has(layer)}
              onClick={() => onToggleLayer(layer)}
            >
              {layerNames[layer]}
            </button>
          ))}
        </div>
      )}
      <p className={styles.status}>{statusText(state, settings)}</p>
      {settings.isSpoken && (
        <p className="sr" aria-live="polite" lang={lyrics.language ?? undefined}>
          {line.line.text}
        </p>
      )}
    </section>
  );
}

function roundText({ round, isSlow }: TrainerState, { repeats, rate, isSlowFirst }: TrainerSettings): string {
  const time = repeats === null ? `Lần ${round}` : repeats > 1 ? `Lần ${round}/${repeats}` : "";
  const speed = isSlowFirst && !isSlow ? 1 : rate;
  return [time, (speed !== 1 || isSlowFirst) && `${speed.toLocaleString("vi-VN")}×`].filter(Boolean).join(" · ");
}

function statusText({ phase, isTimed }: TrainerState, { pauseSeconds }: TrainerSettings): string {
  if (phase === "playing") return "Đang nghe";
  if (phase === "idle") return "Bấm Nghe để nghe câu này";
  if (isTimed) return `Nghỉ ${pauseSeconds} giây`;
  return phase === "before" ? "Đọc câu này, rồi bấm Nghe" : "Đến lượt bạn hát, rồi bấm Tiếp";
}
