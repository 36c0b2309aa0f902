/** One bucket of an S3 service. The client library is loaded at the first request. */
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

export interface ConnectionOptions {
  /** Allows an http endpoint or a private address. */
  allowPrivate: boolean;
  /** Connection timeout in milliseconds. */
  connectMs?: number;
  /** Idle timeout of a connection in milliseconds. */
  idleMs?: number;
  /** Resolves host names instead of the system. */
  resolve?: Resolve;
}

/** A file to upload to a bucket. */
export interface UploadFile {
  key: string;
  /** Path of the file. */
  file: string;
  /** Bytes. */
  size: number;
  /** Hash in hex; part of the signature, so the service verifies the body with it. */
  sha256: string;
  contentType: string;
  /** `Cache-Control` of a public bucket's responses. */
  cacheControl: string;
}

export interface LinkOptions {
  /** Seconds. */
  life: number;
  method?: "GET" | "HEAD";
  /** File name for a download instead of playback. */
  download?: string;
}

/** All methods throw only `StorageFailure`. */
export interface Bucket {
  put(upload: UploadFile, signal?: AbortSignal): Promise<void>;
  /** Returns the object's content; the stream fails with `StorageFailure` too. */
  get(key: string, signal?: AbortSignal): Promise<Readable>;
  /** Removes an object and verifies the removal; without effect when it is missing. */
  remove(key: string, signal?: AbortSignal): Promise<void>;
  /** Returns a presigned URL. */
  link(key: string, options: LinkOptions): Promise<string>;
  /**
   * Writes, reads and removes a small object.
   * @param publicUrl base URL at which anyone should be able to read the object.
   * @returns why the object was not readable there; null when it was, or without a `publicUrl`.
   * @throws StorageFailure `corrupted` when the content read differs, or the cause of another failure.
   */
  probe(signal?: AbortSignal, publicUrl?: string): Promise<string | null>;
  close(): void;
}

/** The library's own messages are dropped: errors reach the caller as failures. */
const silentLogger = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
const cleanupMs = 1_000;
const publicReadMs = 2_000;
const defaultConnectMs = 5_000;
const defaultIdleMs = 30_000;

/** Opens a bucket without a request. @throws StorageFailure `insecure` for a forbidden endpoint. */
export function openBucket(
  address: BucketAddress,
  { allowPrivate, connectMs = defaultConnectMs, idleMs = defaultIdleMs, resolve }: ConnectionOptions,
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
      // R2 and many other services do not support optional checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // With this header the library would open connections outside the given agents.
      expectContinueHeader: false,
      logger: silentLogger,
      requestHandler: {
        connectionTimeout: connectMs,
        socketTimeout: idleMs,
        httpAgent: agents.http,
        httpsAgent: agents.https,
        logger: silentLogger,
      },
    });
    return { sdk, client };
  }
  const open = () => {
    opening ??= load();
    return opening;
  };

  async function withFailures<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      throw failureOf(error);
    }
  }

  const abort = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

  function put(upload: UploadFile, body: Readable | Buffer, signal?: AbortSignal): Promise<void> {
    return withFailures(async () => {
      const { sdk, client } = await open();
      const { key, size, sha256, contentType, cacheControl } = upload;
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

  /** Returns the body of a response with its connection; the caller must read or destroy it. */
  function bodyOf(key: string, signal: AbortSignal | undefined): Promise<Readable> {
    return withFailures(async () => {
      const { sdk, client } = await open();
      const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: key }), abort(signal));
      return Body as Readable;
    });
  }

  async function get(key: string, signal?: AbortSignal): Promise<Readable> {
    return Readable.from(readBody(await bodyOf(key, signal), signal), { objectMode: false });
  }

  /** Yields chunks of a body; closes the connection when the reader stops, the signal aborts or the service fails. */
  async function* readBody(body: Readable, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
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

  async function exists(key: string, signal?: AbortSignal): Promise<boolean> {
    try {
      (await bodyOf(key, signal)).destroy();
      return true;
    } catch (error) {
      // Without the right to list, a service answers 403 for a missing object.
      const { reason } = failureOf(error);
      if (reason === "no_object" || reason === "denied") return false;
      throw error;
    }
  }

  async function remove(key: string, signal?: AbortSignal): Promise<void> {
    await withFailures(async () => {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: key }), abort(signal));
    }).catch((error: StorageFailure) => {
      if (error.reason !== "no_object") throw error;
    });
    if (await exists(key, signal)) throw new StorageFailure("refused", `${key} is still there after its deletion`);
  }

  /** Reads a public URL without credentials or redirects. @returns the error; null when the content is as expected. */
  async function publicReadError(
    url: string,
    expected: Buffer,
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    try {
      const isHttps = url.startsWith("https:");
      const timeout = AbortSignal.timeout(publicReadMs);
      const request = (isHttps ? https : http).get(url, {
        agent: isHttps ? agents?.https : agents?.http,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
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
    async put(upload, signal) {
      const readFailed = new AbortController();
      const stream = createReadStream(upload.file, { highWaterMark: 256 * 1024 });
      let readError: Error | undefined;
      finished(stream, (error) => {
        if (!error) return;
        readError = error;
        readFailed.abort(error);
      });
      try {
        await put(upload, stream, signal ? AbortSignal.any([signal, readFailed.signal]) : readFailed.signal);
      } catch (error) {
        throw readError ?? error;
      } finally {
        stream.destroy();
      }
    },
    get,
    remove,

    link(key, { life, method, download }) {
      return withFailures(async () => {
        const [{ sdk, client }, { getSignedUrl }] = await Promise.all([
          open(),
          import("@aws-sdk/s3-request-presigner"),
        ]);
        const input = {
          Bucket: name,
          Key: key,
          ...(download ? { ResponseContentDisposition: attachment(download) } : {}),
        };
        const command = method === "HEAD" ? new sdk.HeadObjectCommand(input) : new sdk.GetObjectCommand(input);
        return getSignedUrl(client, command, { expiresIn: life });
      });
    },

    async probe(signal, publicUrl) {
      const body = randomBytes(64);
      const key = `ngan-nga-test/${randomBytes(16).toString("hex")}`;
      const sha256 = createHash("sha256").update(body).digest("hex");
      const upload = { key, file: "", size: body.length, sha256, contentType: "application/octet-stream" };
      await put({ ...upload, cacheControl: "no-store" }, body, signal);
      let content: Buffer | undefined;
      let publicError: string | null = null;
      try {
        content = await bytesOf(await get(key, signal), body.length);
        if (publicUrl !== undefined) publicError = await publicReadError(`${publicUrl}/${key}`, body, signal);
      } finally {
        // An earlier error matters more than one of this removal.
        if (!content?.equals(body)) await remove(key, AbortSignal.timeout(cleanupMs)).catch(() => {});
      }
      if (!content.equals(body)) throw new StorageFailure("corrupted");
      await remove(key, signal);
      return publicError;
    },

    close() {
      agents?.http.destroy();
      agents?.https.destroy();
    },
  };
}

/** Returns a `Content-Disposition` with a file name that is valid on all systems (RFC 6266). */
function attachment(name: string): string {
  const safe = name.toWellFormed().replace(/[\p{Cc}\\/:*?"<>|]/gu, "-");
  const encoded = encodeURIComponent(safe).replace(/['()]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${safe.replace(/[^ -~]/g, "_")}"; filename*=UTF-8''${encoded}`;
}

/** Reads a stream to its end, or until more than `max` bytes are read. */
async function bytesOf(source: AsyncIterable<Buffer>, max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > max) break;
  }
  return Buffer.concat(chunks);
}
