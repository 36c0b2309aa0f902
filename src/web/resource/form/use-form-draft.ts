/** The draft of a form: its changed fields, kept for when the session ends or the page is loaded anew, and put back then. */
import { useEffectEvent, useLayoutEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { useLoadedAccount } from "../area/session.ts";
import { registerForm, storeDraft, takeDraft } from "./drafts.ts";
import { type FieldLabel, secretText } from "./field-labels.ts";
import { isSame, leavesOf } from "./merge.ts";
import type { PendingTexts } from "./pending-text.tsx";
import type { FormRecord } from "./use-form-record.ts";

interface Draft {
  values: [string, unknown][];
  /** The values that they were changed from. */
  base: [string, unknown][];
  version: string | undefined;
}

interface DraftOptions<I extends FieldValues, O> {
  /** Name of the form on its screen; without one no draft is kept. */
  name: string | undefined;
  form: UseFormReturn<I, unknown, O>;
  record: FormRecord<I>;
  pending: PendingTexts;
  isUnsaved: boolean;
  labels: ReadonlyMap<string, FieldLabel>;
}

export interface FormDraft {
  /** Whether the form's values are those of a draft. */
  isRestored: boolean;
  /** Ends that, once they are saved. */
  endRestored: () => void;
  /** Keeps the changes of now in the tab. */
  store: () => void;
}

/** Puts back the draft of a form, and keeps one while there is something changed. */
export function useFormDraft<I extends FieldValues, O>({
  name,
  form,
  record: { savedValues, seenVersion, setSeenVersion },
  pending: { isPending, flush },
  isUnsaved,
  labels,
}: DraftOptions<I, O>): FormDraft {
  const { pathname } = useLocation();
  const account = useLoadedAccount();
  const [isRestored, setIsRestored] = useState(false);
  const isChanged = form.formState.isDirty || isPending;

  const draftNow = () => draftOf(savedValues(), form.getValues(), seenVersion());
  /** Secrets are not kept. */
  function store(): void {
    if (name === undefined || account === undefined) return;
    const { values: changed, ...rest } = draftNow();
    const isOpen = ([field]: [string, unknown]) => labels.get(field)?.textOf !== secretText;
    storeDraft(pathname, name, account, { ...rest, values: changed.filter(isOpen), base: rest.base.filter(isOpen) });
  }

  const restore = useEffectEvent(() => {
    // A text that was typed before the account was known is newer.
    if (name === undefined || isUnsaved) return;
    const draft = takeDraft(pathname, name, account);
    if (!isDraft(draft)) return;
    // The version as well: what somebody else changed meanwhile is merged when the form is saved.
    setSeenVersion(draft.version);
    form.reset(withLeaves(form.getValues(), draft.base), { keepFieldsRef: true });
    form.reset(withLeaves(form.getValues(), draft.values), { keepDefaultValues: true, keepFieldsRef: true });
    setIsRestored(true);
  });
  useLayoutEffect(() => restore(), [form, pathname, name, account]);

  const onRegister = useEffectEvent(store);
  const read = useEffectEvent(() => {
    flush();
    return draftNow();
  });
  useLayoutEffect(() => {
    if (name === undefined || !isChanged) return;
    const end = registerForm(pathname, name, () => read());
    onRegister();
    return end;
  }, [pathname, name, isChanged, account]);

  return { isRestored, endRestored: () => setIsRestored(false), store };
}

function isDraft(draft: unknown): draft is Draft {
  const isLeaves = (leaves: unknown) =>
    Array.isArray(leaves) && leaves.every((leaf) => Array.isArray(leaf) && typeof leaf[0] === "string");
  return isObject(draft) && isLeaves(draft.values) && isLeaves(draft.base);
}

function draftOf(base: object, values: object, version: string | undefined): Draft {
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
