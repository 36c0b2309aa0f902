import { useSyncExternalStore } from "react";

interface PageValue<T> {
  now: () => T;
  set: (next: T) => void;
  /** Hook: the value, on the server and while its page is hydrated the first one. */
  use: () => T;
}

/** Makes a value of the page that modules set and components show. */
export function pageValue<T>(first: T): PageValue<T> {
  const listeners = new Set<() => void>();
  let value = first;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const now = () => value;
  return {
    now,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, now, () => first),
  };
}
