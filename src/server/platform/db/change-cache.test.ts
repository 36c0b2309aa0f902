import { expect, test, vi } from "vitest";
import { cachedUntilChange, createChangeCache, maxAgeMs } from "./change-cache.ts";

/** Stops the clock of the caches, at a time other than 0, which lru-cache takes for an entry that never ends. */
function stoppedClock() {
  const clock = { now: 1000 };
  vi.spyOn(performance, "now").mockImplementation(() => clock.now);
  return clock;
}

test("cachedUntilChange reads again after a change, after a minute, and always while changes can't be detected", async () => {
  const versions: Record<string, number | undefined> = { site: 1, catalogue: 1 };
  let reads = 0;
  const clock = stoppedClock();
  const read = cachedUntilChange({ version: (topic) => versions[topic] }, ["site", "catalogue"], async () => {
    reads += 1;
    return reads;
  });
  expect([await read(), await read()]).toEqual([1, 1]);
  versions.site = 2;
  expect([await read(), await read()]).toEqual([2, 2]);
  versions.catalogue = 2;
  expect([await read(), await read()]).toEqual([3, 3]);
  clock.now += maxAgeMs;
  expect(await read()).toBe(3);
  clock.now += 1;
  expect([await read(), await read()]).toEqual([4, 4]);
  versions.site = undefined;
  expect([await read(), await read()]).toEqual([5, 6]);
});

test("cachedUntilChange counts the minute from before it read", async () => {
  const clock = stoppedClock();
  let reads = 0;
  const read = cachedUntilChange({ version: () => 1 }, ["site"], async () => {
    reads += 1;
    if (reads === 1) clock.now += 10_000;
    return reads;
  });
  await read();
  clock.now += maxAgeMs - 9_999;
  expect(await read()).toBe(2);
});

test("stores nothing that was read across a change, or while changes can't be detected", () => {
  let version: number | undefined = 1;
  const cache = createChangeCache<number>({ version: () => version }, ["site"], { max: 10 });
  const before = cache.version();
  version = 2;
  cache.set("a", 1, before);
  expect(cache.get("a")).toBeUndefined();
  cache.set("a", 2, cache.version());
  expect(cache.get("a")).toBe(2);
  version = undefined;
  expect(cache.get("a")).toBeUndefined();
  cache.set("a", 3, cache.version());
  version = 2;
  expect(cache.get("a")).toBeUndefined();
});

test("drops the least recently used entries beyond its bounds", () => {
  const changes = { version: () => 1 };
  const few = createChangeCache<number>(changes, ["site"], { max: 2 });
  for (const [index, key] of ["a", "b"].entries()) few.set(key, index, few.version());
  few.get("a");
  few.set("c", 2, few.version());
  expect(["a", "b", "c"].map(few.get)).toEqual([0, undefined, 2]);
  const small = createChangeCache<{ size: number }>(changes, ["site"], {
    maxBytes: 10,
    maxEntryBytes: 8,
    sizeOf: ({ size }) => size,
  });
  const entry = { size: 4 };
  small.set("a", entry, small.version());
  small.set("b", { size: 4 }, small.version());
  small.set("c", { size: 9 }, small.version());
  expect(["a", "b", "c"].map((key) => small.get(key)?.size)).toEqual([4, 4, undefined]);
  entry.size = 7;
  small.resize("a", entry);
  expect(["a", "b"].map((key) => small.get(key)?.size)).toEqual([7, undefined]);
});
