import { CircleAlert } from "lucide";
import { useId } from "react";
import { Icon } from "./icon.tsx";

interface TextAreaProps {
  name: string;
  label: string;
  hint?: string;
  error: string | undefined;
  rows: number;
  value: string;
  required?: boolean;
  maxLength?: number;
  onText(text: string): void;
}

export function TextArea({ label, hint, error, onText, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        className="input"
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onText(target.value)}
      />
      {error ? (
        <p className="error" id={`${id}-error`}>
          <Icon icon={CircleAlert} />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
