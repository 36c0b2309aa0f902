/** The browser's storage. Where it is blocked (private windows, cookie settings), reads return null and writes do nothing. */

export type StorageKey =
  | "darkMode"
  | "userToken"
  | "adminToken"
  | "adminInfo"
  | "staffToken"
  | "staffInfo"
  | "orders"
  | "premiumNotice"
  | "keys"
  | "requestDraft"
  /** Remarks about the lyrics of a request. */
  | `lyricsRemarks:${number}`
  | "hiddenLyrics"
  | "learnRounds"
  /** How a listener practises the lines of songs. */
  | "lineTrainer"
  /** Lines of a song that the server has not saved yet. */
  | `songLines:${number}`
  /** Milliseconds by which somebody taps late. */
  | "tapLatency"
  /** Songs that were liked and heard without an account. */
  | "ownSongs"
  /** Words that were saved without an account. */
  | "words"
  /** A user's words that are due, and answers that the server does not have yet. */
  | `notebook:${number}`
  | `reviews:${number}`
  /** The message that is being typed in a talk: of a customer, and of an account in a back office. */
  | `talk:${string}`
  | `deskTalk:${DeskKind}:${string}`
  | `list:${string}`
  /** Random id of this browser among the devices of an account, and the number of the account's queue that it has seen last. */
  | "device"
  | `queue:${number}`
  /** Whether songs like the last one follow a list. */
  | "endless"
  | `gift:${string}`;

type DeskKind = "admin" | "staff";

/** Half-written forms: by the number of a request, the address of an order, or the secret of a gift. */
export type DraftKey =
  | `draft:${"changes" | "review"}:${number}`
  | `draft:${"gift" | "premiumGift" | "thanks"}:${string}`;

/** Values of one tab, which end with it. */
export type SessionKey =
  | "orderDraft"
  | "wantedSong"
  /** The list that plays or stands in the dock, for the page that is loaded next. */
  | "playing"
  | DraftKey
  | `idempotencyKey:${"request" | "order"}`
  /** Unsaved changes of an open form of a back office, by its screen and its name. */
  | `formDraft:${string}`;

export function readStored(key: StorageKey): string | null {
  return read("localStorage", key);
}

export function writeStored(key: StorageKey, value: string | null): void {
  write("localStorage", key, value);
}

export function readSession(key: SessionKey): string | null {
  return read("sessionStorage", key);
}

export function writeSession(key: SessionKey, value: string | null): void {
  write("sessionStorage", key, value);
}

/** Forgets all values whose name begins so. */
export function forgetStored(start: "talk:" | "notebook:" | "draft:" | "formDraft:" | `deskTalk:${DeskKind}:`): void {
  try {
    for (const area of [window.localStorage, window.sessionStorage])
      for (const key of Object.keys(area)) if (key.startsWith(start)) area.removeItem(key);
  } catch {
    return;
  }
}

type Area = "localStorage" | "sessionStorage";

function read(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

function write(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
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
