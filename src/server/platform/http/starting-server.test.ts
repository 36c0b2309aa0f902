import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { loadConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { listenWhileStarting, type StartingServerOptions } from "./starting-server.ts";

const host = "127.0.0.1";
const far = 10 * 60_000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function startingOn(address: { host: string; port: number }, options?: StartingServerOptions) {
  const { http } = loadConfig({ NODE_ENV: "test" });
  const server = await listenWhileStarting({ ...http, ...address }, createLog("silent"), options);
  return { server, site: Fastify({ serverFactory: server.serverFactory }) };
}

async function starting(options: StartingServerOptions = {}) {
  const port = await freePort();
  const { server, site } = await startingOn({ host, port }, { waitMs: far, quietMs: far, ...options });
  site.get("/api/songs", async () => ["song"]);
  site.post("/api/songs", async ({ body }) => body);
  let isOpen = false;
  async function open() {
    isOpen = true;
    await server.open(site);
  }
  onTestFinished(async () => {
    // The port closes with the site.
    if (!isOpen) await open();
    await site.close();
  });
  return { server, site, open, origin: `http://${host}:${port}` };
}

const step = { name: "0038-payments", number: 7, total: 37 };

/** Sends a request and resolves once the server has begun with it: it asks for the body that was announced. */
async function begun(url: string, method = "GET", body = "") {
  const headers = { expect: "100-continue", "content-type": "application/json", "content-length": body.length };
  const sent = request(url, { method, headers });
  const answer = once(sent, "response").then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    connection: response?.headers.connection,
    body: response && (await text(response)),
  }));
  sent.flushHeaders();
  await once(sent, "continue");
  sent.end(body);
  return { answer, sent };
}

test("a request waits for the site, which answers on the same socket from then on", async () => {
  const { server, site, open, origin } = await starting();
  const early = [await begun(`${origin}/api/songs`), await begun(`${origin}/api/songs`, "POST", '{"title":"Ru con"}')];
  server.migrating(step);
  await open();
  expect(await Promise.all(early.map(({ answer }) => answer))).toEqual([
    { status: 200, connection: "keep-alive", body: '["song"]' },
    { status: 200, connection: "keep-alive", body: '{"title":"Ru con"}' },
  ]);
  const later = await fetch(`${origin}/api/songs`);
  expect([later.status, later.headers.get("connection")]).toEqual([200, "keep-alive"]);
  await site.close();
  await expect(fetch(`${origin}/api/songs`)).rejects.toThrow();
});

test("migrations that take longer than a moment answer 503 with a page and how far they are", async () => {
  const { server, open, origin } = await starting({ quietMs: 1 });
  const early = fetch(`${origin}/api/songs`);
  server.migrating({ ...step, number: 6 });
  server.migrating(step);
  expect((await early).status).toBe(503);
  const page = await fetch(`${origin}/songs/3`);
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("15");
  expect(page.headers.get("refresh")).toBe("15");
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toContain("đang được nâng cấp và sẽ trở lại sau ít phút");
  for (const url of ["/api/ready", "/uploads/audio/a.mp3", "/api/health"]) {
    const data = await fetch(origin + url);
    expect([data.status, data.headers.get("retry-after"), data.headers.get("cache-control")], url).toEqual([
      503,
      "15",
      "no-store",
    ]);
    expect(await data.json()).toEqual({
      detail: "Ngân Nga đang được nâng cấp, bạn thử lại sau ít phút nhé",
      errors: [{ field: "migrations", message: "Đang nâng cấp cơ sở dữ liệu: 7/37" }],
    });
  }
  await open();
  expect((await fetch(`${origin}/api/songs`)).status).toBe(200);
});

test("a request waits no longer than a start may take", async () => {
  const { origin } = await starting({ waitMs: 1 });
  const answer = await fetch(`${origin}/api/songs`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { detail: "Ngân Nga đang được nâng cấp, bạn thử lại sau ít phút nhé" },
  ]);
});

test("a client that has left is not answered by the site", async () => {
  const { site, open, origin } = await starting();
  const seen = vi.fn();
  site.addHook("onRequest", async ({ url }) => seen(url));
  const { sent, answer } = await begun(`${origin}/api/songs`);
  answer.catch(() => {});
  const stays = await begun(`${origin}/api/songs?stays`);
  sent.on("error", () => {}).destroy();
  // One that comes later is begun with once the end of that one has arrived.
  const later = await begun(`${origin}/api/songs?later`);
  await open();
  await Promise.all([stays.answer, later.answer]);
  expect(seen.mock.calls).toEqual([["/api/songs?stays"], ["/api/songs?later"]]);
});

test("listens on both addresses of localhost", async () => {
  const port = await freePort();
  const { server, site } = await startingOn({ host: "localhost", port });
  site.get("/api/songs", async () => ["song"]);
  await server.open(site);
  const addresses = await lookup("localhost", { all: true });
  for (const { address, family } of addresses) {
    const name = family === 6 ? `[${address}]` : address;
    expect((await fetch(`http://${name}:${port}/api/songs`)).status).toBe(200);
  }
  await site.close();
  for (const { address } of addresses) {
    const again = createServer().listen(port, address);
    await once(again, "listening");
    again.close();
  }
});

test("an address in use is told before anything else", async () => {
  const taken = createServer().listen(0, host);
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(startingOn({ host, port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

/** Twenty requests that wait, for answers that the test gives. */
async function twentyWaiting(options: StartingServerOptions) {
  const { site, open, origin } = await starting(options);
  const begunWith: string[] = [];
  const { promise, resolve: answerAll } = Promise.withResolvers<string>();
  site.get("/api/slow/:id", ({ url }) => {
    begunWith.push(url);
    return begunWith.length === 3 ? "at once" : promise;
  });
  const urls = Array.from({ length: 20 }, (_, id) => `/api/slow/${id}`);
  const answers: Promise<{ status: number | undefined }>[] = [];
  for (const url of urls) answers.push((await begun(origin + url)).answer);
  await open();
  return { urls, answers, begunWith, answerAll: () => answerAll("later") };
}

test("what waits is begun with in its order, a few at a time", async () => {
  const { urls, answers, begunWith, answerAll } = await twentyWaiting({ slowMs: far });
  await answers[2];
  await vi.waitFor(() => expect(begunWith).toHaveLength(9));
  answerAll();
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(begunWith).toEqual(urls);
});

test("what waits is begun with behind a slow one too", async () => {
  const { urls, answers, begunWith, answerAll } = await twentyWaiting({ slowMs: 1 });
  await vi.waitFor(() => expect(begunWith).toEqual(urls));
  answerAll();
  await Promise.all(answers);
});

test("the site ends once what has waited is answered", async () => {
  const { site, open, origin } = await starting();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  site.get("/api/slow", () => promise);
  const early = await begun(`${origin}/api/slow`);
  await open();
  const closed = site.close();
  await vi.waitFor(() => expect(site.server.listening).toBe(false));
  resolve(["late"]);
  expect(await early.answer).toMatchObject({ status: 200, body: '["late"]' });
  site.server.closeIdleConnections();
  await closed;
});
