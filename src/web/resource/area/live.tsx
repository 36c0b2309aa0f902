/** Changes of data, as the server announces them: one stream for each open back office, for all lists in it. */
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from "react";
import { isApiError } from "#contract/errors.ts";
import type { LiveTopic } from "#contract/live.ts";
import { listen } from "../../lib/events.ts";
import { useArea } from "./area.ts";

type Listener = (changed: readonly LiveTopic[]) => void;

/** Outside of a provider nothing is announced. */
const LiveContext = createContext<Set<Listener>>(new Set());

/** Milliseconds in which several changes are one: the server announces at most one in a second. */
const windowMs = 1500;

/**
 * Reads the area's stream of changes. A hidden tab reads nothing; once it is visible again, it first receives the topics that
 * changed meanwhile.
 * @param onSignedOut called when the server does not know the token any more
 */
export function LiveProvider({ onSignedOut, children }: { onSignedOut: () => void; children: ReactNode }) {
  const { kind, changes } = useArea();
  const [listeners] = useState(() => new Set<Listener>());
  const signOut = useEffectEvent(onSignedOut);

  useEffect(() => {
    if (!changes) return;
    let lastEventId: string | undefined;
    let stream: AbortController | undefined;

    const stop = () => {
      stream?.abort();
      stream = undefined;
    };
    const start = async () => {
      stream = new AbortController();
      const { signal } = stream;
      const onEvent = ({ topics }: { topics: readonly LiveTopic[] }, id: string | undefined) => {
        lastEventId = id;
        update();
        if (topics.length > 0) for (const listener of listeners) listener(topics);
      };
      try {
        await listen(changes, { as: kind, signal, lastEventId, onEvent } as never);
      } catch (error) {
        // Any other refusal leaves the screens as they are, without news.
        if (!signal.aborted && isApiError(error) && error.status === 401) signOut();
      }
    };
    /** Without an id, a tab that opens hidden would miss what changes until it is visible. */
    const update = () => {
      const isNeeded = document.visibilityState === "visible" || lastEventId === undefined;
      if (!isNeeded) stop();
      else if (!stream) void start();
    };

    update();
    document.addEventListener("visibilitychange", update);
    return () => {
      document.removeEventListener("visibilitychange", update);
      stop();
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
