import { FieldFrame } from "./field-frame.tsx";

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
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <textarea {...area} {...control} className="input" onChange={({ target }) => onText(target.value)} />
      )}
    </FieldFrame>
  );
}
