import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";

const address = `/uploads/images/${"a".repeat(32)}.jpg`;

async function listening(size: number): Promise<{ app: TestApp; port: number }> {
  const app = await testApp("sqlite");
  const file = path.join(app.config.dataDir, address);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "x".repeat(size));
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  return { app, port: (app.http.server.address() as AddressInfo).port };
}

const ask = (connection: string) => `GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;

test("who asks for many files in one breath and reads none takes no more memory than who asks for one", async () => {
  const { port } = await listening(4 * 1024 * 1024);
  const socket = connect(port, "127.0.0.1").pause();
  const before = process.memoryUsage().arrayBuffers;
  socket.write(ask("keep-alive").repeat(200));
  await wait(1000);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
  socket.destroy();
  await once(socket, "close");
});

test("who asks for many files in one breath gets them all, in order", async () => {
  const { port } = await listening(1000);
  const socket = connect(port, "127.0.0.1");
  socket.write(ask("keep-alive").repeat(20) + ask("close"));
  const answers = (await text(socket)).split("HTTP/1.1 200 OK").slice(1);
  expect(answers).toHaveLength(21);
  for (const answer of answers) expect(answer.split("\r\n\r\n")[1]).toBe("x".repeat(1000));
});
