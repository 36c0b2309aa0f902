/** The encodings replies are sent in: which one a client accepts, and how bytes get into it and out again. */
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

export type Encoding = "br" | "gzip";

/** The better one first. */
export const allEncodings: readonly Encoding[] = ["br", "gzip"];

/** Bytes; smaller bodies gain nothing. */
export const minCompressed = 1024;

/** Names of encodings in `Accept-Encoding`, unless refused with `q=0`. */
const accepts: Record<Encoding, RegExp> = {
  br: /\bbr\b(?! *; *q=0(?:\.0*)? *(?:,|$))/,
  gzip: /\bgzip\b(?! *; *q=0(?:\.0*)? *(?:,|$))/,
};

/**
 * The first of the offered encodings that a client accepts.
 * @param header the request's `Accept-Encoding`
 */
export function acceptedEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = allEncodings,
): Encoding | undefined {
  return header === undefined ? undefined : offered.find((encoding) => accepts[encoding].test(header));
}

/** Compresses quickly, for a reply that may be sent only this once. */
export function compress(body: Buffer, encoding: Encoding): Buffer {
  return encoding === "gzip" ? gzipSync(body, { level: 1 }) : brotliCompressSync(body, brotliOptions(body, 0));
}

export function decompress(bytes: Buffer, encoding: Encoding): Buffer {
  return encoding === "gzip" ? gunzipSync(bytes) : brotliDecompressSync(bytes);
}

const inThread = {
  gzip: promisify(gzip),
  gunzip: promisify(gunzip),
  brotliCompress: promisify(brotliCompress),
  brotliDecompress: promisify(brotliDecompress),
};

/** Compresses the result of `compress` to three quarters of its size, in ten times the time, beside the main thread. */
export async function recompress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return inThread.gzip(await inThread.gunzip(bytes), { level: 9 });
  const plain = await inThread.brotliDecompress(bytes);
  return inThread.brotliCompress(plain, brotliOptions(plain, 6));
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
