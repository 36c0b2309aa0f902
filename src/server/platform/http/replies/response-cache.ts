/**
 * Caches the replies to anonymous reads, serialised and compressed. An entry ends when one of its topics changes, and after a minute at
 * the latest, since counts of plays change without a topic. Bounded by bytes; the least recently used entry goes first.
 *
 * The first request gets a body that is compressed quickly; the second has it compressed well, beside the main thread, for all that
 * follow. An entry holds only the encodings that were requested: browsers never ask for the plain text, which takes four times the room.
 */
import { LRUCache } from "lru-cache";
import { createChangeCache } from "#server/platform/db/change-cache.ts";
import type { Changes, Topic } from "#server/platform/db/changes.ts";
import { Counter } from "#server/platform/metrics/metrics.ts";
import { etagOf, type ReadyContent } from "./cached-reply.ts";
import { type EntityTags, tagsByEncoding } from "./conditions.ts";
import { compress, decompress, type Encoding, minCompressed, recompress } from "./encodings.ts";

export interface CachedResponse extends ReadyContent {
  /** `X-Total-Count`, where the endpoint has one. */
  readonly total: string | undefined;
  bytes(encoding?: Encoding): Buffer;
}

export interface ResponseCache {
  /** How often an entry was found, and how often there was none. */
  readonly found: { readonly hits: Counter; readonly misses: Counter };
  get(key: string): CachedResponse | undefined;
  /** The entry of a raw URL that was validated before. */
  atUrl(url: string): CachedResponse | undefined;
  /** Lets `atUrl` find the entry of a key by a raw URL, which is one spelling of it. The least recently used spelling goes first. */
  remember(url: string, key: string): void;
  /** The version to hand to `set`, read before the data; undefined while nothing may be cached. */
  version(): number | undefined;
  /**
   * Makes an entry, and stores it unless one of its topics has changed since `version` was read.
   * @param encoding of the request at hand: the text is held in it alone.
   */
  set(
    key: string,
    version: number | undefined,
    text: string,
    total: number | undefined,
    encoding?: Encoding,
  ): CachedResponse;
}

/** Characters of a remembered URL: longer ones hardly come twice. */
const maxUrlLength = 500;
/** Bytes an entry takes beside its body: keys, maps, headers. */
const overhead = 1000;

export function createResponseCache(
  changes: Pick<Changes, "version">,
  topics: readonly Topic[],
  { maxBytes = 16 * 1024 * 1024, maxUrls = 20_000 } = {},
): ResponseCache {
  const entries = createChangeCache<Entry>(changes, topics, {
    maxBytes,
    maxEntryBytes: Math.floor(maxBytes / 8),
    sizeOf: (entry) => entry.size,
  });
  const urls = new LRUCache<string, string>({ max: maxUrls });
  const found = { hits: new Counter(), misses: new Counter() };

  return {
    found,
    version: entries.version,
    get(key) {
      const entry = entries.get(key);
      (entry ? found.hits : found.misses).add();
      return entry;
    },
    atUrl(url) {
      const key = urls.get(url);
      const entry = key === undefined ? undefined : entries.get(key);
      // Without an entry `get` follows, and counts.
      if (entry) found.hits.add();
      return entry;
    },
    remember(url, key) {
      if (url.length <= maxUrlLength) urls.set(url, key);
    },
    set(key, version, text, total, encoding) {
      const entry = new Entry(encodeText(text), encoding, total?.toString());
      entries.set(key, entry, version);
      entry.onGrowth = () => entries.resize(key, entry);
      return entry;
    },
  };
}

interface Encoded {
  bytes: Buffer;
  encoding: Encoding;
  requests: number;
}

class Entry implements CachedResponse {
  readonly tags: EntityTags;
  readonly total: string | undefined;
  readonly isCompressible: boolean;
  /** Bytes of all forms it is held in. */
  size = overhead;
  onGrowth: (() => void) | undefined;
  private plain: Buffer | undefined;
  private readonly encoded = new Map<Encoding, Encoded>();

  /** @param whole is read here and not held: its buffer is used again. */
  constructor(whole: Buffer, encoding: Encoding | undefined, total: string | undefined) {
    this.total = total;
    this.tags = tagsByEncoding(etagOf(whole));
    this.isCompressible = whole.length >= minCompressed;
    if (encoding && this.isCompressible) this.hold({ bytes: compress(whole, encoding), encoding, requests: 0 });
    else this.holdPlain(Buffer.from(whole));
  }

  bytes(encoding?: Encoding): Buffer {
    if (!encoding) return this.plain ?? this.holdPlain(this.decode());
    const found =
      this.encoded.get(encoding) ?? this.hold({ bytes: compress(this.decode(), encoding), encoding, requests: 0 });
    found.requests += 1;
    if (found.requests === 2) {
      const replace = (bytes: Buffer) => this.hold({ ...found, bytes });
      // Where that fails, the quickly compressed bytes serve as well.
      recompress(found.bytes, encoding).then(replace, () => {});
    }
    return found.bytes;
  }

  private decode(): Buffer {
    if (this.plain) return this.plain;
    for (const { bytes, encoding } of this.encoded.values()) return decompress(bytes, encoding);
    throw new Error("A cached reply is held in no form.");
  }

  private holdPlain(plain: Buffer): Buffer {
    this.plain = plain;
    this.grow(plain.length);
    return plain;
  }

  private hold(one: Encoded): Encoded {
    const before = this.encoded.get(one.encoding)?.bytes.length ?? 0;
    this.encoded.set(one.encoding, one);
    this.grow(one.bytes.length - before);
    return one;
  }

  private grow(more: number): void {
    this.size += more;
    this.onGrowth?.();
  }
}

const scratch = Buffer.allocUnsafeSlow(1024 * 1024);

/**
 * Text as UTF-8, valid until the next call: it is written into one buffer that is always there, so that it need not be measured first,
 * nor leave garbage. Only a text that may not fit gets a buffer of its own.
 */
function encodeText(text: string): Buffer {
  if (3 * text.length > scratch.length) return Buffer.from(text);
  return scratch.subarray(0, scratch.write(text));
}
