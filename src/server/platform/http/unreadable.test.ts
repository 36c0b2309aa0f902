import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#test/app.ts";
import { dataHeaders } from "./security.ts";

/** What is sent as it stands, and what comes back until the connection ends. */
async function exchange(sent: string): Promise<{ answer: string; log: string }> {
  const written: string[] = [];
  const app = await testApp("sqlite", {}, { log: createLog("trace", { write: (line) => written.push(line) }) });
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((app.http.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(sent);
  return { answer: await text(socket), log: written.join("") };
}

test.each([
  ["a method nobody knows", "FOO /?bi-mat HTTP/1.1\r\nHost: a\r\n\r\n", "400 Bad Request"],
  ["letters no address has", "GET /bài-hát?bi-mat HTTP/1.1\r\nHost: a\r\n\r\n", "400 Bad Request"],
  ["no HTTP", "\x16\x03\x01bi-mat\r\n\r\n", "400 Bad Request"],
  [
    "an address without end",
    `GET /?bi-mat${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    "431 Request Header Fields Too Large",
  ],
])("%s is refused in Vietnamese, and stays out of the log", async (_, sent, status) => {
  const { answer, log } = await exchange(sent);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
  for (const [name, value] of Object.entries(dataHeaders)) expect(head).toContain(`${name}: ${value}`);
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^(Không đọc được yêu cầu|Địa chỉ .+ quá dài)$/) });
  expect(log).not.toContain("bi-mat");
});

test("a request that names a whole address is answered like one that names its path", async () => {
  const ask = (target: string) => exchange(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const { answer, log } = await ask("http://a.example/api/user/me?bi-mat");
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(log).toContain('"path":"/api/user/me"');
  expect(log).not.toContain("bi-mat");
  expect((await ask("*")).answer).toMatch(/^HTTP\/1\.1 404 /);
});
