import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { isApiError } from "#contract/errors.ts";

/** Puts what the server refused at the fields it names; false when the form has none of them. */
export function showAtFields<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, error: unknown): boolean {
  const fields = isApiError(error) ? (error.errors ?? []) : [];
  const shown = fields.filter(({ field }) => field in form.getValues());
  for (const [place, { field, message }] of shown.entries()) {
    form.setError(field as Path<I>, { message }, { shouldFocus: place === 0 });
  }
  return shown.length > 0;
}
