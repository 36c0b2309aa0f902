/** One kill in the middle of a settlement; `settle.process.test.ts` kills at ten of its queries, on both engines. */
import { expect, test } from "vitest";
import { onOneEngine, testApp } from "#test/app.ts";
import { settlementsOf } from "#test/settlements.ts";

onOneEngine((engine) => {
  test("a process that is killed while it matches a transfer loses and doubles nothing", async () => {
    const settlements = await settlementsOf(await testApp(engine));
    expect(await settlements.interrupt("15")).toBe(true);
  });
});
