import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { listeningApp } from "#test/app.ts";

function opener(port: number) {
  return (localAddress = "127.0.0.1"): Socket => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    return socket.resume();
  };
}

/** Whether a connection is served, and not closed without a word. */
async function isServed(socket: Socket): Promise<boolean> {
  socket.write("GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n");
  const answered = once(socket, "data").then(() => true);
  return Promise.race([answered, once(socket, "close").then(() => false)]);
}

test("an address has as many connections as it may, and another one its own", async () => {
  const { port } = await listeningApp({ MAX_CONNECTIONS_PER_ADDRESS: "2" });
  const open = opener(port);
  const first = open();
  expect(await isServed(first)).toBe(true);
  expect(await isServed(open())).toBe(true);
  expect(await isServed(open())).toBe(false);
  expect(await isServed(open("127.0.0.2"))).toBe(true);
  first.destroy();
  await expect.poll(() => isServed(open())).toBe(true);
});

test("a trusted proxy, by which all visitors come, has no limit of its own", async () => {
  const { port } = await listeningApp({ MAX_CONNECTIONS_PER_ADDRESS: "1", TRUST_PROXY: "127.0.0.1" });
  const open = opener(port);
  expect(await isServed(open())).toBe(true);
  expect(await isServed(open())).toBe(true);
  expect(await isServed(open("127.0.0.2"))).toBe(true);
  expect(await isServed(open("127.0.0.2"))).toBe(false);
});

test("connections in all are limited, those of a proxy too, and one log line tells so", async () => {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => lines.push(line) });
  const { port } = await listeningApp({ MAX_CONNECTIONS: "2", TRUST_PROXY: "127.0.0.1" }, { log });
  const open = opener(port);
  expect(await isServed(open())).toBe(true);
  expect(await isServed(open("127.0.0.2"))).toBe(true);
  expect(await isServed(open())).toBe(false);
  expect(await isServed(open())).toBe(false);
  expect(lines).toEqual([expect.stringContaining("too many connections")]);
});
