/** One bucket of an S3 service. The client library is loaded when a bucket is first talked to. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import http from "node:http";
import https from "node:https";
import { finished, Readable } from "node:stream";
import { type Agents, anyAgents, publicAgents, type Resolve } from "#server/platform/outbound.ts";
import { failureOf, StorageFailure } from "./failure.ts";

export interface BucketAddress {
  endpoint: string;
  region: string;
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface Connecting {
  /** Lets the endpoint be http or a private address. */
  allowPrivate: boolean;
  /** Milliseconds for a connection to stand. */
  connectMs?: number;
  /** Milliseconds without a byte after which a connection is given up. */
  idleMs?: number;
  /** Looks names up, in place of the system. */
  resolve?: Resolve;
}

/** A file to put into a bucket. */
export interface Outgoing {
  key: string;
  /** Path of the file. */
  file: string;
  /** Bytes. */
  size: number;
  /** Hex; the service checks the body against it, as part of the signature. */
  sha256: string;
  contentType: string;
  /** Caches of a public bucket's domain keep to it. */
  cacheControl: string;
}

export interface LinkOptions {
  /** Seconds. */
  life: number;
  method?: "GET" | "HEAD";
  /** File name to save as, in place of playing. */
  download?: string;
}

/** All methods throw `StorageFailure` only. */
export interface Bucket {
  put(outgoing: Outgoing, signal?: AbortSignal): Promise<void>;
  /** The object's bytes; the stream fails with `StorageFailure` too. */
  get(key: string, signal?: AbortSignal): Promise<Readable>;
  /** Removes an object and makes sure that it is gone; without effect when it was. */
  remove(key: string, signal?: AbortSignal): Promise<void>;
  /** A link that needs no further signature. */
  link(key: string, options: LinkOptions): Promise<string>;
  /**
   * Writes, reads and removes a small object.
   * @param publicUrl where anyone should be able to read it meanwhile.
   * @returns why that was not so; null when it was, or was not asked for.
   * @throws StorageFailure `corrupted` when it reads back differently, or whatever went wrong.
   */
  probe(signal?: AbortSignal, publicUrl?: string): Promise<string | null>;
  close(): void;
}

/** The library's own complaints: what matters reaches the caller as a failure. */
const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const cleanupMs = 1_000;
const lookMs = 2_000;
const usualConnectMs = 5_000;
const usualIdleMs = 30_000;

/** Opens a bucket without talking to it. @throws StorageFailure `insecure` when its endpoint may not be used. */
export function openBucket(
  address: BucketAddress,
  { allowPrivate, connectMs = usualConnectMs, idleMs = usualIdleMs, resolve }: Connecting,
): Bucket {
  const { endpoint, region, name, accessKeyId, secretAccessKey } = address;
  if (!allowPrivate && !endpoint.startsWith("https:")) throw new StorageFailure("insecure", endpoint);
  let agents: Agents | undefined;
  let opening: ReturnType<typeof load> | undefined;

  async function load() {
    const sdk = await import("@aws-sdk/client-s3");
    agents = allowPrivate ? anyAgents() : publicAgents(resolve);
    const client = new sdk.S3Client({
      endpoint,
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      maxAttempts: 1,
      // Checksums that are not asked for are unknown to R2 and many others.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // For this header the library would make connections past our agents.
      expectContinueHeader: false,
      logger: quiet,
      requestHandler: {
        connectionTimeout: connectMs,
        socketTimeout: idleMs,
        httpAgent: agents.http,
        httpsAgent: agents.https,
        logger: quiet,
      },
    });
    return { sdk, client };
  }
  const open = () => {
    opening ??= load();
    return opening;
  };

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw failureOf(error);
    }
  }

  const abort = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

  function put(outgoing: Outgoing, body: Readable | Buffer, signal?: AbortSignal): Promise<void> {
    return attempt(async () => {
      const { sdk, client } = await open();
      const { key, size, sha256, contentType, cacheControl } = outgoing;
      const command = new sdk.PutObjectCommand({
        Bucket: name,
        Key: key,
        Body: body,
        ContentLength: size,
        ContentType: contentType,
        CacheControl: cacheControl,
      });
      command.middlewareStack.add(
        (next) => (args) => {
          (args.request as { headers: Record<string, string> }).headers["x-amz-content-sha256"] = sha256;
          return next(args);
        },
        { step: "build", name: "bodyHash" },
      );
      await client.send(command, abort(signal));
    });
  }

  /** What the service sends, with its connection; it is the caller's to read or destroy. */
  function bodyOf(key: string, signal: AbortSignal | undefined): Promise<Readable> {
    return attempt(async () => {
      const { sdk, client } = await open();
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: key }), abort(signal));
      return Body as Readable;
    });
  }

  async function get(key: string, signal?: AbortSignal): Promise<Readable> {
    return Readable.from(told(await bodyOf(key, signal), signal), { objectMode: false });
  }

  /** Bytes as they come; the connection is given up with the reader, the signal, or the service. */
  async function* told(body: Readable, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
    const stop = () => body.destroy(signal?.reason instanceof Error ? signal.reason : undefined);
    signal?.addEventListener("abort", stop, { once: true });
    try {
      for await (const chunk of body) yield chunk as Buffer;
      signal?.throwIfAborted();
    } catch (error) {
      throw failureOf(error);
    } finally {
      signal?.removeEventListener("abort", stop);
      body.destroy();
    }
  }

  async function holds(key: string, signal?: AbortSignal): Promise<boolean> {
    try {
      (await bodyOf(key, signal)).destroy();
      return true;
    } catch (error) {
      // A service that may not list answers 403 for what is not there.
      const { reason } = failureOf(error);
      if (reason === "no_object" || reason === "denied") return false;
      throw error;
    }
  }

  async function remove(key: string, signal?: AbortSignal): Promise<void> {
    await attempt(async () => {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: key }), abort(signal));
    }).catch((error: StorageFailure) => {
      if (error.reason !== "no_object") throw error;
    });
    if (await holds(key, signal)) throw new StorageFailure("refused", `${key} is still there after its deletion`);
  }

  /** Asks as anyone would; redirects are not followed. */
  async function whyClosed(url: string, expected: Buffer, signal: AbortSignal | undefined): Promise<string | null> {
    try {
      const isHttps = url.startsWith("https:");
      const patience = AbortSignal.timeout(lookMs);
      const request = (isHttps ? https : http).get(url, {
        agent: isHttps ? agents?.https : agents?.http,
        signal: signal ? AbortSignal.any([signal, patience]) : patience,
      });
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      if (response.statusCode !== 200) {
        response.destroy();
        return `HTTP ${response.statusCode}`;
      }
      return (await bytesOf(response, expected.length)).equals(expected)
        ? null
        : new StorageFailure("corrupted").message;
    } catch (error) {
      return failureOf(error).message.replace("Endpoint URL", "Public URL");
    }
  }

  return {
    async put(outgoing, signal) {
      const stopped = new AbortController();
      const stream = createReadStream(outgoing.file, { highWaterMark: 256 * 1024 });
      let broken: Error | undefined;
      finished(stream, (error) => {
        if (!error) return;
        broken = error;
        stopped.abort(error);
      });
      try {
        await put(outgoing, stream, signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal);
      } catch (error) {
        throw broken ?? error;
      } finally {
        stream.destroy();
      }
    },
    get,
    remove,

    link(key, { life, method, download }) {
      return attempt(async () => {
        const [{ sdk, client }, { getSignedUrl }] = await Promise.all([
          open(),
          import("@aws-sdk/s3-request-presigner"),
        ]);
        const asked = {
          Bucket: name,
          Key: key,
          ...(download ? { ResponseContentDisposition: attachment(download) } : {}),
        };
        const command = method === "HEAD" ? new sdk.HeadObjectCommand(asked) : new sdk.GetObjectCommand(asked);
        return getSignedUrl(client, command, { expiresIn: life });
      });
    },

    async probe(signal, publicUrl) {
      const body = randomBytes(64);
      const key = `ngan-nga-test/${randomBytes(16).toString("hex")}`;
      const sha256 = createHash("sha256").update(body).digest("hex");
      const outgoing = { key, file: "", size: body.length, sha256, contentType: "application/octet-stream" };
      await put({ ...outgoing, cacheControl: "no-store" }, body, signal);
      let read: Buffer | undefined;
      let closed: string | null = null;
      try {
        read = await bytesOf(await get(key, signal));
        if (publicUrl !== undefined) closed = await whyClosed(`${publicUrl}/${key}`, body, signal);
      } finally {
        // What went wrong before matters more than what goes wrong here.
        if (!read?.equals(body)) await remove(key, AbortSignal.timeout(cleanupMs)).catch(() => {});
      }
      if (!read.equals(body)) throw new StorageFailure("corrupted");
      await remove(key, signal);
      return closed;
    },

    close() {
      agents?.http.destroy();
      agents?.https.destroy();
    },
  };
}

/** The header that has a browser save a file under a name that its system takes (RFC 6266). */
function attachment(name: string): string {
  const safe = name.toWellFormed().replace(/[\p{Cc}\\/:*?"<>|]/gu, "-");
  const encoded = encodeURIComponent(safe).replace(/['()]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${safe.replace(/[^ -~]/g, "_")}"; filename*=UTF-8''${encoded}`;
}

/** All bytes of a stream, or as soon as there are more than `most`. */
async function bytesOf(source: AsyncIterable<Buffer>, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(chunks);
}
