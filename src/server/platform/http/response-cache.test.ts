import { expect, test } from "vitest";
import type { Topic } from "#server/platform/db/changes.ts";
import { createResponseCache } from "./response-cache.ts";

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
