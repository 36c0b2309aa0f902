/**
 * Runs costly reads of visitors, such as searches and renders of pages, a few at a time. Between two of them the event loop serves the
 * requests that are ready: on the embedded database each query holds it until the query ends.
 */
import { ApiError } from "#contract/errors.ts";

/** Runs a costly read once a place is free. @throws ApiError `unavailable` when none is within the limits. */
export type HeavyReads = <T>(read: () => Promise<T>) => Promise<T>;

export interface HeavyReadLimits {
  /** Reads that run at the same time. */
  atOnce?: number;
  /** Reads that may wait for a place. */
  maxWaiting?: number;
  /** Milliseconds that a read may wait. */
  maxWaitMs?: number;
}

export function createHeavyReads({ atOnce = 4, maxWaiting = 200, maxWaitMs = 3000 }: HeavyReadLimits = {}): HeavyReads {
  /** Starts the reads that wait, oldest first. */
  const waiting = new Set<() => void>();
  let running = 0;

  function place(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.size >= maxWaiting) return Promise.reject(new ApiError("unavailable"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new ApiError("unavailable"));
      }, maxWaitMs);
      function start() {
        clearTimeout(timer);
        resolve();
      }
      waiting.add(start);
    });
  }

  function release(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (read) => {
    await place();
    try {
      return await read();
    } finally {
      // Not at once: the requests that have arrived meanwhile come first.
      setImmediate(release);
    }
  };
}
