/**
 * Caches generated files in compressed form until their content changes, for a minute at most. They are generated in chunks and one at a time, so
 * that neither a large file nor many concurrent requests block the server.
 */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";
import { createChangeCache } from "#server/platform/db/change-cache.ts";
import type { Changes, Topic } from "#server/platform/db/changes.ts";
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

/** @param maxBytes of all cached files; the least recently used go first. */
export function createGzipCache(
  changes: Pick<Changes, "version">,
  topics: readonly Topic[],
  maxBytes = 16 * 1024 * 1024,
): GzipCache {
  const files = createChangeCache<GzipFile>(changes, topics, { maxBytes, sizeOf: ({ gzip }) => gzip.length });
  let last: Promise<unknown> = Promise.resolve();

  return async (key, make) => {
    const cached = files.get(key);
    if (cached) return cached;
    const result = last.then(async () => {
      // An earlier request may have generated the same file.
      const ready = files.get(key);
      if (ready) return ready;
      const version = files.version();
      const chunks = await make();
      if (!chunks) return undefined;
      const gzip = await buffer(Readable.from(chunks).compose(createGzip()));
      const file: GzipFile = { etag: etagOf(gzip), gzip };
      files.set(key, file, version);
      return file;
    });
    last = result.catch(() => undefined);
    return result;
  };
}
