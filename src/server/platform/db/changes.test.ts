import pg from "pg";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { startRelay } from "#test/relay.ts";
import { lineTest, postgresChanges } from "./changes.ts";

afterEach(() => void vi.restoreAllMocks());

test("a dead line is noticed within half a minute", () => {
  expect(lineTest.everyMs + lineTest.answerMs).toBeLessThan(30_000);
});

test("a listening connection that answers is left alone", async () => {
  const { databaseUrl = "" } = await freshPlace("postgres", { reusable: false });
  const query = vi.spyOn(pg.Client.prototype, "query");
  const asked = () => query.mock.calls.filter(([text]) => (text as unknown) === "select 1").length;
  const errors: Error[] = [];
  const changes = await postgresChanges(databaseUrl, (error) => errors.push(error), { everyMs: 50, answerMs: 20_000 });
  onTestFinished(changes.close);
  const first = changes.version("catalogue");
  await expect.poll(asked).toBeGreaterThan(5);
  expect([changes.version("catalogue"), errors]).toEqual([first, []]);
});

test("a listening connection that dies in silence is noticed and replaced", async () => {
  const { databaseUrl = "" } = await freshPlace("postgres", { reusable: false });
  const relay = await startRelay(databaseUrl);
  const errors: string[] = [];
  // A busy machine may need a second or more to connect.
  const times = { everyMs: 100, answerMs: 4000 };
  const changes = await postgresChanges(relay.url, ({ message }) => errors.push(message), times);
  onTestFinished(changes.close);
  const first = changes.version("catalogue") ?? 0;
  relay.freeze();
  await expect.poll(() => changes.version("catalogue")).toBeUndefined();
  expect(errors[0]).toBe("Query read timeout");
  relay.thaw();
  await expect.poll(() => changes.version("catalogue")).toBeGreaterThan(first);
});
