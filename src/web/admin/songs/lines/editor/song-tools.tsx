/** Changes of many lines at once: moving them, and a first guess of their times. */
import { AudioLines, MoveLeft, MoveRight } from "lucide";
import { useId, useState } from "react";
import type { Song } from "#contract/catalogue.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { guessTimes } from "#contract/lyrics/guess-times.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { Languages } from "../languages.tsx";
import type { Edit, Place } from "./edit-lines.ts";
import styles from "./editor.module.css";

interface SongToolsProps {
  song: Song;
  document: LineDocument;
  place: Place;
  durationMs: number;
  change: (edit: Edit) => void;
}

type Scope = "all" | "from" | "line";
const scopes: readonly { scope: Scope; label: string }[] = [
  { scope: "all", label: "Cả bài" },
  { scope: "from", label: "Từ dòng đang chọn trở đi" },
  { scope: "line", label: "Chỉ dòng đang chọn" },
];
const largestShift = 600_000;

export function SongTools({ song, document, place, durationMs, change }: SongToolsProps) {
  const id = useId();
  const [scope, setScope] = useState<Scope>("all");
  const [by, setBy] = useState("100");
  const ms = Math.round(Number(by));
  const isUsable = by.trim() !== "" && Number.isFinite(ms) && ms > 0 && ms <= largestShift;
  const { lines, ...languages } = document;
  const untimed = lines.filter(({ start_ms }) => start_ms === null).length;

  function shift(sign: 1 | -1): void {
    const from = scope === "all" ? 0 : place.line;
    const to = scope === "line" ? place.line + 1 : undefined;
    if (isUsable) change({ type: "shift", from, to, by: sign * ms });
  }

  return (
    <div className={styles.details}>
      <fieldset className={styles.shift}>
        <legend>Dịch giờ</legend>
        <div className="field">
          <label htmlFor={`${id}-scope`}>Những dòng nào</label>
          <select
            id={`${id}-scope`}
            className="select"
            value={scope}
            onChange={({ target }) => setScope(target.value as Scope)}
          >
            {scopes.map(({ scope: each, label }) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-by`}>Số mili giây</label>
          <input
            id={`${id}-by`}
            className="input num"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            value={by}
            aria-invalid={!isUsable || undefined}
            aria-describedby={isUsable ? undefined : `${id}-error`}
            onChange={({ target }) => setBy(target.value)}
          />
          {!isUsable && (
            <p id={`${id}-error`} className="error">
              Một số từ 1 đến {largestShift}
            </p>
          )}
        </div>
        <div className={styles.tools}>
          <button type="button" className="btn btn--line btn--sm" disabled={!isUsable} onClick={() => shift(-1)}>
            <Icon icon={MoveLeft} />
            Sớm hơn
          </button>
          <button type="button" className="btn btn--line btn--sm" disabled={!isUsable} onClick={() => shift(1)}>
            <Icon icon={MoveRight} />
            Muộn hơn
          </button>
        </div>
      </fieldset>
      <div>
        <button
          type="button"
          className="btn btn--line btn--sm"
          disabled={untimed === 0 || durationMs === 0}
          aria-describedby={`${id}-guess`}
          onClick={() => change({ type: "document", document: guessTimes(document, song.waveform ?? [], durationMs) })}
        >
          <Icon icon={AudioLines} />
          Đoán thời gian từ sóng nhạc
        </button>
        <p id={`${id}-guess`} className="hint">
          {untimed === 0
            ? "Mọi dòng đã có giờ."
            : `Chỉ là phỏng đoán từ chỗ to chỗ nhỏ của bài, cho ${untimed} dòng chưa có giờ. Bạn nghe và gõ lại từng dòng nhé.`}
        </p>
      </div>
      <Languages languages={languages} onChange={(values) => change({ type: "languages", values })} />
    </div>
  );
}
