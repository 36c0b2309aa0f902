import { expect, test } from "vitest";
import { requestTabs } from "#contract/requests.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { adminToken, makeRequest, makeStaff, staffToken } from "#test/factories.ts";

type Query = Record<string, string>;

const list = "/api/song-requests";
const desk = "/api/staff/requests";
const past = "2026-05-05T05:00:00.000Z";
const queueEnd = "4001-01-01T00:00:00.000Z";

onBothEngines((engine) => {
  test("tabs of requests count their rows, and scopes of the desk hold theirs", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const other = await makeStaff(app);
    const member = await staffToken(app);
    const supervisor = await staffToken(app, { isSupervisor: true });
    const { id: staff_id } = await app.db
      .selectFrom("staff")
      .select("id")
      .where("is_supervisor", "=", false)
      .where("id", "<>", other.id)
      .executeTakeFirstOrThrow();
    const late = { due_at: past, queue: past };
    const closed = { queue: queueEnd, completed_at: past };
    await makeRequest(app, { customer_name: "free" });
    await makeRequest(app, { customer_name: "free late", ...late });
    await makeRequest(app, { customer_name: "own", staff_id, status: "processing" });
    await makeRequest(app, { customer_name: "own wish", staff_id, status: "processing", completed_at: past, ...late });
    await makeRequest(app, { customer_name: "own done", staff_id, status: "completed", ...closed });
    await makeRequest(app, { customer_name: "other", staff_id: other.id });
    await makeRequest(app, { customer_name: "gone", status: "cancelled", ...closed });
    const read = async (query: Record<string, string>) =>
      (await app.send(`GET ${list}`, { token, query: { sort_by: "queue", ...query } }))
        .json<{ customer_name: string }[]>()
        .map(({ customer_name }) => customer_name);

    expect(await read({ tab: "available" })).toEqual(["free late", "free"]);
    expect(await read({ tab: "working" })).toEqual(["own wish", "own", "other"]);
    expect(await read({ tab: "wishes" })).toEqual(["own wish"]);
    expect(await read({ tab: "late" })).toEqual(["free late", "own wish"]);
    expect((await read({ tab: "closed" })).toSorted()).toEqual(["gone", "own done"]);
    const filters: Query[] = [
      {},
      { status: "completed" },
      { status: "new" },
      { search: "own" },
      { from: "2026-01-01" },
    ];
    for (const filter of filters) {
      const counts = (await app.send(`GET ${list}/tabs`, { token, query: { ...filter, tab: "late" } })).json();
      expect(counts.all).toBe((await read(filter)).length);
      for (const tab of requestTabs) {
        expect(counts[tab], JSON.stringify({ filter, tab })).toBe((await read({ ...filter, tab })).length);
      }
    }

    const items = async (as: string, query: Record<string, string>) =>
      (await app.send(`GET ${desk}`, { token: as, query }))
        .json<{ items: { customer_name: string }[] }>()
        .items.map(({ customer_name }) => customer_name);
    expect(await items(member, { scope: "open" })).toEqual(["own wish", "own"]);
    expect(await items(supervisor, { scope: "all" })).toHaveLength(7);
  });
});
