import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type DraftKey, readSession, writeSession } from "./storage.ts";

/** Reads what was stored of a draft, where it is as it should be. @throws anything for a draft that is none */
type ReadDraft<T> = (stored: Partial<Record<keyof T, unknown>>) => T;

/**
 * What somebody writes, kept for this tab until it is sent.
 * @param key undefined for one that is not kept. @param given what stands there before anything is written, which is no draft.
 */
export function useDraft<T extends object>(key: DraftKey | undefined, given: T, read: ReadDraft<T>) {
  const [changed, setChanged] = useState<T>();
  // Read after hydration: the server's HTML knows no draft.
  const restore = useEffectEvent(() => setChanged(changeOf(key && readDraft(key, read))));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again with another key
  useEffect(() => restore(), [key]);
  const draft = changed ?? given;
  /** Returns a draft, unless it is what stands there anyway. */
  function changeOf(next: T | undefined): T | undefined {
    return JSON.stringify(next) === JSON.stringify(given) ? undefined : next;
  }
  function save(next: T | undefined): void {
    const change = changeOf(next);
    setChanged(change);
    if (key) writeSession(key, change ? JSON.stringify(change) : null);
  }
  return {
    draft,
    isChanged: changed !== undefined,
    change: (fields: Partial<T>) => save({ ...draft, ...fields }),
    forget: () => save(undefined),
  };
}

/** Returns the ref of a folded form, which opens while it holds a draft, and what folds it and leads the focus back to its summary. */
export function useOpenFold(hasDraft: boolean) {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (hasDraft && fold.current) fold.current.open = true;
  }, [hasDraft]);
  function close(): void {
    if (!fold.current) return;
    fold.current.open = false;
    fold.current.querySelector("summary")?.focus();
  }
  return [fold, close] as const;
}

/** Reads drafts that hold nothing but texts. @param given the texts where none is stored */
export function readTexts<T extends Record<string, string>>(given: T): ReadDraft<T> {
  return (stored) =>
    Object.fromEntries(
      Object.entries(given).map(([name, text]) => [name, typeof stored[name] === "string" ? stored[name] : text]),
    ) as T;
}

function readDraft<T extends object>(key: DraftKey, read: ReadDraft<T>): T | undefined {
  try {
    const stored: unknown = JSON.parse(readSession(key) ?? "null");
    return typeof stored === "object" && stored !== null ? read(stored) : undefined;
  } catch {
    return undefined;
  }
}
