/**
 * Files that are made at first need and kept compressed until what they tell of has changed. Made in pieces and one after
 * another: neither a large file nor many askers at once hold up the server.
 */
import { hash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGzip } from "node:zlib";

export interface KeptFile {
  etag: string;
  gzip: Buffer;
}

/** Gives a file by its key; makes it from its pieces where it is not kept. Undefined pieces: there is no such file. */
export type KeptFiles = (
  key: string,
  make: () => Promise<AsyncIterable<string> | undefined>,
) => Promise<KeptFile | undefined>;

/**
 * @param version differs after every change; undefined while nothing may be kept.
 * @param maxBytes of all kept files; the least recently used go first.
 */
export function createKeptFiles(version: () => number | undefined, maxBytes = 16 * 1024 * 1024): KeptFiles {
  const kept = new Map<string, KeptFile>();
  let bytes = 0;
  let keptVersion: number | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function sync(): number | undefined {
    const now = version();
    if (now === undefined || now !== keptVersion) {
      kept.clear();
      bytes = 0;
      keptVersion = now;
    }
    return now;
  }

  function find(key: string): KeptFile | undefined {
    sync();
    const file = kept.get(key);
    if (file) {
      kept.delete(key);
      kept.set(key, file);
    }
    return file;
  }

  function keep(key: string, file: KeptFile): void {
    kept.set(key, file);
    bytes += file.gzip.length;
    for (const [oldest, { gzip }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= gzip.length;
    }
  }

  return async (key, make) => {
    const known = find(key);
    if (known) return known;
    const made = last.then(async () => {
      // Another may have asked for the same while this one waited.
      const ready = find(key);
      if (ready) return ready;
      const seen = sync();
      const pieces = await make();
      if (!pieces) return undefined;
      const gzip = await buffer(Readable.from(pieces).compose(createGzip()));
      const file: KeptFile = { etag: `"${hash("sha1", gzip, "base64url")}"`, gzip };
      if (seen !== undefined && sync() === seen) keep(key, file);
      return file;
    });
    last = made.catch(() => undefined);
    return made;
  };
}
