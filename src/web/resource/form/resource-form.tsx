/**
 * A form in a dialog, validated with the schema of its endpoint. Field errors of the server appear at their fields.
 * Closing a form with changes asks for confirmation.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type SubmitHandler,
  useForm,
  useFormState,
} from "react-hook-form";
import { useBlocker } from "react-router";
import type { z } from "zod";
import { Banner } from "../controls/banner.tsx";
import { useConfirm } from "../controls/confirm.tsx";
import { Modal } from "../controls/modal.tsx";
import { errorMessage } from "../data/queries.ts";
import { sessionEnded } from "../data/query-client.ts";
import { setFieldErrors } from "./field-errors.ts";

export interface ResourceFormProps<I extends FieldValues, O> {
  title: string;
  schema: z.ZodType<O, I>;
  values: DefaultValues<I>;
  children: ReactNode;
  /** Sends the parsed values. The form closes once it resolves and shows the error it throws. */
  submit: (body: O) => Promise<unknown>;
  validate?: () => string | undefined;
  /** Turns the leave guard on although no field has changed, such as during an upload. */
  unsaved?: boolean;
  onClose: () => void;
  action?: string;
  width?: 34 | 50 | 52;
  fallback?: string;
}

/** Open while rendered; needs a `key` per edited record. */
export function ResourceForm<I extends FieldValues, O>(props: ResourceFormProps<I, O>) {
  const { title, schema, values, children, submit, validate, unsaved = false, onClose, action = "Lưu" } = props;
  const { width = 34, fallback } = props;
  const form = useForm<I, unknown, O>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: values,
    mode: "onTouched",
  });
  const id = useId();
  const [error, setError] = useState<string>();
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) errorRef.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  const { isSubmitting, isDirty } = useFormState({ control: form.control });
  const confirmLeaving = useLeaveGuard((isDirty || unsaved) && !isSubmitting);
  const close = async () => {
    if (!isSubmitting && (await confirmLeaving())) onClose();
  };

  const send: SubmitHandler<O & FieldValues> = async (body) => {
    setError(undefined);
    const validationError = validate?.();
    if (validationError) return setError(validationError);
    try {
      await submit(body as O);
      form.reset(undefined, { keepValues: true });
      onClose();
    } catch (cause) {
      if (!setFieldErrors(form, cause)) setError(errorMessage(cause, fallback));
    }
  };

  return (
    <Modal
      open
      title={title}
      width={width}
      onClose={() => void close()}
      foot={
        <>
          <button type="button" className="btn btn--line" disabled={isSubmitting} onClick={() => void close()}>
            Hủy
          </button>
          <button type="submit" form={id} className="btn btn--primary" disabled={isSubmitting}>
            {isSubmitting ? "Đang lưu..." : action}
          </button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={id} className="form" noValidate onSubmit={(event) => void form.handleSubmit(send as never)(event)}>
          <div ref={errorRef} className="form__error">
            {error && <Banner kind="danger">{error}</Banner>}
          </div>
          {children}
        </form>
      </FormProvider>
    </Modal>
  );
}

/**
 * Asks before unsaved changes are lost by closing the tab or navigating away.
 * @returns a function that asks the same before other ways to close, and resolves to whether to proceed
 */
export function useLeaveGuard(unsaved: boolean): () => Promise<boolean> {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && currentLocation.pathname !== nextLocation.pathname && nextLocation.state !== sessionEnded,
  );
  const ask = () =>
    confirm({
      title: "Bỏ các thay đổi?",
      text: "Những gì bạn vừa nhập chưa được lưu.",
      action: "Bỏ thay đổi",
      danger: true,
    });
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
  const resolveBlocker = useEffectEvent(async () => {
    const leave = await ask();
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  });
  useEffect(() => {
    if (blocker.state === "blocked") void resolveBlocker();
  }, [blocker.state]);
  return () => (unsaved ? ask() : Promise.resolve(true));
}
