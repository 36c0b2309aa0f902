import { expect, test } from "vitest";
import { environmentOf, onBothEngines, testApp } from "#test/app.ts";
import { makeOrder, makePackage, makeTransfer, makeUser } from "#test/factories.ts";
import { addQuietly } from "#test/outbox.ts";
import { expectSums, ownAccount, transferOf, withBank } from "#test/payments.ts";
import { startScript } from "#test/processes.ts";
import { daysOfPremium, settlementsOf } from "#test/settlements.ts";
import { settleTopic } from "./topics.ts";

const price = 49_000;
/** Rounds; the kills are spread over the queries of a settlement, and the last one comes after its commit. */
const rounds = 10;

onBothEngines((engine) => {
  test("a process that is killed between store and match, or during the match, loses and doubles nothing", async () => {
    const settlements = await settlementsOf(await testApp(engine));
    const queries = await settlements.countQueries();
    let killed = 0;
    for (let round = 1; round <= rounds; round++) {
      const stage = round === rounds ? "committed" : String(Math.ceil((round * queries) / rounds));
      if (await settlements.interrupt(stage)) killed++;
    }
    expect(killed).toBeGreaterThan(rounds - 3);
  });

  test("two processes that look at the same transfers at once pay each order once", async () => {
    const app = await testApp(engine);
    await withBank(app);
    const { id: package_id } = await makePackage(app, { price, duration_days: 30 });
    const comers: { id: number; userId: number }[] = [];
    for (let n = 0; n < 5; n++) {
      const { id: userId } = await makeUser(app);
      const { code } = await makeOrder(app, { package_id, user_id: userId });
      const { id } = await makeTransfer(app, { account: ownAccount, amount: price, memo: code });
      comers.push({ id, userId });
    }
    for (let n = 0; n < 20; n++) {
      for (const { id } of comers) await addQuietly(app, app.outbox, settleTopic, { id });
    }
    const start = () => startScript("test/settle-process.ts", ["none"], { ...environmentOf(app), DEMO: "0" });
    const both = await Promise.all([start().ended, start().ended]);
    expect(
      both.map(({ code }) => code),
      both.map(({ err }) => err).join(),
    ).toEqual([0, 0]);
    for (const { id, userId } of comers) {
      expect(await transferOf(app, id)).toMatchObject({ state: "matched", allocated: price });
      expect(await daysOfPremium(app, userId)).toBe(30);
    }
    const left = app.db.selectFrom("outbox").select("id").where("topic", "=", settleTopic).where("state", "!=", "done");
    expect(await left.execute()).toEqual([]);
    await expectSums(app);
  });
});
