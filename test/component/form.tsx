/** Renders fields in a form. */
import "../../src/web/styles/back-office.css";
import type { ReactNode } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { expect, vi } from "vitest";
import { page } from "vitest/browser";
import { PendingTextProvider, usePendingTexts } from "../../src/web/resource/form/pending-text.tsx";
import { renderWithin } from "./render.tsx";
import { stubApi } from "./stub-api.ts";

interface FormProps {
  values: FieldValues;
  fields: ReactNode;
  onSubmit: (values: FieldValues) => void;
}

function Form({ values, fields, onSubmit }: FormProps) {
  const form = useForm({ defaultValues: values });
  const pending = usePendingTexts();
  return (
    <FormProvider {...form}>
      <PendingTextProvider pending={pending}>
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (pending.flush()) void form.handleSubmit(onSubmit)(event);
          }}
        >
          {fields}
          <button type="submit">Gửi</button>
          <button
            type="button"
            onClick={() => {
              for (const name of Object.keys(values)) form.setError(name, { message: "Chưa đúng" });
            }}
          >
            Báo lỗi
          </button>
          <button type="button" onClick={() => form.clearErrors()}>
            Hết lỗi
          </button>
          <output aria-label="Chữ chưa thêm">{pending.isPending ? "có" : "không"}</output>
        </form>
      </PendingTextProvider>
    </FormProvider>
  );
}

/** Renders fields in a form with these values. */
export async function renderFields(values: FieldValues, fields: ReactNode) {
  const onSubmit = vi.fn<(values: FieldValues) => void>();
  stubApi();
  await renderWithin(<Form values={values} fields={fields} onSubmit={(sent) => onSubmit(sent)} />);
  // An open list hides the button from screen readers.
  const submit = () => page.getByRole("button", { name: "Gửi", includeHidden: true }).click();
  return {
    onSubmit,
    /** Submits, and expects the form to send these values. */
    async expectSubmitted(expected: FieldValues) {
      onSubmit.mockClear();
      await submit();
      await expect.poll(() => onSubmit).toHaveBeenCalledWith(expected);
    },
    submit,
    /** Shows the error "Chưa đúng" at all fields. */
    showErrors: () => page.getByRole("button", { name: "Báo lỗi" }).click(),
    clearErrors: () => page.getByRole("button", { name: "Hết lỗi" }).click(),
    /** Says whether a field holds pending text: `có` or `không`. */
    pending: page.getByLabelText("Chữ chưa thêm"),
  };
}

/** Returns where an element's top stands in its document. */
export function topOf(element: { element(): Element }): number {
  return element.element().getBoundingClientRect().top + window.scrollY;
}
