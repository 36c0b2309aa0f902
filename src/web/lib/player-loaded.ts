/** Whether the page has loaded the player: pages that play nothing load neither it nor its dock. */
import { useSyncExternalStore } from "react";

let isLoaded = false;
const listeners = new Set<() => void>();

/** Called by the player's module. */
export function tellPlayerLoaded(): void {
  isLoaded = true;
  for (const listener of listeners) listener();
}

export function useIsPlayerLoaded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLoaded,
    () => false,
  );
}
