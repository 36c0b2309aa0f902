import { expect, test, vi } from "vitest";
import { environmentOf, onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { makeOrder, makePackage, makeRequest } from "#test/factories.ts";
import { addQuietly } from "#test/outbox.ts";
import { runScript, startServer } from "#test/processes.ts";
import { retentionTopic } from "./retention.service.ts";

/** In the past: days to come count as those of a clock that was wrong. */
const [day, dayBefore] = ["2026-05-02", "2026-05-01"];
const old = "2020-01-01T00:00:00.000Z";
/** More than a server erases before a slow test notices that it has begun. */
const requests = 800;
const orders = 230;

async function fill(app: TestApp): Promise<void> {
  const { id: package_id } = await makePackage(app);
  const { id: _id, ...request } = await makeRequest(app, { status: "cancelled", updated_at: old });
  for (let made = 1; made < requests; made += 47) {
    const rows = Array.from({ length: 47 }, (_, n) => ({
      ...request,
      code: `${request.code}${made + n}`,
      page_token: `${request.page_token}${made + n}`,
    }));
    await app.db.insertInto("song_requests").values(rows).execute();
  }
  for (let n = 0; n < orders; n++) await makeOrder(app, { package_id, status: "cancelled", updated_at: old });
  await addQuietly(app, app.outbox, retentionTopic, { day }, { key: day });
}

async function countErased({ db }: TestApp, table: "premium_orders" | "song_requests"): Promise<number> {
  return (await db.selectFrom(table).select("id").where("erased_at", "is not", null).execute()).length;
}

const trail = async ({ db }: TestApp) =>
  (await db.selectFrom("audit_log").select("summary").where("entity", "=", "retention").orderBy("id").execute()).map(
    ({ summary }) => summary,
  );
const patience = { timeout: 120_000, interval: 20 };
const counted = [`${requests} yêu cầu sáng tác`, `${orders} đơn hàng`];

onBothEngines((engine) => {
  test("a run whose process is killed in the middle is finished by the next one, and counts every row once", async () => {
    const app = await testApp(engine);
    await fill(app);
    const first = startServer(environmentOf(app));
    await vi.waitFor(async () => expect(await countErased(app, "song_requests")).toBeGreaterThan(20), patience);
    first.process.kill("SIGKILL");
    await first.ended;
    const done = await countErased(app, "song_requests");
    expect([done < requests, done % 20, await trail(app)]).toEqual([true, 0, []]);
    // The end of the lease, a minute later.
    await app.db
      .updateTable("outbox")
      .set({ available_at: new Date().toISOString() })
      .where("topic", "=", retentionTopic)
      .where("state", "=", "running")
      .execute();
    startServer(environmentOf(app));
    await vi.waitFor(async () => expect(await trail(app)).toEqual(counted), patience);
    expect([await countErased(app, "song_requests"), await countErased(app, "premium_orders")]).toEqual([
      requests,
      orders,
    ]);
  });
});

test("npm run admin -- retention counts what the next run would erase, and erases nothing", async () => {
  const app = await testApp("sqlite");
  const { id: package_id } = await makePackage(app);
  await makeRequest(app, { status: "cancelled", updated_at: old });
  for (const updated_at of [old, old, new Date().toISOString()])
    await makeOrder(app, { package_id, status: "cancelled", updated_at });
  const run = () => runScript("scripts/admin.ts", ["retention"], environmentOf(app));
  const shown = await run();
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out.split("\n").slice(1)).toEqual([
    "quá 24 tháng: 1 yêu cầu sáng tác",
    "quá 24 tháng: 2 đơn hàng",
    "quá 24 tháng: 0 giao dịch chuyển khoản",
    "quá 24 tháng: 0 dòng sổ quản trị",
    "Lệnh này không thay đổi gì.",
    "",
  ]);
  expect([await countErased(app, "song_requests"), await countErased(app, "premium_orders")]).toEqual([0, 0]);
  await app.db.insertInto("settings").values({ key: "retention", value: "{", updated_at: old }).execute();
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining("không có gì bị xóa") });
});

test("two processes with runs of two days share the work, and count every row once", async () => {
  const app = await testApp("postgres");
  await fill(app);
  await addQuietly(app, app.outbox, retentionTopic, { day: dayBefore }, { key: dayBefore });
  for (const server of [startServer(environmentOf(app)), startServer(environmentOf(app))]) await server.origin();
  const ended = app.db
    .selectFrom("outbox")
    .select("state")
    .where("topic", "=", retentionTopic)
    .where("dedupe_key", "in", [day, dayBefore]);
  await vi.waitFor(async () => expect(await ended.execute()).toEqual([{ state: "done" }, { state: "done" }]), patience);
  expect(await trail(app)).toEqual(counted);
  expect([await countErased(app, "song_requests"), await countErased(app, "premium_orders")]).toEqual([
    requests,
    orders,
  ]);
});
