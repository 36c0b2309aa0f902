import { describe, expect, test } from "vitest";
import { type CallOptions, listeningApp, type TestApp, testApp } from "#test/app.ts";
import { parsePrometheus } from "#test/prometheus.ts";

const token = "0123456789abcdefghij";
const read = async (app: TestApp, options: CallOptions = {}) => (await app.send("GET /metrics", options)).statusCode;
const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({ remoteAddress, headers });

describe("with a token", () => {
  test("the metrics are for whoever has it, wherever they are", async () => {
    const app = await testApp("sqlite", { METRICS_TOKEN: token });
    const reply = await app.send("GET /metrics", { token, remoteAddress: "203.0.113.7" });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
    });
    expect(parsePrometheus(reply.body).size).toBeGreaterThan(20);
    const head = await app.send("HEAD /metrics", { token });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  test("nobody else reads them, nor the loopback without it", async () => {
    const app = await testApp("sqlite", { METRICS_TOKEN: token });
    const wrong = [
      {},
      { token: "" },
      { token: token.slice(1) },
      { token: `${token}x` },
      { token: token.toUpperCase() },
    ];
    for (const options of wrong) expect(await read(app, options), JSON.stringify(options)).toBe(401);
    for (const authorization of [token, `Basic ${token}`, `Bearer x ${token}`]) {
      expect(await read(app, { headers: { authorization } }), authorization).toBe(401);
    }
    expect(await read(app, { query: { token } })).toBe(401);
    const reply = await app.send("GET /metrics");
    expect(reply.json()).toEqual({ detail: "Vui lòng đăng nhập để tiếp tục" });
    expect((await app.send("HEAD /metrics")).statusCode).toBe(401);
  });

  test("another bearer token of the site is none", async () => {
    const app = await testApp("sqlite", { METRICS_TOKEN: token });
    expect((await app.send("GET /api/admin/system", { token })).statusCode).toBe(401);
  });
});

describe("without a token", () => {
  test.each([
    "127.0.0.1",
    "127.8.9.1",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:0:0:1",
  ])("this machine reads them from %s", async (address) => {
    expect(await read(await testApp("sqlite"), from(address))).toBe(200);
  });

  test.each([
    "localhost",
    "localhost:3000",
    "LOCALHOST:3000",
    "127.0.0.1:3000",
    "[::1]:3000",
  ])("and calls itself %s", async (host) => {
    expect(await read(await testApp("sqlite"), from("127.0.0.1", { host }))).toBe(200);
  });

  test.each([
    "203.0.113.7",
    "10.0.0.1",
    "192.168.1.2",
    "::",
    "0.0.0.0",
    "fe80::1",
    "::ffff:10.0.0.1",
    "128.0.0.1",
    "x",
  ])("%s does not", async (address) => {
    expect(await read(await testApp("sqlite"), from(address))).toBe(403);
  });

  test.each([
    "nghe.example.vn",
    "localhost.example.vn",
    "127.0.0.1.example.vn",
    "127.0.0.1:3000@x",
    "[::2]",
  ])("a request of this machine for the host %j may be another site's, or a proxy's", async (host) => {
    expect(await read(await testApp("sqlite"), from("127.0.0.1", { host }))).toBe(403);
  });

  test.each([
    { "x-forwarded-for": "127.0.0.1" },
    { "X-FORWARDED-FOR": "::1" },
    { "x-forwarded-for": "" },
    { "x-forwarded-for": "203.0.113.7" },
    { "x-forwarded-proto": "https" },
    { "x-forwarded-host": "localhost" },
    { forwarded: "for=127.0.0.1" },
    { "x-real-ip": "127.0.0.1" },
    { via: "1.1 proxy" },
    { "cf-connecting-ip": "127.0.0.1" },
  ] as Record<string, string>[])("a request through a proxy that is not trusted is refused: %j", async (headers) => {
    expect(await read(await testApp("sqlite"), from("127.0.0.1", headers))).toBe(403);
  });

  test("behind a trusted proxy the client's address decides", async () => {
    const app = await testApp("sqlite", { TRUST_PROXY: "127.0.0.1" });
    const through = (forwarded: string, more = {}) =>
      read(app, from("127.0.0.1", { host: "nghe.example.vn", "x-forwarded-for": forwarded, ...more }));
    expect(await through("127.0.0.1")).toBe(200);
    expect(await through("::1")).toBe(200);
    expect(await read(app, from("127.0.0.1"))).toBe(200);
    for (const forwarded of [
      "203.0.113.7",
      "127.0.0.1, 203.0.113.7",
      "203.0.113.7, 127.0.0.1",
      "",
      "unknown",
      "10.0.0.5",
    ]) {
      expect(await through(forwarded), forwarded).toBe(403);
    }
    expect(await through("127.0.0.1", { forwarded: "for=203.0.113.7" })).toBe(403);
    expect(await read(app, from("127.0.0.1", { "x-real-ip": "127.0.0.1" }))).toBe(403);
    expect(await read(app, from("10.0.0.5", { "x-forwarded-for": "127.0.0.1" }))).toBe(403);
  });

  test("a neighbour in a trusted network can't pass for this machine", async () => {
    const app = await testApp("sqlite", { TRUST_PROXY: "1" });
    for (const forwarded of ["127.0.0.1, 10.0.0.5", "127.0.0.1, 192.168.1.9", "::1, fe80::1"]) {
      expect(await read(app, from("127.0.0.1", { "x-forwarded-for": forwarded })), forwarded).toBe(403);
    }
  });

  test("a proxy on this machine that is not the trusted one is refused", async () => {
    const app = await testApp("sqlite", { TRUST_PROXY: "10.0.0.1" });
    expect(await read(app, from("127.0.0.1", { "x-forwarded-for": "127.0.0.1" }))).toBe(403);
  });

  test("a real connection from the loopback reads them", async () => {
    const { port } = await listeningApp();
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-encoding")).toMatch(/br|gzip/);
    expect(parsePrometheus(await reply.text()).has("http_requests_total")).toBe(true);
  });
});
