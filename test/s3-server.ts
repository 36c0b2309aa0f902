/**
 * An S3 service over HTTP for tests: path style, objects in memory, every signature recomputed, and injected faults.
 */
import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SignatureV4 } from "@smithy/signature-v4";

export interface S3Object {
  body: Buffer;
  contentType: string;
  cacheControl: string | undefined;
}

/** A fault of the server, limited to the given methods and paths. */
export type Fault = { methods?: string[]; path?: RegExp } & (
  | { kind: "fail"; status: number; code: string }
  | { kind: "hang" }
  | { kind: "slow"; ms: number }
  /** Closes the connection in the middle of the request or response body. */
  | { kind: "cut" }
  /** Answers 200 and stores or returns other bytes. */
  | { kind: "lie" }
  /** Gives an object without an end. */
  | { kind: "endless" }
  /** Answers 204 to a deletion and deletes nothing. */
  | { kind: "keep" }
  /** Answers with an HTML page. */
  | { kind: "page"; status: number }
  | { kind: "redirect"; to: string }
);

export interface S3Server {
  /** `http://127.0.0.1:PORT` */
  url: string;
  port: number;
  accessKeyId: string;
  secretAccessKey: string;
  /** By bucket and key. */
  buckets: Map<string, Map<string, S3Object>>;
  /** `METHOD /path` of every request that came in. */
  requests: string[];
  /** Applies to all following requests; undefined ends it. */
  fault: Fault | undefined;
  /** Is called before a request is answered. */
  onRequest: ((request: string) => void | Promise<void>) | undefined;
  /** Bytes given of objects without an end. */
  endlessBytes: number;
  keys(bucket: string): string[];
  /** Returns the number of open connections. */
  connections(): Promise<number>;
  stop(): Promise<void>;
}

export interface S3Options {
  buckets?: string[];
  /** Buckets whose objects anyone may read, as through a public domain. */
  open?: string[];
  /** `auto` takes any. */
  region?: string;
  /** Offset of the server's clock, ms. */
  skewMs?: number;
  /** Operations allowed to the keys. */
  allowed?: readonly ("GET" | "PUT" | "DELETE" | "LIST")[];
}

class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The hash interface of the signing library. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as NodeJS.ArrayBufferView);
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}

const unsigned = "UNSIGNED-PAYLOAD";
const maxSkewMs = 15 * 60_000;

/** Starts a service with random keys. */
export async function startS3Server({
  buckets = ["music"],
  open = [],
  region = "auto",
  skewMs = 0,
  allowed = ["GET", "PUT", "DELETE", "LIST"],
}: S3Options = {}): Promise<S3Server> {
  const accessKeyId = randomBytes(16).toString("hex");
  const secretAccessKey = randomBytes(32).toString("hex");
  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy();
      const { status, code, message } =
        error instanceof S3Error ? error : new S3Error(500, "InternalError", (error as Error).message);
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(
        request.method === "HEAD"
          ? undefined
          : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
      );
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const server: S3Server = {
    url: `http://127.0.0.1:${port}`,
    port,
    accessKeyId,
    secretAccessKey,
    buckets: new Map(buckets.map((name) => [name, new Map()])),
    requests: [],
    fault: undefined,
    onRequest: undefined,
    endlessBytes: 0,
    keys: (bucket) => [...(server.buckets.get(bucket)?.keys() ?? [])],
    connections: () =>
      new Promise((resolve, reject) => http.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
    async stop() {
      http.closeAllConnections();
      if (http.listening) await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", server.url);
    const method = request.method ?? "GET";
    server.requests.push(`${method} ${url.pathname}`);
    await server.onRequest?.(`${method} ${url.pathname}`);
    const { fault } = server;
    const bad =
      fault && (fault.methods?.includes(method) ?? true) && (fault.path?.test(url.pathname) ?? true)
        ? fault
        : undefined;
    if (bad?.kind === "hang") return;
    if (bad?.kind === "slow") await pause(bad.ms);
    if (bad?.kind === "fail") throw new S3Error(bad.status, bad.code, "Injected fault");
    if (bad?.kind === "page") {
      response.writeHead(bad.status, { "content-type": "text/html" }).end("<!doctype html><p>Welcome & enjoy");
      return;
    }
    if (bad?.kind === "redirect") {
      response.writeHead(307, { location: bad.to }).end();
      return;
    }
    const [, bucketName = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    const anonymous = !request.headers.authorization && !url.searchParams.has("X-Amz-Signature");
    if (!anonymous) await verify(request, url);
    else if (!(open.includes(bucketName) && ["GET", "HEAD"].includes(method) && key !== "")) {
      throw new S3Error(403, "AccessDenied", "Access Denied");
    }
    const bucket = server.buckets.get(bucketName);
    if (!bucket) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
    const action = key === "" ? "LIST" : method === "HEAD" ? "GET" : method;
    if (!anonymous && !(allowed as readonly string[]).includes(action)) {
      throw new S3Error(403, "AccessDenied", "Access Denied");
    }
    if (action === "LIST") return list(response, bucketName, bucket, url.searchParams.get("prefix") ?? "");
    if (method === "PUT") return put(request, response, bucket, key, bad);
    if (method === "DELETE") {
      if (bad?.kind !== "keep") bucket.delete(key);
      response.writeHead(204).end();
      return;
    }
    const object = bucket.get(key);
    if (!object) throw new S3Error(404, "NoSuchKey", "The specified key does not exist.");
    give(request, response, object, url, bad);
  }

  async function put(
    request: IncomingMessage,
    response: ServerResponse,
    bucket: Map<string, S3Object>,
    key: string,
    bad: Fault | undefined,
  ): Promise<void> {
    const length = Number(request.headers["content-length"]);
    if (!Number.isInteger(length)) throw new S3Error(411, "MissingContentLength", "You must provide Content-Length");
    const chunks: Buffer[] = [];
    let received = 0;
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      received += (chunk as Buffer).length;
      if (bad?.kind === "cut") {
        request.destroy();
        return;
      }
    }
    if (received !== length) throw new S3Error(400, "IncompleteBody", "The body is shorter than announced");
    const body = Buffer.concat(chunks);
    const declared = request.headers["x-amz-content-sha256"];
    if (declared === undefined) throw new S3Error(400, "MissingSecurityHeader", "x-amz-content-sha256 is missing");
    if (declared !== unsigned && declared !== createHash("sha256").update(body).digest("hex")) {
      throw new S3Error(400, "XAmzContentSHA256Mismatch", "The provided hash does not match what was computed");
    }
    const stored = bad?.kind === "lie" ? flipped(body) : body;
    bucket.set(key, {
      body: stored,
      contentType: request.headers["content-type"] ?? "binary/octet-stream",
      cacheControl: request.headers["cache-control"],
    });
    const etag = `"${createHash("md5").update(body).digest("hex")}"`;
    response.writeHead(200, { etag, "content-length": 0 }).end();
  }

  function give(
    request: IncomingMessage,
    response: ServerResponse,
    { body, contentType, cacheControl }: S3Object,
    url: URL,
    bad: Fault | undefined,
  ): void {
    if (bad?.kind === "endless") {
      response.writeHead(200, { "content-type": contentType });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(256 * 1024))) server.endlessBytes += 256 * 1024;
        server.endlessBytes += 256 * 1024;
      };
      response.on("drain", more);
      more();
      return;
    }
    const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "");
    const start = range?.[1] ? Number(range[1]) : range?.[2] ? Math.max(0, body.length - Number(range[2])) : 0;
    const end = range?.[1] && range[2] ? Math.min(Number(range[2]), body.length - 1) : body.length - 1;
    if (range && start >= body.length) throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable");
    const disposition = url.searchParams.get("response-content-disposition");
    response.writeHead(range ? 206 : 200, {
      "content-type": contentType,
      "content-length": end - start + 1,
      "accept-ranges": "bytes",
      etag: `"${createHash("md5").update(body).digest("hex")}"`,
      "last-modified": new Date().toUTCString(),
      ...(cacheControl ? { "cache-control": cacheControl } : {}),
      ...(range ? { "content-range": `bytes ${start}-${end}/${body.length}` } : {}),
      ...(disposition ? { "content-disposition": disposition } : {}),
    });
    const sent = (bad?.kind === "lie" ? flipped(body) : body).subarray(start, end + 1);
    if (request.method === "HEAD") response.end();
    else if (bad?.kind === "cut") response.write(sent.subarray(0, sent.length / 2), () => response.destroy());
    else response.end(sent);
  }

  function list(response: ServerResponse, name: string, bucket: Map<string, S3Object>, prefix: string): void {
    const rows = [...bucket]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { body }]) => `<Contents><Key>${key}</Key><Size>${body.length}</Size></Contents>`);
    response.writeHead(200, { "content-type": "application/xml" });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><Name>${name}</Name><IsTruncated>false</IsTruncated>` +
        `<KeyCount>${rows.length}</KeyCount>${rows.join("")}</ListBucketResult>`,
    );
  }

  /** Signs the request once more with the key that it names and compares. */
  async function verify(request: IncomingMessage, url: URL): Promise<void> {
    const query: Record<string, string> = Object.fromEntries(url.searchParams);
    const header = request.headers.authorization;
    const fields = header
      ? Object.fromEntries(
          header
            .replace(/^AWS4-HMAC-SHA256 /, "")
            .split(/,\s*/)
            .map((part) => part.split("=", 2) as [string, string]),
        )
      : {
          Credential: query["X-Amz-Credential"],
          SignedHeaders: query["X-Amz-SignedHeaders"],
          Signature: query["X-Amz-Signature"],
        };
    const [id, day, scopeRegion = "", service, terminator] = (fields.Credential ?? "").split("/");
    if (id !== accessKeyId) {
      throw new S3Error(403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.");
    }
    if (service !== "s3" || terminator !== "aws4_request" || (region !== "auto" && region !== scopeRegion)) {
      throw new S3Error(
        400,
        "AuthorizationHeaderMalformed",
        `The region '${scopeRegion}' is wrong; expecting '${region}'`,
      );
    }
    const stamp = header ? String(request.headers["x-amz-date"]) : (query["X-Amz-Date"] ?? "");
    const signingDate = new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
    const age = Date.now() + skewMs - signingDate.getTime();
    if (!stamp.startsWith(day ?? "-") || !(Math.abs(age) <= maxSkewMs || (!header && age > 0))) {
      throw new S3Error(
        403,
        "RequestTimeTooSkewed",
        "The difference between the request time and the server's is too large.",
      );
    }
    const signedHeaders = (fields.SignedHeaders ?? "").split(";");
    if (!signedHeaders.includes("host")) throw new S3Error(403, "AccessDenied", "host must be signed");
    const headers: Record<string, string> = {};
    for (const name of signedHeaders) headers[name] = String(request.headers[name] ?? "");
    const signer = new SignatureV4({
      service: "s3",
      region: scopeRegion,
      credentials: { accessKeyId, secretAccessKey },
      sha256: Sha256,
      uriEscapePath: false,
      applyChecksum: false,
    });
    const target = {
      method: request.method ?? "GET",
      protocol: "http:",
      hostname: url.hostname,
      port: Number(url.port),
      path: url.pathname,
    };
    let right: string | undefined;
    if (header) {
      const signed = await signer.sign(
        { ...target, query, headers },
        { signingDate, signableHeaders: new Set(signedHeaders) },
      );
      right = /Signature=([0-9a-f]+)$/.exec(signed.headers.authorization ?? "")?.[1];
    } else {
      const life = Number(query["X-Amz-Expires"]);
      if (!(life > 0) || age > life * 1000) throw new S3Error(403, "AccessDenied", "Request has expired");
      const rest = Object.fromEntries(Object.entries(query).filter(([name]) => !computed.has(name)));
      const signed = await signer.presign(
        { ...target, query: rest, headers: { ...headers, "X-Amz-Content-Sha256": unsigned } },
        { signingDate, expiresIn: life, unsignableHeaders: new Set(["x-amz-content-sha256"]) },
      );
      right = signed.query?.["X-Amz-Signature"] as string | undefined;
    }
    if (right === undefined || right !== fields.Signature) {
      throw new S3Error(403, "SignatureDoesNotMatch", "The request signature we calculated does not match.");
    }
  }
}

/** Parameters that presigning adds. */
const computed = new Set([
  "X-Amz-Algorithm",
  "X-Amz-Credential",
  "X-Amz-Date",
  "X-Amz-Expires",
  "X-Amz-SignedHeaders",
  "X-Amz-Signature",
  "X-Amz-Content-Sha256",
]);

function flipped(body: Buffer): Buffer {
  const other = Buffer.from(body);
  const middle = Math.floor(other.length / 2);
  other[middle] = (other[middle] ?? 0) ^ 255;
  return other;
}

/** Returns the storage settings for the server's bucket. */
export function settingsOf(s3: S3Server, values: Record<string, string> = {}) {
  return {
    account_id: "account",
    access_key_id: s3.accessKeyId,
    secret_access_key: s3.secretAccessKey,
    bucket_name: "music",
    endpoint_url: s3.url,
    region: "auto",
    ...values,
  };
}
