import { ChevronDown, PenLine, Trash2, Undo, X } from "lucide";
import { type FormEvent, useId, useRef, useState } from "react";
import type { NotebookWord } from "#contract/notebook.ts";
import { wordLength } from "#contract/notebook-rules.ts";
import { call } from "../../../lib/api.ts";
import { shortDate } from "../../../lib/dates.ts";
import { valuesOf } from "../../../lib/form-values.ts";
import { languageName } from "../../../lib/language-names.ts";
import { useAction } from "../../../lib/use-action.ts";
import { ErrorText } from "../../../ui/error-text.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ClipButton, isHeard, type useClips } from "../clip.tsx";
import { MarkedWord } from "../marked-word.tsx";
import { WordFields } from "../word-fields.tsx";
import styles from "./list.module.css";

interface WordRowProps {
  word: NotebookWord;
  clips: ReturnType<typeof useClips>;
  onChange(word: NotebookWord): void;
  /** Called when the notebook has one word less or more. */
  onCount(): void;
}

/** A word of the list, which is corrected and deleted in its place. */
export function WordRow({ word, clips, onChange, onCount }: WordRowProps) {
  const [mode, setMode] = useState<"shown" | "edited" | "deleted">("shown");
  const { isBusy, error, run } = useAction("Chưa lưu được. Bạn thử lại nhé.");
  const params = { id: word.id };
  const returns = useRef(false);
  const show = () => {
    returns.current = true;
    setMode("shown");
  };
  const focusReturned = (button: HTMLButtonElement | null) => {
    if (!button || !returns.current) return;
    returns.current = false;
    button.focus();
  };

  const remove = () =>
    run(async () => {
      await call("DELETE /api/user/words/{id}", { as: "user", params });
      setMode("deleted");
      onCount();
    });
  const restore = () =>
    run(async () => {
      onChange((await call("POST /api/user/words/{id}/restore", { as: "user", params })).data);
      show();
      onCount();
    });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { text = "", reading = "", meaning = "", note = "" } = valuesOf(event.currentTarget);
    const body = { text, reading, meaning, note };
    void run(async () => {
      onChange((await call("PATCH /api/user/words/{id}", { as: "user", params, body })).data);
      show();
    });
  };
  const removeLine = (lineId: number) =>
    run(async () => {
      const options = { as: "user", params: { ...params, line_id: lineId } } as const;
      onChange((await call("DELETE /api/user/words/{id}/lines/{line_id}", options)).data);
    });

  return (
    <li className={styles.row} aria-label={word.text}>
      {mode === "deleted" ? (
        <div className={styles.deleted}>
          <p role="status">
            Đã xóa “<span lang={word.language}>{word.text}</span>”.
          </p>
          <button
            type="button"
            className="btn btn--line btn--sm"
            ref={focus}
            disabled={isBusy}
            onClick={() => void restore()}
          >
            <Icon icon={Undo} />
            Hoàn tác
          </button>
        </div>
      ) : mode === "edited" ? (
        <form ref={focusFirst} className={styles.form} noValidate aria-label={`Sửa ${word.text}`} onSubmit={save}>
          <Field label="Từ" name="text" defaultValue={word.text} maxLength={wordLength} lang={word.language} />
          <WordFields values={word} />
          <div className={styles.acts}>
            <button type="submit" className="btn btn--primary" disabled={isBusy}>
              {isBusy ? "Đang lưu..." : "Lưu thay đổi"}
            </button>
            <button type="button" className="btn" onClick={show}>
              Hủy
            </button>
          </div>
        </form>
      ) : (
        <>
          <div className={styles.head}>
            <div className={styles.texts}>
              <h2 lang={word.language}>{word.text}</h2>
              {word.reading !== null && <p className={styles.reading}>{word.reading}</p>}
            </div>
            <button
              ref={focusReturned}
              type="button"
              className="ibtn"
              aria-label={`Sửa ${word.text}`}
              onClick={() => setMode("edited")}
            >
              <Icon icon={PenLine} />
            </button>
            <button
              type="button"
              className="ibtn"
              aria-label={`Xóa ${word.text}`}
              disabled={isBusy}
              onClick={() => void remove()}
            >
              <Icon icon={Trash2} />
            </button>
          </div>
          {word.meaning !== null && <p className={styles.meaning}>{word.meaning}</p>}
          {word.note !== null && <p className={styles.note}>{word.note}</p>}
          <p className={styles.state}>
            <span>{languageName(word.language)}</span>
            <span>{stateText(word)}</span>
            {word.is_leech && <span className="badge badge--dot badge--warning">Từ khó nhớ</span>}
          </p>
          {word.lines.length > 0 && <Lines word={word} clips={clips} isBusy={isBusy} onRemove={removeLine} />}
        </>
      )}
      {error !== undefined && <ErrorText isAnnounced>{error}</ErrorText>}
    </li>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();
const focusFirst = (form: HTMLElement | null) => form?.querySelector("input")?.focus();

function stateText({ state, due }: NotebookWord): string {
  if (state === "new") return "Chưa ôn lần nào";
  return Date.parse(due) <= Date.now() ? "Cần ôn" : `Ôn lại ${shortDate(due)}`;
}

interface LinesProps {
  word: NotebookWord;
  clips: ReturnType<typeof useClips>;
  isBusy: boolean;
  onRemove(lineId: number): Promise<unknown>;
}

function Lines({ word, clips, isBusy, onRemove }: LinesProps) {
  const id = useId();
  return (
    <details className={styles.lines}>
      <summary id={id}>
        {word.lines.length} câu hát
        <Icon icon={ChevronDown} />
      </summary>
      <ul aria-labelledby={id}>
        {word.lines.map((line) => (
          <li key={line.id}>
            {isHeard(line) && <ClipButton line={line} clips={clips} />}
            <div className={styles.texts}>
              <p lang={word.language} className={styles.lineText}>
                <MarkedWord text={line.text} word={word.text} />
              </p>
              {line.reading !== null && <p>{line.reading}</p>}
              {line.translation !== null && <p>{line.translation}</p>}
              {line.song_title !== null && <p className="hint">Trong bài “{line.song_title}”</p>}
            </div>
            <button
              type="button"
              className="ibtn"
              aria-label={`Bỏ câu hát “${line.text}”`}
              disabled={isBusy}
              onClick={() => void onRemove(line.id)}
            >
              <Icon icon={X} />
            </button>
          </li>
        ))}
      </ul>
      {clips.failed && <p className="hint">Chưa phát được câu hát này. Bạn thử lại sau nhé.</p>}
    </details>
  );
}
