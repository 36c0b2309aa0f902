import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { testApp } from "#test/app.ts";

const bodyStallMs = 200;

async function listening() {
  const app = await testApp("sqlite", {}, { bodyStallMs });
  app.http.post("/slow", async () => {
    await wait(3 * bodyStallMs);
    return "done";
  });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  return (app.http.server.address() as AddressInfo).port;
}

const head = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n\r\n`;

test.each([
  ["nothing", "Content-Type: application/json\r\nContent-Length: 10", ""],
  ["a part", "Content-Type: application/json\r\nContent-Length: 10", "{"],
  ["a piece of many", "Content-Type: application/json\r\nTransfer-Encoding: chunked", "1\r\n{\r\n"],
])("closes the connection after %s of an announced body", async (_, headers, part) => {
  const port = await listening();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(head("/api/auth/login", headers) + part);
  socket.resume();
  await once(socket, "close");
  expect(socket.bytesRead).toBe(0);
});

test("keeps the connection after the whole body, however long the reply takes", async () => {
  const port = await listening();
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head("/slow", "Connection: close\r\nContent-Type: application/json\r\nContent-Length: 2")}{}`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*done$/);
});
