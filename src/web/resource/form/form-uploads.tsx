/** The uploads of a form's fields: a form is not saved while one runs, and files that no saved record uses are deleted. */
import { createContext, useCallback, useContext, useMemo, useRef, useState } from "react";
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
  const { add, commit } = useUnsavedUploads();
  const { getFieldState, clearErrors } = form;
  const messages = useRef(new Map<string, string>());
  const [isBusy, setIsBusy] = useState(false);
  const setBusy = useCallback(
    (field: string, message: string | undefined) => {
      const before = messages.current.get(field);
      if (message === undefined) messages.current.delete(field);
      else messages.current.set(field, message);
      // The error of an upload that has ended.
      const error = getFieldState(field as Path<I>).error?.message;
      if (message === undefined && before !== undefined && error === before) clearErrors(field as Path<I>);
      setIsBusy(messages.current.size > 0);
    },
    [getFieldState, clearErrors],
  );
  const context = useMemo(() => ({ setBusy, add }), [setBusy, add]);
  return {
    context,
    isBusy,
    refuse() {
      for (const [field, message] of messages.current) form.setError(field as Path<I>, { message });
      return messages.current.size > 0;
    },
    commit: (values) => commit(...Object.values(values)),
  };
}
