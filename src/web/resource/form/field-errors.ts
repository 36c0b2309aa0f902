import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { isApiError } from "#contract/errors.ts";

/** Sets the server's field errors on the form; those of an item of a list at the list. Returns whether the form has one of the fields. */
export function setFieldErrors<I extends FieldValues, O>(form: UseFormReturn<I, unknown, O>, error: unknown): boolean {
  const values = form.getValues();
  const messages = new Map<string, string>();
  for (const { field, message } of isApiError(error) ? (error.errors ?? []) : []) {
    const name = field.split(".")[0] ?? field;
    if (name in values && !messages.has(name)) messages.set(name, message);
  }
  for (const [name, message] of messages) form.setError(name as Path<I>, { message });
  return messages.size > 0;
}

/** Focuses the first field with an error, in the order of the page. */
export function focusFirstError(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"], fieldset:has(> .field__note .error)');
  if (!wrong?.matches("fieldset")) return wrong?.focus();
  // Rather a field than the button that removes an item.
  const field = wrong.querySelector<HTMLElement>("input, select, textarea");
  (field ?? wrong.querySelector<HTMLElement>("button"))?.focus();
}
