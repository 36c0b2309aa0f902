import { request } from "node:http";
import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { securityHeaders } from "../security.ts";
import { isNotModified, type ReadyContent, readyText, replyKind, sendOnce, sendReady } from "./cached-reply.ts";
import type { Encoding } from "./encodings.ts";

const security = securityHeaders("https://nghe.example");
const long = "một bài hát ".repeat(200);
const short = "một bài hát";
const json = { "content-type": "application/json; charset=utf-8", "cache-control": "no-cache" };

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
});
afterEach(() => app.close());

/** Serves content at `/` under the headers of a kind. */
function serve(content: ReadyContent, headers: Record<string, string> = json, encodings?: readonly Encoding[]) {
  const kind = replyKind(security.data, headers, encodings);
  app.get("/", (incoming, reply) => sendReady(incoming, reply, content, kind, ["x-total-count", "7"]));
  return (sent: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ url: "/", method, headers: sent });
}

describe("ready content", () => {
  it("has security headers, its length and its tag", async () => {
    const reply = await serve(readyText(short))();
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe(short);
    expect(reply.headers).toMatchObject({ ...security.data, ...json, vary: "Accept-Encoding", "x-total-count": "7" });
    expect(reply.headers["content-length"]).toBe(String(Buffer.byteLength(short)));
    expect(reply.headers.etag).toMatch(/^"[\w-]{27}"$/);
  });

  it.each([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ["gzip;q=0, br;q=0.0", undefined, (body: Buffer) => body],
    ["identity", undefined, (body: Buffer) => body],
  ])("is encoded for a client that accepts %s as %s", async (accepted, encoding, decode) => {
    const reply = await serve(readyText(long))({ "accept-encoding": accepted });
    expect(reply.headers["content-encoding"]).toBe(encoding);
    expect(reply.headers["content-length"]).toBe(String(reply.rawPayload.length));
    expect(decode(reply.rawPayload).toString()).toBe(long);
  });

  it("is not encoded when that saves no bytes, or when its kind has no encoding", async () => {
    const small = await serve(readyText(short))({ "accept-encoding": "br" });
    expect(small.headers).not.toHaveProperty("content-encoding");
    await app.close();
    app = Fastify();
    const picture = await serve(readyText(long), json, [])({ "accept-encoding": "br" });
    expect(picture.headers).not.toHaveProperty("content-encoding");
    expect(picture.headers).not.toHaveProperty("vary");
  });

  it("is a 304 with the same headers and without a body for a client that has it", async () => {
    const get = serve(readyText(long), { ...json, vary: "Authorization" });
    const { etag } = (await get()).headers;
    const reply = await get({ "if-none-match": `"other", W/${etag}` });
    expect([reply.statusCode, reply.body]).toEqual([304, ""]);
    expect(reply.headers).toMatchObject({
      ...security.data,
      etag,
      "cache-control": "no-cache",
      vary: "Authorization, Accept-Encoding",
    });
    expect(reply.headers).not.toHaveProperty("content-type");
    expect((await get({ "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  it("answers HEAD with the length alone", async () => {
    const reply = await serve(readyText(long))({}, "HEAD");
    expect(reply.headers["content-length"]).toBe(String(Buffer.byteLength(long)));
    expect(reply.body).toBe("");
  });

  it("overrides a security header, and drops X-Frame-Options where its policy opens frames", async () => {
    const get = serve(readyText(short), {
      ...json,
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors *",
    });
    const { headers } = await get();
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(headers).not.toHaveProperty("x-frame-options");
  });

  it("may be a stream, which HEAD does not read", async () => {
    let read = 0;
    const content: ReadyContent = {
      etag: '"stream"',
      isCompressible: true,
      bytes: () => () =>
        Readable.from(
          (function* () {
            for (const part of ["a", "b"]) {
              read += 1;
              yield Buffer.from(part);
            }
          })(),
        ),
    };
    const get = serve(content);
    expect((await get({}, "HEAD")).body).toBe("");
    expect(read).toBe(0);
    expect((await get()).body).toBe("ab");
  });

  it("breaks the connection off when its stream fails", async () => {
    const failing = async function* () {
      yield Buffer.from("a");
      throw new Error("no more");
    };
    const bytes = () => () => Readable.from(failing());
    serve({ etag: '"stream"', isCompressible: false, bytes });
    const { port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
    const body = new Promise((resolve, reject) => {
      request({ port, host: "127.0.0.1", agent: false }, (reply) => reply.toArray().then(resolve, reject)).end();
    });
    await expect(body).rejects.toThrow("aborted");
  });
});

describe("a body for one request", () => {
  it("is compressed where that gains something", async () => {
    app.get("/long", (incoming, reply) => sendOnce(incoming, reply, Buffer.from(long)));
    app.get("/short", (incoming, reply) => sendOnce(incoming, reply, Buffer.from(short)));
    const headers = { "accept-encoding": "br" };
    const encoded = await app.inject({ url: "/long", headers });
    expect(encoded.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(encoded.rawPayload).toString()).toBe(long);
    const plain = await app.inject({ url: "/long" });
    expect(plain.headers).toMatchObject({ vary: "Accept-Encoding" });
    expect(plain.body).toBe(long);
    expect((await app.inject({ url: "/short", headers })).body).toBe(short);
  });
});

const changed = Date.parse("2026-01-02T03:04:05.678Z");
test.each([
  [{}, false],
  [{ "if-none-match": '"a"' }, true],
  [{ "if-none-match": 'W/"a"' }, true],
  [{ "if-none-match": '"b", "a"' }, true],
  [{ "if-none-match": "*" }, true],
  [{ "if-none-match": '"b"' }, false],
  [{ "if-none-match": '"b"', "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }, false],
  [{ "if-modified-since": "Fri, 02 Jan 2026 03:04:05 GMT" }, true],
  [{ "if-modified-since": "Fri, 02 Jan 2026 03:04:04 GMT" }, false],
  [{ "if-modified-since": "yesterday" }, false],
])("a client that sends %o has a current copy: %s", (headers, current) => {
  expect(isNotModified(headers, '"a"', changed)).toBe(current);
});
