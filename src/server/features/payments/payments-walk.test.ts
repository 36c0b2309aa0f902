/** Random walks through all that transfers, people and customers do with money: whatever the order, no đồng and no day is lost or doubled. */
import type { Selectable } from "kysely";
import { expect, test } from "vitest";
import { seededRandom } from "#art/seed.ts";
import type { BankEvent } from "#server/features/payment-providers/payment-providers.service.ts";
import type { Tables } from "#server/platform/db/schema.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeGift, makeOrder, makePackage, makeRequest, makeUser, userToken } from "#test/factories.ts";
import { expectSums, ownAccount, withBank } from "#test/payments.ts";
import { createIntake } from "./intake.ts";

const price = 49_000;
const packageDays = 30;
const extraDays = 7;
const steps = 40;
const dayMs = 24 * 60 * 60_000;
const path = "/api/admin/payments";

async function everything({ db }: TestApp) {
  return {
    users: await db.selectFrom("users").selectAll().orderBy("id").execute(),
    orders: await db.selectFrom("premium_orders").selectAll().orderBy("id").execute(),
    requests: await db.selectFrom("song_requests").selectAll().orderBy("id").execute(),
    transfers: await db.selectFrom("transfers").selectAll().orderBy("id").execute(),
    allocations: await db.selectFrom("transfer_allocations").selectAll().orderBy("id").execute(),
    refunds: await db.selectFrom("transfer_refunds").selectAll().orderBy("id").execute(),
    orderRefunds: await db.selectFrom("order_refunds").selectAll().orderBy("id").execute(),
    receipts: await db.selectFrom("receipts").selectAll().where("cancelled_at", "is", null).execute(),
  };
}

const openOf = ({ amount, allocated, refunded }: Selectable<Tables["transfers"]>) => amount - allocated - refunded;

/** Makes an order of a gift. */
async function makeGiftOrder(app: TestApp, values: Parameters<typeof makeOrder>[1]): Promise<void> {
  const { id: order_id } = await makeOrder(app, { ...values, is_gift: true });
  await makeGift(app, { order_id });
}

/** The account that an order's time is for. */
const receiverOf = ({ is_gift, receiver_id, user_id }: Selectable<Tables["premium_orders"]>) =>
  is_gift ? receiver_id : user_id;

/** Takes random steps on a site with two users, three orders, two gifts and two requests. */
async function walkOn(app: TestApp, seed: number) {
  const random = seededRandom(seed);
  const isLikely = (chance: number) => random() < chance;
  function pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(random() * list.length)];
  }
  await withBank(app);
  const token = await adminToken(app);
  const users = [await makeUser(app), await makeUser(app)];
  const tokens = await Promise.all(users.map((user) => userToken(app, { user })));
  const { id: package_id } = await makePackage(app, { price, duration_days: packageDays });
  for (const user_id of [...users.map(({ id }) => id), null]) await makeOrder(app, { package_id, user_id });
  for (const user_id of [users[0]?.id ?? null, null]) await makeGiftOrder(app, { package_id, user_id });
  for (let n = 0; n < 2; n++) await makeRequest(app, { agreed_price: price });
  const takeIn = createIntake(app);
  /** What was done, for the message of a failure. */
  const log: string[] = [];
  /** Days that administrators left to users though they undid what gave them. */
  const daysLeft = new Map<number, number>();

  async function send(call: Parameters<TestApp["send"]>[0], json?: object, as: string | null = token) {
    const answer = await app.send(call, { ...(as === null ? {} : { token: as }), ...(json ? { json } : {}) });
    log.push(`${call} ${JSON.stringify(json)} → ${answer.statusCode}`);
    expect([200, 201, 409, 422], log.join("\n")).toContain(answer.statusCode);
    return answer.statusCode === 200;
  }

  const sendBulk = (kind: string, rows: readonly { id: number }[]) =>
    send("POST /api/admin/bulk", { kind, ids: rows.map(({ id }) => id) });

  async function moneyComes(memo: string): Promise<void> {
    const amount = pick([price, price, 20_000, 29_000, 60_000, 98_000]) ?? price;
    const number = log.push(`${amount} đ comes: ${memo}`);
    const event: BankEvent = {
      provider: "sepay",
      providerId: `walk ${number}`,
      direction: isLikely(0.05) ? "out" : "in",
      amount,
      memo,
      account: ownAccount,
      subAccount: null,
      senderName: null,
      senderAccount: null,
      senderBank: null,
      reference: `FT${number}00`,
      balance: null,
      occurredAt: new Date().toISOString(),
    };
    await takeIn([event], { source: "webhook" });
    if (isLikely(0.3)) await takeIn([{ ...event, providerId: `poll ${number}` }], { source: "poll" });
  }

  async function step(): Promise<unknown> {
    const { orders, requests, transfers, allocations, refunds, orderRefunds } = await everything(app);
    const [order, request, transfer] = [pick(orders), pick(requests), pick(transfers)];
    const target =
      request && isLikely(0.3)
        ? { kind: "request", ...request, missing: request.agreed_price - request.received_amount }
        : order && { kind: "order", ...order, missing: order.payment_amount - order.received_amount };
    const allocation = pick(isLikely(0.8) ? allocations.filter(({ undone_at }) => undone_at === null) : allocations);
    const refund = pick(refunds);
    const on = (id: number, action: string, json: object) => send(`POST ${path}/${id}/${action}`, json);
    const choices: (() => unknown)[] = [
      () => moneyComes(target?.code ?? ""),
      () => moneyComes(`${target?.code} ${isLikely(0.3) ? order?.code : ""}`),
      () => moneyComes(isLikely(0.5) ? "khong co ma" : (order?.code ?? "")),
      () => {
        if (!transfer || !target) return;
        const amount = Math.max(1, isLikely(0.8) ? Math.min(openOf(transfer), target.missing) : 15_000);
        return on(transfer.id, "attach", { parts: [{ kind: target.kind, id: target.id, amount }] });
      },
      () => {
        if (!allocation) return;
        const { transfer_id, order_id, request_id } = allocation;
        const kind = order_id === null ? "request" : "order";
        return on(transfer_id, "accept", { kind, id: order_id ?? request_id ?? 1 });
      },
      () =>
        transfer && order && on(transfer.id, "extend", { order_id: transfer.order_id ?? order.id, days: extraDays }),
      () => {
        if (!transfer) return;
        const outgoing = pick(transfers.filter(({ direction }) => direction === "out"));
        const amount = Math.max(1, isLikely(0.7) ? openOf(transfer) : 10_000);
        return on(transfer.id, "refund", { amount, reason: "x", outgoing_id: outgoing?.id ?? null });
      },
      () => transfer && on(transfer.id, "ignore", { reason: "x" }),
      () => transfer && on(transfer.id, "undo", { what: { kind: "ignored" } }),
      () => refund && on(refund.transfer_id, "undo", { what: { kind: "refund", id: refund.id } }),
      async () => {
        if (!allocation) return;
        const { id, transfer_id, order_id, extra_days } = allocation;
        const take_back_premium = isLikely(0.6);
        const isUndone = await on(transfer_id, "undo", { what: { kind: "allocation", id, take_back_premium } });
        const { user_id: userId = null, premium_taken_at = null } = orders.find((each) => each.id === order_id) ?? {};
        if (isUndone && !take_back_premium && extra_days !== null && userId !== null && premium_taken_at === null) {
          daysLeft.set(userId, (daysLeft.get(userId) ?? 0) + extra_days);
        }
      },
      () => {
        const premium = isLikely(0.5) ? "take" : "keep";
        const amount = isLikely(0.5) ? 20_000 : (order?.received_amount ?? 0) || price;
        return order && send(`POST /api/premium-orders/${order.id}/refunds`, { amount, reason: "x", premium });
      },
      () => {
        const given = pick(orderRefunds.filter(({ undone_at }) => undone_at === null));
        return given && send(`POST /api/premium-orders/${given.order_id}/refunds/${given.id}/undo`, {});
      },
      () =>
        order &&
        send(`PUT /api/premium-orders/${order.id}`, {
          ...(isLikely(0.7) ? { payment_status: pick(["pending", "paid", "failed", "refunded"]) } : {}),
          ...(isLikely(0.7) ? { status: pick(["pending", "confirmed", "completed", "cancelled"]) } : {}),
          ...(isLikely(0.2) ? { user_id: pick([null, ...users.map(({ id }) => id)]) } : {}),
        }),
      () => order && send(`POST /api/orders/${order.page_token}/cancel`, undefined, null),
      () => order && send(`POST /api/orders/${order.page_token}/attach`, undefined, pick(tokens)),
      async () => {
        const gifts = await app.db.selectFrom("gifts").select("secret").execute();
        const gift = pick(gifts);
        return gift && send(`POST /api/gifts/${gift.secret}/take`, undefined, pick(tokens));
      },
      () => order && isLikely(0.3) && send(`DELETE /api/premium-orders/${order.id}`),
      async () => {
        const ended = app.db
          .updateTable("premium_orders")
          .set({ expires_at: new Date(Date.now() - 1000).toISOString() });
        await ended
          .where("id", "=", order?.id ?? 0)
          .where("expires_at", "is not", null)
          .execute();
        log.push(`the time of order ${order?.id} is over`);
        await app.orders.start();
      },
      () => transfer && sendBulk("attach_transfers", transfers),
      () => order && sendBulk("confirm_orders", [order]),
      () => request && isLikely(0.3) && send(`DELETE /api/song-requests/${request.id}`),
      () =>
        request &&
        send(`PUT /api/song-requests/${request.id}`, {
          ...(isLikely(0.5) ? { is_paid: isLikely(0.5) } : {}),
          ...(isLikely(0.4) ? { agreed_price: pick([price, 20_000, 98_000]) } : {}),
          ...(isLikely(0.3) ? { status: pick(["new", "cancelled", "processing"]) } : {}),
        }),
      () => isLikely(0.5) && makeOrder(app, { package_id, user_id: pick(users)?.id ?? null }),
    ];
    await pick(choices)?.();
    return app.outbox.flush();
  }

  return { step, daysLeft, done: () => log.slice(-12).join("\n") };
}

/** Checks sums, states of transfers, Premium and receipts against what is in effect. */
async function expectRight(app: TestApp, daysLeft: ReadonlyMap<number, number>, done: string): Promise<void> {
  await expectSums(app);
  const { users, orders, requests, transfers, allocations, receipts } = await everything(app);
  const inEffect = allocations.filter(({ undone_at }) => undone_at === null);
  for (const { id, premium_expires_at } of users) {
    const granted = orders.filter(
      (order) => receiverOf(order) === id && order.premium_granted_at !== null && order.premium_taken_at === null,
    );
    const extra = inEffect.filter(({ order_id }) => granted.some((order) => order.id === order_id));
    const days = extra.reduce((sum, { extra_days }) => sum + (extra_days ?? 0), granted.length * packageDays);
    const left = premium_expires_at === null ? 0 : (Date.parse(premium_expires_at) - Date.now()) / dayMs;
    expect([`days of user ${id}`, Math.round(left)], done).toEqual([
      `days of user ${id}`,
      days + (daysLeft.get(id) ?? 0),
    ]);
  }
  for (const order of orders) {
    const { id, status, payment_status, premium_granted_at } = order;
    const isPaid = payment_status === "paid";
    const isDue = isPaid && (status === "confirmed" || status === "completed");
    if (isDue && receiverOf(order) !== null) expect(premium_granted_at, `order ${id}\n${done}`).not.toBeNull();
    const numbers = receipts.filter(({ order_id }) => order_id === id).length;
    if (isDue || !isPaid)
      expect([`receipts of order ${id}`, numbers], done).toEqual([`receipts of order ${id}`, +isDue]);
  }
  const isSettled = ({ order_id, request_id }: (typeof inEffect)[number]) => {
    const order = orders.find(({ id }) => id === order_id);
    const request = requests.find(({ id }) => id === request_id);
    // One that is gone was paid, or it could not have been deleted.
    return order ? ["paid", "refunded"].includes(order.payment_status) : request?.paid_at !== null;
  };
  for (const { id, state } of transfers) {
    expect(state, `transfer ${id}\n${done}`).not.toBe("new");
    const areSettled = inEffect.filter(({ transfer_id }) => transfer_id === id).every(isSettled);
    if (state === "matched" || state === "under") {
      expect([`transfer ${id}`, state], done).toEqual([`transfer ${id}`, areSettled ? "matched" : "under"]);
    }
  }
}

onBothEngines((engine) => {
  test.each([1, 2, 3])("walk %i loses and doubles nothing", async (seed) => {
    const app = await testApp(engine);
    const { step, daysLeft, done } = await walkOn(app, seed);
    for (let n = 0; n < steps; n++) {
      await step();
      await expectRight(app, daysLeft, done());
    }
  });
});
