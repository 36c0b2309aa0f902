/** The browser's local storage. Where it is blocked (private windows, cookie settings), reads return null and writes do nothing. */

export type StorageKey =
  | "darkMode"
  | "userToken"
  | "adminToken"
  | "staffToken"
  | "staffInfo"
  | "orders"
  | "premiumNotice"
  | `list:${string}`;

export function readStored(key: StorageKey): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    return;
  }
}

/**
 * Calls back when another tab changes the value, and when the page returns from the back/forward cache, where it receives no
 * storage events. Returns a function that removes the listeners.
 */
export function onStorageChange(key: StorageKey, callback: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) callback();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) callback();
  };
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onPageShow);
  };
}
