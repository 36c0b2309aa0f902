/** Caches of what is read from the database: they empty when a topic changes, and end every entry after a minute. */
import { LRUCache } from "lru-cache";
import type { Changes, Topic } from "./changes.ts";

/**
 * Data is read again when it is this old, milliseconds: a change stays unnoticed while the line that tells of it has died and that is
 * not known yet.
 */
export const maxAgeMs = 60_000;

export interface ChangeCache<V> {
  /** Returns the version to hand to `set`, read before the data; undefined while nothing may be cached. */
  version(): number | undefined;
  get(key: string): V | undefined;
  /**
   * Stores an entry, unless a topic has changed since `version` was read.
   * @param readAt `performance.now()` from which its minute counts; now by default.
   */
  set(key: string, value: V, version: number | undefined, readAt?: number): void;
  /** Measures an entry again that has grown since it was set; its minute goes on. */
  resize(key: string, value: V): void;
}

/** Bounds of a cache; the least recently used entries go first. */
export interface CacheBounds<V> {
  /** Entries. */
  max?: number;
  /** Bytes of all entries, as `sizeOf` measures them, and of one entry. */
  maxBytes?: number;
  maxEntryBytes?: number;
  sizeOf?: (value: V) => number;
}

export function createChangeCache<V extends object | number>(
  changes: Pick<Changes, "version">,
  topics: readonly Topic[],
  { max, maxBytes, maxEntryBytes, sizeOf }: CacheBounds<V>,
): ChangeCache<V> {
  const entries = new LRUCache<string, V>({
    max: max ?? 0,
    maxSize: maxBytes ?? 0,
    maxEntrySize: maxEntryBytes ?? 0,
    ...(sizeOf ? { sizeCalculation: sizeOf } : {}),
    ttl: maxAgeMs,
    // The clock is read at each call, so that tests can set it.
    ttlResolution: 0,
    perf: performance,
  });
  let current: number | undefined;

  /** Empties the cache after a change. @returns the present version. */
  function version(): number | undefined {
    // Each version only ever grows, so their sum shows every change.
    let sum: number | undefined = 0;
    for (const topic of topics) {
      const one = changes.version(topic);
      sum = sum === undefined || one === undefined ? undefined : sum + one;
    }
    if (sum !== current) {
      entries.clear();
      current = sum;
    }
    return sum;
  }

  return {
    version,
    get: (key) => (version() === undefined ? undefined : entries.get(key)),
    set(key, value, readVersion, readAt = performance.now()) {
      if (readVersion !== undefined && version() === readVersion) entries.set(key, value, { start: readAt });
    },
    resize(key, value) {
      if (entries.peek(key) !== value) return;
      const left = Math.max(1, entries.getRemainingTTL(key));
      entries.delete(key);
      entries.set(key, value, { ttl: left });
    },
  };
}

/** Returns a function that reads a value once, and again after a change of a topic or a minute. */
export function cachedUntilChange<T>(
  changes: Pick<Changes, "version">,
  topics: readonly Topic[],
  read: () => Promise<T>,
): () => Promise<T> {
  const cache = createChangeCache<{ value: T }>(changes, topics, { max: 1 });
  return async () => {
    const cached = cache.get("");
    if (cached) return cached.value;
    const [version, readAt] = [cache.version(), performance.now()];
    const value = await read();
    cache.set("", { value }, version, readAt);
    return value;
  };
}
