import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createHeavyReads } from "./heavy-reads.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Starts reads that end when the test says so. */
function readsOf(heavy: ReturnType<typeof createHeavyReads>) {
  const started: string[] = [];
  const start = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const read = heavy(() => {
      started.push(name);
      return promise;
    });
    return { read, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { started, start };
}

test("runs two at once and the others in their order, also after one that fails", async () => {
  const { started, start } = readsOf(createHeavyReads({ atOnce: 2 }));
  const [a, b, c, d] = ["a", "b", "c", "d"].map(start);
  await turn();
  expect(started).toEqual(["a", "b"]);
  b?.fail();
  await expect(b?.read).rejects.toThrow("b");
  await turn();
  expect(started).toEqual(["a", "b", "c"]);
  a?.end();
  await turn();
  await turn();
  expect(started).toEqual(["a", "b", "c", "d"]);
  c?.end();
  d?.end();
  expect(await Promise.all([a?.read, c?.read, d?.read])).toEqual(["a", "c", "d"]);
});

test("lets the event loop turn between two reads", async () => {
  const heavy = createHeavyReads({ atOnce: 1 });
  const order: string[] = [];
  const reads = [heavy(async () => order.push("first")), heavy(async () => order.push("second"))];
  await turn();
  order.push("another request");
  await Promise.all(reads);
  expect(order).toEqual(["first", "another request", "second"]);
});

test("refuses with 503 what would wait too long or behind too many", async () => {
  vi.useFakeTimers();
  const { started, start } = readsOf(createHeavyReads({ atOnce: 1, maxWaiting: 1, maxWaitMs: 3000 }));
  const first = start("first");
  const second = start("second");
  await expect(start("third").read).rejects.toMatchObject({ status: 503 });
  const outcome = second.read.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await outcome).toMatchObject({ status: 503 });
  first.end();
  expect(await first.read).toBe("first");
  await vi.advanceTimersByTimeAsync(1);
  const fourth = start("fourth");
  fourth.end();
  expect(await fourth.read).toBe("fourth");
  expect(started).toEqual(["first", "fourth"]);
});
