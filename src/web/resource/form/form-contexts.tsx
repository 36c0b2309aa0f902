import type { ReactNode } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { FieldLabelsContext } from "./field-labels.ts";
import { FormUploadsContext } from "./form-uploads.tsx";
import { PendingTextProvider } from "./pending-text.tsx";
import type { ResourceFormState } from "./use-resource-form.ts";

interface FormContextsProps<I extends FieldValues, O> {
  state: ResourceFormState<I, O>;
  children: ReactNode;
}

/** Connects the fields within it to a form, and asks the form's question about fields that somebody else changed too. */
export function FormContexts<I extends FieldValues, O>({ state, children }: FormContextsProps<I, O>) {
  const { form, pending, uploads, labels, conflict } = state;
  return (
    <FormProvider {...form}>
      <PendingTextProvider pending={pending}>
        <FormUploadsContext value={uploads.context}>
          <FieldLabelsContext value={labels}>{children}</FieldLabelsContext>
        </FormUploadsContext>
      </PendingTextProvider>
      {conflict && (
        <ConflictDialog
          clashes={conflict.clashes}
          changedBy={conflict.changedBy}
          labels={labels}
          onChoose={conflict.answer}
          onCancel={() => conflict.answer(undefined)}
        />
      )}
    </FormProvider>
  );
}
