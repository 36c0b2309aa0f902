import { expect, test } from "vitest";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeRequest, makeStaff, staffToken } from "#test/factories.ts";
import { lockWaits } from "#test/locks.ts";

const own = "/api/song-requests";
const desk = "/api/staff/requests";
const rounds = 25;

const deactivate = (app: TestApp, token: string, id: number) =>
  app.send(`PUT /api/admin/staff/${id}`, { token, json: { is_active: false } });
const remove = (app: TestApp, token: string, id: number) => app.send(`DELETE /api/admin/staff/${id}`, { token });

/** Returns the open requests of members who don't work any more. */
async function stranded({ db }: TestApp) {
  const rows = await db
    .selectFrom("song_requests")
    .innerJoin("staff", "staff.id", "song_requests.staff_id")
    .select(["song_requests.id", "status", "staff_id", "is_active"])
    .where("status", "in", ["new", "processing"])
    .execute();
  return rows.filter(({ is_active }) => !is_active);
}

onBothEngines((engine) => {
  test.each([
    ["deactivated", deactivate],
    ["deleted", remove],
  ])("no open request stays with a member who is %s while requests change", async (_how, leave) => {
    const app = await testApp(engine);
    // Two writers in one process would wait for each other on SQLite.
    const other = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const token = await adminToken(app);
    const supervisor = await staffToken(app, { isSupervisor: true });
    for (let round = 0; round < rounds; round++) {
      const member = await makeStaff(app);
      const mine = await staffToken(app, { member });
      const staff_id = member.id;
      const [fresh, begun, priced, closed, free, given] = [
        await makeRequest(app, { staff_id }),
        await makeRequest(app, { staff_id, status: "processing" }),
        await makeRequest(app, { staff_id, status: "processing" }),
        await makeRequest(app, { staff_id, status: "completed" }),
        await makeRequest(app),
        await makeRequest(app),
      ];
      const setStatus = (id: number, status: string) =>
        app.send(`PUT ${desk}/${id}/update-status`, { token: mine, json: { status } });
      const [gone, ...answers] = await Promise.all([
        leave(other, token, staff_id),
        setStatus(fresh.id, "processing"),
        setStatus(begun.id, "new"),
        app.send(`PUT ${own}/${priced.id}`, { token, json: { agreed_price: 1000 } }),
        app.send(`PUT ${own}/${closed.id}`, { token, json: { status: "processing" } }),
        app.send(`PUT ${desk}/${free.id}/assign`, { token: mine }),
        app.send(`PUT ${desk}/${given.id}/assign`, { token: supervisor, json: { staff_id } }),
      ]);
      expect(gone.statusCode, gone.body).toBe(200);
      for (const { statusCode, body } of answers) expect([200, 401, 422], body).toContain(statusCode);
      expect(await stranded(app), `round ${round}`).toEqual([]);
    }
  });
});

test.each(["deactivated", "deleted"])("a member who is %s while claiming gets nothing", async (how) => {
  const app = await testApp("postgres");
  const other = await testApp("postgres", {}, { beside: app });
  const [member, holder] = [await makeStaff(app, { is_supervisor: true }), await makeStaff(app)];
  const token = await staffToken(app, { member });
  const { id } = await makeRequest(app);
  const { id: taken } = await makeRequest(app, { staff_id: holder.id });
  const calls = await other.db.transaction().execute(async (tx) => {
    await other.database.dialect.lock(tx, "staff");
    const sent = Promise.all([
      app.send(`PUT ${desk}/${id}/assign`, { token }),
      app.send(`PUT ${desk}/${taken}/assign`, { token, json: { staff_id: null } }),
      app.send(`PUT ${desk}/${taken}/update-status`, { token, json: { status: "completed" } }),
    ]);
    await lockWaits(other.db, 3);
    if (how === "deleted") await tx.deleteFrom("staff").where("id", "=", member.id).execute();
    else await tx.updateTable("staff").set({ is_active: false }).where("id", "=", member.id).execute();
    return { sent };
  });
  expect((await calls.sent).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401]);
  const rows = await app.db.selectFrom("song_requests").select(["status", "staff_id"]).orderBy("id").execute();
  expect(rows).toEqual([
    { status: "new", staff_id: null },
    { status: "new", staff_id: holder.id },
  ]);
});
