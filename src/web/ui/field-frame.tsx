import { type ReactNode, useId } from "react";
import { ErrorText } from "./error-text.tsx";

interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

interface FieldFrameProps {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Draws the label of a control, and below it its error or its hint. */
export function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, "aria-invalid": error !== undefined, "aria-describedby": noteId(id, error, hint) })}
      {error ? (
        <ErrorText id={`${id}-error`}>{error}</ErrorText>
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

/** Returns the id of what describes a control: its error, else its hint. */
export function noteId(id: string, error: string | undefined, hint: string | undefined): string | undefined {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined;
}
