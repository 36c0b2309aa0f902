/** Tells of the states of single records as they change: one query reads those of all watched records together. */
import type { Changes, Topic } from "./db/changes.ts";

/** Milliseconds between two looks at the versions, which takes microseconds for all records together. */
const defaultLookMs = 250;
/** Milliseconds after which a watch ends: whoever still looks begins a new one. */
const defaultLifeMs = 2 * 60 * 60_000;
/** Records of one query. */
const batch = 500;

export interface WatchOptions<T> {
  changes: Pick<Changes, "version">;
  /** Raised by every change that may change a state. */
  topics: readonly Topic[];
  /** Returns the states of records by their keys; a record that is gone has none. */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, T>>;
  lookMs?: number | undefined;
  lifeMs?: number | undefined;
}

interface Watcher<T> {
  key: string;
  tell(state: T | undefined): void;
}

/** Yields the state of a record at once, and whenever it changes; ends with the signal, with the record, and after two hours. */
export type WatchRecord<T> = (key: string, signal: AbortSignal) => AsyncGenerator<{ data: T }>;

export function createWatch<T>(options: WatchOptions<T>): WatchRecord<T> {
  const { changes, topics, read, lookMs = defaultLookMs, lifeMs = defaultLifeMs } = options;
  const watchers = new Set<Watcher<T>>();
  let timer: NodeJS.Timeout | undefined;
  let seen: string | undefined;
  let isReading = false;

  async function readAll(): Promise<void> {
    const keys = [...new Set([...watchers].map(({ key }) => key))];
    for (let at = 0; at < keys.length; at += batch) {
      const part = new Set(keys.slice(at, at + batch));
      const states = await read([...part]);
      for (const { key, tell } of watchers) if (part.has(key)) tell(states.get(key));
    }
  }

  async function look(): Promise<void> {
    const versions = topics.map((topic) => changes.version(topic));
    const now = versions.join(" ");
    // An unknown version is no change: the line to the database is down, and comes back with another one.
    if (isReading || now === seen || versions.includes(undefined)) return;
    isReading = true;
    try {
      await readAll();
      seen = now;
    } catch {
      // The next look reads again.
    } finally {
      isReading = false;
    }
  }

  function add(watcher: Watcher<T>): void {
    watchers.add(watcher);
    timer ??= setInterval(() => void look(), lookMs).unref();
  }

  function remove(watcher: Watcher<T>): void {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return async function* watch(key, signal) {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(lifeMs)]);
    /** `told` is missing until the first read; its state is undefined for a record that is gone. */
    const latest: { told?: { state: T | undefined } } = {};
    let wake = () => {};
    const watcher: Watcher<T> = {
      key,
      tell(state) {
        latest.told = { state };
        wake();
      },
    };
    // Before the first read, so that no change falls between the two.
    add(watcher);
    ends.addEventListener("abort", () => wake());
    try {
      const state = (await read([key])).get(key);
      latest.told ??= { state };
      let text: string | undefined;
      while (!ends.aborted) {
        const { state: now } = latest.told;
        if (now === undefined) return;
        const next = JSON.stringify(now);
        if (next !== text) {
          text = next;
          yield { data: now };
          continue;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      remove(watcher);
    }
  };
}
