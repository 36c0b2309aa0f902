/** Changes of data, as the server announces them: one stream for all lists of a back office. */
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import { LiveTopic } from "#contract/live.ts";
import { listen } from "../../lib/events.ts";
import { useArea } from "./area.ts";
import { openSharedStream } from "./shared-stream.ts";

type Listener = (changed: readonly LiveTopic[]) => void;

/** Outside of a provider nothing is announced. */
const LiveContext = createContext<Set<Listener>>(new Set());

/** Milliseconds in which several changes are one: the server announces at most one in a second. */
const windowMs = 1500;

/**
 * Reads the area's stream of changes, once for all tabs. A hidden tab calls nobody; once it is visible again, its lists first receive
 * the topics that changed meanwhile.
 * @param onSignedOut called when the server does not know the token any more
 */
export function LiveProvider({ onSignedOut, children }: { onSignedOut: () => void; children: ReactNode }) {
  const { kind, changes } = useArea();
  const [listeners] = useState(() => new Set<Listener>());
  const signOut = useEffectEvent(onSignedOut);

  useEffect(() => {
    if (!changes) return;
    const changed = new Set<LiveTopic>();
    const add = (topics: readonly LiveTopic[]) => {
      for (const topic of topics) changed.add(topic);
      update();
    };
    const stream = openSharedStream<{ topics: readonly LiveTopic[] }>({
      name: changes,
      read: (lastEventId, signal, onEvent) =>
        listen(changes, { as: kind, signal, lastEventId, onEvent } as Parameters<typeof listen<typeof changes>>[1]),
      onEvent: (event) => add(event?.topics ?? []),
      onGap: () => add(LiveTopic.options),
      onRefused: (error) => {
        // Any other refusal leaves the screens as they are, without news.
        if (isApiError(error) && error.status === 401) signOut();
      },
    });
    const update = () => {
      const isVisible = document.visibilityState === "visible";
      // Without an id, a tab that opens hidden would miss what changes until it is visible.
      stream.setReading(isVisible || !stream.hasId());
      if (!isVisible || changed.size === 0) return;
      const topics = [...changed];
      changed.clear();
      for (const listener of listeners) listener(topics);
    };

    update();
    document.addEventListener("visibilitychange", update);
    return () => {
      document.removeEventListener("visibilitychange", update);
      stream.close();
    };
  }, [kind, changes, listeners]);

  return <LiveContext value={listeners}>{children}</LiveContext>;
}

/** Calls `onChange` after one of the topics has changed; several changes within a short time are one call. */
export function useLiveTopics(topics: readonly LiveTopic[], onChange: () => void): void {
  const listeners = useContext(LiveContext);
  const isOwnTopic = useEffectEvent((topic: LiveTopic) => topics.includes(topic));
  const change = useEffectEvent(onChange);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener: Listener = (changed) => {
      if (!changed.some((topic) => isOwnTopic(topic))) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        change();
      }, windowMs);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      clearTimeout(timer);
    };
  }, [listeners]);
}
