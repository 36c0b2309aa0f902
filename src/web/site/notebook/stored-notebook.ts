/** The part of a user's notebook on this device: the words that are due, so that a session goes on without a connection. */
import type { DueCounts, NotebookWord, ReviewCard } from "#contract/notebook.ts";
import { readStored, writeStored } from "../../lib/storage.ts";

export interface StoredCard {
  word: NotebookWord;
  /** Null for a word that was answered without a connection, until the server has told. */
  next: ReviewCard["next"] | null;
  /** The moment from which `next` counts, in epoch milliseconds of the server's clock. */
  asOf: number;
  /** When it is due, in epoch milliseconds of this device's clock. */
  due: number;
}

export interface StoredNotebook {
  counts: DueCounts;
  /** The words of the session, in their order. */
  cards: StoredCard[];
  /** Milliseconds by which the server's clock was ahead of this device's. */
  offset: number;
}

/** @returns undefined for a user who has not used the notebook on this device */
export function readNotebook(userId: number): StoredNotebook | undefined {
  try {
    const stored = JSON.parse(readStored(`notebook:${userId}`) ?? "null") as Partial<StoredNotebook> | null;
    if (!stored?.counts || !Array.isArray(stored.cards)) return undefined;
    return { counts: stored.counts, cards: stored.cards, offset: stored.offset ?? 0 };
  } catch {
    return undefined;
  }
}

/** Changes what is stored, and tells the header: its count, and the place for one before the first word. */
export function writeNotebook(userId: number, change: Partial<StoredNotebook>): void {
  const { counts, cards = [], offset = 0 } = { ...readNotebook(userId), ...change };
  if (!counts) return;
  writeStored(`notebook:${userId}`, JSON.stringify({ counts, cards, offset } satisfies StoredNotebook));
  window.dispatchEvent(new Event("notebook"));
}

export function onNotebookChange(listener: () => void): () => void {
  window.addEventListener("notebook", listener);
  return () => window.removeEventListener("notebook", listener);
}
