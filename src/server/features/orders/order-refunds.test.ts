/** Money of orders that is given back: in part or whole, with the Premium kept or taken, and undone. */
import { describe, expect, test } from "vitest";
import type { HistoryEntry } from "#contract/history.ts";
import type { AdminOrder, AdminOrderDetail, OrderEvent, OrderStats, PayableOrder } from "#contract/orders.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import {
  adminToken,
  makeAdmin,
  makeOrder,
  makePackage,
  makeSession,
  makeStaff,
  makeUser,
  userToken,
} from "#test/factories.ts";
import { clearMessages, messagesOf } from "#test/messages.ts";
import { expectSums, transferComes, withBank } from "#test/payments.ts";
import { rowsOfXlsx } from "#test/xlsx.ts";
import { orderRefundsRepository } from "./order-refunds.repository.ts";
import { ordersRepository } from "./orders.repository.ts";

const own = "/api/premium-orders";
const price = 999_000;
const paid = { payment_status: "paid", status: "confirmed" } as const;
const dayMs = 24 * 60 * 60_000;
const refundBody = { amount: 300_000, reason: "Dùng được một phần", premium: "keep" };

/** A paid order of 30 days for a user. */
async function desk(app: TestApp, values: { user?: boolean; days?: number } = {}) {
  const { user: hasUser = true, days = 30 } = values;
  const token = await adminToken(app);
  const user = await makeUser(app);
  const { id: package_id } = await makePackage(app, { price, duration_days: days });
  const { id, page_token, code } = await makeOrder(app, { package_id, ...(hasUser && { user_id: user.id }) });
  const address = `${own}/${id}`;
  const send = (method: "POST" | "PUT", path: string, json: object) =>
    app.send(`${method} ${address}${path}`, { token, json });
  const save = (json: object) => send("PUT", "", json);
  await save(paid);
  await clearMessages(app);
  return {
    id,
    code,
    package_id,
    token,
    user,
    save,
    read: async () => (await app.send(`GET ${address}`, { token })).json<AdminOrderDetail>(),
    shown: async () => (await app.send(`GET /api/orders/${page_token}`)).json<PayableOrder>(),
    send,
    /** Resolves to the order; expects no refusal. */
    async refund(json: object = {}) {
      const answer = await send("POST", "/refunds", { ...refundBody, ...json });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<AdminOrderDetail>();
    },
    /** Resolves to status and detail of a refusal. */
    async refused(json: object = {}, path = "/refunds") {
      const answer = await send("POST", path, path === "/refunds" ? { ...refundBody, ...json } : json);
      return `${answer.statusCode} ${answer.json<{ detail: unknown }>().detail}`;
    },
    async undo(refund = 0) {
      const { refunds } = (await app.send(`GET ${address}`, { token })).json<AdminOrderDetail>();
      const answer = await send("POST", `/refunds/${refunds[refund]?.id}/undo`, {});
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<AdminOrderDetail>();
    },
  };
}

/** Days of Premium that a user has left, rounded; `ever` for a permanent one. */
async function daysOf(app: TestApp, id: number): Promise<number | "ever"> {
  const users = app.db.selectFrom("users").select(["subscription_type", "premium_expires_at"]).where("id", "=", id);
  const { subscription_type, premium_expires_at } = await users.executeTakeFirstOrThrow();
  if (subscription_type === "free") return 0;
  if (premium_expires_at === null) return "ever";
  return Math.max(0, Math.round((Date.parse(premium_expires_at) - Date.now()) / dayMs));
}

/** Checks that what was given back of an order is the sum of its refunds that are in effect, and no more than came. */
async function expectRefundSum(app: TestApp, id: number): Promise<void> {
  const rows = await orderRefundsRepository(app.db).ofOrder(id);
  const sum = rows.reduce((total, { amount, undone_at }) => (undone_at === null ? total + amount : total), 0);
  const order = await ordersRepository(app.db).find(id);
  expect(order?.refunded_amount).toBe(sum);
  expect(sum).toBeLessThanOrEqual(order?.received_amount || price);
}

onBothEngines((engine) => {
  test("a part leaves the order paid, with what was given back; what is left makes it refunded", async () => {
    const app = await testApp(engine);
    const { id, user, refund, shown, refused } = await desk(app);
    const part = await refund({ reference: " FT9 ", end_message: "Phần chưa dùng" });
    const states = { ...paid, refunded_amount: 300_000, premium_taken_at: null, end_message: "Phần chưa dùng" };
    expect(part).toMatchObject({ ...states, end_reason: null });
    expect(part.refunds).toMatchObject([
      { amount: 300_000, reason: "Dùng được một phần", reference: "FT9", is_premium_taken: false, undone_at: null },
    ]);
    expect(await shown()).toMatchObject(states);
    expect(await daysOf(app, user.id)).toBe(30);
    expect(await refused({ amount: 699_001 })).toBe("422 Đơn này chỉ còn 699.000 ₫ để hoàn");
    const whole = await refund({ amount: 699_000, premium: "take" });
    expect(whole).toMatchObject({ status: "confirmed", payment_status: "refunded", refunded_amount: price });
    expect(whole).toMatchObject({ end_reason: "operator", end_message: null, premium_taken_at: expect.any(String) });
    expect(whole.refunds.map(({ amount, reference }) => [amount, reference])).toEqual([
      [699_000, null],
      [300_000, "FT9"],
    ]);
    expect(await daysOf(app, user.id)).toBe(0);
    expect(await refused({ amount: 1 })).toBe("409 Đơn hàng này đã hoàn hết tiền rồi");
    await expectRefundSum(app, id);
  });

  test("what is left is bounded by what came, more or less than the price", async () => {
    const app = await testApp(engine);
    const { id, refund, refused } = await desk(app);
    await app.db.updateTable("premium_orders").set({ received_amount: 1_100_000 }).where("id", "=", id).execute();
    expect(await refused({ amount: 1_100_001 })).toBe("422 Đơn này chỉ còn 1.100.000 ₫ để hoàn");
    expect(await refund({ amount: 1_100_000 })).toMatchObject({ payment_status: "refunded" });
    await expectRefundSum(app, id);
  });

  test("refunds at the same moment give back no more than came, also with a payment that is set by hand", async () => {
    const app = await testApp(engine);
    // Two writers in one process would wait for each other on SQLite.
    const beside = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const token = await adminToken(app);
    for (let round = 0; round < 8; round++) {
      const { id, save } = await desk(app);
      const give = (by: TestApp, amount: number) =>
        by.send(`POST ${own}/${id}/refunds`, { token, json: { ...refundBody, amount } });
      const answers = await Promise.all([
        give(app, 600_000),
        give(beside, 600_000),
        give(app, 300_000),
        ...(round % 2 === 0 ? [] : [save({ payment_status: "refunded" })]),
      ]);
      const codes = answers.slice(0, 3).map(({ statusCode }) => statusCode);
      expect(codes.filter((code) => code === 200).length, codes.join()).toBeLessThanOrEqual(2);
      if (round % 2 === 0) expect(codes.slice(0, 2).toSorted()).toEqual([200, 422]);
      await expectRefundSum(app, id);
    }
  });

  test("one that is sent twice counts once: the second is in an older version", async () => {
    const app = await testApp(engine);
    const { id, read, send } = await desk(app);
    const { version } = await read();
    const twice = [0, 1].map(() => send("POST", "/refunds", { ...refundBody, version }));
    const answers = await Promise.all(twice);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const stale = answers.find(({ statusCode }) => statusCode === 409);
    expect(stale?.json()).toMatchObject({ current: { refunded_amount: 300_000 } });
    expect(await read()).toMatchObject({ refunded_amount: 300_000, refunds: [{ amount: 300_000 }] });
    await expectRefundSum(app, id);
  });

  test("the sums count what came less what was given back, which stands beside, by any filter", async () => {
    const app = await testApp(engine);
    const { id, token, refund, package_id, undo } = await desk(app);
    const sold = async () =>
      (await app.send("GET /api/admin/premium-packages", { token })).json<{ earned: number; sold: number }[]>();
    const queries = [{}, { search: "khách" }, { status: "confirmed" }, { granted: "yes" }, { refund: "some" }];
    const sums = (query: Record<string, string>) =>
      app.send(`GET ${own}/stats`, { token, query }).then((answer) => answer.json<OrderStats>());
    await refund();
    for (const query of queries as Record<string, string>[]) {
      const { payments, refunded, amount } = await sums(query);
      expect([payments.paid.amount, payments.refunded.amount, refunded, amount], JSON.stringify(query)).toEqual([
        699_000,
        0,
        { orders: 1, amount: 300_000 },
        699_000,
      ]);
    }
    expect((await sums({ tab: "waiting" })).refunded).toEqual({ orders: 0, amount: 0 });
    const income = async () =>
      (await app.send("GET /api/admin/dashboard/stats", { token })).json<{
        income: { days: { amount: number; orders: number }[]; refunded: object; packages: object[] };
      }>().income;
    const part = await income();
    expect(part.days.at(-1)).toMatchObject({ orders: 1, amount: 699_000 });
    expect(part.refunded).toEqual({ orders: 1, amount: 300_000 });
    expect(part.packages).toMatchObject([{ package_id, amount: 699_000 }]);
    await refund({ amount: 699_000 });
    const whole = await income();
    expect(whole.days.at(-1)).toMatchObject({ orders: 0, amount: 0 });
    expect(whole.refunded).toEqual({ orders: 1, amount: price });
    expect(await sums({})).toMatchObject({
      amount: price,
      payments: { paid: { orders: 0, amount: 0 }, refunded: { orders: 1, amount: price } },
      refunded: { orders: 1, amount: price },
    });
    await undo();
    await undo(1);
    expect(await income()).toMatchObject({ refunded: { orders: 0, amount: 0 }, packages: [{ amount: price }] });
    await expectRefundSum(app, id);
    expect(JSON.stringify(await sold())).toContain(`"earned":${price}`);
  });

  test("the orders that money was given back of, and their sum, are read along an index", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, async ({ db, dialect }) => {
      const orders = ordersRepository(db);
      await orders.refundedOfPaid("2026-01-01T00:00:00.000Z");
      await orders.refunded(dialect, {});
      await orderRefundsRepository(db).ofOrder(1);
    });
    expect(plans[0]).toMatch(/premium_orders_refunded/);
    expect(plans[1]).toMatch(/premium_orders_refunded/);
    expect(plans[2]).toMatch(/order_refunds_by_order/);
  });
});

onOneEngine((engine) => {
  describe("the Premium that the order gave", () => {
    test("ends with the refund alone: what other orders gave stays, and undoing gives it again", async () => {
      const app = await testApp(engine);
      const { user, refund, undo, shown, token, refused, save } = await desk(app);
      const { id: other } = await makeOrder(app, { user_id: user.id });
      await app.send(`PUT ${own}/${other}`, { token, json: paid });
      expect(await daysOf(app, user.id)).toBe(60);
      await refund({ premium: "take" });
      expect(await daysOf(app, user.id)).toBe(30);
      expect(await shown()).toMatchObject({ ...paid, premium_taken_at: expect.any(String) });
      expect(await refused({ premium: "take" })).toBe("409 Đơn hàng này không có Premium đã cộng để thu lại");
      // Nothing gives it again by the way.
      await save({ status: "completed", admin_notes: "đã gọi" });
      expect(await daysOf(app, user.id)).toBe(30);
      expect(await undo()).toMatchObject({ refunded_amount: 0, premium_taken_at: null });
      expect(await daysOf(app, user.id)).toBe(60);
      await refund({ amount: price });
      expect(await daysOf(app, user.id), "kept").toBe(60);
    });

    test("of a lifetime package leaves the days of other orders but given ones, and is taken once", async () => {
      const app = await testApp(engine);
      const { user, token } = await desk(app);
      const { id: package_id } = await makePackage(app, { price, is_lifetime: true });
      const { id } = await makeOrder(app, { package_id, user_id: user.id });
      await app.send(`PUT ${own}/${id}`, { token, json: paid });
      expect(await daysOf(app, user.id)).toBe("ever");
      const { id: second } = await makeOrder(app, { package_id, user_id: user.id });
      await app.send(`PUT ${own}/${second}`, { token, json: paid });
      const premium_granted_at = new Date().toISOString();
      const given = { is_gift: true, user_id: user.id, receiver_id: (await makeUser(app)).id };
      await makeOrder(app, { ...given, ...paid, premium_granted_at });
      const json = { ...refundBody, amount: price, premium: "take" };
      for (const [order, days] of [
        [id, "ever"],
        [second, 30],
      ] as const) {
        expect((await app.send(`POST ${own}/${order}/refunds`, { token, json })).statusCode).toBe(200);
        expect(await daysOf(app, user.id)).toBe(days);
      }
    });

    test("is the receiver's of a gift that was taken; nobody takes it a second time", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [giver, receiver] = [await makeUser(app), await makeUser(app)];
      const { id: package_id } = await makePackage(app, { price, duration_days: 30 });
      const json = {
        package_id,
        user_name: "Nguyễn Thị Lan",
        user_phone: "0901 234 567",
        user_email: "lan@example.com",
        gift: { recipient_name: "Mẹ", giver_name: "Lan" },
      };
      const made = await app.send(`POST ${own}`, { token: await userToken(app, { user: giver }), json });
      const { id, page_token } = made.json<PayableOrder>();
      await app.send(`PUT ${own}/${id}`, { token, json: paid });
      const secret = (await app.send(`GET /api/orders/${page_token}`)).json<PayableOrder>().gift?.secret;
      const take = async (user: typeof receiver) =>
        (await app.send(`POST /api/gifts/${secret}/take`, { token: await userToken(app, { user }) })).statusCode;
      expect(await take(receiver)).toBe(200);
      await clearMessages(app);
      const body = { ...refundBody, amount: 100_000, premium: "take" };
      const answer = await app.send(`POST ${own}/${id}/refunds`, { token, json: body });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(await daysOf(app, receiver.id)).toBe(0);
      expect(await messagesOf(app)).toMatchObject([
        { to: `user ${giver.id}`, data: { premium: "ends", is_gift: true } },
      ]);
      expect(await take(giver)).toBe(409);
      expect(await daysOf(app, giver.id)).toBe(0);
    });

    test("has the days that a transfer added beside the package, which end and come back with it", async () => {
      const app = await testApp(engine);
      await withBank(app);
      const { user, code, refund, undo, id, token } = await desk(app);
      await transferComes(app, { amount: price, memo: code });
      const { id: rest } = await transferComes(app, { amount: 50_000, memo: code });
      const json = { order_id: id, days: 5 };
      const answer = await app.send(`POST /api/admin/payments/${rest}/extend`, { token, json });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(await daysOf(app, user.id)).toBe(35);
      await refund({ amount: price + 50_000, premium: "take" });
      expect(await daysOf(app, user.id)).toBe(0);
      await undo();
      expect(await daysOf(app, user.id)).toBe(35);
      await refund({ premium: "take" });
      const { id: more } = await transferComes(app, { amount: 20_000, memo: code });
      const extended = await app.send(`POST /api/admin/payments/${more}/extend`, { token, json });
      expect([extended.statusCode, extended.json().detail]).toEqual([
        409,
        "Đơn hàng này không có Premium ở tài khoản nào nên chưa thêm ngày được",
      ]);
    });

    test("is not taken a second time with the transfers of the order", async () => {
      const app = await testApp(engine);
      await withBank(app);
      const { user, code, refund, id, token } = await desk(app);
      const { id: other } = await makeOrder(app, { user_id: user.id });
      await app.send(`PUT ${own}/${other}`, { token, json: paid });
      const { id: whole } = await transferComes(app, { amount: price, memo: code });
      const { id: rest } = await transferComes(app, { amount: 50_000, memo: code });
      await app.send(`POST /api/admin/payments/${rest}/extend`, { token, json: { order_id: id, days: 5 } });
      expect(await daysOf(app, user.id)).toBe(65);
      await refund({ amount: price + 50_000, premium: "take" });
      expect(await daysOf(app, user.id)).toBe(30);
      const allocations = await app.db.selectFrom("transfer_allocations").selectAll().execute();
      for (const transfer of [rest, whole]) {
        const allocation = allocations.find(({ transfer_id }) => transfer_id === transfer);
        // Nothing is asked about a Premium that is gone, but the extension always is.
        const take = transfer === rest ? { take_back_premium: true } : {};
        const json = { what: { kind: "allocation", id: allocation?.id, ...take } };
        const answer = await app.send(`POST /api/admin/payments/${transfer}/undo`, { token, json });
        expect(answer.statusCode, answer.body).toBe(200);
        expect(await daysOf(app, user.id)).toBe(30);
      }
    });

    test("can't be taken of an order that gave none, whose part waits for an account still", async () => {
      const app = await testApp(engine);
      const { refused, refund, token, user, id } = await desk(app, { user: false });
      expect(await refused({ premium: "take" })).toBe("409 Đơn hàng này không có Premium đã cộng để thu lại");
      await refund();
      await app.send(`PUT ${own}/${id}`, { token, json: { user_id: user.id } });
      expect(await daysOf(app, user.id)).toBe(30);
    });
  });

  test("is for administrators and accountants, and refuses what is no refund, each with its message", async () => {
    const app = await testApp(engine);
    const { id, refused, save, token } = await desk(app);
    const path = `POST ${own}/${id}/refunds` as const;
    const json = refundBody;
    expect((await app.send(path, { json })).statusCode).toBe(401);
    expect((await app.send(path, { json, token: await userToken(app) })).statusCode).toBe(403);
    const staff = await makeSession(app, "staff", (await makeStaff(app)).id);
    expect((await app.send(path, { json, token: staff })).statusCode).toBe(403);
    expect((await app.send(`${path}/1/undo`, { json: {} })).statusCode).toBe(401);
    expect((await app.send(`${path}/1/undo`, { json: {}, token: staff })).statusCode).toBe(403);
    expect((await app.send(`POST ${own}/${id + 1}/refunds`, { json, token })).statusCode).toBe(404);
    for (const [body, message] of [
      [{ amount: 0 }, "Số tiền phải lớn hơn 0"],
      [{ amount: 1.5 }, "Số tiền không hợp lệ"],
      [{ amount: price + 1 }, "Đơn này chỉ còn 999.000 ₫ để hoàn"],
      [{ reason: "  " }, "Vui lòng nhập lý do hoàn tiền"],
      [{ premium: "half" }, "Vui lòng chọn giữ hay thu lại Premium"],
    ] as const) {
      expect(await refused(body)).toBe(`422 ${message}`);
    }
    await save({ payment_status: "failed" });
    expect(await refused()).toBe("409 Chỉ hoàn tiền cho đơn hàng đã thanh toán");
    const accountant = await makeSession(app, "admin", (await makeAdmin(app, { role: "accountant" })).id);
    await save({ payment_status: "paid" });
    expect((await app.send(path, { json, token: accountant })).statusCode).toBe(200);
  });

  test("a free order has nothing to give back", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app, { price: 0 });
    const { id } = await makeOrder(app, { package_id, ...paid });
    const answer = await app.send(`POST ${own}/${id}/refunds`, { token, json: refundBody });
    expect([answer.statusCode, answer.json().detail]).toEqual([409, "Đơn hàng này không còn tiền để hoàn"]);
  });

  test("is undone once, and only as one of its order", async () => {
    const app = await testApp(engine);
    const { id, refund, refused, undo } = await desk(app);
    const other = await desk(app);
    await refund();
    const whole = await refund({ amount: 699_000, end_message: "Đã chuyển" });
    const [last, first] = whole.refunds.map((one) => one.id);
    expect(await other.refused({}, `/refunds/${last}/undo`)).toBe("404 Không tìm thấy lần hoàn tiền này");
    expect(await undo()).toMatchObject({ ...paid, refunded_amount: 300_000, end_reason: null, end_message: null });
    expect(await refused({}, `/refunds/${last}/undo`)).toBe("409 Lần hoàn tiền này đã được hoàn tác rồi");
    expect(await refused({ version: "x" }, `/refunds/${first}/undo`)).toMatch(/^409 Nội dung này đã được sửa/);
    const none = await undo(1);
    expect(none.refunded_amount).toBe(0);
    expect(none.refunds.map(({ undone_by }) => undone_by)).toEqual([expect.any(String), expect.any(String)]);
    await expectRefundSum(app, id);
  });

  test("a payment that is set to refunded by hand is one of all that is left, and set back none", async () => {
    const app = await testApp(engine);
    const { id, user, refund, save, read } = await desk(app);
    await refund();
    await save({ payment_status: "refunded" });
    const whole = await read();
    expect(whole).toMatchObject({ payment_status: "refunded", refunded_amount: price, premium_taken_at: null });
    expect(whole.refunds.map(({ amount, reason }) => [amount, reason])).toEqual([
      [699_000, null],
      [300_000, "Dùng được một phần"],
    ]);
    expect(await daysOf(app, user.id)).toBe(30);
    await expectRefundSum(app, id);
    await save({ payment_status: "paid" });
    expect(await read()).toMatchObject({ ...paid, refunded_amount: 0 });
    await expectRefundSum(app, id);
    expect(await daysOf(app, user.id), "given once").toBe(30);
    const { refunds } = await read();
    await save({ payment_status: "refunded" });
    await save({ payment_status: "paid" });
    expect((await read()).refunds.slice(1), "undone once").toEqual(refunds);
  });

  test("holds the transfers of the order, until it is undone", async () => {
    const app = await testApp(engine);
    await withBank(app);
    const { id, code, refund, undo, token, user } = await desk(app);
    const { id: other } = await makeOrder(app, { user_id: user.id });
    await app.send(`PUT ${own}/${other}`, { token, json: paid });
    const transfer = await transferComes(app, { amount: price, memo: code });
    const [allocation] = await app.db.selectFrom("transfer_allocations").selectAll().execute();
    await refund();
    const detach = async (take_back_premium?: boolean) => {
      const json = { what: { kind: "allocation", id: allocation?.id, take_back_premium } };
      const answer = await app.send(`POST /api/admin/payments/${transfer.id}/undo`, { token, json });
      return `${answer.statusCode} ${answer.json<{ detail?: string }>().detail ?? ""}`;
    };
    const held = `409 Đơn ${code} đã hoàn 300.000 ₫ cho khách. Bạn hoàn tác lần hoàn tiền ấy ở đơn hàng trước nhé.`;
    for (const takes of [true, false]) expect(await detach(takes)).toBe(held);
    expect(await detach()).toMatch(/^422/);
    await refund({ premium: "take" });
    // Nothing is asked about a Premium that another order gave.
    expect(await detach()).toBe(held.replace("300.000", "600.000"));
    await expectSums(app);
    await undo();
    await undo(1);
    expect(await detach(true)).toBe("200 ");
    expect(await ordersRepository(app.db).find(id)).toMatchObject({ payment_status: "pending", received_amount: 0 });
    await expectSums(app);
  });

  test("the customer is told what was given back, and whether Premium stays", async () => {
    const app = await testApp(engine);
    const { user, refund, undo } = await desk(app);
    await refund({ end_message: "Bạn dùng tiếp nhé" });
    await refund({ amount: 699_000, premium: "take" });
    const about = { event: "order_refunded", to: `user ${user.id}` };
    expect(await messagesOf(app)).toMatchObject([
      { ...about, data: { amount: 300_000, left: 699_000, premium: "stays", words: "Bạn dùng tiếp nhé" } },
      { ...about, data: { amount: 699_000, left: 0, premium: "ends", words: null } },
    ]);
    await clearMessages(app);
    await undo();
    expect((await messagesOf(app)).map(({ event }) => event)).toEqual(["premium_active"]);
  });

  test("the trail tells sum, reason, reference, Premium and who it was; the file has the sum", async () => {
    const app = await testApp(engine);
    const { id, token, refund, undo } = await desk(app);
    await refund({ reference: "FT9", premium: "take" });
    await undo();
    const { email } = (await app.send("GET /api/auth/me", { token })).json<{ email: string }>();
    const events = (await app.send(`GET ${own}/${id}/history`, { token })).json<OrderEvent[]>();
    expect(events.slice(0, 2).map(({ actor_name, changes }) => [actor_name, changes])).toEqual([
      [email, ["đã hoàn: 300.000 ₫ → 0 ₫", "Premium: đã thu lại → cộng lại"]],
      [email, ["đã hoàn: 0 ₫ → 300.000 ₫", "Premium: đã cộng → thu lại"]],
    ]);
    const trail = (await app.send("GET /api/admin/history", { token })).json<HistoryEntry[]>();
    expect(trail[1]?.changes).toEqual(
      expect.arrayContaining([
        { field: "Đã hoàn", from: "0 ₫", to: "300.000 ₫" },
        { field: "Lý do hoàn tiền", from: null, to: "Dùng được một phần" },
        { field: "Mã giao dịch hoàn", from: null, to: "FT9" },
      ]),
    );
    await refund();
    const [heads = [], row = []] = rowsOfXlsx((await app.send(`GET ${own}/export`, { token })).rawPayload);
    expect(heads).toContain("Đã hoàn (VND)");
    expect(row).toEqual(expect.arrayContaining(["999000", "300000"]));
    const list = await app.send(`GET ${own}`, { token, query: { refund: "some" } });
    expect(list.json<AdminOrder[]>()).toMatchObject([{ id, refunded_amount: 300_000 }]);
    const wrong = await app.send(`GET ${own}`, { token, query: { refund: "all" } });
    expect([wrong.statusCode, wrong.json().detail]).toEqual([422, "refund phải là some"]);
  });
});
