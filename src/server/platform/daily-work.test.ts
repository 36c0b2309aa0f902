import { expect, test, vi } from "vitest";
import { createDailyWorks } from "./daily-work.ts";

const at = (time: string) => Date.parse(`2027-03-${time}:00+07:00`);

function works(run: () => Promise<void> = async () => {}) {
  const done = vi.fn(run);
  const error = vi.fn();
  const daily = createDailyWorks([{ name: "x", hours: [7, 12], run: done }], { error });
  return { daily, done, error };
}

test("is done once a day within its hours in Vietnam", async () => {
  const { daily, done } = works();
  for (const time of ["30T06:59", "30T12:00", "30T23:59", "31T00:00", "31T06:59"]) await daily.look(at(time));
  expect(done).not.toHaveBeenCalled();
  for (const time of ["31T07:00", "31T07:05", "31T11:59"]) await daily.look(at(time));
  expect(done).toHaveBeenCalledTimes(1);
  await daily.look(Date.parse("2027-04-01T11:59:00+07:00"));
  expect(done).toHaveBeenCalledTimes(2);
});

test("what failed is logged and tried again within its hours, and holds nothing else up", async () => {
  const failing = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue();
  const other = vi.fn<() => Promise<void>>().mockResolvedValue();
  const error = vi.fn();
  const daily = createDailyWorks(
    [
      { name: "x", hours: [7, 12], run: failing },
      { name: "y", hours: [7, 22], run: other },
    ],
    { error },
  );
  await daily.look(at("31T07:00"));
  expect(error).toHaveBeenCalledOnce();
  expect(other).toHaveBeenCalledOnce();
  for (const time of ["31T07:05", "31T07:10"]) await daily.look(at(time));
  expect(failing).toHaveBeenCalledTimes(2);
  expect(other).toHaveBeenCalledOnce();
});

test("a stop ends the running work and begins none", async () => {
  const begun = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const run = async (_now: number, given: AbortSignal) => {
    signal = given;
    begun.resolve();
    await new Promise<void>((resolve) => given.addEventListener("abort", () => resolve()));
  };
  vi.useFakeTimers({ toFake: ["Date"], now: at("31T07:00") });
  try {
    const daily = createDailyWorks([{ name: "x", hours: [7, 12], run }], { error: vi.fn() });
    daily.start();
    await begun.promise;
    await daily.stop();
    expect(signal?.aborted).toBe(true);
    begun.resolve();
    await daily.look(at("31T08:00"));
  } finally {
    vi.useRealTimers();
  }
});
