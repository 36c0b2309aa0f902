import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Returns false for the server's page and while it is hydrated, for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
