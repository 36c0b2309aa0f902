import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import type { Field } from "../../ui/field.tsx";

export type Values = Record<string, string>;
export type Errors = Record<string, string | undefined>;

export interface AccountField {
  name: string;
  input: Omit<ComponentProps<typeof Field>, "name" | "error">;
  /** Returns the error message of an invalid value. */
  check(values: Values): string | undefined;
}

interface FieldFormOptions {
  fields: readonly AccountField[];
  /** Message for an error without one. */
  fallbackMessage: string;
  submit(values: Values, form: HTMLFormElement): Promise<void>;
  /** Returns the server's errors of fields; those of the response by default. */
  fieldErrorsOf?: (error: unknown) => Errors;
  /** The message above the form appears also where an error is shown at its field. */
  repeatsErrors?: boolean;
}

interface FieldForm {
  errors: Errors;
  /** Message above the form. */
  banner: string | undefined;
  busy: boolean;
  /** Ref of the element with the message, which gets the focus. */
  alert: RefObject<HTMLParagraphElement | null>;
  onInput(event: FormEvent<HTMLFormElement>): void;
  onSubmit(event: FormEvent<HTMLFormElement>): Promise<void>;
}

/** A form of text fields: checks them on change and before it is sent, and shows the server's errors at the fields or above the form. */
export function useFieldForm(options: FieldFormOptions): FieldForm {
  const { fields, fallbackMessage, submit, fieldErrorsOf = responseErrors, repeatsErrors = false } = options;
  const [errors, setErrors] = useState<Errors>({});
  const [banner, setBanner] = useState<string>();
  const [busy, setBusy] = useState(false);
  const alert = useRef<HTMLParagraphElement>(null);

  // The message is above the form and may be off screen; the disabled button has lost the focus.
  useEffect(() => {
    if (!banner) return;
    if (document.activeElement === document.body) alert.current?.focus();
    else alert.current?.scrollIntoView({ block: "nearest" });
  }, [banner]);

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const values = valuesOf(currentTarget);
    const changedField = (target as HTMLInputElement).name;
    setErrors((previous) =>
      checkAll(
        fields.filter(({ name }) => name === changedField || name in previous),
        values,
        previous,
      ),
    );
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const values = valuesOf(form);
    const fieldErrors = checkAll(fields, values, {});
    setErrors(fieldErrors);
    setBanner(undefined);
    if (focusFirstError(form, fields, fieldErrors)) return;
    setBusy(true);
    try {
      await submit(values, form);
      setErrors({});
    } catch (error) {
      const serverErrors = fieldErrorsOf(error);
      setErrors(serverErrors);
      const isShownAtField = focusFirstError(form, fields, serverErrors);
      const message = (error instanceof Error && error.message) || fallbackMessage;
      setBanner(isShownAtField && !repeatsErrors ? undefined : message);
    } finally {
      setBusy(false);
    }
  };

  return { errors, banner, busy, alert, onInput, onSubmit };
}

/** Returns the errors of fields in the server's response. */
export function responseErrors(error: unknown): Errors {
  const errors: Errors = {};
  if (isApiError(error)) for (const { field, message } of error.errors ?? []) errors[field] ??= message;
  return errors;
}

/** Returns the texts of a form by the names of their fields. */
export function valuesOf(form: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
  return values;
}

function checkAll(fields: readonly AccountField[], values: Values, previous: Errors): Errors {
  const errors: Errors = { ...previous };
  for (const { name, check } of fields) errors[name] = check(values);
  return errors;
}

/** Focuses the first field with an error. Returns whether there is one. */
function focusFirstError(form: HTMLFormElement, fields: readonly AccountField[], errors: Errors): boolean {
  const invalid = fields.find(({ name }) => errors[name] !== undefined);
  const control = invalid && form.elements.namedItem(invalid.name);
  if (control instanceof HTMLElement) control.focus();
  return invalid !== undefined;
}
