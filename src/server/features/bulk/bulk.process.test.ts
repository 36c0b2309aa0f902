import { expect, test } from "vitest";
import type { BulkJob } from "#contract/bulk.ts";
import { environmentOf, onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken } from "#test/factories.ts";
import { manyUsers } from "#test/many-rows.ts";
import { runScript } from "#test/processes.ts";

const rows = 2_000;
const days = 30;
/** Rows after which each process dies. */
const kills = [1, 120, 333];

/** Lets another process take over what a killed one left, as the end of the lease does. */
async function endLeases({ db }: TestApp): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ available_at: new Date(0).toISOString() })
    .where("state", "=", "running")
    .execute();
}

onBothEngines((engine) => {
  test("a job over 2,000 rows whose processes are killed goes on and changes each row once", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    // Other processes handle the job.
    await app.outbox.stop({ graceMs: 0 });
    await manyUsers(app, rows);
    const token = await adminToken(app);
    const json = { kind: "extend_users", filter: {}, options: { days }, expected: rows };
    const begun = await app.send("POST /api/admin/bulk", { token, json });
    expect(begun.statusCode, begun.body).toBe(201);
    const job = () => app.send(`GET /api/admin/bulk/${begun.json().id}`, { token });
    let changed = 0;
    for (const after of kills) {
      const ended = await runScript("test/bulk-process.ts", [String(after)], { ...environmentOf(app), DEMO: "0" });
      expect(ended.code, ended.err).toBe(null);
      await endLeases(app);
      const state = (await job()).json<BulkJob>();
      expect(state).toMatchObject({ state: "running", refused: 0, unchanged: 0 });
      expect(state.changed).toBeLessThan(rows);
      expect(state.changed).toBeGreaterThanOrEqual(changed + after - 1);
      changed = state.changed;
    }
    const last = await runScript("test/bulk-process.ts", ["0"], { ...environmentOf(app), DEMO: "0" });
    expect(last.code, last.err).toBe(0);

    expect((await job()).json()).toMatchObject({ state: "done", total: rows, changed: rows, waiting: 0, refused: 0 });
    const users = await app.db.selectFrom("users").select("premium_expires_at").execute();
    const left = users.map(({ premium_expires_at: end }) =>
      Math.round((Date.parse(end ?? "") - Date.now()) / (24 * 3600_000)),
    );
    expect(new Set(left)).toEqual(new Set([days]));
    const trail = await app.db
      .selectFrom("audit_log")
      .select("entity_id")
      .where("entity", "=", "user")
      .orderBy("id")
      .execute();
    expect(new Set(trail.map(({ entity_id }) => entity_id)).size).toBe(rows);
    expect(trail).toHaveLength(rows);
  });
});
