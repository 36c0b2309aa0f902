/**
 * Ready-made answers of anonymous reads: serialised once, dropped when one of their topics changes and after a minute at the latest
 * (counts of plays may be that old). Bounded by bytes, least recently used out first. The first to ask gets an answer compressed
 * quickly; one that is asked for again is compressed well, once and beside the main thread, for all who follow. An answer is kept in the
 * encodings that it was asked for alone: hardly anyone asks for it as it is, which takes four times the room.
 */
import { hash } from "node:crypto";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  gzip,
  gzipSync,
} from "node:zlib";
import type { Changes, Topic } from "#server/platform/db/changes.ts";

export interface CachedResponse {
  readonly etag: string;
  /** `X-Total-Count`, where the endpoint has one. */
  readonly total: string | undefined;
  /** Whether an encoding gains something. */
  readonly isCompressible: boolean;
  /** As it is: unpacked at first need where it was asked for in an encoding before. */
  readonly body: Buffer;
  /** In an encoding the client accepts, made at first need and made smaller at the second. */
  encoded(encoding: Encoding): Buffer;
}

export interface ResponseCache {
  get(key: string): CachedResponse | undefined;
  /** What a raw URL, validated before, is answered with now. */
  atUrl(url: string): CachedResponse | undefined;
  remember(url: string, key: string): void;
  /** The version to hand to `set`, read before the data; undefined where nothing may be kept now. */
  version(): number | undefined;
  /** @param asked the encoding of who asks first: the text is kept in it alone. */
  set(
    key: string,
    version: number | undefined,
    body: Text,
    total: number | undefined,
    asked?: Encoding,
  ): CachedResponse;
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
    entry.onGrowth = undefined;
  }
  function sync(): number | undefined {
    // Each only ever grows, so that their sum tells every change.
    let version: number | undefined = 0;
    for (const topic of topics) {
      const one = changes.version(topic);
      version = version === undefined || one === undefined ? undefined : version + one;
    }
    if (version !== current) {
      for (const [key, entry] of entries) drop(key, entry);
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
    set(key, version, text, total, asked) {
      const entry = new Entry(encodeText(text), asked, total?.toString(), Date.now() + ttl);
      if (version !== undefined && version === current && entry.size < maxBytes / 8) {
        const old = entries.get(key);
        if (old) drop(key, old);
        entries.set(key, entry);
        bytes += entry.size;
        entry.onGrowth = (more) => {
          bytes += more;
        };
        for (const [oldest, victim] of entries) {
          if (bytes <= maxBytes) break;
          drop(oldest, victim);
        }
      }
      return entry;
    },
  };
}

interface Packed {
  bytes: Buffer;
  encoding: Encoding;
  /** How often it was asked for. */
  asks: number;
}

class Entry implements CachedResponse {
  readonly etag: string;
  readonly total: string | undefined;
  readonly isCompressible: boolean;
  readonly expires: number;
  size: number;
  private plain: Buffer | undefined;
  private readonly packed = new Map<Encoding, Packed>();
  /** Is told of more bytes while the entry is kept. */
  onGrowth: ((more: number) => void) | undefined;

  /** @param whole is read now and not kept. */
  constructor(whole: Buffer, asked: Encoding | undefined, total: string | undefined, expires: number) {
    this.total = total;
    this.expires = expires;
    this.etag = `"${hash("sha1", whole, "base64url")}"`;
    this.isCompressible = whole.length >= minCompressed;
    this.size = overhead;
    if (asked && this.isCompressible) this.keep({ bytes: compress(whole, asked), encoding: asked, asks: 0 });
    else this.keepPlain(Buffer.from(whole));
  }

  get body(): Buffer {
    return this.plain ?? this.keepPlain(this.unpacked());
  }

  encoded(encoding: Encoding): Buffer {
    const made =
      this.packed.get(encoding) ?? this.keep({ bytes: compress(this.unpacked(), encoding), encoding, asks: 0 });
    made.asks += 1;
    if (made.asks === 2) {
      const keep = (bytes: Buffer) => this.keep({ ...made, bytes });
      // Where that fails, what was made quickly serves as well.
      compressWell(made).then(keep, () => {});
    }
    return made.bytes;
  }

  private unpacked(): Buffer {
    if (this.plain) return this.plain;
    for (const one of this.packed.values()) return unpack(one);
    throw new Error("An answer was kept in no form.");
  }

  private keepPlain(plain: Buffer): Buffer {
    this.plain = plain;
    this.grow(plain.length);
    return plain;
  }

  private keep(one: Packed): Packed {
    this.grow(one.bytes.length - (this.packed.get(one.encoding)?.bytes.length ?? 0));
    this.packed.set(one.encoding, one);
    return one;
  }

  private grow(more: number): void {
    this.size += more;
    this.onGrowth?.(more);
  }
}

/** Compresses at once, for an answer that may be sent only this once. */
export function compress(body: Buffer, encoding: Encoding): Buffer {
  return encoding === "gzip" ? gzipSync(body, { level: 1 }) : brotliCompressSync(body, brotliOptions(body, 0));
}

function unpack({ bytes, encoding }: Packed): Buffer {
  return encoding === "gzip" ? gunzipSync(bytes) : brotliDecompressSync(bytes);
}

const threads = {
  gzip: promisify(gzip),
  gunzip: promisify(gunzip),
  brotliCompress: promisify(brotliCompress),
  brotliDecompress: promisify(brotliDecompress),
};

/** Compresses on a thread of its own to three quarters of what it was, in ten times its time. */
async function compressWell({ bytes, encoding }: Packed): Promise<Buffer> {
  if (encoding === "gzip") return threads.gzip(await threads.gunzip(bytes), { level: 9 });
  const plain = await threads.brotliDecompress(bytes);
  return threads.brotliCompress(plain, brotliOptions(plain, 6));
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

/**
 * Text as UTF-8, to be read before the next is made: it is written into a buffer that is always there, so that it need not be measured
 * first, nor be room that is cleared away later. Only what may not fit there gets its own.
 */
function encodeText(text: Text): Buffer {
  const parts = typeof text === "string" ? [text] : text;
  const longest = 3 * parts.reduce((length, part) => length + part.length, 0);
  if (longest > scratch.length) return Buffer.from(parts.join(""));
  let length = 0;
  for (const part of parts) length += scratch.write(part, length);
  return scratch.subarray(0, length);
}
