import { expect, test, vi } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { startServer } from "#test/processes.ts";
import { startRelay } from "#test/relay.ts";

const patient = { timeout: 120_000 };

test("PostgreSQL that hangs is a 503 within ten seconds, and holds up no stop", async () => {
  const place = await freshPlace("postgres", { reusable: false });
  const relay = await startRelay(place.databaseUrl ?? "");
  const server = startServer({ DATA_DIR: place.dataDir, DATABASE_URL: relay.url });
  const origin = await server.origin();
  let serial = 0;
  /** Nothing of it can come from a cache. */
  const ask = async () => {
    serial += 1;
    const started = performance.now();
    const answer = await fetch(`${origin}/api/songs?search=bai${serial}&limit=5`);
    await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ms: performance.now() - started };
  };
  const login = async () => {
    const started = performance.now();
    const body = new URLSearchParams({ username: "lan", password: "sai mật khẩu" });
    const { status, headers } = await fetch(`${origin}/api/user/login`, { method: "POST", body });
    return { status, retryAfter: headers.get("retry-after"), ms: performance.now() - started };
  };
  expect(await Promise.all(Array.from({ length: 15 }, ask).map(async (one) => (await one).status))).toEqual(
    Array.from({ length: 15 }, () => 200),
  );

  relay.freeze();
  // More than the pool has connections.
  const hung = await Promise.all([...Array.from({ length: 25 }, ask), login()]);
  for (const { status, retryAfter, ms } of hung) {
    expect(status).toBe(503);
    expect(retryAfter).toBe("5");
    expect(ms).toBeLessThan(10_000);
  }
  expect((await fetch(`${origin}/api/health`)).status).toBe(200);

  relay.thaw();
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), patient);

  relay.freeze();
  const pending = Promise.allSettled([ask(), ask(), login()]);
  const stopped = performance.now();
  server.process.kill("SIGTERM");
  await server.ended;
  expect(performance.now() - stopped).toBeLessThan(16_000);
  await pending;
});
