import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listeningApp } from "#test/app.ts";

const megabyte = 1024 * 1024;

interface Ended {
  answer: string;
  /** Bytes that the client had sent when the connection was closed. */
  sent: number;
  error: string | undefined;
}

/** Sends a body piece by piece, without a look at the answer before the connection ends. */
async function post(port: number, bytes: number, isChunked: boolean): Promise<Ended> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const ended: Ended = { answer: "", sent: 0, error: undefined };
  socket.on("data", (data: Buffer) => (ended.answer += data.toString("utf8")));
  const closed = new Promise<void>((resolve) => {
    socket.on("error", (error: NodeJS.ErrnoException) => (ended.error = error.code));
    socket.on("close", () => resolve());
  });
  const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${bytes}`;
  socket.write(`POST /api/user/login-json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`);
  const blanks = Buffer.alloc(64 * 1024, " ");
  const piece = isChunked
    ? Buffer.concat([Buffer.from(`${blanks.length.toString(16)}\r\n`), blanks, Buffer.from("\r\n")])
    : blanks;
  while (ended.sent < bytes && !socket.destroyed) {
    const isRoom = socket.write(piece);
    ended.sent += piece.length;
    if (!isRoom) await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
  }
  if (isChunked) socket.write("0\r\n\r\n");
  socket.end();
  await closed;
  return ended;
}

test.each([
  ["with its length", false],
  ["in chunks", true],
])("the answer to a body %s that is too large is readable after the whole body", async (_how, isChunked) => {
  const { port } = await listeningApp();
  const { answer, error } = await post(port, 4 * megabyte, isChunked);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer.toLowerCase()).toContain("connection: close");
  expect(answer).toContain('{"detail":"Dữ liệu gửi lên quá lớn"}');
  expect(error).toBeUndefined();
});

test("a body without an end is read for 8 MB and no more", async () => {
  const { port } = await listeningApp();
  const { answer, sent } = await post(port, 400 * megabyte, false);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(sent).toBeGreaterThanOrEqual(4 * megabyte);
  expect(sent).toBeLessThan(100 * megabyte);
});
