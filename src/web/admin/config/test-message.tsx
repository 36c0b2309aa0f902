import { Send } from "lucide";
import { type FormEvent, type ReactNode, useState } from "react";
import { type FieldValues, FormProvider, type UseFormReturn } from "react-hook-form";
import type { TestOutcome } from "#contract/notifications.ts";
import { Banner } from "../../resource/controls/banner.tsx";
import { errorMessage } from "../../resource/data/queries.ts";
import { setFieldErrors } from "../../resource/form/field-errors.ts";
import pageFormStyles from "../../resource/form/page-form.module.css";
import { Icon } from "../../ui/icon.tsx";
import styles from "./config.module.css";

/** Errors of calls that send a test message. */
export const testErrors = {
  fallback: "Có lỗi xảy ra khi gửi thử",
  unreachable: "Có lỗi xảy ra khi kết nối đến server",
};

interface TestMessageFormProps<Values extends FieldValues, Body> {
  /** Of its heading. */
  id: string;
  form: UseFormReturn<Values, unknown, Body>;
  /** The call that sends the message. */
  test: { isPending: boolean; mutateAsync(input: { body: Body }): Promise<{ data: TestOutcome }> };
  /** Fields with a `SendButton`. */
  children: ReactNode;
}

/**
 * A form that sends a test message, and below it what came of it. Errors that name a field are set on the form. It saves nothing, so leaving
 * the page asks nothing.
 */
export function TestMessageForm<V extends FieldValues, B>({ id, form, test, children }: TestMessageFormProps<V, B>) {
  const [outcome, setOutcome] = useState<TestOutcome>();
  const send = form.handleSubmit(async (body) => {
    try {
      setOutcome((await test.mutateAsync({ body })).data);
    } catch (error) {
      if (!setFieldErrors(form, error)) setOutcome({ success: false, message: errorMessage(error), details: null });
    }
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (test.isPending) return;
    setOutcome(undefined);
    void send();
  }
  return (
    <FormProvider {...form}>
      <form className={testFormClass} noValidate aria-labelledby={id} onSubmit={submit}>
        <h2 id={id}>Gửi thử</h2>
        {children}
      </form>
      <Outcome outcome={outcome} />
    </FormProvider>
  );
}

export const testFormClass = `form card ${pageFormStyles.pageForm} ${styles.message}`;

export function SendButton({ isPending, children }: { isPending: boolean; children: string }) {
  return (
    <button type="submit" className="btn btn--line" aria-disabled={isPending}>
      <Icon icon={Send} />
      {isPending ? "Đang gửi..." : children}
    </button>
  );
}

/** The region stands before it is filled, so that its text is announced. */
function Outcome({ outcome }: { outcome: TestOutcome | undefined }) {
  return (
    <div className={pageFormStyles.notice} aria-live="polite">
      {outcome && (
        <Banner kind={outcome.success ? "success" : "danger"}>
          <div className={styles.result}>
            <p>
              <b>{outcome.message}</b>
            </p>
            {outcome.details !== null && <p className={styles.resultDetails}>{outcome.details}</p>}
          </div>
        </Banner>
      )}
    </div>
  );
}
