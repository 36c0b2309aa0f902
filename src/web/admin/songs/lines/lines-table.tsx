/** The lines of a song to look at and to correct in place. */
import { Trash2 } from "lucide";
import { memo, useCallback, useId, useState } from "react";
import { maxLineText, type SongLine } from "#contract/lyrics/document.ts";
import { groupedNumber } from "../../../lib/format.ts";
import { IconButton } from "../../../resource/controls/icon-button.tsx";
import { timeOf, timeText } from "./line-time.ts";
import styles from "./lines.module.css";

export interface LineRow {
  /** Tells it from others while it is edited. */
  key: number;
  line: SongLine;
}

interface LinesTableProps {
  rows: readonly LineRow[];
  onChange: (change: (rows: LineRow[]) => LineRow[]) => void;
  /** Called with whether a time is wrong; the key names its field. */
  onTimeChecked: (key: string, isWrong: boolean) => void;
}

/** Rows that are drawn at first, and more at each press. */
const rowsAtOnce = 60;

export function LinesTable({ rows, onChange, onTimeChecked }: LinesTableProps) {
  const [shown, setShown] = useState(rowsAtOnce);
  const change = useCallback(
    (key: number, values: Partial<SongLine>) =>
      onChange((before) => before.map((row) => (row.key === key ? { key, line: { ...row.line, ...values } } : row))),
    [onChange],
  );
  const remove = useCallback(
    (key: number) => {
      for (const name of timeFields) onTimeChecked(`${key} ${name}`, false);
      onChange((before) => before.filter((row) => row.key !== key));
    },
    [onChange, onTimeChecked],
  );
  const rest = rows.length - shown;
  return (
    <>
      <ol className={styles.lines} aria-label="Các dòng">
        {rows.slice(0, shown).map(({ key, line }, place) => (
          <Line
            key={key}
            id={key}
            number={place + 1}
            line={line}
            onChange={change}
            onRemove={remove}
            onTimeChecked={onTimeChecked}
          />
        ))}
      </ol>
      {rest > 0 && (
        <button type="button" className="btn btn--line" onClick={() => setShown(shown + rowsAtOnce)}>
          Hiện thêm, còn {groupedNumber(rest)} dòng
        </button>
      )}
    </>
  );
}

const timeFields = ["start_ms", "end_ms"] as const;
const timeLabels = { start_ms: "Bắt đầu", end_ms: "Kết thúc" } as const;
const layerLabels = { reading: "Phiên âm", translation: "Nghĩa" } as const;

interface LineProps {
  id: number;
  number: number;
  line: SongLine;
  onChange: (key: number, values: Partial<SongLine>) => void;
  onRemove: (key: number) => void;
  onTimeChecked: LinesTableProps["onTimeChecked"];
}

const Line = memo(function Line({ id, number, line, onChange, onRemove, onTimeChecked }: LineProps) {
  const words = line.words.filter(({ start_ms }) => start_ms !== null).length;
  return (
    <li className={line.starts_verse && number > 1 ? `${styles.line} ${styles.verse}` : styles.line}>
      <span className="muted num">{number}</span>
      {timeFields.map((field) => (
        <TimeField
          key={field}
          label={`${timeLabels[field]}, dòng ${number}`}
          placeholder={timeLabels[field]}
          value={line[field]}
          onChange={(ms) => onChange(id, { [field]: ms })}
          onChecked={(isWrong) => onTimeChecked(`${id} ${field}`, isWrong)}
        />
      ))}
      <div className={styles.texts}>
        <input
          className="input"
          aria-label={`Lời gốc, dòng ${number}`}
          maxLength={maxLineText}
          value={line.text}
          // The places of words are those of another text.
          onChange={({ target }) => onChange(id, { text: target.value, words: [] })}
        />
        {(["reading", "translation"] as const).map((field) => (
          <input
            key={field}
            className="input"
            aria-label={`${layerLabels[field]}, dòng ${number}`}
            placeholder={layerLabels[field]}
            maxLength={maxLineText}
            value={line[field] ?? ""}
            onChange={({ target }) => onChange(id, { [field]: target.value || null })}
          />
        ))}
        {(words > 0 || line.singer) && (
          <span className="hint">
            {[line.singer && `${line.singer} hát`, words > 0 && `${words} từ có giờ`].filter(Boolean).join(" · ")}
          </span>
        )}
      </div>
      <IconButton label={`Xóa dòng ${number}`} icon={Trash2} onPress={() => onRemove(id)} />
    </li>
  );
});

interface TimeFieldProps {
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (ms: number | null) => void;
  onChecked: (isWrong: boolean) => void;
}

function TimeField({ label, placeholder, value, onChange, onChecked }: TimeFieldProps) {
  const id = useId();
  const [text, setText] = useState(timeText(value));
  const isWrong = timeOf(text) === undefined;
  return (
    <div className={styles.time}>
      <input
        className="input num"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={12}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        onChange={({ target }) => {
          setText(target.value);
          const ms = timeOf(target.value);
          onChecked(ms === undefined);
          if (ms !== undefined) onChange(ms);
        }}
        onBlur={() => {
          if (!isWrong) setText(timeText(timeOf(text) ?? null));
        }}
      />
      {isWrong && (
        <span id={id} className={styles.wrong}>
          Viết như 1:02.50
        </span>
      )}
    </div>
  );
}
