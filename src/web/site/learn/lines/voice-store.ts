/**
 * The listener's own voice, on this device only: one recording for each line of a song. The oldest give way to new ones. Where the browser
 * keeps nothing (private windows, settings), each function rejects.
 */

const databaseName = "ownVoice";
const storeName = "recordings";
/** One of 30 seconds takes a quarter of a megabyte. */
const maxRecordings = 100;

interface StoredRecording {
  /** Song and start of the line. */
  key: string;
  sound: Blob;
  /** Epoch milliseconds. */
  at: number;
}

/** @param start of the line, in milliseconds */
export function recordingKey(songId: number, start: number): string {
  return `${songId}:${start}`;
}

export async function readRecording(key: string): Promise<Blob | undefined> {
  const found = await inStore("readonly", (store) => store.get(key) as IDBRequest<StoredRecording | undefined>);
  return found?.sound;
}

/** Keeps a recording in place of the former one of its line. */
export async function writeRecording(key: string, sound: Blob): Promise<void> {
  await inStore("readwrite", (store) => {
    const request = store.put({ key, sound, at: Date.now() } satisfies StoredRecording);
    request.addEventListener("success", () => {
      const count = store.count();
      count.addEventListener("success", () => dropOldest(store, count.result - maxRecordings));
    });
    return request;
  });
}

export async function removeRecording(key: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(key));
}

export async function removeAllRecordings(): Promise<void> {
  await inStore("readwrite", (store) => store.clear());
}

export function countRecordings(): Promise<number> {
  return inStore("readonly", (store) => store.count());
}

function dropOldest(store: IDBObjectStore, surplus: number): void {
  if (surplus <= 0) return;
  let left = surplus;
  const oldest = store.index("at").openCursor();
  oldest.addEventListener("success", () => {
    const cursor = oldest.result;
    if (!cursor || left === 0) return;
    left--;
    cursor.delete();
    cursor.continue();
  });
}

/** Runs a request, and returns its result once the transaction is done. */
async function inStore<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(storeName, mode);
    const request = run(transaction.objectStore(storeName));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error("The recording was not kept.")),
      );
    });
    return request.result;
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(storeName, { keyPath: "key" }).createIndex("at", "at");
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("There is no place for recordings.")));
  });
}
