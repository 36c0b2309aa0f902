import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { readSession, writeSession } from "../../lib/storage.ts";
import { valuesOf } from "../accounts/use-field-form.ts";
import { emptyValues, names, textsOf, type Values } from "./fields.ts";

export interface Draft {
  /** The texts that were typed. */
  typed: Partial<Values>;
  /** Name of the chosen file, whose content no browser keeps for a page. */
  fileName?: string;
}

const noDraft: Draft = { typed: {} };

interface DraftState {
  draft: Draft;
  /** Whether texts come from before the page was loaded. */
  isRestored: boolean;
  setDraft: (change: (draft: Draft) => Draft) => void;
  clear: () => void;
}

/**
 * Keeps what is typed for this tab, until it is cleared. Texts that were typed before hydration are part of it.
 * @param form the server's form
 */
export function useDraft(form: RefObject<HTMLFormElement | null>): DraftState {
  // Undefined until hydration, whose HTML knows no draft.
  const [draft, setDraft] = useState<Draft>();
  const [isRestored, setRestored] = useState(false);
  useLayoutEffect(() => {
    const stored = readDraft();
    setDraft({ ...stored, typed: { ...stored.typed, ...typedTexts(form.current) } });
    setRestored(Object.keys(textsOf({ ...emptyValues, ...stored.typed })).length > 0);
  }, [form]);
  useEffect(() => {
    if (draft) writeSession("requestDraft", isEmpty(draft) ? null : JSON.stringify(draft));
  }, [draft]);
  return {
    draft: draft ?? noDraft,
    isRestored,
    setDraft: (change) => setDraft((previous) => change(previous ?? noDraft)),
    clear() {
      // At once: the page may have been left.
      writeSession("requestDraft", null);
      setDraft(noDraft);
      setRestored(false);
    },
  };
}

function isEmpty({ typed, fileName }: Draft): boolean {
  return fileName === undefined && Object.keys(typed).length === 0;
}

function readDraft(): Draft {
  try {
    const { typed, fileName } = JSON.parse(readSession("requestDraft") ?? "{}") as Partial<Draft>;
    const texts = names.flatMap((name) => (typeof typed?.[name] === "string" ? [[name, typed[name]]] : []));
    return { typed: Object.fromEntries(texts), ...(typeof fileName === "string" ? { fileName } : {}) };
  } catch {
    return noDraft;
  }
}

function typedTexts(form: HTMLFormElement | null): Partial<Values> {
  const texts = form ? valuesOf(form) : {};
  return Object.fromEntries(names.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])));
}
