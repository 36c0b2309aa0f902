/**
 * The answers of a learner on their way to the server. Each has an id of its own and is kept on this device until the server has it, so that
 * answers given without a connection arrive later, in order and once.
 */
import type { Api } from "#contract/api.ts";
import type { Reply } from "#contract/endpoint.ts";
import { isApiError } from "#contract/errors.ts";
import { maxReviewsSent, type Rating } from "#contract/notebook-rules.ts";
import { call } from "../../lib/api.ts";
import { usePageStore } from "../../lib/page-stores.tsx";
import { readStored, writeStored } from "../../lib/storage.ts";

export interface Review {
  id: string;
  word_id: number;
  rating: Rating;
  /** ISO. */
  reviewed_at: string;
}

/** Takes back an answer that may have reached the server. */
interface Undo {
  undo: string;
}

type Entry = Review | Undo;

export interface SyncState {
  /** Answers, and answers taken back, that the server does not have yet. */
  waiting: number;
  /** The last attempt has failed. */
  isOffline: boolean;
}

export type ReviewsReply = Reply<Api["POST /api/user/word-reviews"]>;
type Cards = Pick<ReviewsReply, "cards" | "counts">;

export interface ReviewSync {
  getState(): SyncState;
  subscribe(listener: () => void): () => void;
  /** Calls back with the words that the server has changed. */
  onReply(listener: (reply: Cards) => void): () => void;
  /** Keeps an answer and begins to send. @returns false when this device holds too many answers that were not sent */
  add(review: Review): boolean;
  /** Takes an answer back. */
  undo(id: string): void;
  /** Ids of the words whose answers are not all with the server. */
  pendingWords(): ReadonlySet<number>;
  /** Sends what is kept; ends when all is sent or an attempt has failed. */
  flush(): Promise<void>;
  /** Sends now, when the connection comes back and when the page is shown again, until the returned function is called. */
  start(): () => void;
}

/** Answers that a device keeps. */
export const mostPending = 2000;
const firstPause = 5000;
const longestPause = 5 * 60_000;

/** Makes the queues of one page: one for each user. */
function createReviewSyncs() {
  const syncs = new Map<number, ReviewSync>();
  return (userId: number): ReviewSync => {
    const sync = syncs.get(userId) ?? createReviewSync(userId);
    syncs.set(userId, sync);
    return sync;
  };
}

/** Returns the one queue of a user in this page. */
export function useReviewSync(userId: number): ReviewSync {
  return usePageStore(createReviewSyncs)(userId);
}

export function createReviewSync(userId: number): ReviewSync {
  const key = `reviews:${userId}` as const;
  const listeners = new Set<() => void>();
  const replyListeners = new Set<(reply: Cards) => void>();
  /** For a browser without storage. */
  let held: Entry[] = [];
  let state: SyncState = { waiting: read().length, isOffline: false };
  let flushing: Promise<void> | undefined;
  let starts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPause;

  /** Other tabs of the same user keep their answers in the same place. */
  function read(): Entry[] {
    const stored = parse(readStored(key));
    const ids = new Set(stored.map((entry) => idOf(entry)));
    return [...stored, ...held.filter((entry) => !ids.has(idOf(entry)))];
  }

  function write(entries: readonly Entry[]): void {
    writeStored(key, entries.length > 0 ? JSON.stringify(entries) : null);
    const stored = new Set(parse(readStored(key)).map((entry) => idOf(entry)));
    held = entries.filter((entry) => !stored.has(idOf(entry)));
    set({});
  }

  function set(change: Partial<SyncState>): void {
    const next = { ...state, ...change, waiting: read().length };
    if (next.waiting === state.waiting && next.isOffline === state.isOffline) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function drop(sent: readonly Entry[]): void {
    const ids = new Set(sent.map((entry) => idOf(entry)));
    write(read().filter((entry) => !ids.has(idOf(entry))));
  }

  async function send(): Promise<void> {
    const token = readStored("userToken");
    for (;;) {
      const entries = read();
      const [first] = entries;
      // After another login the answers wait for their own user.
      if (!first || token === null || readStored("userToken") !== token) return;
      if ("undo" in first) {
        const params = { id: first.undo };
        const reply = await allowing([404], call("DELETE /api/user/word-reviews/{id}", { as: "user", params }));
        drop([first]);
        if (reply) tell({ cards: [reply.data.card], counts: reply.data.counts });
      } else {
        const next = entries.findIndex((entry) => "undo" in entry);
        const batch = entries.slice(0, next < 0 ? undefined : next).slice(0, maxReviewsSent) as Review[];
        await sendReviews(batch);
      }
    }
  }

  async function sendReviews(batch: readonly Review[]): Promise<void> {
    const body = { reviews: [...batch] };
    const reply = await allowing([422], call("POST /api/user/word-reviews", { as: "user", body }));
    if (!reply && batch.length > 1) {
      // One of them is not as the server wants it, and must not hold up the others.
      for (const review of batch) await sendReviews([review]);
      return;
    }
    drop(batch);
    if (reply) tell(reply.data);
  }

  function tell(reply: Cards): void {
    for (const listener of replyListeners) listener(reply);
  }

  function retryLater(): void {
    clearTimeout(timer);
    if (starts === 0) return;
    timer = setTimeout(() => void sync.flush(), pause);
    pause = Math.min(2 * pause, longestPause);
  }

  const sync: ReviewSync = {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onReply(listener) {
      replyListeners.add(listener);
      return () => replyListeners.delete(listener);
    },
    add(review) {
      const entries = read();
      if (entries.length >= mostPending) return false;
      write([...entries, review]);
      void sync.flush();
      return true;
    },
    undo(id) {
      // Not dropped, though it is still here: an attempt without a response may have brought it to the server.
      write([...read(), { undo: id }]);
      void sync.flush();
    },
    pendingWords: () => new Set(read().flatMap((entry) => ("undo" in entry ? [] : [entry.word_id]))),
    flush() {
      clearTimeout(timer);
      flushing ??= send()
        .then(
          () => {
            pause = firstPause;
            set({ isOffline: false });
          },
          () => {
            set({ isOffline: true });
            retryLater();
          },
        )
        .finally(() => {
          flushing = undefined;
        });
      return flushing;
    },
    start() {
      starts++;
      const controller = new AbortController();
      const again = () => {
        if (document.visibilityState === "visible" && read().length > 0) void sync.flush();
      };
      const { signal } = controller;
      window.addEventListener("online", again, { signal });
      document.addEventListener("visibilitychange", again, { signal });
      again();
      return () => {
        starts--;
        if (starts === 0) clearTimeout(timer);
        controller.abort();
      };
    },
  };
  return sync;
}

/** Resolves with undefined for an answer with one of these statuses. */
async function allowing<T>(statuses: readonly number[], reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (isApiError(error) && statuses.includes(error.status)) return undefined;
    throw error;
  }
}

function parse(text: string | null): Entry[] {
  try {
    const entries: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(entries) ? entries.filter((entry) => typeof idOf(entry as Entry) === "string") : [];
  } catch {
    return [];
  }
}

/** An answer and the taking back of it are two entries. */
const idOf = (entry: Entry) => ("undo" in entry ? `undo ${entry.undo}` : entry.id);
