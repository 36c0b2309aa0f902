import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import path from "node:path";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { Endpoint, FileField } from "#contract/endpoint.ts";
import { folderOf } from "#test/folders.ts";
import { createTemporaryFiles } from "../temporary-files.ts";
import { handleErrors } from "./errors.ts";
import type { UploadedFile } from "./multipart.ts";
import { createRouter, type RateLimiter } from "./router.ts";

const rule = { kind: "audio", maxBytes: 10, tooLarge: "File quá lớn", wrongType: "Sai loại" } as const;
const endpoints = {
  "POST /api/thu": {
    access: "public",
    tag: "Thử",
    summary: "Thử",
    bodyType: "multipart",
    body: z.object({ name: z.string("Thiếu tên").min(2, "Tên quá ngắn"), age: z.coerce.number().optional() }),
    files: { song: { ...rule, missing: "Thiếu bài hát" }, extra: rule } satisfies Record<string, FileField>,
    rateLimit: { name: "login", key: "name", account: "user" },
    reply: z.object({ heard: z.string() }),
  },
} as const satisfies Record<string, Endpoint>;

type Sent = Record<string, string | Blob | (string | Blob)[]>;

function serve(rateLimiter?: RateLimiter) {
  const dataDir = folderOf();
  const http = Fastify();
  handleErrors(http);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  const router = createRouter(http, {
    authenticate: async () => undefined,
    authenticateAll: async () => new Map(),
    security: {},
    temporary: createTemporaryFiles(dataDir),
    endpoints,
    ...(rateLimiter ? { rateLimiter } : {}),
  });
  const handler = vi.fn<
    (files: Record<string, UploadedFile | undefined>, body: object, signal: AbortSignal) => string | Promise<string>
  >(() => "ok");
  router.on("POST /api/thu", async ({ body, files, signal }) => {
    expectTypeOf(body).toEqualTypeOf<{ name: string; age?: number | undefined }>();
    expectTypeOf(files.song).toEqualTypeOf<UploadedFile>();
    expectTypeOf(files.extra).toEqualTypeOf<UploadedFile | undefined>();
    return { heard: await handler(files, body, signal) };
  });
  return {
    http,
    handler,
    left: () => readdirSync(path.join(dataDir, "tmp")),
    async send(sent: Sent) {
      const payload = new FormData();
      for (const [name, values] of Object.entries(sent))
        for (const value of [values].flat()) payload.append(name, value);
      return http.inject({ method: "POST", url: "/api/thu", payload });
    },
  };
}
const file = (text = "abc", name = "bài.mp3") => new File([text], name);

describe("a multipart body", () => {
  test("reaches the handler as validated fields and complete files, which are removed after it", async () => {
    const { send, handler, left } = serve();
    handler.mockImplementation(({ song, extra }) => `${readFileSync(song?.path ?? "", "utf8")} ${extra?.name}`);
    const reply = await send({ song: file("abc", "../../bài\u0000.mp3"), name: "An", age: "7", other: "thừa" });
    expect([reply.statusCode, reply.json()]).toEqual([200, { heard: "abc undefined" }]);
    const [files, body] = handler.mock.calls[0] ?? [];
    expect(body).toEqual({ name: "An", age: 7 });
    expect(files?.song).toMatchObject({ size: 3, name: expect.not.stringContaining("\0") });
    expect(left()).toEqual([]);
  });

  test.each<[string, Sent, number, string, string?]>([
    ["a field that its schema refuses, also behind the file", { song: file(), name: "A" }, 422, "Tên quá ngắn", "name"],
    ["a missing field", { song: file() }, 422, "Thiếu tên", "name"],
    ["a missing file", { name: "An" }, 422, "Thiếu bài hát", "song"],
    ["an unknown file", { name: "An", song: file(), other: file() }, 422, "Trường file không được hỗ trợ", "other"],
    ["a file twice", { name: "An", song: [file(), file()] }, 422, "Chỉ gửi một file mỗi lần", "song"],
    ["a field twice", { name: ["An", "Bình"], song: file() }, 422, "Trường này chỉ được gửi một lần", "name"],
    ["a file that is too large", { name: "An", song: file("x".repeat(11)) }, 413, "File quá lớn"],
    ["a text that is too large", { name: "x".repeat(70_000), song: file() }, 413, "Dữ liệu gửi lên quá lớn"],
    [
      "texts that are too large together",
      { name: "An", a: "x".repeat(40_000), b: "x".repeat(40_000) },
      413,
      "Dữ liệu gửi lên quá lớn",
    ],
    ["NUL in a field", { name: "A\u0000n", song: file() }, 422, "Dữ liệu không hợp lệ"],
  ])("with %s is refused, and nothing is left of it", async (_, sent, status, detail, field) => {
    const { send, handler, left } = serve();
    const reply = await send(sent);
    expect([reply.statusCode, reply.json().detail, reply.json().errors?.[0].field]).toEqual([status, detail, field]);
    expect(handler).not.toHaveBeenCalled();
    expect(left()).toEqual([]);
  });

  test("takes a file field without a chosen file as missing", async () => {
    const { send, handler, left } = serve();
    const nothing = file("", "");
    expect((await send({ song: file(), extra: nothing, name: "An" })).statusCode).toBe(200);
    expect(handler.mock.calls[0]?.[0].extra).toBeUndefined();
    const refused = await send({ song: nothing, name: "An" });
    expect([refused.statusCode, refused.json().detail]).toEqual([422, "Thiếu bài hát"]);
    expect(left()).toEqual([]);
  });

  test("with more fields or files than any form has is refused", async () => {
    const { send, left } = serve();
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${i}`, "x"]));
    expect((await send(many)).statusCode).toBe(422);
    expect((await send({ song: Array.from({ length: 50 }, () => file()) })).statusCode).toBe(422);
    expect(left()).toEqual([]);
  });

  test("counts against a limit by one of its fields, and leaves no file when that refuses it", async () => {
    const names: unknown[] = [];
    const { send, left } = serve(() => ({
      onRequest: async () => {},
      preHandler: async ({ body }) => {
        names.push((body as { name: string }).name);
        throw new Error("đủ rồi");
      },
    }));
    expect((await send({ song: file(), name: "An" })).statusCode).toBe(500);
    expect(names).toEqual(["An"]);
    expect(left()).toEqual([]);
  });

  test("leaves no file when the handler fails", async () => {
    const { send, handler, left } = serve();
    handler.mockImplementation(() => {
      throw new Error("hỏng");
    });
    expect((await send({ song: file(), name: "An" })).statusCode).toBe(500);
    expect(left()).toEqual([]);
  });
});

describe("the signal of a multipart body", () => {
  const boundary = "----thu";
  const parts = [
    `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\nAn`,
    `--${boundary}\r\ncontent-disposition: form-data; name="song"; filename="a.mp3"\r\n\r\nabc`,
    `--${boundary}--\r\n`,
  ].join("\r\n");
  const head = [
    "POST /api/thu HTTP/1.1",
    "host: localhost",
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${parts.length}`,
  ].join("\r\n");

  /** Sends a whole body over a connection of its own. Returns both of its ends. */
  async function sendWhole({ http }: Pick<ReturnType<typeof serve>, "http">) {
    await http.listen({ host: "127.0.0.1", port: 0 });
    onTestFinished(() => http.close());
    const accepted = once(http.server, "connection");
    const client = connect((http.server.address() as AddressInfo).port, "127.0.0.1");
    client.write(`${head}\r\n\r\n${parts}`);
    const [server] = (await accepted) as [Socket];
    return { client, closed: once(server, "close") };
  }

  test.each<[string, (client: Socket) => void]>([
    ["closes the connection", (client) => client.destroy()],
    ["closes its half of the connection", (client) => client.end()],
  ])("aborts when the client %s before the response", async (_, leave) => {
    const served = serve();
    const work = Promise.withResolvers<string>();
    served.handler.mockImplementation(() => work.promise);
    const { client, closed } = await sendWhole(served);
    client.resume();
    await expect.poll(() => served.handler.mock.calls.length).toBe(1);
    const signal = served.handler.mock.calls[0]?.[2];
    expect(signal?.aborted).toBe(false);
    leave(client);
    await closed;
    expect(signal?.aborted).toBe(true);
    work.resolve("ok");
    await expect.poll(served.left).toEqual([]);
  });

  test("does not abort when the connection closes after the response", async () => {
    const served = serve();
    const { client, closed } = await sendWhole(served);
    const [reply] = await once(client, "data");
    expect(String(reply)).toMatch(/^HTTP\/1\.1 200 [^]*"heard":"ok"/);
    const signal = served.handler.mock.calls[0]?.[2];
    expect(signal?.aborted).toBe(false);
    client.destroy();
    await closed;
    expect(signal?.aborted).toBe(false);
  });
});
