import { expect, test, vi } from "vitest";
import { createWatch } from "./watch.ts";

function setUp(states: Record<string, number>, { lifeMs }: { lifeMs?: number } = {}) {
  const versions = { now: 1 as number | undefined };
  const read = vi.fn(async (keys: readonly string[]) => {
    const found = keys.filter((key) => key in states);
    return new Map(found.map((key) => [key, { n: states[key] }] as const));
  });
  const watch = createWatch({ changes: { version: () => versions.now }, topics: ["t"], read, lookMs: 1, lifeMs });
  const controller = new AbortController();
  const change = (next: Record<string, number>) => {
    Object.assign(states, next);
    versions.now = (versions.now ?? 1) + 1;
  };
  return { watch, read, versions, change, signal: controller.signal, stop: () => controller.abort() };
}

test("a record is told at once, then after each change of its own state alone", async () => {
  const { watch, read, change, signal } = setUp({ a: 1, b: 1 });
  const events = watch("a", signal);
  expect(await events.next()).toEqual({ done: false, value: { data: { n: 1 } } });
  const following = events.next();
  change({ b: 2 });
  const before = read.mock.calls.length;
  await vi.waitUntil(() => read.mock.calls.length > before);
  change({ a: 2 });
  expect(await following).toEqual({ done: false, value: { data: { n: 2 } } });
});

test("one query reads all watched records, and none is made while nothing changed", async () => {
  const { watch, read, change, signal } = setUp({ a: 1, b: 1 });
  const [first, second] = [watch("a", signal), watch("b", signal)];
  await Promise.all([first.next(), second.next()]);
  const following = Promise.all([first.next(), second.next()]);
  await vi.waitUntil(() => read.mock.calls.some(([keys]) => keys.length === 2));
  const before = read.mock.calls.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect(read.mock.calls).toHaveLength(before);
  change({ a: 2, b: 2 });
  expect((await following).map(({ value }) => value)).toEqual([{ data: { n: 2 } }, { data: { n: 2 } }]);
  expect(read.mock.calls.slice(before)).toEqual([[["a", "b"]]]);
});

test("a failed read is made again, and an unknown version is no change", async () => {
  const { watch, read, versions, change, signal } = setUp({ a: 1 });
  const events = watch("a", signal);
  await events.next();
  const following = events.next();
  versions.now = undefined;
  read.mockRejectedValueOnce(new Error("down"));
  change({ a: 2 });
  expect(await following).toMatchObject({ value: { data: { n: 2 } } });
});

test.for(["a deleted record", "the signal", "its longest life"] as const)("ends with %s", async (end) => {
  const { watch, versions, stop, signal } = setUp({ a: 1 }, end === "its longest life" ? { lifeMs: 5 } : {});
  const states: Record<string, number> = { a: 1 };
  const own = createWatch({
    changes: { version: () => versions.now },
    topics: ["t"],
    read: async (keys) => new Map(keys.filter((key) => key in states).map((key) => [key, { n: states[key] }])),
    lookMs: 1,
  });
  const events = end === "a deleted record" ? own("a", signal) : watch("a", signal);
  expect((await events.next()).done).toBe(false);
  const following = events.next();
  if (end === "a deleted record") {
    delete states.a;
    versions.now = 2;
  }
  if (end === "the signal") stop();
  expect(await following).toEqual({ done: true, value: undefined });
});
