import { expect, test } from "vitest";
import { chunksOf, inTurns } from "./in-turns.ts";

test("a loop that keeps the processor busy lets others run before its end", async () => {
  const order: string[] = [];
  setImmediate(() => order.push("another"));
  for await (const item of inTurns(["first", "second"])) {
    order.push(item);
    const end = performance.now() + 30;
    while (performance.now() < end);
  }
  expect(order).toEqual(["first", "another", "second"]);
});

test("it ends before the next item once its signal is aborted", async () => {
  const controller = new AbortController();
  const seen: number[] = [];
  const loop = (async () => {
    for await (const item of inTurns([1, 2, 3], controller.signal)) {
      seen.push(item);
      if (item === 2) controller.abort();
    }
  })();
  await expect(loop).rejects.toThrow("aborted");
  expect(seen).toEqual([1, 2]);
});

test("chunks hold all items in their order", () => {
  expect([...chunksOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...chunksOf([], 2)]).toEqual([]);
});
