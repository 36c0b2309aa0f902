import { expect, test } from "vitest";
import { userTabs } from "#contract/accounts.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { adminToken, makeUser } from "#test/factories.ts";

const list = "/api/admin/users";
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

onBothEngines((engine) => {
  test("tabs of users count their rows, by the end of Premium and the lock", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const premium = (username: string, premium_expires_at: string | null, is_active = true) =>
      makeUser(app, { username, subscription_type: "premium", premium_expires_at, is_active });
    await makeUser(app, { username: "free" });
    await makeUser(app, { username: "free_locked", is_active: false });
    await premium("ended", inDays(-1));
    await premium("ending", inDays(6.9));
    await premium("ending_locked", inDays(1), false);
    await premium("later", inDays(7.1));
    await premium("permanent", null);
    const read = async (query: Record<string, string>) =>
      (await app.send(`GET ${list}`, { token, query: { sort_by: "premium_expires_at", ...query } }))
        .json<{ username: string }[]>()
        .map(({ username }) => username);
    const tabs = async (query: Record<string, string>) =>
      (await app.send(`GET ${list}/tabs`, { token, query })).json<Record<string, number>>();

    expect(await read({ tab: "premium" })).toEqual(["ending_locked", "ending", "later", "permanent"]);
    expect(await read({ tab: "expiring" })).toEqual(["ending_locked", "ending"]);
    expect(await read({ tab: "ended" })).toEqual(["ended"]);
    expect(await read({ tab: "locked" })).toEqual(["ending_locked", "free_locked"]);
    expect(await read({})).toEqual(["ended", "ending_locked", "ending", "later", "free", "free_locked", "permanent"]);
    expect(await read({ sort_order: "desc" })).toEqual((await read({})).toReversed());

    expect(await tabs({})).toEqual({ all: 7, premium: 4, expiring: 2, ended: 1, locked: 2 });
    for (const filter of [
      { search: "ending" },
      { is_active: "true" },
      { is_active: "false" },
      { subscription_type: "free" },
      { subscription_type: "premium", is_active: "true" },
      { from: "2026-01-01" },
    ] as Record<string, string>[]) {
      const counts = await tabs({ ...filter, tab: "ended" });
      expect(counts.all).toBe((await read(filter)).length);
      for (const tab of userTabs) {
        const total = (await app.send(`GET ${list}/count`, { token, query: { ...filter, tab } })).json().total;
        expect([counts[tab], total], JSON.stringify({ filter, tab })).toEqual(
          Array(2).fill((await read({ ...filter, tab })).length),
        );
      }
    }
  });
});
