import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { startRelay } from "#test/relay.ts";
import { cachedUntilChange, lineTest, maxAgeMs, postgresChanges } from "./changes.ts";

const patient = { timeout: 20_000 };

afterEach(() => vi.restoreAllMocks());

test("a listening connection that dies in silence is noticed and replaced", async () => {
  expect(lineTest.everyMs + lineTest.answerMs).toBeLessThan(30_000);
  const { databaseUrl = "" } = await freshPlace("postgres", { reusable: false });
  const relay = await startRelay(databaseUrl);
  const errors: string[] = [];
  const changes = await postgresChanges(relay.url, ({ message }) => errors.push(message), {
    everyMs: 600,
    answerMs: 500,
  });
  onTestFinished(changes.close);
  const first = changes.version("catalogue") ?? 0;
  // A line that answers is left alone.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(changes.version("catalogue")).toBe(first);
  relay.freeze();
  await vi.waitFor(() => expect(changes.version("catalogue")).toBeUndefined(), patient);
  expect(errors[0]).toBe("Query read timeout");
  relay.thaw();
  await vi.waitFor(() => expect(changes.version("catalogue")).toBeGreaterThan(first), patient);
});

test("cachedUntilChange reads again after a change, after a minute, and always while changes can't be detected", async () => {
  let version: number | undefined = 1;
  let reads = 0;
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const read = cachedUntilChange({ version: () => version }, "site", async () => {
    reads += 1;
    return reads;
  });
  expect([await read(), await read()]).toEqual([1, 1]);
  version = 2;
  expect([await read(), await read()]).toEqual([2, 2]);
  now = maxAgeMs - 1;
  expect(await read()).toBe(2);
  now = maxAgeMs;
  expect([await read(), await read()]).toEqual([3, 3]);
  version = undefined;
  expect([await read(), await read()]).toEqual([4, 5]);
});
