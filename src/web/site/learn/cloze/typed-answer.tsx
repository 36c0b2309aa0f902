import { Volume2 } from "lucide";
import { type KeyboardEvent, type Ref, useEffect, useRef } from "react";
import type { ExerciseWord } from "#contract/learn/words.ts";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./exercises.module.css";

interface TypedAnswerProps {
  label: string;
  language: string | null;
  /** Undefined while the song goes on. */
  gap: ExerciseWord | undefined;
  value: string;
  isWrong: boolean;
  /** Id of the text that says the keys. */
  keysId: string;
  onChange: (value: string) => void;
  onAnswer: (value: string) => void;
  onGiveUp: () => void;
  onRepeat: () => void;
  repeatButton: Ref<HTMLButtonElement>;
  /** The field is left by Escape, since Tab gives up. */
  onLeave: () => void;
}

/** Languages whose readings are typed. */
const isUnspaced = /^(?:zh|yue|ja|ko)\b/;

/** The one field for all words: it stays from word to word, and with it the keyboard of a phone. */
export function TypedAnswer(props: TypedAnswerProps) {
  const { label, language, gap, value, isWrong, keysId, onChange, onAnswer, onGiveUp, onRepeat } = props;
  const { repeatButton, onLeave } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  function onKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const action = {
      Backspace: value === "" && !event.repeat ? onRepeat : undefined,
      Tab: gap ? onGiveUp : undefined,
      Escape: onLeave,
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** A blank ends a word that has none, but not pinyin, which may be written in syllables. */
  function type(next: string, isComposing: boolean) {
    const ends = !isComposing && next.endsWith(" ") && next.trim() !== "";
    if (ends && gap && !isUnspaced.test(language ?? "") && !/\s/.test(gap.text)) onAnswer(next.trim());
    else onChange(next);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(value);
        field.current?.focus({ preventScroll: true });
      }}
    >
      <label className={styles.label} htmlFor={`${keysId}-field`}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          ref={field}
          id={`${keysId}-field`}
          className="input"
          value={value}
          lang={language ?? undefined}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={isWrong}
          aria-describedby={keysId}
          onChange={(event) => type(event.target.value, (event.nativeEvent as InputEvent).isComposing)}
          onKeyDown={onKey}
        />
        <button type="submit" className="btn btn--primary">
          Trả lời
        </button>
        {/* Where the keyboard of a phone leaves it in sight. */}
        <button
          ref={repeatButton}
          type="button"
          className="ibtn ibtn--line"
          aria-label="Nghe lại"
          title="Nghe lại"
          onClick={onRepeat}
        >
          <Icon icon={Volume2} />
        </button>
      </div>
    </form>
  );
}
