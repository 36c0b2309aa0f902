/**
 * Ready-made answers of anonymous reads: serialised once, dropped when one of their topics changes and after a minute at the latest
 * (counts of plays may be that old). Bounded by bytes, least recently used out first. The first to ask gets an answer compressed
 * quickly; one that is asked for again is compressed well, once and beside the main thread, for all who follow.
 */
import { hash } from "node:crypto";
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Changes, Topic } from "#server/platform/db/changes.ts";

export interface CachedResponse {
  readonly body: Buffer;
  readonly etag: string;
  /** `X-Total-Count`, where the endpoint has one. */
  readonly total: string | undefined;
  /** The body in an encoding the client accepts, made at first need and made smaller at the second. */
  encoded(encoding: Encoding): Buffer;
}

export interface ResponseCache {
  get(key: string): CachedResponse | undefined;
  /** What a raw URL, validated before, is answered with now. */
  atUrl(url: string): CachedResponse | undefined;
  remember(url: string, key: string): void;
  /** The version to hand to `set`, read before the data; undefined where nothing may be kept now. */
  version(): number | undefined;
  set(key: string, version: number | undefined, body: Text, total: number | undefined): CachedResponse;
}

export type Encoding = "br" | "gzip";
/** In one piece, or in several: joining long ones costs as much again as encoding them. */
export type Text = string | readonly string[];

/** Smaller bodies gain nothing. */
export const minCompressed = 1024;
/** Characters of an address that is remembered: longer ones are nobody's habit. */
const longestUrl = 500;
/** What an entry weighs beside its body: keys, maps, headers. */
const overhead = 1000;

interface Entry extends CachedResponse {
  expires: number;
  size: number;
}

export function createResponseCache(
  changes: Pick<Changes, "version">,
  topics: readonly Topic[],
  { maxBytes = 16 * 1024 * 1024, maxUrls = 20_000, ttl = 60_000 } = {},
): ResponseCache {
  const entries = new Map<string, Entry>();
  const urls = new Map<string, string>();
  let current: number | undefined;
  let bytes = 0;

  function drop(key: string, entry: Entry): void {
    entries.delete(key);
    bytes -= entry.size;
  }
  function sync(): number | undefined {
    // Each only ever grows, so that their sum tells every change.
    let version: number | undefined = 0;
    for (const topic of topics) {
      const one = changes.version(topic);
      version = version === undefined || one === undefined ? undefined : version + one;
    }
    if (version !== current) {
      entries.clear();
      bytes = 0;
      current = version;
    }
    return version;
  }

  function get(key: string): Entry | undefined {
    if (sync() === undefined) return undefined;
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (entry.expires < Date.now()) {
      drop(key, entry);
      return undefined;
    }
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  }

  return {
    version: sync,
    get,
    atUrl(url) {
      const key = urls.get(url);
      return key === undefined ? undefined : get(key);
    },
    remember(url, key) {
      if (url.length > longestUrl) return;
      if (urls.size >= maxUrls) urls.clear();
      urls.set(url, key);
    },
    set(key, version, text, total) {
      const body = encodeText(text);
      const compressed = new Map<Encoding, { bytes: Buffer; final: boolean }>();
      const keep = (encoding: Encoding, made: Buffer, final: boolean) => {
        const grown = made.length - (compressed.get(encoding)?.bytes.length ?? 0);
        compressed.set(encoding, { bytes: made, final });
        if (entries.get(key) !== entry) return;
        entry.size += grown;
        bytes += grown;
      };
      const entry: Entry = {
        body,
        etag: `"${hash("sha1", body, "base64url")}"`,
        total: total?.toString(),
        expires: Date.now() + ttl,
        size: body.length + overhead,
        encoded(encoding) {
          if (body.length < minCompressed) return body;
          const made = compressed.get(encoding);
          if (!made) {
            const quick = compress(body, encoding);
            keep(encoding, quick, false);
            return quick;
          }
          if (!made.final) {
            made.final = true;
            compressWell(body, encoding, (small) => keep(encoding, small, true));
          }
          return made.bytes;
        },
      };
      if (version !== undefined && version === current && entry.size < maxBytes / 8) {
        const old = entries.get(key);
        if (old) drop(key, old);
        entries.set(key, entry);
        bytes += entry.size;
        for (const [oldest, victim] of entries) {
          if (bytes <= maxBytes) break;
          drop(oldest, victim);
        }
      }
      return entry;
    },
  };
}

/** Compresses at once, for an answer that may be sent only this once. */
export function compress(body: Buffer, encoding: Encoding): Buffer {
  return encoding === "gzip" ? gzipSync(body, { level: 1 }) : brotliCompressSync(body, brotliOptions(body, 0));
}

/** Compresses on a thread of its own to three quarters of that, in ten times its time. */
function compressWell(body: Buffer, encoding: Encoding, done: (made: Buffer) => void): void {
  const take = (error: Error | null, made: Buffer) => {
    if (!error) done(made);
  };
  if (encoding === "gzip") gzip(body, { level: 9 }, take);
  else brotliCompress(body, brotliOptions(body, 6), take);
}

function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    // A window no wider than a page takes less time to set up, for the same bytes.
    [constants.BROTLI_PARAM_LGWIN]: 17,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return { params };
}

const scratch = Buffer.allocUnsafeSlow(1024 * 1024);

/** Text as UTF-8. Written into a buffer that is always there, it need not be measured first; only what may not fit there is. */
function encodeText(text: Text): Buffer {
  const parts = typeof text === "string" ? [text] : text;
  const longest = 3 * parts.reduce((length, part) => length + part.length, 0);
  if (longest > scratch.length) return Buffer.from(parts.join(""));
  let length = 0;
  for (const part of parts) length += scratch.write(part, length);
  return Buffer.from(scratch.subarray(0, length));
}
