import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import type { Topic } from "#server/platform/db/changes.ts";
import { type CachedResponse, createResponseCache } from "./response-cache.ts";

/** lru-cache takes an entry stored at the time 0 for one that never ends. */
function useFakeClock() {
  vi.useFakeTimers();
  vi.advanceTimersByTime(1000);
}
afterEach(() => {
  vi.useRealTimers();
});

/** A page's worth of text that shrinks well. */
const long = Array.from({ length: 3000 }, (_, place) => `bài ${(place * 7919) % 1009}`).join(" ");

/** A cache over both topics whose versions the test sets. */
function cacheOfBoth() {
  const versions: Record<Topic, number | undefined> = { catalogue: 1, site: 1 };
  const cache = createResponseCache({ version: (topic) => versions[topic] }, ["catalogue", "site"]);
  return { versions, cache, store: (key: string) => cache.set(key, cache.version(), "page", undefined) };
}

test.each(["catalogue", "site"] as const)("drops everything when %s changes", (topic) => {
  const { versions, cache, store } = cacheOfBoth();
  store("/");
  expect(cache.get("/")?.bytes().toString()).toBe("page");
  versions[topic] = 2;
  expect(cache.get("/")).toBeUndefined();
});

test.each(["catalogue", "site"] as const)("stores nothing while the version of %s is unknown", (topic) => {
  const { versions, cache, store } = cacheOfBoth();
  store("/");
  versions[topic] = undefined;
  expect(cache.get("/")).toBeUndefined();
  expect(store("/").bytes().toString()).toBe("page");
  expect(cache.get("/")).toBeUndefined();
  versions[topic] = 1;
  expect(cache.get("/")).toBeUndefined();
});

test("remembers URLs of at most 500 characters", () => {
  const { cache, store } = cacheOfBoth();
  store("/");
  const [usual, endless] = ["/?search=" + "a".repeat(100), "/?search=" + "a".repeat(500)];
  for (const url of [usual, endless]) cache.remember(url, "/");
  expect(cache.atUrl(usual)?.bytes().toString()).toBe("page");
  expect(cache.atUrl(endless)).toBeUndefined();
});

test("forgets the least recently used URL first", () => {
  const cache = createResponseCache({ version: () => 1 }, ["catalogue"], { maxUrls: 2 });
  cache.set("/", 1, "page", undefined);
  const urls = ["/?x=1", "/", "/?x=2"] as const;
  for (const url of urls.slice(0, 2)) cache.remember(url, "/");
  expect(cache.atUrl("/?x=1")).toBeDefined();
  expect(cache.atUrl("/")).toBeDefined();
  cache.remember(urls[2], "/");
  expect(urls.map((url) => cache.atUrl(url) !== undefined)).toEqual([false, true, true]);
});

test.each(["catalogue", "site"] as const)("does not store what was read before a change of %s", (topic) => {
  const { versions, cache } = cacheOfBoth();
  const before = cache.version();
  versions[topic] = 2;
  // Another request notices the change while this one still reads.
  cache.get("/other");
  expect(cache.set("/", before, "old", undefined).bytes().toString()).toBe("old");
  expect(cache.get("/")).toBeUndefined();
});

test("ends an entry after a minute, however often it is read", () => {
  useFakeClock();
  const { cache, store } = cacheOfBoth();
  store("/");
  vi.advanceTimersByTime(59_000);
  expect(cache.get("/")).toBeDefined();
  vi.advanceTimersByTime(2_000);
  expect(cache.get("/")).toBeUndefined();
});

test("ends an entry that has grown after the same minute", () => {
  useFakeClock();
  const { cache } = cacheOfBoth();
  cache.set("/", cache.version(), long, undefined, "br");
  vi.advanceTimersByTime(40_000);
  cache.get("/")?.bytes("gzip");
  vi.advanceTimersByTime(19_000);
  expect(cache.get("/")).toBeDefined();
  vi.advanceTimersByTime(2_000);
  expect(cache.get("/")).toBeUndefined();
});

test("leaves a newer entry in place when an older one of its key grows", () => {
  const { cache } = cacheOfBoth();
  const older = cache.set("/", cache.version(), long, undefined, "br");
  const newer = cache.set("/", cache.version(), long, undefined, "br");
  older.bytes("gzip");
  expect(cache.get("/")).toBe(newer);
});

test.each([1, 300_000, 400_000])("stores text of %i letters outside of ASCII", (length) => {
  const { cache } = cacheOfBoth();
  const text = `Ngân nga ♪${"ữ".repeat(length)}`;
  expect(cache.set("/", cache.version(), text, undefined).bytes().toString()).toBe(text);
});

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("compresses better in %s from the second request on", async (encoding, decompress) => {
  const { cache } = cacheOfBoth();
  const page = cache.set("/", cache.version(), long, undefined);
  const first = page.bytes(encoding);
  const second = page.bytes(encoding);
  expect(second).toBe(first);
  await vi.waitFor(() => expect(page.bytes(encoding).length).toBeLessThan(first.length), { timeout: 120_000 });
  for (const made of [first, page.bytes(encoding)]) expect(decompress(made).toString()).toBe(long);
});

test.each(["br", "gzip", undefined] as const)("serves all encodings of an entry that was made in %s", (requested) => {
  const { cache } = cacheOfBoth();
  const page = cache.set("/", cache.version(), long, undefined, requested);
  cache.set("/other", cache.version(), "another text", undefined);
  expect(brotliDecompressSync(page.bytes("br")).toString()).toBe(long);
  expect(gunzipSync(page.bytes("gzip")).toString()).toBe(long);
  expect(page.bytes().toString()).toBe(long);
  expect(page.bytes()).toBe(page.bytes());
});

test("counts the bytes of the forms that were requested", () => {
  const storedOf = (requested: "br" | undefined, then = (_page: CachedResponse): unknown => undefined) => {
    const cache = createResponseCache({ version: () => 1 }, ["catalogue"], { maxBytes: 20 * long.length });
    const keys = Array.from({ length: 100 }, (_, place) => `/${place}`);
    for (const key of keys) then(cache.set(key, cache.version(), long, undefined, requested));
    return keys.filter((key) => cache.get(key)).length;
  };
  expect(storedOf("br")).toBeGreaterThan(40);
  expect(storedOf(undefined)).toBeLessThan(20);
  expect(storedOf("br", (page) => page.bytes())).toBeLessThan(20);
  expect(storedOf(undefined, (page) => page.bytes("br"))).toBeLessThan(20);
});
