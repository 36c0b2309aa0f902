import { expect, test } from "vitest";
import { type TestApp, testApp } from "#test/app.ts";
import { makeSong, userToken } from "#test/factories.ts";
import { parsePrometheus, valueOf } from "#test/prometheus.ts";

const read = async (app: TestApp) => parsePrometheus((await app.send("GET /metrics")).body);
const requests = async (app: TestApp, labels: Record<string, string>) =>
  valueOf(await read(app), "http_requests_total", labels);

test("requests are counted by pattern, method and status, cached ones too", async () => {
  const app = await testApp("sqlite", {}, { fresh: true });
  const song = await makeSong(app);
  const list = { route: "/api/songs", method: "GET" };
  for (let i = 0; i < 3; i += 1) await app.send("GET /api/songs?limit=5");
  const { headers } = await app.send("GET /api/songs?limit=5");
  await app.send("GET /api/songs?limit=5", { headers: { "if-none-match": String(headers.etag) } });
  await app.send("GET /api/songs?limit=0");
  expect(await requests(app, { ...list, status: "200" })).toBe(4);
  expect(await requests(app, { ...list, status: "304" })).toBe(1);
  expect(await requests(app, { ...list, status: "422" })).toBe(1);
  for (const id of [song.id, song.id + 1, song.id + 2]) await app.send(`GET /api/songs/${id}`);
  const one = { route: "/api/songs/{id}", method: "GET" };
  expect(await requests(app, { ...one, status: "200" })).toBe(1);
  expect(await requests(app, { ...one, status: "404" })).toBe(2);
  await app.send(`HEAD /api/songs/${song.id}`);
  expect(await requests(app, { ...one, method: "HEAD", status: "200" })).toBe(1);
  const families = await read(app);
  expect(valueOf(families, "http_request_duration_seconds_count", list)).toBe(6);
  expect(valueOf(families, "http_request_duration_seconds_sum", list)).toBeGreaterThan(0);
});

test("hostile paths, methods and queries make no series", async () => {
  const app = await testApp("sqlite", {}, { fresh: true });
  await read(app);
  const before = (await read(app)).get("http_requests_total")?.samples.length ?? 0;
  for (let i = 0; i < 50; i += 1) {
    await app.send(`GET /wp-login-${i}.php`);
    await app.send(`GET /api/unknown/${i}`);
    await app.send(`POST /api/songs/${i}/nothing`);
    await app.send(`GET /api/songs/x${i}`);
    await app.send(`GET /api/songs?search=bai${i}`);
    await app.send(`GET /uploads/audio/${i}"}.mp3`);
  }
  for (const method of ["PROPFIND", "MKCOL", "PURGE", "SEARCH"]) {
    await app.http.inject({ method: method as "GET", url: `/${method}` });
  }
  const families = await read(app);
  const series = families.get("http_requests_total")?.samples ?? [];
  expect(series.length - before).toBeLessThanOrEqual(8);
  expect(valueOf(families, "http_requests_total", { route: "unmatched", method: "GET", status: "404" })).toBe(100);
  expect(valueOf(families, "http_requests_total", { route: "unmatched", method: "other", status: "404" })).toBe(4);
  expect(JSON.stringify(series)).not.toMatch(/wp-login|bai1|x1|PURGE/);
});

test("the files of the build are one series, and other routes are written like those of the contract", async () => {
  const app = await testApp("sqlite", {}, { fresh: true });
  for (const url of ["/assets/root-CSql8b3-.js", "/assets/shell-DLPiK3hp.js", "/odd/:size/*"]) {
    app.http.get(url, (_request, reply) => reply.send("ok"));
  }
  for (const url of ["/assets/root-CSql8b3-.js", "/assets/shell-DLPiK3hp.js", "/odd/12/a/b"]) {
    await app.http.inject({ url });
  }
  const samples = (await read(app)).get("http_requests_total")?.samples ?? [];
  expect(samples.map(({ labels, value }) => [labels.route, value])).toEqual([
    ["/assets/*", 2],
    ["/odd/{size}/*", 1],
  ]);
});

test("hits and misses of the caches are counted, whichever way a reply comes", async () => {
  const app = await testApp("sqlite", {}, { fresh: true });
  const cache = { cache: "catalogue" };
  const found = async () => {
    const families = await read(app);
    return ["hits", "misses"].map((kind) => valueOf(families, `response_cache_${kind}_total`, cache));
  };
  await app.send("GET /api/songs?limit=5");
  expect(await found()).toEqual([0, 1]);
  // By its address.
  await app.send("GET /api/songs?limit=5");
  // By its key, under another address.
  await app.send("GET /api/songs?limit=5&");
  // For a page.
  await app.call("GET /api/songs", { query: { limit: 5 } });
  expect(await found()).toEqual([3, 1]);
  const token = await userToken(app);
  await app.send("GET /api/songs?limit=5", { token });
  expect(await found()).toEqual([3, 1]);
});
