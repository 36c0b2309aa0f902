/** Settlements of a transfer in processes that are killed (`settle-process.ts`), and what must hold afterwards. */
import { expect } from "vitest";
import { settleTopic } from "#server/features/payments/topics.ts";
import { environmentOf, type TestApp } from "./app.ts";
import { makeOrder, makePackage, makeTransfer, makeUser } from "./factories.ts";
import { addQuietly } from "./outbox.ts";
import { expectSums, ownAccount, transferOf, withBank } from "./payments.ts";
import { runScript } from "./processes.ts";

const price = 49_000;
const packageDays = 30;
const dayMs = 24 * 60 * 60_000;

/** Days of Premium that a user has left, rounded. */
export async function daysOfPremium({ db }: TestApp, id: number): Promise<number> {
  const users = db.selectFrom("users").select("premium_expires_at").where("id", "=", id);
  const { premium_expires_at } = await users.executeTakeFirstOrThrow();
  return Math.round((Date.parse(premium_expires_at ?? "") - Date.now()) / dayMs);
}

export async function settlementsOf(app: TestApp) {
  await withBank(app);
  const user = await makeUser(app);
  const { id: package_id } = await makePackage(app, { price, duration_days: packageDays });
  let paidOrders = 0;

  /** Stores a transfer for a new order, and starts a process that settles it until its stage. */
  async function settle(stage: string) {
    const { id: orderId, code } = await makeOrder(app, { package_id, user_id: user.id });
    const { id } = await makeTransfer(app, { account: ownAccount, amount: price, memo: code });
    await addQuietly(app, app.outbox, settleTopic, { id });
    const ended = await runScript("test/settle-process.ts", [stage], { ...environmentOf(app), DEMO: "0" });
    paidOrders++;
    return { id, orderId, ...ended };
  }

  return {
    /** Returns the number of queries of a settlement that is left alone. */
    async countQueries(): Promise<number> {
      const { out, err } = await settle("none");
      const queries = Number(/lived for (\d+) queries/.exec(out)?.[1]);
      expect(queries, err).toBeGreaterThan(20);
      return queries;
    },

    /**
     * Kills a settlement at a stage, takes its message up again after the end of its lease, and expects the order to be paid once.
     * @param stage number of the query before which the process is killed, or `committed`
     * @returns whether the process was killed before its end
     */
    async interrupt(stage: string): Promise<boolean> {
      const { id, orderId, code } = await settle(stage);
      await app.db
        .updateTable("outbox")
        .set({ available_at: new Date(0).toISOString() })
        .where("state", "=", "running")
        .execute();
      await app.outbox.flush();
      expect(await transferOf(app, id), stage).toMatchObject({ state: "matched", allocated: price, order_id: orderId });
      const allocations = app.db.selectFrom("transfer_allocations").selectAll().where("transfer_id", "=", id);
      expect(await allocations.execute()).toHaveLength(1);
      expect(await daysOfPremium(app, user.id), stage).toBe(packageDays * paidOrders);
      await expectSums(app);
      return code === null;
    },
  };
}
