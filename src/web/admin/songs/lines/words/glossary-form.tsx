/** One word of a song's glossary to type. */
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type GlossaryEntry, type LineDocument, maxGlossaryText, maxShortText } from "#contract/lyrics/document.ts";
import styles from "./words.module.css";

export interface GlossaryFormProps {
  /** The first values of the fields. */
  entry: GlossaryEntry;
  document: LineDocument;
  isNew: boolean;
  /** Returns what is wrong with the word; undefined when it is taken. */
  onSave: (entry: GlossaryEntry) => string | undefined;
  onCancel: () => void;
}

type Field = keyof GlossaryEntry;

const fields: readonly { field: Field; label: string; max: number; hint?: string }[] = [
  { field: "word", label: "Từ", max: maxShortText, hint: "Viết như trong lời, để nhấn vào từ là thấy" },
  { field: "reading", label: "Phiên âm", max: maxShortText },
  { field: "meaning", label: "Nghĩa trong bài này", max: maxGlossaryText },
  { field: "note", label: "Ghi chú", max: maxGlossaryText },
];

export function GlossaryForm({ entry, document, isNew, onSave, onCancel }: GlossaryFormProps) {
  const id = useId();
  const [values, setValues] = useState(entry);
  const [problem, setProblem] = useState<string>();
  const wordField = useRef<HTMLInputElement>(null);
  const meaningField = useRef<HTMLInputElement>(null);
  const hasWord = entry.word !== "";
  useEffect(() => (hasWord ? meaningField : wordField).current?.focus(), [hasWord]);
  const languages: Partial<Record<Field, string | null>> = {
    word: document.language,
    reading: document.reading_language,
  };

  function save(event: FormEvent): void {
    event.preventDefault();
    const tidy = (text: string | null) => text?.replace(/\s+/g, " ").trim() || null;
    const { word, reading, meaning, note } = values;
    const entered = { word: tidy(word) ?? "", reading: tidy(reading), meaning: tidy(meaning), note: tidy(note) };
    const wrong = onSave(entered);
    setProblem(wrong);
    if (wrong !== undefined) wordField.current?.focus();
  }

  function cancel(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    // What the form stands in stays open.
    event.stopPropagation();
    onCancel();
  }

  return (
    <form className={styles.form} aria-label={isNew ? "Thêm từ" : `Sửa từ “${entry.word}”`} onSubmit={save}>
      {fields.map(({ field, label, max, hint }) => {
        const isWrong = field === "word" && problem !== undefined;
        return (
          <div key={field} className="field">
            <label htmlFor={`${id}-${field}`}>{label}</label>
            <input
              id={`${id}-${field}`}
              ref={{ word: wordField, meaning: meaningField, reading: undefined, note: undefined }[field]}
              className="input"
              autoComplete="off"
              lang={languages[field] ?? undefined}
              maxLength={max}
              value={values[field] ?? ""}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong || hint ? `${id}-${field}-hint` : undefined}
              onKeyDown={cancel}
              onChange={({ target }) => setValues({ ...values, [field]: target.value })}
            />
            {(isWrong || hint) && (
              <p id={`${id}-${field}-hint`} className={isWrong ? "error" : "hint"}>
                {isWrong ? problem : hint}
              </p>
            )}
          </div>
        );
      })}
      <div className={styles.tools}>
        <button type="submit" className="btn btn--line btn--sm" onKeyDown={cancel}>
          {isNew ? "Thêm vào từ vựng" : "Xong"}
        </button>
        <button type="button" className="btn btn--sm" onKeyDown={cancel} onClick={onCancel}>
          Thôi
        </button>
      </div>
    </form>
  );
}
