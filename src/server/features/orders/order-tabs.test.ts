import { expect, test } from "vitest";
import { orderStatuses, orderTabs, paymentStatuses } from "#contract/orders.ts";
import { onBothEngines, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, makeUser } from "#test/factories.ts";

const own = "/api/premium-orders";
const now = "2026-05-05T05:00:00.000Z";

onBothEngines((engine) => {
  test("every order stands in one tab, whose number is that of its rows, with any filter", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app, { price: 49_000 });
    const { id: user_id } = await makeUser(app, { username: "lan" });
    for (const status of orderStatuses) {
      for (const payment_status of paymentStatuses) {
        const refunded_amount = payment_status === "refunded" ? 49_000 : 0;
        const states = { package_id, status, payment_status, refunded_amount };
        await makeOrder(app, states);
        await makeOrder(app, { ...states, user_name: "Lan", user_id, premium_granted_at: now });
        await makeOrder(app, { ...states, erased_at: now });
        if (payment_status === "pending") await makeOrder(app, { ...states, received_amount: 20_000 });
      }
    }
    const read = async (query: Record<string, string>) => {
      const answer = await app.send(`GET ${own}`, { token, query: { ...query, limit: "100" } });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ id: number }[]>().map(({ id }) => id);
    };
    for (const filter of [
      {},
      { search: "khach" },
      { status: "cancelled" },
      { payment_status: "paid" },
      { granted: "none" },
      { granted: "yes" },
      { from: "2026-01-01" },
      { account: "none" },
    ] as Record<string, string>[]) {
      const about = JSON.stringify(filter);
      const tabs = (await app.send(`GET ${own}/tabs`, { token, query: filter })).json();
      const rows = await Promise.all(orderTabs.map((tab) => read({ ...filter, tab })));
      expect(Object.fromEntries(orderTabs.map((tab, place) => [tab, rows[place]?.length])), about).toEqual(
        Object.fromEntries(orderTabs.map((tab) => [tab, tabs[tab]])),
      );
      expect(rows.flat().toSorted(), about).toEqual((await read(filter)).toSorted());
      expect(tabs.all, about).toBe(rows.flat().length);
      for (const tab of orderTabs) {
        const stats = await app.send(`GET ${own}/stats`, { token, query: { ...filter, tab } });
        expect(stats.json(), about + tab).toMatchObject({ total: tabs[tab], amount: tabs[tab] * 49_000 });
        const other = await app.send(`GET ${own}/tabs`, { token, query: { ...filter, tab } });
        expect(other.json(), about + tab).toEqual(tabs);
      }
    }
    expect((await app.send(`GET ${own}`, { token, query: { tab: "x" } })).statusCode).toBe(422);
  });

  test("a list names the account of each order", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: user_id } = await makeUser(app, { username: "lan" });
    await makeOrder(app, { user_id });
    await makeOrder(app);
    const rows = (await app.send(`GET ${own}`, { token })).json<{ username: string | null }[]>();
    expect(rows.map(({ username }) => username)).toEqual([null, "lan"]);
    const [, first] = rows as { id: number; username: string | null }[];
    expect((await app.send(`GET ${own}/${first?.id}`, { token })).json()).toMatchObject({ username: "lan" });
    expect((await app.send(`GET ${own}?account=none`, { token })).json()).toHaveLength(1);
  });
});
