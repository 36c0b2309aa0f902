import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { valuesOf } from "../lib/form-values.ts";
import { type Draft, type DraftKey, readDraft, textsOf, writeDraft } from "./form-draft.ts";

interface DraftState<Name extends string> {
  draft: Draft<Name>;
  /** Whether texts come from before the page was loaded or the form was opened. */
  isRestored: boolean;
  setDraft: (change: (draft: Draft<Name>) => Draft<Name>) => void;
  clear: () => void;
}

/**
 * Keeps what is typed until it is cleared. Texts that were typed before hydration are part of it.
 * @param names of the fields; the same array at each render
 * @param form the server's form, for one that the server renders
 */
export function useFormDraft<Name extends string>(
  key: DraftKey,
  names: readonly Name[],
  form?: RefObject<HTMLFormElement | null>,
): DraftState<Name> {
  // Undefined until hydration, whose HTML knows no draft.
  const [draft, setDraft] = useState<Draft<Name>>();
  const [isRestored, setRestored] = useState(false);
  useLayoutEffect(() => {
    const stored = readDraft(key, names);
    setDraft({ ...stored, typed: { ...stored.typed, ...typedTexts(form?.current, names) } });
    setRestored(Object.values<string | undefined>(stored.typed).some((text) => text?.trim()));
  }, [key, names, form]);
  useEffect(() => {
    if (draft) writeDraft(key, draft);
  }, [key, draft]);
  return {
    draft: draft ?? { typed: {} },
    isRestored,
    setDraft: (change) => setDraft((previous) => change(previous ?? { typed: {} })),
    clear() {
      // At once: the page may have been left.
      writeDraft(key, { typed: {} });
      setDraft({ typed: {} });
      setRestored(false);
    },
  };
}

function typedTexts<Name extends string>(form: HTMLFormElement | null | undefined, names: readonly Name[]) {
  const texts = form ? valuesOf(form) : {};
  return textsOf(names, (name) => texts[name] || undefined);
}
