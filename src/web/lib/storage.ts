/** The browser's storage. It may be forbidden (private windows, blocked cookies): then nothing is kept, nothing throws. */

export type StorageKey = "darkMode" | "userToken" | "adminToken" | "staffToken";

export function readStored(key: StorageKey): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    return;
  }
}

/**
 * Calls `changed` when another tab changes the value, and when the page comes back from the browser's history, where it
 * heard of nothing. Gives the function that stops it.
 */
export function onStoredElsewhere(key: StorageKey, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  const comeBack = (event: PageTransitionEvent) => {
    if (event.persisted) changed();
  };
  window.addEventListener("storage", listen);
  window.addEventListener("pageshow", comeBack);
  return () => {
    window.removeEventListener("storage", listen);
    window.removeEventListener("pageshow", comeBack);
  };
}
