/**
 * One stream of events for all tabs of a browser: the tab that holds a lock reads it and broadcasts each event to the others. The browser
 * passes the lock on when that tab closes or is hidden. Where there are no locks (a page without https), each tab reads its own stream.
 */

interface Message<T> {
  id: string | undefined;
  data?: T;
  /** The stream began without an id: what a tab with an earlier id has missed is not known. */
  isFresh?: boolean;
}

/** Sent by a new tab, which learns the id of the last event from the reader. */
const hello = "hello";

interface StreamOptions<T> {
  /** The same in all tabs. */
  name: string;
  /** Reads the stream until the signal aborts. @param lastEventId the event after which it begins */
  read: (
    lastEventId: string | undefined,
    signal: AbortSignal,
    onEvent: (data: T, id: string | undefined) => void,
  ) => Promise<void>;
  /** Called in each tab; without data only the id became known. */
  onEvent: (data: T | undefined) => void;
  /** Called when events may have been missed. */
  onGap: () => void;
  /** Called in the reading tab when the server refuses the stream. */
  onRefused: (error: unknown) => void;
}

export interface SharedStream {
  /** Whether this tab knows after which event it would begin. */
  hasId: () => boolean;
  /** Reads the stream, or waits for its turn; or stops both. Events of other tabs arrive in any case. */
  setReading: (isReading: boolean) => void;
  close: () => void;
}

export function openSharedStream<T>({ name, read, onEvent, onGap, onRefused }: StreamOptions<T>): SharedStream {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  const post = (message: Message<T> | typeof hello) => channel.postMessage(message);
  let lastEventId: string | undefined;
  let isLeading = false;
  let turn: AbortController | undefined;

  channel.addEventListener("message", ({ data: message }: MessageEvent<Message<T> | typeof hello>) => {
    if (message === hello) {
      if (isLeading && lastEventId !== undefined) post({ id: lastEventId });
      return;
    }
    if (message.isFresh && lastEventId !== undefined) onGap();
    lastEventId = message.id;
    onEvent(message.data);
  });
  post(hello);

  async function lead(signal: AbortSignal): Promise<void> {
    isLeading = true;
    let isFresh = lastEventId === undefined;
    try {
      await read(lastEventId, signal, (data, id) => {
        if (signal.aborted) return;
        lastEventId = id;
        post({ id, data, isFresh });
        isFresh = false;
        onEvent(data);
      });
    } catch (error) {
      if (!signal.aborted) onRefused(error);
    }
    // A refused reader keeps its turn: the other tabs would be refused as well.
    await aborted(signal);
    isLeading = false;
  }

  function setReading(isReading: boolean): void {
    if (isReading === (turn !== undefined)) return;
    turn?.abort();
    turn = undefined;
    if (!isReading) return;
    turn = new AbortController();
    const { signal } = turn;
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return void lead(signal);
    // Waiting for the lock ends with an error when the tab stops reading.
    locks.request(name, { signal }, () => lead(signal)).catch(() => undefined);
  }

  return {
    hasId: () => lastEventId !== undefined,
    setReading,
    close() {
      setReading(false);
      channel.close();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
