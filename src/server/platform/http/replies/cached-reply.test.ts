import { request } from "node:http";
import { Readable } from "node:stream";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handleErrors } from "../errors.ts";
import { securityHeaders } from "../security.ts";
import { type ReadyContent, readyText, replyKind, sendOnce, sendReady } from "./cached-reply.ts";
import type { Encoding } from "./encodings.ts";

const security = securityHeaders("https://nghe.example");
const long = "một bài hát ".repeat(200);
const short = "một bài hát";
const json = { "content-type": "application/json; charset=utf-8", "cache-control": "no-cache" };

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  handleErrors(app);
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

  it("has an entity tag of its own in each encoding, of which each is as current", async () => {
    const get = serve(readyText(long));
    const tagIn = async (encoding: string, sent = {}) => {
      const reply = await get({ "accept-encoding": encoding, ...sent });
      return [reply.statusCode, reply.headers.etag];
    };
    const plain = String((await get()).headers.etag);
    const [br, gzip] = [plain.replace(/"$/, '-br"'), plain.replace(/"$/, '-gzip"')];
    expect(await tagIn("br, gzip")).toEqual([200, br]);
    expect(await tagIn("gzip")).toEqual([200, gzip]);
    expect(await tagIn("identity")).toEqual([200, plain]);
    for (const tag of [plain, br, `W/${gzip}`]) {
      expect(await tagIn("br", { "if-none-match": tag })).toEqual([304, br]);
      expect(await tagIn("identity", { "if-none-match": tag })).toEqual([304, plain]);
    }
    expect(await tagIn("br", { "if-none-match": plain.replace(/"$/, '-zstd"') })).toEqual([200, br]);
  });

  it("has the plain tag where it is too short to be encoded", async () => {
    const reply = await serve(readyText(short))({ "accept-encoding": "br" });
    expect(reply.headers.etag).toMatch(/^"[\w-]{27}"$/);
  });

  it("is refused with 412 to a client that asks for another state", async () => {
    const get = serve(readyText(long));
    const { etag } = (await get({ "accept-encoding": "br" })).headers;
    for (const method of ["GET", "HEAD"] as const) {
      const reply = await get({ "if-match": '"other"' }, method);
      expect(reply.statusCode).toBe(412);
      expect(reply.headers).toMatchObject({ "cache-control": "no-store" });
      if (method === "GET") expect(reply.json()).toEqual({ detail: "Nội dung đã thay đổi so với bản bạn đang có" });
    }
    expect((await get({ "if-match": String(etag), "accept-encoding": "br" })).statusCode).toBe(200);
    expect((await get({ "if-match": String(etag) })).statusCode).toBe(412);
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
      tags: { plain: '"stream"' },
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
    serve({ tags: { plain: '"stream"' }, isCompressible: false, bytes });
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
