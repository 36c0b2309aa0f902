/** The uploads of a form's fields: a form is not saved while one runs, and files that no saved record uses are deleted. */
import { createContext, useContext, useEffectEvent, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useUnsavedUploads } from "./use-upload.ts";

interface UploadsOfField {
  /** @param message refuses to save the form while the field's upload runs; undefined once it has ended */
  setBusy(field: string, message: string | undefined): void;
  /** Tracks an uploaded file. */
  add(url: string): void;
}

export const FormUploadsContext = createContext<UploadsOfField>({ setBusy() {}, add() {} });

/** Returns the uploads of the form around a field; outside of one they are not tracked. */
export function useFormUploads(): UploadsOfField {
  return useContext(FormUploadsContext);
}

export interface FormUploads {
  /** Value of `FormUploadsContext`. */
  context: UploadsOfField;
  isBusy: boolean;
  /** Shows the errors of running uploads. Returns whether there are any. */
  refuse(): boolean;
  /** Deletes the uploaded files that the saved values do not name. */
  commit(values: object): void;
}

/** The uploads of a form. */
export function useUploadsOf<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>): FormUploads {
  const unsaved = useUnsavedUploads();
  const messages = useRef(new Map<string, string>());
  const [isBusy, setIsBusy] = useState(false);
  const clearError = useEffectEvent((field: Path<I>, message: string | undefined) => {
    if (form.getFieldState(field).error?.message === message) form.clearErrors(field);
  });
  const context = useMemo<UploadsOfField>(
    () => ({
      setBusy(field, message) {
        const before = messages.current.get(field);
        if (message === undefined) messages.current.delete(field);
        else messages.current.set(field, message);
        if (before !== undefined && message === undefined) clearError(field as Path<I>, before);
        setIsBusy(messages.current.size > 0);
      },
      add: (url) => unsaved.add(url),
    }),
    [unsaved],
  );
  return {
    context,
    isBusy,
    refuse() {
      for (const [field, message] of messages.current) form.setError(field as Path<I>, { message });
      return messages.current.size > 0;
    },
    commit: (values) => unsaved.commit(...Object.values(values)),
  };
}
