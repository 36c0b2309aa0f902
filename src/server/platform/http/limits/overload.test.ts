import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { testApp } from "#test/app.ts";

/** Keeps the event loop busy: turns of 50 ms, until `isEnough`. */
async function block(isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    const end = performance.now() + 50;
    while (performance.now() < end);
    await turn();
  }
}

const patient = { timeout: 20_000 };

test("requests are refused while the event loop is late, and served again afterwards", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const app = await testApp("sqlite", { MAX_EVENT_LOOP_DELAY_MS: "20" }, { log });
  const handled = vi.fn();
  app.http.get("/api/work", handled);
  expect((await app.send("GET /api/health")).statusCode).toBe(200);

  await block(() => lines.some((line) => line.includes("overloaded")));
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

  await vi.waitFor(async () => expect((await app.send("GET /api/health")).statusCode).toBe(200), patient);
  expect(lines.filter((line) => line.includes("overloaded"))).toHaveLength(2);
});
