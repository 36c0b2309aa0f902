import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { testApp } from "#test/app.ts";
import { descriptorsOf } from "#test/descriptors.ts";
import { makeFile } from "#test/factories.ts";

const address = `/uploads/images/${"a".repeat(32)}.jpg`;

/** The port of a server that holds a file of `size` bytes. */
async function listening(size: number): Promise<number> {
  const app = await testApp("sqlite");
  const file = path.join(app.config.dataDir, address);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "x".repeat(size));
  await makeFile(app, { key: address.slice("/uploads/".length) });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  return (app.http.server.address() as AddressInfo).port;
}

const ask = (connection: string) => `GET ${address} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;

describe("pipelined requests for files", () => {
  test("open one file at a time", async () => {
    const requests = 30;
    const size = 4 * 1024 * 1024;
    const socket = connect(await listening(size), "127.0.0.1");
    socket.write(ask("keep-alive").repeat(requests - 1) + ask("close"));
    let received = 0;
    let mostOpen = 0;
    for await (const chunk of socket) {
      received += (chunk as Buffer).length;
      mostOpen = Math.max(mostOpen, descriptorsOf(path.basename(address)).length);
    }
    expect(received).toBeGreaterThan(requests * size);
    // The next may be opened while the last is being closed.
    expect(mostOpen).toBeLessThanOrEqual(2);
  });

  test("are all answered, in order", async () => {
    const socket = connect(await listening(1000), "127.0.0.1");
    socket.write(ask("keep-alive").repeat(20) + ask("close"));
    const answers = (await text(socket)).split("HTTP/1.1 200 OK").slice(1);
    expect(answers).toHaveLength(21);
    for (const answer of answers) expect(answer.split("\r\n\r\n")[1]).toBe("x".repeat(1000));
  });
});
