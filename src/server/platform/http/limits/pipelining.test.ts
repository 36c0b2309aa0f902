import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { listeningApp } from "#test/app.ts";

/** A server with a slow endpoint, and the paths that it began to work on. */
async function listening() {
  const begun: string[] = [];
  let held: Promise<void> | undefined;
  let running = 0;
  let mostRunning = 0;
  const prepare = (http: FastifyInstance) => {
    http.addHook("onRequest", async ({ raw }) => void begun.push(raw.url ?? ""));
    http.get("/slow/:n", async ({ params }) => {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await (held ?? wait(10));
      running -= 1;
      return `<${(params as { n: string }).n}>`;
    });
  };
  const { app, port } = await listeningApp({}, { prepare });
  return {
    http: app.http,
    port,
    begun,
    mostRunning: () => mostRunning,
    /** Lets no answer end any more. @returns a function that lets them go on. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}

const openConnections = ({ server }: FastifyInstance) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

const head = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const slow = (count: number) => Array.from({ length: count }, (_, n) => head(`/slow/${n}`)).join("");

describe("pipelined requests", () => {
  test("are answered one after another, in order", async () => {
    const { port, mostRunning } = await listening();
    const socket = connect(port, "127.0.0.1");
    // The connection has one answer and at most 32 that wait.
    socket.write(slow(32) + head("/slow/32", "Connection: close\r\n"));
    const answers = (await text(socket)).match(/<\d+>/g);
    expect(answers).toEqual(Array.from({ length: 33 }, (_, n) => `<${n}>`));
    expect(mostRunning()).toBe(1);
  });

  test("for an unreadable path wait as well", async () => {
    const { port } = await listening();
    const socket = connect(port, "127.0.0.1");
    socket.write(head("/slow/1") + head("/%zz") + head("/slow/2", "Connection: close\r\n"));
    expect((await text(socket)).match(/ [24]\d\d (?=[A-Z])/g)).toEqual([" 200 ", " 404 ", " 200 "]);
  });

  test("do no work when the connection closes while they wait", async () => {
    const { http, port, begun, hold } = await listening();
    const release = hold();
    const socket = connect(port, "127.0.0.1");
    socket.write(slow(10));
    await expect.poll(() => begun).toEqual(["/slow/0"]);
    socket.destroy();
    await expect.poll(() => openConnections(http)).toBe(0);
    release();
    // The time in which the others would be done.
    await wait(200);
    expect(begun).toEqual(["/slow/0"]);
  });

  test("close the connection when more than 32 wait, before any of them does work", async () => {
    const { port, begun } = await listening();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(slow(34));
    await once(socket.resume(), "close");
    await wait(50);
    expect(begun).toEqual(["/slow/0"]);
  });
});
