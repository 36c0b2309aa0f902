/** The engine of forms in dialogs and on pages: validation, errors, busy state, leave guard, drafts and keys. */
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { z } from "zod";
import { isApiError } from "#contract/errors.ts";
import { useAreaToast } from "../controls/toast.tsx";
import { errorMessage } from "../data/queries.ts";
import { focusFirstError, setFieldErrors } from "./field-errors.ts";
import type { FieldLabel } from "./field-labels.ts";
import { type FormUploads, useUploadsOf } from "./form-uploads.tsx";
import { useLeaveHold } from "./leave-guard.tsx";
import { isSame } from "./merge.ts";
import { type PendingTexts, usePendingTexts } from "./pending-text.tsx";
import { useSaveKeys } from "./save-keys.ts";
import { useFormDraft } from "./use-form-draft.ts";
import { type Conflict, useFormRecord } from "./use-form-record.ts";

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
  /** Version of the record that the values are of. With another one, fields without changes follow the values. */
  version?: string | undefined;
  /** Returns the values of a record that somebody else changed meanwhile, as the 409 of a save holds it. */
  valuesOf?(record: unknown): DefaultValues<I>;
  /** A check besides the schema; returns the error. */
  validate?: () => string | undefined;
  /** The error of a failed request without a message of its own. */
  fallback?: string;
}

/** The fields of a body that were changed, and the version of the record that they were changed in. */
export type Changed<O> = Partial<O> & { version?: string };

/** Returns whether a field was changed. */
export function hasChanges(changed: Changed<unknown>): boolean {
  return Object.keys(changed).some((name) => name !== "version");
}

/**
 * Sends parsed values. Returns a notice to show; an error it throws is shown instead. `markSaved` ends the leave guard, and makes `values`,
 * or what it returns of the sent ones, the values of the form, except where they were changed since they were sent. `changed` holds those of
 * the body that are not saved yet.
 */
type Send<I, O> = (
  body: O,
  markSaved: (values?: I | ((sent: I) => I), version?: string) => void,
  changed: Changed<O>,
) => Promise<Notice | undefined>;

/** The outcome of values that were to be sent: `merged` with those that somebody else saved, they are to be sent anew. */
type Outcome = { kind: "failed" } | { kind: "merged"; changedBy: string } | { kind: "sent" };

export interface ResourceFormState<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  pending: PendingTexts;
  uploads: FormUploads;
  /** Whether values are being sent, by `save` or `send`. */
  isBusy: boolean;
  isSaving: boolean;
  /** Whether something is changed, typed or on its way up. */
  isUnsaved: boolean;
  notice: Notice | undefined;
  setNotice: (notice: Notice | undefined) => void;
  /** Whether the values are those of a draft. */
  isRestored: boolean;
  conflict: Conflict | undefined;
  labels: Map<string, FieldLabel>;
  /** Validates and sends the values, once at a time. */
  save: () => Promise<void>;
  /** Does the same by another function than `save`. */
  send: (send: Send<I, O>) => Promise<void>;
  /** Asks before unsaved changes are lost, and resolves to whether to close. */
  confirmLeaving: () => Promise<boolean>;
}

/** The state of the form `ref`, which calls `save` on its submit event and is within the providers of `form` and `pending`. */
export function useResourceForm<I extends FieldValues, O>(
  { name, schema, values, version, valuesOf, validate, fallback }: ResourceFormOptions<I, O>,
  ref: RefObject<HTMLFormElement | null>,
  submit: Send<I, O>,
): ResourceFormState<I, O> {
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
  const [failures, setFailures] = useState(0);
  const [labels] = useState(() => new Map<string, FieldLabel>());
  const toast = useAreaToast();
  const isSending = useRef(false);
  const isUnsaved = form.formState.isDirty || pending.isPending || uploads.isBusy;
  const leave = useLeaveHold(isUnsaved);
  const record = useFormRecord(form, values, version);
  const draft = useFormDraft({ name, form, record, pending, isUnsaved, labels });

  const clearSuccess = () => setNotice((shown) => (shown?.kind === "success" ? undefined : shown));
  const onChange = useEffectEvent((change: { name?: string; isDirty?: boolean }) => {
    // At once: the tab may close before the next render, and a saved form may leave the page.
    leave.setHeld(change.isDirty === true || pending.isPending || uploads.isBusy);
    if (change.name !== undefined) clearSuccess();
    if (change.isDirty === true) draft.store();
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
    let mergedWith: string | undefined;
    try {
      let outcome = await sendOnce(run);
      while (outcome.kind === "merged") {
        mergedWith = outcome.changedBy;
        outcome = await sendOnce(run);
      }
      isSent = outcome.kind === "sent";
    } finally {
      isSending.current = false;
      setIsBusy(false);
      if (!isSent) setFailures((count) => count + 1);
      else if (mergedWith !== undefined) toast(`Đã lưu, và giữ cả thay đổi của ${mergedWith}`);
    }
  }

  /** Sends the values if they are valid. */
  async function sendOnce(run: Send<I, O>): Promise<Outcome> {
    let outcome: Outcome = { kind: "failed" };
    const isComplete = pending.flush();
    const onValid = async (body: O) => {
      if (isComplete) outcome = await sendValid(run, body);
    };
    await form.handleSubmit(onValid as never, () => void uploads.refuse())();
    return outcome;
  }

  async function sendValid(run: Send<I, O>, body: O): Promise<Outcome> {
    if (uploads.refuse()) return { kind: "failed" };
    const message = validate?.();
    if (message) return refused(message);
    const sent = structuredClone(form.getValues());
    try {
      const onSaved = (saved?: I | ((values: I) => I), newVersion?: string) => {
        uploads.commit(body as object);
        markSaved(sent, typeof saved === "function" ? saved(sent) : saved, newVersion);
      };
      setNotice(await run(body, onSaved, changedIn(body)));
      return { kind: "sent" };
    } catch (error) {
      return onRefusal(error);
    }
  }

  /** Merges what somebody else saved meanwhile, or shows what is wrong. */
  async function onRefusal(error: unknown): Promise<Outcome> {
    const stale = isApiError(error) ? error.stale : undefined;
    if (stale && valuesOf) {
      if (!(await record.mergeWith(stale, valuesOf(stale.current)))) return refused(errorMessage(error));
      return { kind: "merged", changedBy: stale.changedBy ?? "một lần lưu khác" };
    }
    return setFieldErrors(form, error) ? { kind: "failed" } : refused(errorMessage(error, fallback));
  }

  function refused(content: ReactNode): Outcome {
    setNotice({ kind: "danger", content });
    return { kind: "failed" };
  }

  /** Returns the fields of a body that differ from the saved values. */
  function changedIn(body: O): Changed<O> {
    const savedValues = record.savedValues();
    const seenVersion = record.seenVersion();
    const saved = schema.safeParse(savedValues).data as Record<string, unknown> | undefined;
    const isChanged = ([field, value]: [string, unknown]) =>
      // Saved values that the schema refuses are compared as the form has them.
      saved
        ? !isSame(value, saved[field])
        : !isSame(form.getValues()[field], savedValues[field]) || !(field in savedValues);
    return Object.fromEntries([
      ...Object.entries(body as object).filter(isChanged),
      ...(seenVersion === undefined ? [] : [["version", seenVersion]]),
    ]) as Changed<O>;
  }

  async function save(): Promise<void> {
    if (isSending.current) return;
    setIsSaving(true);
    await send(submit);
    setIsSaving(false);
  }

  function markSaved(sent: I, saved: I | undefined, newVersion: string | undefined): void {
    draft.endRestored();
    if (newVersion !== undefined) record.setSeenVersion(newVersion);
    if (!saved) return form.reset(form.getValues(), { keepFieldsRef: true });
    const changed = Object.entries(form.getValues()).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field]),
    );
    form.reset(saved, { keepFieldsRef: true });
    for (const [field, value] of changed) form.setValue(field as Path<I>, value, { shouldDirty: true });
  }

  useSaveKeys(ref, () => void save());
  return {
    form,
    pending,
    uploads,
    isBusy,
    isSaving,
    isUnsaved,
    notice,
    setNotice,
    isRestored: draft.isRestored,
    conflict: record.conflict,
    labels,
    save,
    send,
    confirmLeaving: leave.confirmLeaving,
  };
}
