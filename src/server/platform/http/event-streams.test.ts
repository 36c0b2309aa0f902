import { connect } from "node:net";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { Binary, type Endpoint } from "#contract/endpoint.ts";
import { folderOf } from "#test/folders.ts";
import { createTemporaryFiles } from "../temporary-files.ts";
import type { SignedIn } from "./caller.ts";
import { handleErrors } from "./errors.ts";
import type { ServerEvent, StreamContext } from "./event-streams.ts";
import { createRouter } from "./router.ts";

const record = { access: ["staff"], tag: "Thử", summary: "Thử" } as const;
const endpoints = {
  "GET /api/thu": { ...record, replyType: "events", reply: z.object({ n: z.number() }) },
  "GET /api/file": { ...record, replyType: "download", contentType: "text/csv", reply: Binary },
} as const satisfies Record<string, Endpoint>;
const staff: SignedIn = { kind: "staff", id: 1, name: "An", isSupervisor: false };
const headers = { authorization: "Bearer an" };

async function serve(events: (context: StreamContext) => AsyncIterable<ServerEvent<{ n: number }>>) {
  const http = Fastify({ forceCloseConnections: "idle" });
  handleErrors(http);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  const authenticate = vi.fn(async (): Promise<SignedIn | undefined> => staff);
  const authenticateAll = vi.fn(
    async (tokens: ReadonlySet<string>) => new Map([...tokens].map((token): [string, SignedIn] => [token, staff])),
  );
  const router = createRouter(http, {
    authenticate,
    authenticateAll,
    security: { "x-content-type-options": "nosniff" },
    temporary: createTemporaryFiles(folderOf()),
    streamTimes: { checkMs: 20, heartbeatMs: 20 },
    endpoints,
  });
  router.on("GET /api/thu", events);
  async function* content() {
    yield Buffer.from("a,b\n");
    yield Buffer.from("1,2\n");
  }
  router.on("GET /api/file", () => ({ fileName: "đơn hàng.csv", content: content() }));
  const url = await http.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => http.close());
  return { http, authenticate, authenticateAll, url: `${url}/api/thu`, fileUrl: `${url}/api/file` };
}

const numbers = (count: number) =>
  async function* () {
    for (let n = 1; n <= count; n++) yield { id: `${n}`, data: { n, secret: "kín" } };
  };

/** Yields nothing until the stream ends; tells when it does. */
function silent() {
  const ended = vi.fn();
  return {
    ended,
    async *events({ signal }: StreamContext): AsyncGenerator<ServerEvent<{ n: number }>> {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended();
      yield* [];
    },
  };
}

describe("a stream of events", () => {
  test("sends each event, filtered by the reply's schema, and ends with the handler", async () => {
    const { url } = await serve(numbers(2));
    const response = await fetch(url, { headers });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect((await response.text()).replaceAll(":\n\n", "")).toBe('id: 1\ndata: {"n":1}\n\nid: 2\ndata: {"n":2}\n\n');
  });

  test("waits for a client that does not read", async () => {
    let sent = 0;
    const { url } = await serve(async function* () {
      for (; sent < 1000; sent++) yield { id: "x".repeat(100_000), data: { n: sent } };
    });
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).pause();
    socket.write(`GET /api/thu HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer an\r\n\r\n`);
    let before = 0;
    await vi.waitUntil(
      () => {
        const stands = sent > 0 && sent === before;
        before = sent;
        return stands;
      },
      { timeout: 120_000, interval: 200 },
    );
    expect(sent).toBeLessThan(1000);
    socket.destroy();
  });

  test("hands the last event id over, unless it is too long", async () => {
    const seen: (string | undefined)[] = [];
    const { url } = await serve(async function* ({ lastEventId }) {
      seen.push(lastEventId);
      yield* [];
    });
    for (const id of ["12.3", "x".repeat(201)]) {
      await (await fetch(url, { headers: { ...headers, "last-event-id": id } })).text();
    }
    await (await fetch(url, { headers })).text();
    expect(seen).toEqual(["12.3", undefined, undefined]);
  });

  test("has a heartbeat, and ends when its token is no longer valid; checking it is no use of the session", async () => {
    const { ended, events } = silent();
    const { url, authenticate, authenticateAll } = await serve(events);
    const response = await fetch(url, { headers });
    await expect.poll(() => authenticateAll.mock.calls.length).toBeGreaterThan(2);
    expect(authenticate).toHaveBeenCalledOnce();
    authenticateAll.mockRejectedValueOnce(new Error("the database is away"));
    authenticateAll.mockResolvedValueOnce(new Map([["an", staff]])).mockResolvedValue(new Map());
    expect((await response.text()).split(":\n\n").length).toBeGreaterThan(3);
    expect(ended).toHaveBeenCalledOnce();
  });

  test("ends when its caller loses the role", async () => {
    const { ended, events } = silent();
    const { url, authenticateAll } = await serve(events);
    const response = await fetch(url, { headers });
    authenticateAll.mockResolvedValue(new Map([["an", { kind: "user", id: 1, isPremium: true }]]));
    await response.text();
    expect(ended).toHaveBeenCalledOnce();
  });

  test("shares one query for each check with all others", async () => {
    const { events } = silent();
    const { url, authenticateAll } = await serve(events);
    const controller = new AbortController();
    const open = (token: string) =>
      fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: controller.signal });
    const tokens = ["an", "binh", "chi"];
    for (const token of [...tokens, "an"]) await open(token);
    authenticateAll.mockClear();
    await expect.poll(() => authenticateAll.mock.calls.length).toBeGreaterThan(2);
    for (const [asked] of authenticateAll.mock.calls) expect([...asked]).toEqual(tokens);
    controller.abort();
  });

  test("ends when the client leaves", async () => {
    const { ended, events } = silent();
    const { url } = await serve(events);
    const controller = new AbortController();
    await fetch(url, { headers, signal: controller.signal });
    controller.abort();
    await expect.poll(() => ended).toHaveBeenCalledOnce();
  });

  test("ends at shutdown, also where the handler does not", async () => {
    const { url, http } = await serve(async function* () {
      await new Promise(() => {});
      yield { data: { n: 1 } };
    });
    const response = await fetch(url, { headers });
    await http.close();
    expect(await response.text()).toMatch(/^(:\n\n)*$/);
  });

  test("breaks off where the handler fails, and the next one works", async () => {
    const { url } = await serve(async function* () {
      yield { data: { n: 1 } };
      throw new Error("hỏng");
    });
    for (let i = 0; i < 2; i++) expect(await (await fetch(url, { headers })).text()).toContain('{"n":1}');
  });

  test("is refused to an account that has too many", async () => {
    const { events } = silent();
    const { url } = await serve(events);
    const controller = new AbortController();
    const open = () => fetch(url, { headers, signal: controller.signal });
    for (let i = 0; i < 20; i++) expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(429);
    controller.abort();
    await expect.poll(async () => (await fetch(url, { headers })).status).toBe(200);
  });

  test("has no HEAD and no place for others", async () => {
    const { http, authenticate } = await serve(numbers(1));
    expect((await http.inject({ method: "HEAD", url: "/api/thu", headers })).statusCode).toBe(404);
    authenticate.mockResolvedValue({ kind: "user", id: 1, isPremium: true });
    expect((await http.inject({ url: "/api/thu", headers })).statusCode).toBe(403);
  });
});

describe("a download", () => {
  test("is sent as it is made, under its name, and never cached", async () => {
    const { fileUrl } = await serve(numbers(1));
    const response = await fetch(fileUrl, { headers });
    expect(await response.text()).toBe("a,b\n1,2\n");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/csv",
      "cache-control": "private, no-store",
      "content-disposition": expect.stringContaining("filename*=UTF-8''%C4%91%C6%A1n%20h%C3%A0ng.csv"),
    });
    expect((await fetch(fileUrl)).status).toBe(401);
  });
});
