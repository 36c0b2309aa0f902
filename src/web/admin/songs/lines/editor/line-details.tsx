/** All of the selected line, or of the selected word, to type into. */
import { Combine, Eraser, ListPlus, Play, Split, Trash2 } from "lucide";
import { type ReactNode, useId, useState } from "react";
import { type LineDocument, maxLineText, maxShortText, type SongLine } from "#contract/lyrics/document.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { TimeField } from "../time-field.tsx";
import { LineWords } from "../words/line-words.tsx";
import { type Edit, type Place, timeAt, wordsAt } from "./edit-lines.ts";
import styles from "./editor.module.css";
import type { Border } from "./line-edits.ts";

interface LineDetailsProps {
  document: LineDocument;
  place: Place;
  /** Of the song; 0 while it is not known. */
  durationMs: number;
  change: (edit: Edit) => void;
  /** Moves the selected end by milliseconds, and plays what is there. */
  onNudge: (by: number) => void;
  /** Plays from the selected line or word. */
  onPlay: () => void;
}

const borders: readonly { border: Border; label: string }[] = [
  { border: "start", label: "Bắt đầu" },
  { border: "end", label: "Kết thúc" },
];
export const steps = [-100, -10, 10, 100] as const;
export const stepText = (by: number) => `${by < 0 ? "−" : "+"}${Math.abs(by)}`;

export function LineDetails(props: LineDetailsProps) {
  const { document, place, change } = props;
  const line = document.lines[place.line];
  if (!line) return <p className="muted">Chọn một dòng để sửa.</p>;
  return (
    <div className={styles.details}>
      <Times line={line} {...props} />
      {place.word === null ? (
        <LineTexts key={place.line} line={line} number={place.line} document={document} change={change} />
      ) : (
        <WordTexts document={document} line={line} place={place} word={place.word} change={change} />
      )}
    </div>
  );
}

function Times({ document, line, place, durationMs, change, onNudge, onPlay }: LineDetailsProps & { line: SongLine }) {
  const { word } = place;
  const timed = word === null ? line : wordsAt(document, place.line)[word];
  const isUntimed = timed?.start_ms == null;
  return (
    <>
      <div className={styles.pair}>
        {borders.map(({ border, label }) => {
          const value = timed?.[border === "start" ? "start_ms" : "end_ms"] ?? null;
          return (
            <TimeField
              key={`${place.line} ${word} ${border} ${value}`}
              label={label}
              value={value}
              onFocus={() => change({ type: "border", border })}
              onChange={(ms) => change({ type: "time", line: place.line, word, border, ms })}
            />
          );
        })}
      </div>
      <fieldset className={styles.nudges} disabled={timeAt(document, place, durationMs) === undefined}>
        <legend>Chỉnh giờ {place.border === "start" ? "bắt đầu" : "kết thúc"}, tính bằng ms</legend>
        {borders.map(({ border, label }) => (
          <button
            key={border}
            type="button"
            className={styles.toggle}
            aria-pressed={place.border === border}
            onClick={() => change({ type: "border", border })}
          >
            {label}
          </button>
        ))}
        {steps.map((by) => (
          <button
            key={by}
            type="button"
            className={`num ${styles.nudge}`}
            aria-label={`${stepText(by)} ms`}
            onClick={() => onNudge(by)}
          >
            {stepText(by)}
          </button>
        ))}
      </fieldset>
      <div className={styles.tools}>
        <Tool icon={Play} isDisabled={isUntimed} onPress={onPlay}>
          Nghe từ đây
        </Tool>
        <Tool icon={Eraser} isDisabled={isUntimed} onPress={() => change({ type: "clear" })}>
          Bỏ giờ
        </Tool>
      </div>
    </>
  );
}

interface LineTextsProps {
  document: LineDocument;
  line: SongLine;
  number: number;
  change: (edit: Edit) => void;
}

function LineTexts({ document, line, number, change }: LineTextsProps) {
  const [caret, setCaret] = useState(0);
  const canSplit = line.text.slice(0, caret).trim() !== "" && line.text.slice(caret).trim() !== "";
  const texts = (values: Partial<SongLine>) => change({ type: "texts", line: number, values });
  return (
    <>
      <TextField
        label="Lời gốc"
        value={line.text}
        max={maxLineText}
        lang={document.language}
        onCaret={setCaret}
        onChange={(text) => change({ type: "text", line: number, text })}
      />
      <div className={styles.tools}>
        <Tool icon={ListPlus} onPress={() => change({ type: "add" })}>
          Thêm dòng dưới
        </Tool>
        <Tool icon={Split} isDisabled={!canSplit} onPress={() => change({ type: "split", char: caret })}>
          Tách tại con trỏ
        </Tool>
        <Tool icon={Combine} isDisabled={!document.lines[number + 1]} onPress={() => change({ type: "join" })}>
          Nối dòng dưới
        </Tool>
        <Tool icon={Trash2} onPress={() => change({ type: "remove" })}>
          Xóa dòng
        </Tool>
      </div>
      <TextField
        label="Phiên âm"
        value={line.reading ?? ""}
        max={maxLineText}
        lang={document.reading_language}
        onChange={(text) => texts({ reading: text || null })}
      />
      <TextField
        label="Nghĩa"
        value={line.translation ?? ""}
        max={maxLineText}
        lang={document.translation_language}
        onChange={(text) => texts({ translation: text || null })}
      />
      <TextField
        label="Người hát"
        value={line.singer ?? ""}
        max={maxShortText}
        onChange={(text) => texts({ singer: text || null })}
      />
      <label className="check-line">
        <input
          type="checkbox"
          checked={line.starts_verse}
          onChange={({ target }) => texts({ starts_verse: target.checked })}
        />
        Dòng đầu của một khổ
      </label>
      <LineWords
        document={document}
        line={line}
        number={number}
        onChange={(word, values) => change({ type: "word", line: number, word, values })}
      />
    </>
  );
}

interface WordTextsProps {
  document: LineDocument;
  line: SongLine;
  place: Place;
  word: number;
  change: (edit: Edit) => void;
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function WordTexts({ document, line, place, word: number, change }: WordTextsProps) {
  const words = wordsAt(document, place.line);
  const word = words[number];
  if (!word) return null;
  const text = line.text.slice(word.start_char, word.end_char);
  const next = words[number + 1];
  const cuts = [...letters.segment(text)].map(({ index }) => index).filter((index) => index > 0);
  const set = (values: { reading?: string | null; meaning?: string | null }) =>
    change({ type: "word", line: place.line, word: number, values });
  return (
    <>
      <TextField
        label="Phiên âm của từ"
        value={word.reading ?? ""}
        max={maxShortText}
        lang={document.reading_language}
        onChange={(value) => set({ reading: value || null })}
      />
      <TextField
        label="Nghĩa của từ"
        value={word.meaning ?? ""}
        max={maxShortText}
        lang={document.translation_language}
        onChange={(value) => set({ meaning: value || null })}
      />
      {next && (
        <div className={styles.tools}>
          <Tool icon={Combine} onPress={() => change({ type: "joinWord" })}>
            Nối với “{line.text.slice(next.start_char, next.end_char)}”
          </Tool>
        </div>
      )}
      {cuts.length > 0 && (
        <fieldset className={styles.cuts}>
          <legend>Tách từ</legend>
          {cuts.map((cut) => (
            <button
              key={cut}
              type="button"
              className="btn btn--line btn--sm"
              onClick={() => change({ type: "splitWord", char: word.start_char + cut })}
            >
              {text.slice(0, cut)} | {text.slice(cut)}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface ToolProps {
  icon: Parameters<typeof Icon>[0]["icon"];
  isDisabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function Tool({ icon, isDisabled, onPress, children }: ToolProps) {
  return (
    <button type="button" className="btn btn--line btn--sm" disabled={isDisabled} onClick={onPress}>
      <Icon icon={icon} />
      {children}
    </button>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  max: number;
  lang?: string | null;
  onChange: (text: string) => void;
  /** Told where the caret is. */
  onCaret?: (place: number) => void;
}

/** Undone by the editor, not by the browser. */
function TextField({ label, value, max, lang, onChange, onCaret }: TextFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        data-undone=""
        autoComplete="off"
        maxLength={max}
        lang={lang ?? undefined}
        value={value}
        onSelect={({ currentTarget }) => onCaret?.(currentTarget.selectionStart ?? 0)}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
