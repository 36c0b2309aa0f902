/** Webhook, poll, administrators and processes at the same moment: one result, and Premium once. */
import { describe, expect, test } from "vitest";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, makeTransfer, makeUser } from "#test/factories.ts";
import { addQuietly } from "#test/outbox.ts";
import { expectSums, ownAccount, transferComes, transferOf, withBank } from "#test/payments.ts";
import { createIntake } from "./intake.ts";
import { settleTopic } from "./topics.ts";

const price = 49_000;
const dayMs = 24 * 60 * 60_000;
const paid = { payment_status: "paid", status: "confirmed" } as const;

/** Days of Premium that a user has left, rounded. */
async function daysOf({ db }: TestApp, id: number): Promise<number> {
  const users = db.selectFrom("users").select("premium_expires_at").where("id", "=", id);
  const { premium_expires_at } = await users.executeTakeFirstOrThrow();
  return premium_expires_at === null ? 0 : Math.round((Date.parse(premium_expires_at) - Date.now()) / dayMs);
}

const orderOf = ({ db }: TestApp, id: number) =>
  db.selectFrom("premium_orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Four apps on one database; on SQLite one four times, since two writers in one process would wait for each other. */
async function fourApps(engine: "sqlite" | "postgres"): Promise<[TestApp, TestApp, TestApp, TestApp]> {
  const app = await testApp(engine);
  await withBank(app);
  const beside = async () => (engine === "sqlite" ? app : testApp(engine, {}, { beside: app }));
  return [app, await beside(), await beside(), await beside()];
}

async function newOrder(app: TestApp) {
  const user = await makeUser(app);
  const { id: package_id } = await makePackage(app, { price, duration_days: 30 });
  return { user, order: await makeOrder(app, { package_id, user_id: user.id }) };
}

/** Lets all apps handle what is due, at once. */
const flushAll = (apps: readonly TestApp[]) => Promise.all([...new Set(apps)].map(({ outbox }) => outbox.flush()));

onBothEngines((engine) => {
  describe("at once", () => {
    test("20 deliveries of one event by 4 connections give one Premium", async () => {
      const apps = await fourApps(engine);
      const [app] = apps;
      const { user, order } = await newOrder(app);
      const event: BankEvent = {
        provider: "sepay",
        providerId: "92704",
        direction: "in",
        amount: price,
        memo: `CT ${order.code}`,
        account: ownAccount,
        subAccount: null,
        senderName: null,
        senderAccount: null,
        senderBank: null,
        reference: "FT2401",
        balance: null,
        occurredAt: new Date().toISOString(),
      };
      const deliveries = Array.from({ length: 20 }, (_, n) => {
        const { database, outbox } = apps[n % apps.length] ?? app;
        return createIntake({ database, outbox })([event], { source: n % 2 === 0 ? "webhook" : "poll" });
      });
      const results = await Promise.all(deliveries);
      expect(results.flatMap(({ taken }) => taken)).toHaveLength(1);
      const [id = 0] = results.flatMap(({ taken }) => taken);
      // The worker looks at it many times more, in all processes.
      for (let n = 0; n < 20; n++) await addQuietly(app, app.outbox, settleTopic, { id });
      await flushAll(apps);
      expect(await transferOf(app, id)).toMatchObject({ state: "matched", allocated: price });
      expect(await daysOf(app, user.id)).toBe(30);
      expect(await app.db.selectFrom("transfers").select("id").execute()).toHaveLength(1);
      expect(await app.db.selectFrom("transfer_allocations").select("id").execute()).toHaveLength(1);
      await expectSums(app);
    });

    test("the worker, the administrator's button and an administrator who attaches pay an order once", async () => {
      const apps = await fourApps(engine);
      const [app, second, third] = apps;
      const token = await adminToken(app);
      for (let round = 0; round < 8; round++) {
        const { user, order } = await newOrder(app);
        const { id } = await makeTransfer(app, { account: ownAccount, amount: price, memo: order.code });
        await addQuietly(app, app.outbox, settleTopic, { id });
        const parts = [{ kind: "order", id: order.id, amount: price }];
        const [, saved, attached] = await Promise.all([
          app.outbox.flush(),
          second.send(`PUT /api/premium-orders/${order.id}`, { token, json: paid }),
          third.send(`POST /api/admin/payments/${id}/attach`, { token, json: { parts } }),
        ]);
        expect(saved.statusCode).toBe(200);
        expect([200, 409]).toContain(attached.statusCode);
        expect(await transferOf(app, id)).toMatchObject({ state: "matched", allocated: price });
        expect(await orderOf(app, order.id)).toMatchObject({ ...paid, received_amount: price });
        expect(await daysOf(app, user.id)).toBe(30);
        await expectSums(app);
      }
    });

    test("two halves, and a third transfer, fill one order", async () => {
      const apps = await fourApps(engine);
      const [app] = apps;
      for (let round = 0; round < 5; round++) {
        const { user, order } = await newOrder(app);
        const ids: number[] = [];
        for (const amount of [20_000, 29_000, price]) {
          const { id } = await makeTransfer(app, { account: ownAccount, amount, memo: order.code });
          ids.push(id);
          await addQuietly(app, app.outbox, settleTopic, { id });
        }
        await flushAll(apps);
        const states = (await Promise.all(ids.map((id) => transferOf(app, id)))).map(({ state }) => state);
        for (const state of states) expect(["matched", "over", "duplicate"]).toContain(state);
        expect((await orderOf(app, order.id)).received_amount).toBe(price);
        expect(await daysOf(app, user.id)).toBe(30);
        await expectSums(app);
      }
    });

    test("two transfers that pay the same two orders in opposite order wait for no one for ever", async () => {
      const [app, second] = await fourApps(engine);
      const token = await adminToken(app);
      for (let round = 0; round < 5; round++) {
        const [one, other] = [await newOrder(app), await newOrder(app)];
        const parts = [one, other].map(({ order }) => ({ kind: "order", id: order.id, amount: 24_500 }));
        const ids = [
          (await transferComes(app, { amount: price, memo: "x" })).id,
          (await transferComes(app, { amount: price, memo: "y" })).id,
        ];
        const answers = await Promise.all([
          app.send(`POST /api/admin/payments/${ids[0]}/attach`, { token, json: { parts } }),
          second.send(`POST /api/admin/payments/${ids[1]}/attach`, { token, json: { parts: parts.toReversed() } }),
        ]);
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
        for (const id of ids) expect(await transferOf(app, id)).toMatchObject({ state: "matched", allocated: price });
        for (const { user } of [one, other]) expect(await daysOf(app, user.id)).toBe(30);
        await expectSums(app);
      }
    });

    test("an undo and new money leave an order with Premium exactly when it is paid", async () => {
      const [app, second] = await fourApps(engine);
      const token = await adminToken(app);
      for (let round = 0; round < 8; round++) {
        const { user, order } = await newOrder(app);
        const { id } = await transferComes(app, { amount: price, memo: order.code });
        const [allocation] = await app.db
          .selectFrom("transfer_allocations")
          .selectAll()
          .where("transfer_id", "=", id)
          .execute();
        const next = await makeTransfer(app, { account: ownAccount, amount: price, memo: order.code });
        await addQuietly(app, app.outbox, settleTopic, { id: next.id });
        const what = { kind: "allocation", id: allocation?.id, take_back_premium: true };
        const undo = () => second.send(`POST /api/admin/payments/${id}/undo`, { token, json: { what } });
        const [, ...undone] = await Promise.all([app.outbox.flush(), undo(), undo()]);
        expect(undone.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
        const { payment_status } = await orderOf(app, order.id);
        const { state } = await transferOf(app, next.id);
        expect([payment_status, state]).toEqual(state === "matched" ? ["paid", "matched"] : ["pending", "duplicate"]);
        expect(await daysOf(app, user.id)).toBe(payment_status === "paid" ? 30 : 0);
        await expectSums(app);
      }
    });
  });
});
