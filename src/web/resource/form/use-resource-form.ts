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
import { isApiError, type Stale } from "#contract/errors.ts";
import { useLoadedAccount } from "../area/session.ts";
import { useToast } from "../controls/toast.tsx";
import { errorMessage } from "../data/queries.ts";
import type { Choices } from "./conflict-dialog.tsx";
import { registerForm, storeDraft, takeDraft } from "./drafts.ts";
import { focusFirstError, setFieldErrors } from "./field-errors.ts";
import { type FieldLabel, secretText } from "./field-labels.ts";
import { type FormUploads, useUploadsOf } from "./form-uploads.tsx";
import { useLeaveGuardContext } from "./leave-guard.tsx";
import { type Clash, isSame, leavesOf, merge } from "./merge.ts";
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

/** Fields that were changed here and by somebody else, while the question about them is open. */
export interface Conflict {
  clashes: readonly Clash[];
  changedBy: string | undefined;
  /** @param choices undefined to go back to the form */
  answer: (choices: Choices | undefined) => void;
}

/** The changed fields of a form when the session ended, or its page. */
interface FormDraft {
  values: [string, unknown][];
  /** The values that they were changed from. */
  base: [string, unknown][];
  version: string | undefined;
}

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
  const { pathname } = useLocation();
  const account = useLoadedAccount();
  const guard = useLeaveGuardContext();
  const form = useForm<I, unknown, O>({
    resolver: zodResolver(schema as never) as never,
    defaultValues: values,
    mode: "onSubmit",
    reValidateMode: "onChange",
    shouldFocusError: false,
  });
  // The same form, for fields that are known by name alone.
  const fields = form as unknown as UseFormReturn;
  const pending = usePendingTexts();
  const uploads = useUploadsOf(form);
  const [isBusy, setIsBusy] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [isRestored, setIsRestored] = useState(false);
  const [failures, setFailures] = useState(0);
  const [conflict, setConflict] = useState<Conflict>();
  const [labels] = useState(() => new Map<string, FieldLabel>());
  const toast = useToast();
  const isSending = useRef(false);
  /** Version of the record that the changes are made in. */
  const seen = useRef(version);
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

  // oxlint-disable-next-line no-underscore-dangle -- `formState` has the saved values of the last render, not those of now
  const savedValues = useCallback(() => form.control._defaultValues as unknown as I, [form]);
  const draftNow = useCallback(() => draftOf(savedValues(), form.getValues(), seen.current), [form, savedValues]);
  /** Keeps the changes in the tab, but for secrets. */
  const store = useEffectEvent(() => {
    if (name === undefined || account === undefined) return;
    const { values: changed, ...rest } = draftNow();
    const isOpen = ([field]: [string, unknown]) => labels.get(field)?.textOf !== secretText;
    storeDraft(pathname, name, account, { ...rest, values: changed.filter(isOpen), base: rest.base.filter(isOpen) });
  });

  const clearSuccess = () => setNotice((shown) => (shown?.kind === "success" ? undefined : shown));
  const onChange = useEffectEvent((change: { name?: string; isDirty?: boolean }) => {
    // At once: the tab may close before the next render, and a saved form may leave the page.
    setGuarded(change.isDirty === true || pending.isPending || uploads.isBusy);
    if (change.name !== undefined) clearSuccess();
    if (change.isDirty === true) store();
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

  const restore = useEffectEvent(() => {
    // A text that was typed before the account was known is newer.
    if (name === undefined || isUnsaved) return;
    const draft = takeDraft(pathname, name, account);
    if (!isFormDraft(draft)) return;
    // The version as well: what somebody else changed meanwhile is merged when the form is saved.
    seen.current = draft.version;
    form.reset(withLeaves(form.getValues(), draft.base), { keepFieldsRef: true });
    form.reset(withLeaves(form.getValues(), draft.values), { keepDefaultValues: true, keepFieldsRef: true });
    setIsRestored(true);
  });
  useLayoutEffect(() => restore(), [form, pathname, name, account]);
  const isDraft = isDirty || pending.isPending;
  const { flush } = pending;
  useLayoutEffect(() => {
    if (name === undefined || !isDraft) return;
    const end = registerForm(pathname, name, () => {
      flush();
      return draftNow();
    });
    store();
    return end;
  }, [flush, pathname, name, isDraft, draftNow, account]);

  /** Takes over newer values of the record where they were not changed here. Returns the fields that were changed here and there. */
  function follow(newer: object): Clash[] {
    const merged = merge(savedValues(), form.getValues(), newer);
    for (const [field, value] of merged.follow) fields.resetField(field, { defaultValue: value });
    return merged.clashes;
  }

  const onVersion = useEffectEvent((next: string | undefined) => {
    if (next === seen.current) return;
    // With a clash the save is to be refused, so that the question is asked.
    if (follow(values).length === 0) seen.current = next;
  });
  const isFirst = useRef(true);
  useEffect(() => {
    // The first values are the form's own, or those of a draft.
    if (isFirst.current) isFirst.current = false;
    else onVersion(version);
  }, [version]);

  /** Merges the form with the record as somebody else saved it. Returns false when the question about it was declined. */
  async function mergeWith({ current, changedBy }: Stale, newer: object): Promise<boolean> {
    const clashes = follow(newer);
    if (clashes.length > 0) {
      const choices = await new Promise<Choices | undefined>((answer) => setConflict({ clashes, changedBy, answer }));
      setConflict(undefined);
      if (!choices) return false;
      for (const { name: field, mine, theirs } of clashes) {
        fields.resetField(field, { defaultValue: theirs });
        if (choices.get(field) === "mine") fields.setValue(field, mine, { shouldDirty: true });
      }
    }
    seen.current = (current as { version?: string }).version;
    return true;
  }

  // After the render that shows the errors.
  useEffect(() => {
    if (failures > 0 && ref.current) focusFirstError(ref.current);
  }, [failures, ref]);

  async function send(run: Send<I, O>): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    setNotice(undefined);
    let outcome: "failed" | "merged" | "sent" = "failed";
    let merged: string | undefined;
    const onValid = async (body: O) => {
      if (uploads.refuse()) return;
      const message = validate?.();
      if (message) return setNotice({ kind: "danger", content: message });
      const sent = structuredClone(form.getValues());
      try {
        const onSaved = (saved?: I | ((values: I) => I), newVersion?: string) => {
          uploads.commit(body as object);
          markSaved(sent, typeof saved === "function" ? saved(sent) : saved, newVersion);
        };
        setNotice(await run(body, onSaved, changedIn(body)));
        outcome = "sent";
      } catch (error) {
        const stale = isApiError(error) && valuesOf ? error.stale : undefined;
        if (stale && valuesOf) {
          if (await mergeWith(stale, valuesOf(stale.current))) {
            outcome = "merged";
            merged = stale.changedBy ?? "một lần lưu khác";
          } else setNotice({ kind: "danger", content: errorMessage(error) });
        } else if (!setFieldErrors(form, error)) setNotice({ kind: "danger", content: errorMessage(error, fallback) });
      }
    };
    try {
      do {
        outcome = "failed";
        const valid = pending.flush() ? onValid : () => undefined;
        await form.handleSubmit(valid as never, () => void uploads.refuse())();
      } while ((outcome as string) === "merged");
    } finally {
      isSending.current = false;
      setIsBusy(false);
      if ((outcome as string) !== "sent") setFailures((count) => count + 1);
      else if (merged !== undefined) toast(`Đã lưu, và giữ cả thay đổi của ${merged}`);
    }
  }

  /** Returns the fields of a body that differ from the saved values. */
  function changedIn(body: O): Changed<O> {
    const saved = schema.safeParse(savedValues()).data as Record<string, unknown> | undefined;
    const isChanged = ([field, value]: [string, unknown]) =>
      // Saved values that the schema refuses are compared as the form has them.
      saved
        ? !isSame(value, saved[field])
        : !isSame(form.getValues()[field], savedValues()[field]) || !(field in savedValues());
    return Object.fromEntries([
      ...Object.entries(body as object).filter(isChanged),
      ...(seen.current === undefined ? [] : [["version", seen.current]]),
    ]) as Changed<O>;
  }

  async function save(): Promise<void> {
    if (isSending.current) return;
    setIsSaving(true);
    await send(submit);
    setIsSaving(false);
  }

  function markSaved(sent: I, saved: I | undefined, newVersion: string | undefined): void {
    setIsRestored(false);
    if (newVersion !== undefined) seen.current = newVersion;
    if (!saved) return form.reset(form.getValues(), { keepFieldsRef: true });
    const changed = Object.entries(form.getValues()).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field]),
    );
    form.reset(saved, { keepFieldsRef: true });
    for (const [field, value] of changed) fields.setValue(field, value, { shouldDirty: true });
  }

  useSaveKeys(ref, () => void save());
  const confirmLeaving = () => (isUnsaved ? guard.ask() : Promise.resolve(true));
  return {
    form,
    pending,
    uploads,
    isBusy,
    isSaving,
    notice,
    setNotice,
    isRestored,
    conflict,
    labels,
    save,
    send,
    isUnsaved,
    confirmLeaving,
  };
}

function isFormDraft(draft: unknown): draft is FormDraft {
  const isLeaves = (leaves: unknown) =>
    Array.isArray(leaves) && leaves.every((leaf) => Array.isArray(leaf) && typeof leaf[0] === "string");
  return isObject(draft) && isLeaves(draft.values) && isLeaves(draft.base);
}

function draftOf(base: object, values: object, version: string | undefined): FormDraft {
  const before = leavesOf(base);
  const changed = [...leavesOf(values)].filter(([name, value]) => !isSame(value, before.get(name)));
  return { values: changed, base: changed.map(([name]) => [name, before.get(name)]), version };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Returns values with some of their fields, named by their paths, set to others. */
function withLeaves<T extends object>(values: T, leaves: readonly [string, unknown][]): T {
  const copy = structuredClone(values);
  for (const [path, value] of leaves) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let holder: unknown = copy;
    for (const name of names) holder = isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
    // A draft may be of an older version of the form.
    if (isObject(holder)) holder[last] = value;
  }
  return copy;
}
