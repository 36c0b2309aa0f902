import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { Topic } from "#server/platform/db/changes.ts";
import { type CachedResponse, createResponseCache } from "./response-cache.ts";

/** A page's worth of text that shrinks well. */
const long = Array.from({ length: 3000 }, (_, place) => `bài ${(place * 7919) % 1009}`).join(" ");

/** A cache over both topics whose versions the test sets. */
function cacheOfBoth() {
  const versions: Record<Topic, number | undefined> = { catalogue: 1, site: 1 };
  const cache = createResponseCache({ version: (topic) => versions[topic] }, ["catalogue", "site"]);
  return { versions, cache, keep: (key: string) => cache.set(key, cache.version(), "page", undefined) };
}

test.each(["catalogue", "site"] as const)("what hangs on two topics goes when %s changes", (topic) => {
  const { versions, cache, keep } = cacheOfBoth();
  keep("/");
  expect(cache.get("/")?.body.toString()).toBe("page");
  versions[topic] = 2;
  expect(cache.get("/")).toBeUndefined();
});

test.each(["catalogue", "site"] as const)("nothing is kept while nobody knows of %s", (topic) => {
  const { versions, cache, keep } = cacheOfBoth();
  keep("/");
  versions[topic] = undefined;
  expect(cache.get("/")).toBeUndefined();
  expect(keep("/").body.toString()).toBe("page");
  expect(cache.get("/")).toBeUndefined();
  versions[topic] = 1;
  expect(cache.get("/")).toBeUndefined();
});

test("only addresses that people may have are remembered, so that none can fill the memory", () => {
  const { cache, keep } = cacheOfBoth();
  keep("/");
  const [usual, endless] = ["/?search=" + "a".repeat(100), "/?search=" + "a".repeat(500)];
  for (const url of [usual, endless]) cache.remember(url, "/");
  expect(cache.atUrl(usual)?.body.toString()).toBe("page");
  expect(cache.atUrl(endless)).toBeUndefined();
});

test("what was read across a change of either topic is answered and not kept", () => {
  const { versions, cache } = cacheOfBoth();
  const before = cache.version();
  versions.site = 2;
  expect(cache.set("/", before, "old", undefined).body.toString()).toBe("old");
  expect(cache.get("/")).toBeUndefined();
});

test.each([1, 300_000, 400_000])("text in several pieces is kept as one, %i letters long", (length) => {
  const { cache } = cacheOfBoth();
  const pieces = ["Ngân ", "n", "ga ♪", "ữ".repeat(length)];
  expect(cache.set("/", cache.version(), pieces, undefined).body.toString()).toBe(pieces.join(""));
});

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("what is asked for again in %s is made smaller for those who follow", async (encoding, decompress) => {
  const { cache } = cacheOfBoth();
  const page = cache.set("/", cache.version(), long, undefined);
  const first = page.encoded(encoding);
  const second = page.encoded(encoding);
  expect(second).toBe(first);
  await vi.waitFor(() => expect(page.encoded(encoding).length).toBeLessThan(first.length), { timeout: 30_000 });
  for (const made of [first, page.encoded(encoding)]) expect(decompress(made).toString()).toBe(long);
});

test.each(["br", "gzip", undefined] as const)("asked for in %s first, an answer is had in all encodings", (asked) => {
  const { cache } = cacheOfBoth();
  const page = cache.set("/", cache.version(), long, undefined, asked);
  cache.set("/other", cache.version(), "another text", undefined);
  expect(brotliDecompressSync(page.encoded("br")).toString()).toBe(long);
  expect(gunzipSync(page.encoded("gzip")).toString()).toBe(long);
  expect(page.body.toString()).toBe(long);
  expect(page.body).toBe(page.body);
});

test("what is asked for in an encoding takes the room of that alone", () => {
  const kept = (asked: "br" | undefined, then = (_page: CachedResponse): unknown => undefined) => {
    const cache = createResponseCache({ version: () => 1 }, ["catalogue"], { maxBytes: 20 * long.length });
    const keys = Array.from({ length: 100 }, (_, place) => `/${place}`);
    for (const key of keys) then(cache.set(key, cache.version(), long, undefined, asked));
    return keys.filter((key) => cache.get(key)).length;
  };
  expect(kept("br")).toBeGreaterThan(40);
  expect(kept(undefined)).toBeLessThan(20);
  expect(kept("br", (page) => page.body)).toBeLessThan(20);
  expect(kept(undefined, (page) => page.encoded("br"))).toBeLessThan(20);
});
