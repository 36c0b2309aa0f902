/**
 * Caches generated files in compressed form until their content changes, for a minute at most. They are generated in chunks and one at a time, so
 * that neither a large file nor many concurrent requests block the server.
 */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { maxAgeMs } from "#server/platform/db/changes.ts";
import { etagOf } from "#server/platform/http/replies/cached-reply.ts";

export interface GzipFile {
  etag: string;
  gzip: Buffer;
}

/** Returns the file of a key; generates a missing one from its chunks. `make` returns undefined when there is no such file. */
export type GzipCache = (
  key: string,
  make: () => Promise<AsyncIterable<string> | undefined>,
) => Promise<GzipFile | undefined>;

/**
 * @param version differs after every change; undefined while nothing may be cached.
 * @param maxBytes of all cached files; the least recently used go first.
 */
export function createGzipCache(version: () => number | undefined, maxBytes = 16 * 1024 * 1024): GzipCache {
  const files = new LRUCache<string, GzipFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ gzip }) => gzip.length,
    ttl: maxAgeMs,
  });
  let current: number | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Empties the cache after a change. @returns the current version. */
  function sync(): number | undefined {
    const now = version();
    if (now === undefined || now !== current) {
      files.clear();
      current = now;
    }
    return now;
  }

  function find(key: string): GzipFile | undefined {
    sync();
    return files.get(key);
  }

  return async (key, make) => {
    const cached = find(key);
    if (cached) return cached;
    const result = last.then(async () => {
      // An earlier request may have generated the same file.
      const ready = find(key);
      if (ready) return ready;
      const before = sync();
      const chunks = await make();
      if (!chunks) return undefined;
      const gzip = await buffer(Readable.from(chunks).compose(createGzip()));
      const file: GzipFile = { etag: etagOf(gzip), gzip };
      if (before !== undefined && sync() === before) files.set(key, file);
      return file;
    });
    last = result.catch(() => undefined);
    return result;
  };
}
