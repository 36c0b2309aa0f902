import { type FormEvent, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { TestOutcome } from "#contract/notifications.ts";
import { errorMessage } from "../../resource/data/queries.ts";
import { setFieldErrors } from "../../resource/form/field-errors.ts";

/** The call that sends a test message. */
interface TestCall<Body> {
  isPending: boolean;
  mutateAsync(input: { body: Body }): Promise<{ data: TestOutcome }>;
}

/** The submission of a form that sends a test message, and what came of it. Errors that name a field are set on the form. */
export function useTestMessage<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  test: TestCall<Body>,
) {
  const [outcome, setOutcome] = useState<TestOutcome>();
  const send = form.handleSubmit(async (body) => {
    try {
      setOutcome((await test.mutateAsync({ body })).data);
    } catch (error) {
      if (!setFieldErrors(form, error)) setOutcome({ success: false, message: errorMessage(error), details: null });
    }
  });
  return {
    outcome,
    submit(event: FormEvent): void {
      event.preventDefault();
      if (test.isPending) return;
      setOutcome(undefined);
      void send();
    },
  };
}
