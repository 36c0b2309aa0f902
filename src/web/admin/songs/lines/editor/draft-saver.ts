/**
 * Saves the lines of a song as a draft by itself. What is not saved yet is kept on the device until the server has it, so that nothing is lost
 * by a reload, a closed tab or a lost connection.
 */
import { isApiError } from "#contract/errors.ts";
import type { LineDocument } from "#contract/lyrics/document.ts";
import { type EditedLines, LinesDocumentBody } from "#contract/song-lines.ts";

export interface DraftState {
  /** `waiting`: not sent yet; `failed`: is sent again; `refused`: waits for a change; `stale`: somebody else has saved. */
  status: "saved" | "waiting" | "saving" | "failed" | "refused" | "stale";
  /** Of the last failure. */
  error?: unknown;
  /** The lines that somebody else has saved meanwhile. */
  theirs?: EditedLines;
  /** Whether the device keeps what is not saved; its storage may be blocked or full. */
  isKept: boolean;
}

interface SaverDeps {
  /** The lines as read when the editor was opened. */
  opened: EditedLines;
  /** The edited lines, which the device may have kept. */
  document: LineDocument;
  /** @throws ApiError */
  send: (document: LineDocument, version: string) => Promise<EditedLines>;
  /** Keeps a text on the device, or nothing. Returns whether it is kept. */
  keep: (text: string | null) => boolean;
  /** Told of each reply. */
  onSaved: (reply: EditedLines) => void;
}

/** Milliseconds without a change until what was changed is sent, and the longest that it waits during changes. */
const quietMs = 1200;
const longestMs = 8000;
const keepMs = 250;
const retryMs = [3000, 10_000, 30_000];

export type DraftSaver = ReturnType<typeof createDraftSaver>;

export function createDraftSaver({ opened, document, send, keep, onSaved }: SaverDeps) {
  const listeners = new Set<() => void>();
  let latest = document;
  /** The lines that the server has. */
  let saved = opened.document;
  let version = opened.version;
  let state: DraftState = { status: "saved", isKept: true };
  let sending: Promise<void> | undefined;
  let waitsSince: number | undefined;
  let failures = 0;
  let isStopped = false;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  function set(change: Partial<DraftState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function keepNow(): void {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    const isDone = latest === saved;
    const isKept = keep(isDone ? null : JSON.stringify({ version, document: latest })) || isDone;
    if (isKept !== state.isKept) set({ isKept });
  }

  function sendIn(ms: number): void {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(() => void saveNow(), ms);
  }

  function acknowledge(reply: EditedLines, sent: LineDocument): void {
    version = reply.version;
    // Lines without a text were not sent: the device goes on keeping them.
    saved = withoutBlank(sent) === sent ? sent : { ...sent };
    failures = 0;
    onSaved(reply);
  }

  async function sendLatest(): Promise<void> {
    const sent = latest;
    waitsSince = undefined;
    set({ status: "saving" });
    try {
      acknowledge(await send(withoutBlank(sent), version), sent);
      settle(sent);
    } catch (error) {
      fail(error, sent);
    }
    keepNow();
  }

  /** After a reply: what was changed meanwhile waits for its turn. */
  function settle(sent: LineDocument): void {
    if (latest === sent) set({ status: "saved", error: undefined, theirs: undefined });
    else wait();
  }

  function fail(error: unknown, sent: LineDocument): void {
    const stale = isApiError(error) ? error.stale : undefined;
    const theirs = stale?.current as EditedLines | undefined;
    if (theirs) {
      // The reply to an earlier attempt was lost.
      if (!isSame(theirs.document, asStored(sent))) return set({ status: "stale", error, theirs });
      acknowledge(theirs, sent);
      return settle(sent);
    }
    if (isApiError(error) && error.status < 500 && error.code !== "rate_limited") {
      set({ status: "refused", error });
      if (latest !== sent) wait();
      return;
    }
    set({ status: "failed", error });
    if (!isStopped) sendIn(retryMs[Math.min(failures++, retryMs.length - 1)] ?? 0);
  }

  function wait(): void {
    waitsSince ??= Date.now();
    if (state.status !== "waiting") set({ status: "waiting" });
    sendIn(Math.max(0, Math.min(quietMs, waitsSince + longestMs - Date.now())));
  }

  /** Sends what is not saved. Resolves to whether all is saved. */
  async function saveNow(): Promise<boolean> {
    clearTimeout(saveTimer);
    if (sending) {
      await sending;
      return saveNow();
    }
    if (latest === saved || state.status === "stale") return latest === saved;
    sending = sendLatest().finally(() => {
      sending = undefined;
    });
    await sending;
    return state.status === "saved";
  }

  function change(next: LineDocument): void {
    if (next === latest) return;
    latest = next;
    keepTimer ??= setTimeout(keepNow, keepMs);
    if (state.status === "stale" || sending) return;
    if (latest !== saved) return wait();
    clearTimeout(saveTimer);
    waitsSince = undefined;
    set({ status: "saved", error: undefined });
  }

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(): void {
      isStopped = false;
      if (latest !== saved && state.status === "saved") wait();
    },
    change,
    saveNow,
    /** The version that the next change is made in. */
    version: () => version,
    /** Keeps on the device what is not saved, at once. */
    keepNow,
    /** The lines saved otherwise, such as by publishing. */
    acknowledge(reply: EditedLines, sent: LineDocument): void {
      acknowledge(reply, sent);
      settle(sent);
      keepNow();
    },
    /** Tells that somebody else has saved. */
    refuse(error: unknown): void {
      fail(error, latest);
    },
    /** Saves over what somebody else has saved. */
    overwrite(): Promise<boolean> {
      if (state.theirs) version = state.theirs.version;
      set({ status: "waiting", theirs: undefined, error: undefined });
      keepNow();
      return saveNow();
    },
    /** Goes on with what somebody else has saved. */
    take(theirs: EditedLines): void {
      latest = theirs.document;
      saved = theirs.document;
      version = theirs.version;
      set({ status: "saved", theirs: undefined, error: undefined });
      keepNow();
    },
    /** Sends what is not saved once more, and stops. */
    stop(): void {
      isStopped = true;
      keepNow();
      void saveNow();
    },
  };
}

/** Returns what the device has kept of a song's lines, and the version in which it was made; undefined for nothing that can be used. */
export function keptLines(text: string | null): { version: string; document: LineDocument } | undefined {
  if (text === null) return undefined;
  try {
    const { version, document } = JSON.parse(text) as { version: unknown; document: LineDocument };
    const { data } = LinesDocumentBody.safeParse(withoutBlank(document));
    return typeof version === "string" && data ? { version, document: { ...data, lines: document.lines } } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the document without lines that have no text yet; the same one where all have. */
export function withoutBlank(document: LineDocument): LineDocument {
  const lines = document.lines.filter(({ text }) => text.trim() !== "");
  return lines.length === document.lines.length ? document : { ...document, lines };
}

/** Returns the document as the server stores it, which cleans its texts. */
function asStored(document: LineDocument): LineDocument {
  const sent = withoutBlank(document);
  return LinesDocumentBody.safeParse(sent).data ?? sent;
}

export function isSame(one: LineDocument, other: LineDocument): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
