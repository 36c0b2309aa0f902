import { expect, test } from "vitest";
import { environmentOf, onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { makeOrder, makePackage, makeTransfer, makeUser } from "#test/factories.ts";
import { addQuietly } from "#test/outbox.ts";
import { expectSums, ownAccount, transferOf, withBank } from "#test/payments.ts";
import { runScript, startScript } from "#test/processes.ts";
import { settleTopic } from "./topics.ts";

const price = 49_000;
const dayMs = 24 * 60 * 60_000;
/** Rounds; the kills are spread over the queries of a settlement, and the last one comes after its commit. */
const rounds = 10;

/** Days of Premium that a user has left, rounded. */
async function daysOf({ db }: TestApp, id: number): Promise<number> {
  const users = db.selectFrom("users").select("premium_expires_at").where("id", "=", id);
  const { premium_expires_at } = await users.executeTakeFirstOrThrow();
  return Math.round((Date.parse(premium_expires_at ?? "") - Date.now()) / dayMs);
}

onBothEngines((engine) => {
  test("a process that is killed between store and match, or during the match, loses and doubles nothing", async () => {
    const app = await testApp(engine);
    await withBank(app);
    const user = await makeUser(app);
    const { id: package_id } = await makePackage(app, { price, duration_days: 30 });
    /** Keeps a transfer for a new order, which a process looks at until its stage. @returns what became of the process */
    async function comes(stage: string) {
      const { id: orderId, code } = await makeOrder(app, { package_id, user_id: user.id });
      const { id } = await makeTransfer(app, { account: ownAccount, amount: price, memo: code });
      await addQuietly(app, app.outbox, settleTopic, { id });
      const ended = await runScript("test/settle-process.ts", [stage], { ...environmentOf(app), DEMO: "0" });
      return { id, orderId, ...ended };
    }

    const first = await comes("none");
    const queries = Number(/lived for (\d+) queries/.exec(first.out)?.[1]);
    expect(queries, first.err).toBeGreaterThan(20);
    let killed = 0;
    for (let round = 1; round <= rounds; round++) {
      const stage = round === rounds ? "committed" : String(Math.ceil((round * queries) / rounds));
      const { id, orderId, code } = await comes(stage);
      if (code === null) killed++;
      // The end of the lease, a minute later.
      await app.db
        .updateTable("outbox")
        .set({ available_at: new Date(0).toISOString() })
        .where("state", "=", "running")
        .execute();
      await app.outbox.flush();
      expect(await transferOf(app, id), stage).toMatchObject({ state: "matched", allocated: price, order_id: orderId });
      const allocations = app.db.selectFrom("transfer_allocations").selectAll().where("transfer_id", "=", id);
      expect(await allocations.execute()).toHaveLength(1);
      expect(await daysOf(app, user.id), stage).toBe(30 * (round + 1));
      await expectSums(app);
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
      expect(await daysOf(app, userId)).toBe(30);
    }
    const left = app.db.selectFrom("outbox").select("id").where("topic", "=", settleTopic).where("state", "!=", "done");
    expect(await left.execute()).toEqual([]);
    await expectSums(app);
  });
});
