import { expect, test } from "vitest";
import { atMost } from "./at-most.ts";

test("runs at most the given number of tasks at a time, in order", async () => {
  const inTurn = atMost(2);
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = (n: number) =>
    inTurn(async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      done.push(n);
      if (n === 3) throw new Error("three");
      return n;
    });
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(work));
  expect(results.map(({ status }) => status === "fulfilled")).toEqual([true, true, false, true, true, true]);
  expect(done).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});
