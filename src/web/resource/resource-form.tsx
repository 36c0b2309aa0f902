/**
 * A form in a dialog, checked by the schema of the call it sends. What the server refuses appears at its field, as the
 * browser's own checks do; a form with changes is not closed without asking.
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
import { Modal } from "../ui/modal.tsx";
import { Banner } from "./banner.tsx";
import { useConfirm } from "./confirm.tsx";
import { sentenceOf } from "./queries.ts";
import { sessionEnded } from "./query-client.ts";
import { showAtFields } from "./refusal.ts";

export interface ResourceFormProps<I extends FieldValues, O> {
  title: string;
  schema: z.ZodType<O, I>;
  /** What the fields hold at first. */
  values: DefaultValues<I>;
  /** The fields, from `fields.tsx`. */
  children: ReactNode;
  /** Sends what the schema gave. What it throws is shown; when it returns, the form closes. */
  submit: (body: O) => Promise<unknown>;
  /** Refuses what no schema can know, with the sentence to show. */
  check?: () => string | undefined;
  /** There is more to lose than the fields tell, as a file on its way. */
  unsaved?: boolean;
  onClose: () => void;
  action?: string;
  width?: 34 | 50 | 52;
  /** Said of a failure that says nothing itself. */
  fallback?: string;
}

/** Shown as long as it is rendered; give it a `key` for each thing it edits. */
export function ResourceForm<I extends FieldValues, O>(props: ResourceFormProps<I, O>) {
  const { title, schema, values, children, submit, check, unsaved = false, onClose, action = "Lưu" } = props;
  const { width = 34, fallback } = props;
  const form = useForm<I, unknown, O>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: values,
    mode: "onTouched",
  });
  const id = useId();
  const [failure, setFailure] = useState<string>();
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) said.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  const { isSubmitting, isDirty } = useFormState({ control: form.control });
  const confirmLeaving = useLeaveGuard((isDirty || unsaved) && !isSubmitting);
  const close = async () => {
    if (!isSubmitting && (await confirmLeaving())) onClose();
  };

  const send: SubmitHandler<O & FieldValues> = async (body) => {
    setFailure(undefined);
    const refused = check?.();
    if (refused) return setFailure(refused);
    try {
      await submit(body as O);
      form.reset(undefined, { keepValues: true });
      onClose();
    } catch (error) {
      if (!showAtFields(form, error)) setFailure(sentenceOf(error, fallback));
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
          <div ref={said} className="form__said">
            {failure && <Banner kind="danger">{failure}</Banner>}
          </div>
          {children}
        </form>
      </FormProvider>
    </Modal>
  );
}

/**
 * Keeps unsaved changes from being lost: by closing the tab, by going to another page (asks), and through the function it
 * gives, which asks where there is something to lose.
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
  const answerBlocked = useEffectEvent(async () => {
    const leave = await ask();
    if (leave) blocker.proceed?.();
    else blocker.reset?.();
  });
  useEffect(() => {
    if (blocker.state === "blocked") void answerBlocked();
  }, [blocker.state]);
  return () => (unsaved ? ask() : Promise.resolve(true));
}
