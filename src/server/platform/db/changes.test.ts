import { expect, onTestFinished, test, vi } from "vitest";
import { freshPlace } from "#test/databases.ts";
import { startRelay } from "#test/relay.ts";
import { lineTest, postgresChanges } from "./changes.ts";

const patient = { timeout: 20_000 };

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
