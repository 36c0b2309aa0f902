/** A moment of a song as it is typed; taken when the field is left. */
import { useId, useState } from "react";
import { timeOf, timeText } from "./line-time.ts";

interface TimeFieldProps {
  label: string;
  /** Milliseconds. */
  value: number | null;
  onChange: (ms: number | null) => void;
  onFocus?: () => void;
}

/** A new value from elsewhere shows in a field with another key. */
export function TimeField({ label, value, onChange, onFocus }: TimeFieldProps) {
  const id = useId();
  const [text, setText] = useState(timeText(value));
  const ms = timeOf(text);
  const isWrong = ms === undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input num"
        placeholder="0:00.00"
        autoComplete="off"
        inputMode="decimal"
        maxLength={12}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onFocus={onFocus}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => {
          if (ms !== undefined && ms !== value) onChange(ms);
        }}
      />
      {isWrong && (
        <p id={`${id}-error`} className="error">
          Viết như 1:02.50
        </p>
      )}
    </div>
  );
}
