import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { below, type Experiment, none, type Run, runExperiment, tally } from "./experiment.ts";

const experimentOf = (measure: Experiment["measure"], limitMinutes = 1): Experiment => ({
  name: "test",
  summary: "",
  limitMinutes,
  measure,
});
const run = (experiment: Experiment, stop = new AbortController().signal) =>
  runExperiment(experiment, { rounds: undefined, stop });

test("undoes everything in reverse order, and the folder last", async () => {
  const undone: string[] = [];
  let folder = "";
  const rows = await run(
    experimentOf(async (given) => {
      ({ folder } = given);
      given.onEnd(() => undone.push(`first ${existsSync(folder)}`));
      given.onEnd(async () => {
        await pause(1);
        undone.push("second");
      });
      return [none("nothing", 0)];
    }),
  );
  expect(rows).toEqual([{ figure: "nothing", target: "0", measured: "0", holds: true }]);
  expect(undone).toEqual(["second", "first true"]);
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ["fails", () => Promise.reject(new Error("no disk", { cause: new Error("EPERM") })), "no disk: EPERM"],
  ["takes too long", () => new Promise<never>(() => {}), "over 0.0001 minutes"],
])("gives a row that does not hold for an experiment that %s", async (_what, measure, measured) => {
  let hasEnded = false;
  const rows = await run(
    experimentOf((given: Run) => {
      given.onEnd(() => {
        hasEnded = true;
      });
      return measure();
    }, 0.0001),
  );
  expect(rows).toEqual([{ figure: "test: measured", target: "yes", measured, holds: false }]);
  expect(hasEnded).toBe(true);
});

test("ends an experiment when the command is stopped", async () => {
  const stop = new AbortController();
  const rows = run(
    experimentOf(() => new Promise<never>(() => {})),
    stop.signal,
  );
  stop.abort();
  expect(await rows).toMatchObject([{ measured: "stopped", holds: false }]);
});

test("a value at the limit misses it", () => {
  expect(below("x", 2, 2, String)).toEqual({ figure: "x", target: "under 2", measured: "2", holds: false });
  expect(below("x", Number.NaN, 2, String).holds).toBe(false);
  expect(none("x", 1).holds).toBe(false);
});

test("tally counts each value", () => {
  expect(tally([200, 503, 200])).toBe("2 × 200, 1 × 503");
});
