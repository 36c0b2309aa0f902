import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { listeningApp } from "#test/app.ts";
import { adminToken } from "#test/factories.ts";

/** Opens a connection, which the test's end closes. */
function open(port: number, sent: string): { socket: Socket; answer: () => string; closed: Promise<unknown> } {
  const socket = connect(port, "127.0.0.1");
  // The server may close with unread bytes, which resets the connection.
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (data) => {
    answer += String(data);
  });
  socket.write(sent);
  // `once` of node:events would reject at such a reset.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  return { socket, answer: () => answer, closed };
}

/** Sends a byte now and then, until the connection closes. */
async function drip(socket: Socket, byte: string): Promise<void> {
  while (!socket.destroyed && socket.writable) {
    socket.write(byte);
    await wait(40);
  }
}

const head = (line: string, more: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n\r\n`;
const json = "Content-Type: application/json";
const timedOut = /^HTTP\/1\.1 408 [^]*"detail":"Yêu cầu gửi đến quá chậm, vui lòng thử lại"/;

async function* ticks() {
  for (;;) {
    yield "tick ";
    await wait(40);
  }
}

/** Adds two endless answers, of which one is said to be a stream. */
function addTicking(http: FastifyInstance): void {
  http.get("/list", () => Readable.from(ticks()));
  http.get("/events", { config: { isStream: true } }, () => Readable.from(ticks()));
}

describe("the idle time", () => {
  const idle = { IDLE_TIMEOUT_SECONDS: "0.2" };

  test.each([
    ["nothing", `${json}\r\nContent-Length: 10`, ""],
    ["a part", `${json}\r\nContent-Length: 10`, "{"],
    ["a piece of many", `${json}\r\nTransfer-Encoding: chunked`, "1\r\n{\r\n"],
  ])("ends a connection after %s of an announced body", async (_, headers, part) => {
    const { port } = await listeningApp(idle);
    const { answer, closed } = open(port, head("POST /api/auth/login", headers) + part);
    await closed;
    expect(answer()).toBe("");
  });

  test("ends a connection that sends nothing at all", async () => {
    const { port } = await listeningApp(idle);
    const { answer, closed } = open(port, "");
    await closed;
    expect(answer()).toBe("");
  });

  test("ends a connection that does not read its answer", async () => {
    const prepare = (http: FastifyInstance) => void http.get("/large", () => "x".repeat(50 * 1024 * 1024));
    const { app, port } = await listeningApp(idle, { prepare });
    const arrived = once(app.http.server, "connection");
    const { socket } = open(port, head("GET /large", "Accept: */*"));
    socket.pause();
    const [served] = (await arrived) as [Socket];
    await once(served, "close");
    expect(served.bytesWritten).toBeGreaterThan(0);
  });

  test("leaves a handler the time of an answer", async () => {
    const prepare = (http: FastifyInstance) => void http.post("/slow", () => wait(1000, "done"));
    const { port } = await listeningApp(idle, { prepare });
    const { answer, closed } = open(
      port,
      `${head("POST /slow", `${json}\r\nConnection: close\r\nContent-Length: 2`)}{}`,
    );
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
  });

  test("lets a stream go on as long as it moves", async () => {
    const { port } = await listeningApp(idle, { prepare: addTicking });
    const { socket, answer } = open(port, head("GET /events", "Accept: */*"));
    await wait(800);
    expect(socket.closed).toBe(false);
    expect(answer().match(/tick/g)?.length).toBeGreaterThan(5);
  });
});

describe("the time of headers", () => {
  test("ends a head that drips", async () => {
    const { port } = await listeningApp({ HEADERS_TIMEOUT_SECONDS: "0.3" });
    const { socket, answer, closed } = open(port, "GET / HTTP/1.1\r\nHost: a\r\nX: ");
    await Promise.all([drip(socket, "x"), closed]);
    expect(answer()).toMatch(timedOut);
  });
});

describe("the time of bodies", () => {
  const short = { BODY_TIMEOUT_SECONDS: "0.3" };
  const large = `${json}\r\nContent-Length: 60000`;

  test("ends a body that drips", async () => {
    const { port } = await listeningApp(short);
    const { socket, answer, closed } = open(port, head("POST /api/auth/login", large));
    await Promise.all([drip(socket, " "), closed]);
    expect(answer()).toMatch(timedOut);
  });

  test("ends a body that drips on after its request was refused", async () => {
    const { port } = await listeningApp(short);
    const { socket, answer, closed } = open(port, head("POST /api/songs", large));
    await Promise.all([drip(socket, " "), closed]);
    expect(answer()).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer()).not.toContain("408");
  });

  test("does not count the time of the answer", async () => {
    const prepare = (http: FastifyInstance) => void http.post("/slow", () => wait(500, "done"));
    const { port } = await listeningApp({ BODY_TIMEOUT_SECONDS: "0.1" }, { prepare });
    const { answer, closed } = open(
      port,
      `${head("POST /slow", `${json}\r\nConnection: close\r\nContent-Length: 2`)}{}`,
    );
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
  });

  test("leaves uploads the time of uploads", async () => {
    const { app, port } = await listeningApp({ ...short, UPLOAD_TIMEOUT_SECONDS: "1" });
    const token = await adminToken(app);
    const upload = `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 60000`;
    const { socket, answer, closed } = open(port, head("POST /api/admin/upload-audio", upload));
    const startedAt = performance.now();
    await Promise.all([drip(socket, " "), closed]);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(answer()).toMatch(timedOut);
  });
});

describe("the time of answers", () => {
  test("ends an answer that drips, and leaves a stream", async () => {
    const { port } = await listeningApp({ ANSWER_TIMEOUT_SECONDS: "0.3" }, { prepare: addTicking });
    const stream = open(port, head("GET /events", "Accept: */*"));
    const { answer, closed } = open(port, head("GET /list", "Accept: */*"));
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 200 [^]*tick/);
    expect(stream.socket.closed).toBe(false);
  });
});

test("a connection without a further request is closed after the keep-alive time", async () => {
  const { app, port } = await listeningApp({ KEEP_ALIVE_SECONDS: "0.2" });
  // Node's own default would close it as well, after five seconds.
  expect(app.http.server.keepAliveTimeout).toBe(200);
  const { answer, closed } = open(port, head("GET /api/health", "Accept: */*"));
  await closed;
  expect(answer()).toMatch(/^HTTP\/1\.1 200 /);
});
