import { readSession, readStored, writeSession, writeStored } from "../lib/storage.ts";

/** The draft of a request stays on this device, for stories take days; that of an order ends with its tab. */
export type DraftKey = "requestDraft" | "orderDraft";

/** Milliseconds for which a draft stays on this device after its last change. */
const keptFor = 30 * 86_400_000;

export interface Draft<Name extends string> {
  /** The texts that were typed. */
  typed: Partial<Record<Name, string>>;
  /** Name of the chosen file, whose content no browser keeps for a page. */
  fileName?: string;
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

/** Returns the texts of those names that have one. */
export function textsOf<Name extends string>(names: readonly Name[], textOf: (name: Name) => string | undefined) {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const text = textOf(name);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}
