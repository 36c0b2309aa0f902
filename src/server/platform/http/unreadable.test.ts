import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#test/app.ts";
import { dataHeaders } from "./security.ts";

/** Sends raw bytes; the reply is all that comes back until the connection ends. */
async function exchange(sent: string): Promise<{ reply: string; log: string }> {
  const written: string[] = [];
  const app = await testApp("sqlite", {}, { log: createLog("trace", { write: (line) => written.push(line) }) });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.http.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(sent);
  return { reply: await text(socket), log: written.join("") };
}

test.each([
  ["an unknown method", "FOO /?bi-mat HTTP/1.1\r\nHost: a\r\n\r\n", "400 Bad Request"],
  ["characters no URL has", "GET /bài-hát?bi-mat HTTP/1.1\r\nHost: a\r\n\r\n", "400 Bad Request"],
  ["no HTTP", "\x16\x03\x01bi-mat\r\n\r\n", "400 Bad Request"],
  [
    "an endless URL",
    `GET /?bi-mat${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    "431 Request Header Fields Too Large",
  ],
  ["two hosts", "GET /api/health?bi-mat HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", "400 Bad Request"],
  ["the same host twice", "GET /uploads/?bi-mat HTTP/1.1\r\nHost: a\r\nHOST: a\r\n\r\n", "400 Bad Request"],
])("refuses %s in Vietnamese without logging it", async (_, sent, status) => {
  const { reply, log } = await exchange(sent);
  const [head = "", body = ""] = reply.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
  for (const [name, value] of Object.entries(dataHeaders)) expect(head).toContain(`${name}: ${value}`);
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^(Không đọc được yêu cầu|Địa chỉ .+ quá dài)$/) });
  expect(log).not.toContain("bi-mat");
});

test("treats a whole URL as target like its path", async () => {
  const get = (target: string) => exchange(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const { reply, log } = await get("http://a.example/api/user/me?bi-mat");
  expect(reply).toMatch(/^HTTP\/1\.1 401 /);
  expect(log).toContain('"path":"/api/user/me"');
  expect(log).not.toContain("bi-mat");
  expect((await get("*")).reply).toMatch(/^HTTP\/1\.1 404 /);
});
