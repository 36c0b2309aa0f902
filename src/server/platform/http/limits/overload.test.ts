import { setImmediate as turn } from "node:timers/promises";
import { type FastifyReply, fastify } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#test/app.ts";
import { refuseOverload } from "./overload.ts";

const maxDelayMs = 200;

/** Keeps the event loop busy for a turn of twice the limit. */
async function block(): Promise<void> {
  const end = performance.now() + 2 * maxDelayMs;
  while (performance.now() < end);
  await turn();
}

test("requests are refused while the event loop is late, and served again afterwards", async () => {
  // The server looks at the delay when the test lets a second pass.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const app = await testApp("sqlite", { MAX_EVENT_LOOP_DELAY_MS: String(maxDelayMs) }, { log });
  const handled = vi.fn();
  app.http.get("/api/work", handled);
  expect((await app.send("GET /api/health")).statusCode).toBe(200);

  while (!lines.some((line) => line.includes("overloaded"))) {
    // A delay is measured between two turns.
    await block();
    await block();
    vi.advanceTimersByTime(1000);
  }
  expect((await app.send("GET /metrics")).statusCode).toBe(200);
  const [api, health, page] = await Promise.all([
    app.send("GET /api/work"),
    app.send("GET /api/health"),
    app.send("GET /songs"),
  ]);
  expect([api.statusCode, health.statusCode, page.statusCode]).toEqual([503, 503, 503]);
  expect(api.json()).toEqual({ detail: "Máy chủ đang bận, vui lòng thử lại sau" });
  for (const { headers } of [api, page]) {
    expect(headers).toMatchObject({ "retry-after": "5", "cache-control": "no-store" });
  }
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body).toContain("<h1>Máy chủ đang bận</h1>");
  expect(handled).not.toHaveBeenCalled();

  await expect.poll(async () => (await app.send("GET /api/health")).statusCode).toBe(200);
  expect(lines.filter((line) => line.includes("overloaded"))).toHaveLength(2);
});

test("what the start takes refuses no request after it", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const http = fastify();
  onTestFinished(async () => {
    vi.useRealTimers();
    await http.close();
  });
  const refuse = (_request: unknown, reply: FastifyReply) => void reply.code(503).send("busy");
  refuseOverload(http, { maxDelayMs, log: createLog("silent"), refuse });
  http.get("/", () => "here");
  for (let second = 0; second < 3; second += 1) {
    await block();
    await block();
    vi.advanceTimersByTime(1000);
  }
  expect((await http.inject("/")).body).toBe("here");
});
