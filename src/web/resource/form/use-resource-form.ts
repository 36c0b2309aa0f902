/** The engine of forms in dialogs and on pages: validation, errors, busy state, leave guard, drafts and keys. */
import { zodResolver } from "@hookform/resolvers/zod";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import { useLocation } from "react-router";
import type { z } from "zod";
import { errorMessage } from "../data/queries.ts";
import { registerForm, takeDraft } from "./drafts.ts";
import { focusFirstError, setFieldErrors } from "./field-errors.ts";
import { type FormUploads, useUploadsOf } from "./form-uploads.tsx";
import { useLeaveGuardContext } from "./leave-guard.tsx";
import { type PendingTexts, usePendingTexts } from "./pending-text.tsx";
import { useSaveKeys } from "./save-keys.ts";

/** Message of a form after it was sent. A success disappears with the next change. */
export interface Notice {
  kind: "success" | "danger";
  content: ReactNode;
}

export interface ResourceFormOptions<I extends FieldValues, O> {
  /** Name of the form on its screen, for its draft: a record's id, `new`, or a fixed word. Without one no draft is kept. */
  name?: string;
  schema: z.ZodType<O, I>;
  values: DefaultValues<I>;
  /** A check besides the schema; returns the error. */
  validate?: () => string | undefined;
  /** The error of a failed request without a message of its own. */
  fallback?: string;
}

/**
 * Sends parsed values. Returns a notice to show; an error it throws is shown instead. `markSaved` ends the leave guard, and makes `values`
 * the values of the form, except where they were changed since they were sent. `changed` holds those of the body that are not saved yet.
 */
type Send<I, O> = (body: O, markSaved: (values?: I) => void, changed: Partial<O>) => Promise<Notice | undefined>;

export interface ResourceFormState<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  pending: PendingTexts;
  uploads: FormUploads;
  /** Whether values are being sent, by `save` or `send`. */
  isBusy: boolean;
  isSaving: boolean;
  notice: Notice | undefined;
  setNotice: (notice: Notice | undefined) => void;
  /** Whether the values are those of a draft. */
  isRestored: boolean;
  /** Validates and sends the values, once at a time. */
  save: () => Promise<void>;
  /** Does the same by another function than `save`. */
  send: (send: Send<I, O>) => Promise<void>;
  /** Asks before unsaved changes are lost, and resolves to whether to close. */
  confirmLeaving: () => Promise<boolean>;
}

/** The state of the form `ref`, which calls `save` on its submit event and is within the providers of `form` and `pending`. */
export function useResourceForm<I extends FieldValues, O>(
  { name, schema, values, validate, fallback }: ResourceFormOptions<I, O>,
  ref: RefObject<HTMLFormElement | null>,
  submit: Send<I, O>,
): ResourceFormState<I, O> {
  const { pathname } = useLocation();
  const guard = useLeaveGuardContext();
  const form = useForm<I, unknown, O>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: values,
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
  });
  const pending = usePendingTexts();
  const uploads = useUploadsOf(form);
  const [isBusy, setIsBusy] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [isRestored, setIsRestored] = useState(false);
  const [failures, setFailures] = useState(0);
  const isSending = useRef(false);
  const { isDirty } = form.formState;
  const isUnsaved = isDirty || pending.isPending || uploads.isBusy;

  const release = useRef<() => void>(undefined);
  const setGuarded = useCallback(
    (isGuarded: boolean) => {
      if (isGuarded === (release.current !== undefined)) return;
      release.current?.();
      release.current = isGuarded ? guard.hold() : undefined;
    },
    [guard],
  );
  useLayoutEffect(() => setGuarded(isUnsaved), [setGuarded, isUnsaved]);
  useLayoutEffect(() => () => setGuarded(false), [setGuarded]);

  const clearSuccess = () => setNotice((shown) => (shown?.kind === "success" ? undefined : shown));
  const onChange = useEffectEvent((change: { name?: string; isDirty?: boolean }) => {
    // At once: the tab may close before the next render, and a saved form may leave the page.
    setGuarded(change.isDirty === true || pending.isPending || uploads.isBusy);
    if (change.name !== undefined) clearSuccess();
  });
  useLayoutEffect(
    () =>
      form.subscribe({
        formState: { isDirty: true, dirtyFields: true, values: true },
        callback: (change) => onChange(change),
      }),
    [form],
  );
  useEffect(() => {
    if (pending.isPending) clearSuccess();
  }, [pending.isPending]);

  useLayoutEffect(() => {
    if (name === undefined) return;
    const draft = takeDraft(pathname, name);
    if (!draft) return;
    form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true, keepFieldsRef: true });
    setIsRestored(true);
  }, [form, pathname, name]);
  const isDraft = isDirty || pending.isPending;
  const { flush } = pending;
  useLayoutEffect(() => {
    if (name === undefined || !isDraft) return;
    return registerForm(pathname, name, () => {
      flush();
      return form.getValues();
    });
  }, [form, flush, pathname, name, isDraft]);

  // After the render that shows the errors.
  useEffect(() => {
    if (failures > 0 && ref.current) focusFirstError(ref.current);
  }, [failures, ref]);

  async function send(run: Send<I, O>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setNotice(undefined);
    let isSent = false;
    const onValid = async (body: O) => {
      if (uploads.refuse()) return;
      const message = validate?.();
      if (message) return setNotice({ kind: "danger", content: message });
      const sent = structuredClone(form.getValues());
      try {
        const onSaved = (saved?: I) => {
          uploads.commit(body as object);
          markSaved(sent, saved);
        };
        setNotice(await run(body, onSaved, changedIn(body)));
        isSent = true;
      } catch (error) {
        if (!setFieldErrors(form, error)) setNotice({ kind: "danger", content: errorMessage(error, fallback) });
      }
    };
    try {
      if (pending.flush()) await form.handleSubmit(onValid as never, () => void uploads.refuse())();
    } finally {
      isSending.current = false;
      setIsBusy(false);
      if (!isSent) setFailures((count) => count + 1);
    }
  }

  function changedIn(body: O): Partial<O> {
    const fields = Object.entries(body as object).filter(([name]) => form.getFieldState(name as never).isDirty);
    return Object.fromEntries(fields) as Partial<O>;
  }

  async function save(): Promise<void> {
    if (isSending.current) return;
    setIsSaving(true);
    await send(submit);
    setIsSaving(false);
  }

  function markSaved(sent: I, saved: I | undefined): void {
    setIsRestored(false);
    if (!saved) return form.reset(form.getValues(), { keepFieldsRef: true });
    const changed = Object.entries(form.getValues()).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field]),
    );
    form.reset(saved, { keepFieldsRef: true });
    for (const [field, value] of changed) form.setValue(field as never, value as never, { shouldDirty: true });
  }

  useSaveKeys(ref, () => void save());
  const confirmLeaving = () => (isUnsaved ? guard.ask() : Promise.resolve(true));
  return { form, pending, uploads, isBusy, isSaving, notice, setNotice, isRestored, save, send, confirmLeaving };
}
