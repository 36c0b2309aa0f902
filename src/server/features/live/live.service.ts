/** Tells which data changed, for screens that show it. */
import { randomBytes } from "node:crypto";
import type { LiveTopic } from "#contract/live.ts";
import type { Changes } from "#server/platform/db/changes.ts";
import type { ServerEvent } from "#server/platform/http/event-streams.ts";

/** Milliseconds between two looks at the versions, which takes microseconds for all streams together. */
const defaultLookMs = 1000;

export interface Live {
  /**
   * Yields the topics that changed. The first event comes at once, with those that changed since the last event that the client saw.
   * @param lastEventId of that event; without one the first event is empty.
   * @param only the topics to tell of; all by default.
   */
  changes(
    signal: AbortSignal,
    lastEventId: string | undefined,
    only?: readonly LiveTopic[],
  ): AsyncGenerator<ServerEvent<{ topics: LiveTopic[] }>>;
}

/**
 * Versions count within one run of the server, so each event's id begins with the run: to a client of another run, or of another process,
 * all topics may have changed.
 * @param topics told of, with the names under which the database announces their changes.
 */
export function createLive(
  changes: Pick<Changes, "version">,
  topics: Readonly<Record<LiveTopic, string>>,
  lookMs = defaultLookMs,
): Live {
  const run = randomBytes(6).toString("base64url");
  const allTopics = Object.keys(topics) as LiveTopic[];
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;

  /** One timer looks for all streams. */
  function nextLook(signal: AbortSignal): Promise<void> {
    timer ??= setInterval(() => {
      for (const listener of listeners) listener();
    }, lookMs).unref();
    return new Promise((resolve) => {
      const done = () => {
        listeners.delete(done);
        signal.removeEventListener("abort", done);
        if (listeners.size === 0) {
          clearInterval(timer);
          timer = undefined;
        }
        resolve();
      };
      listeners.add(done);
      signal.addEventListener("abort", done);
    });
  }

  return {
    async *changes(signal, lastEventId, names = allTopics) {
      const versionsNow = () => names.map((name) => changes.version(topics[name]));
      const [lastRun, ...lastSeen] = lastEventId?.split(".") ?? [run, ...versionsNow().map(String)];
      let seen = lastRun === run ? lastSeen : [];
      for (let isFirst = true; !signal.aborted; isFirst = false) {
        const versions = versionsNow();
        // An unknown version is no change: the line to the database is down, and comes back with another one.
        const topics = names.filter((_, i) => versions[i] !== undefined && String(versions[i]) !== seen[i]);
        seen = versions.map((version, i) => String(version ?? seen[i]));
        if (isFirst || topics.length > 0) yield { id: [run, ...seen].join("."), data: { topics } };
        await nextLook(signal);
      }
    },
  };
}
