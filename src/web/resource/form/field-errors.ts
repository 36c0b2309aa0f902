import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { isApiError } from "#contract/errors.ts";

/** Sets the server's field errors on the form and focuses the first; returns whether the form has one of the fields. */
export function setFieldErrors<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, error: unknown): boolean {
  const fields = isApiError(error) ? (error.errors ?? []) : [];
  const matching = fields.filter(({ field }) => field in form.getValues());
  for (const [index, { field, message }] of matching.entries()) {
    form.setError(field as Path<I>, { message }, { shouldFocus: index === 0 });
  }
  return matching.length > 0;
}
