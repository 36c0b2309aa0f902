import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { readSession, readStored, writeSession, writeStored } from "../lib/storage.ts";
import { valuesOf } from "../lib/use-public-form.ts";

/** That of a request stays on this device, for stories take days; that of an order ends with its tab. */
type DraftKey = "requestDraft" | "orderDraft";

/** Milliseconds for which a draft stays on this device after its last change. */
const keptFor = 30 * 86_400_000;

export interface Draft<Name extends string> {
  /** The texts that were typed. */
  typed: Partial<Record<Name, string>>;
  /** Name of the chosen file, whose content no browser keeps for a page. */
  fileName?: string;
}

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
      store(key, null);
      setDraft({ typed: {} });
      setRestored(false);
    },
  };
}

/** Stores a draft for the next form with this key. */
export function writeDraft<Name extends string>(key: DraftKey, draft: Draft<Name>): void {
  const isEmpty = draft.fileName === undefined && Object.keys(draft.typed).length === 0;
  const kept = key === "requestDraft" ? { ...draft, at: Date.now() } : draft;
  store(key, isEmpty ? null : JSON.stringify(kept));
}

function store(key: DraftKey, text: string | null): void {
  if (key === "requestDraft") writeStored(key, text);
  else writeSession(key, text);
}

/** Returns the stored draft; an empty one where there is none. */
export function readDraft<Name extends string>(key: DraftKey, names: readonly Name[]): Draft<Name> {
  try {
    const text = key === "requestDraft" ? readStored(key) : readSession(key);
    const { typed, fileName, at } = JSON.parse(text ?? "{}") as Partial<Draft<Name>> & { at?: unknown };
    if (key === "requestDraft" && !(typeof at === "number" && Date.now() - at < keptFor)) return { typed: {} };
    return {
      typed: textsOf(names, (name) => (typeof typed?.[name] === "string" ? typed[name] : undefined)),
      ...(typeof fileName === "string" ? { fileName } : {}),
    };
  } catch {
    return { typed: {} };
  }
}

function typedTexts<Name extends string>(form: HTMLFormElement | null | undefined, names: readonly Name[]) {
  const texts = form ? valuesOf(form) : {};
  return textsOf(names, (name) => texts[name] || undefined);
}

function textsOf<Name extends string>(names: readonly Name[], textOf: (name: Name) => string | undefined) {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = textOf(name);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}
