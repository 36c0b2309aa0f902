import type { ComponentProps } from "react";
import type { Errors, PublicForm, Values } from "../../lib/use-public-form.ts";
import { ErrorNote } from "../../ui/call-error.tsx";
import { Field } from "../../ui/field.tsx";

export interface AccountField {
  name: string;
  input: Omit<ComponentProps<typeof Field>, "name" | "error">;
  /** Returns the error message of an invalid value. */
  check(values: Values): string | undefined;
}

/** Returns the check of a form with these fields. */
export const checkOf =
  (fields: readonly AccountField[]) =>
  (values: Values): Errors =>
    Object.fromEntries(fields.map(({ name, check }) => [name, check(values)]));

interface AccountFieldsProps {
  form: Pick<PublicForm, "errors" | "refusal">;
  fields: readonly AccountField[];
}

/** The message of a form and its fields. */
export function AccountFields({ form: { errors, refusal }, fields }: AccountFieldsProps) {
  return (
    <>
      <ErrorNote {...refusal} />
      {fields.map(({ name, input }) => (
        <Field key={name} {...input} name={name} error={errors[name]} />
      ))}
    </>
  );
}
