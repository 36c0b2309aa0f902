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

/** Calls `changed` when another tab changes the value. Gives the function that stops it. */
export function onStoredElsewhere(key: StorageKey, changed: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key || event.key === null) changed();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
