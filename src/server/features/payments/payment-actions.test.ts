/** Actions of people on transfers, and how each is undone. */
import { describe, expect, test } from "vitest";
import { emptyPaymentConfig } from "#contract/payment-config.ts";
import type { TransferDetail, UndoPreview } from "#contract/payments.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, makeRequest, makeUser } from "#test/factories.ts";
import { expectSums, transferComes, transferOf, withBank } from "#test/payments.ts";

const price = 49_000;
const dayMs = 24 * 60 * 60_000;
const path = "/api/admin/payments";

/** Days of Premium that a user has left, rounded. */
async function daysOf({ db }: TestApp, id: number): Promise<number> {
  const users = db.selectFrom("users").select("premium_expires_at").where("id", "=", id);
  const { premium_expires_at } = await users.executeTakeFirstOrThrow();
  return premium_expires_at === null ? 0 : Math.round((Date.parse(premium_expires_at) - Date.now()) / dayMs);
}

const orderOf = ({ db }: TestApp, id: number) =>
  db.selectFrom("premium_orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** An app with the account, an administrator, and an order of a user. */
async function desk(app: TestApp) {
  await withBank(app);
  const token = await adminToken(app);
  const user = await makeUser(app);
  const { id: package_id } = await makePackage(app, { price, duration_days: 30 });
  const newOrder = (values: Parameters<typeof makeOrder>[1] = {}) =>
    makeOrder(app, { package_id, user_id: user.id, ...values });
  const act = (id: number, action: string, json: object) => app.send(`POST ${path}/${id}/${action}`, { token, json });
  /** Runs an action that succeeds. */
  async function done(id: number, action: string, json: object): Promise<TransferDetail> {
    const answer = await act(id, action, json);
    expect(answer.statusCode, answer.body).toBe(200);
    await expectSums(app);
    return answer.json<TransferDetail>();
  }
  /** Runs an action that is refused and so changes nothing. @returns its status and words */
  async function refused(id: number, action: string, json: object): Promise<string> {
    const before = await everything(app);
    const answer = await act(id, action, json);
    expect(await everything(app)).toEqual(before);
    return `${answer.statusCode} ${answer.json().detail}`;
  }
  const preview = async (allocation: number) =>
    (await app.send(`GET ${path}/allocations/${allocation}/undo`, { token })).json<UndoPreview>();
  return { token, user, newOrder, act, done, refused, preview };
}

/** Returns all rows that an action may change. */
async function everything({ db }: TestApp): Promise<unknown> {
  const tables = [
    "transfers",
    "transfer_allocations",
    "transfer_refunds",
    "premium_orders",
    "song_requests",
    "users",
    "audit_log",
  ] as const;
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy("id").execute()));
}

const effective = ({ allocations }: TransferDetail) => allocations.filter(({ undone_at }) => undone_at === null);
const order = (id: number, amount: number) => ({ kind: "order", id, amount });

onBothEngines((engine) => {
  describe("attaching", () => {
    test("splits a transfer over orders and requests, and pays those it is enough for", async () => {
      const app = await testApp(engine);
      const { user, newOrder, done } = await desk(app);
      const [first, second] = [await newOrder(), await newOrder()];
      const request = await makeRequest(app, { agreed_price: 100_000 });
      const { id } = await transferComes(app, { amount: 200_000, memo: "ba mon" });
      const parts = [
        order(first.id, price),
        order(second.id, 20_000),
        { kind: "request", id: request.id, amount: 100_000 },
      ];
      const attached = await done(id, "attach", { parts });
      expect(attached).toMatchObject({ state: "under", allocated: 169_000, order_id: first.id });
      expect(await daysOf(app, user.id)).toBe(30);
      const rest = await done(id, "attach", { parts: [order(second.id, 29_000)] });
      expect(rest).toMatchObject({ state: "over", reason: "too_much", allocated: 198_000 });
      expect(rest.allocations.map(({ created_by }) => created_by)).toEqual(Array(4).fill(rest.decided_by));
      expect(await daysOf(app, user.id)).toBe(60);
      const paid = await app.db.selectFrom("song_requests").selectAll().executeTakeFirstOrThrow();
      expect(paid.paid_at).not.toBeNull();
    });

    test("takes up an order that was cancelled, whole or in part", async () => {
      const app = await testApp(engine);
      const { user, newOrder, done } = await desk(app);
      const cancelled = await newOrder({ status: "cancelled", end_reason: "operator" });
      const { id } = await transferComes(app, { amount: price, memo: cancelled.code });
      expect((await transferOf(app, id)).state).toBe("late");
      expect(await done(id, "attach", { parts: [order(cancelled.id, 9_000)] })).toMatchObject({ state: "under" });
      expect(await orderOf(app, cancelled.id)).toMatchObject({
        status: "pending",
        end_reason: null,
        received_amount: 9_000,
      });
      expect(await done(id, "attach", { parts: [order(cancelled.id, 40_000)] })).toMatchObject({ state: "matched" });
      expect(await orderOf(app, cancelled.id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
      expect(await daysOf(app, user.id)).toBe(30);
    });
  });

  test("taking too little for enough pays the order, and says so in its history", async () => {
    const app = await testApp(engine);
    const { token, user, newOrder, done, refused } = await desk(app);
    const { id: orderId, code } = await newOrder();
    const { id } = await transferComes(app, { amount: 40_000, memo: code });
    const other = await newOrder();
    expect(await refused(id, "accept", { kind: "order", id: other.id })).toMatch(/^409 Giao dịch này chưa ghép/);
    expect(await done(id, "accept", { kind: "order", id: orderId })).toMatchObject({
      state: "matched",
      allocated: 40_000,
    });
    expect(await daysOf(app, user.id)).toBe(30);
    expect(await refused(id, "accept", { kind: "order", id: orderId })).toMatch(/^409 .*đã thanh toán rồi/);
    const history = (await app.send(`GET /api/premium-orders/${orderId}/history`, { token })).json<
      { changes: string[] }[]
    >();
    expect(history[0]?.changes).toEqual(
      expect.arrayContaining(["Chờ thanh toán → Đã thanh toán", `từ giao dịch số ${id} (SePay)`]),
    );
    const rest = await transferComes(app, { amount: 9_000, memo: code });
    expect(rest.state).toBe("matched");
    await expectSums(app);
    await app.send(`PUT /api/premium-orders/${orderId}`, { token, json: { payment_status: "refunded" } });
    expect(await refused(id, "accept", { kind: "order", id: orderId })).toMatch(/^409 .*đã hoàn tiền/);
  });

  describe("undoing", () => {
    test("gives both sides back with the Premium, and attaching again gives it once", async () => {
      const app = await testApp(engine);
      const { user, newOrder, done, preview } = await desk(app);
      const { id: orderId, code } = await newOrder();
      const { id } = await transferComes(app, { amount: price, memo: code });
      for (let round = 0; round < 3; round++) {
        expect(await daysOf(app, user.id)).toBe(30);
        const allocations = await app.db.selectFrom("transfer_allocations").selectAll().execute();
        const allocation = allocations.find(({ undone_at }) => undone_at === null)?.id ?? 0;
        expect(await preview(allocation)).toEqual({
          is_unpaid_then: true,
          premium: { username: user.username, expires_at: expect.any(String), expires_at_then: null },
        });
        const what = { kind: "allocation", id: allocation, take_back_premium: true };
        const undone = await done(id, "undo", { what });
        expect(undone).toMatchObject({ state: "unmatched", reason: null, allocated: 0, order_id: orderId });
        expect(undone.allocations).toHaveLength(round + 1);
        expect(await daysOf(app, user.id)).toBe(0);
        const waiting = await orderOf(app, orderId);
        expect(waiting).toMatchObject({
          status: "pending",
          payment_status: "pending",
          received_amount: 0,
          paid_at: null,
          premium_granted_at: null,
        });
        expect(Date.parse(waiting.expires_at ?? "")).toBeGreaterThan(Date.now());
        expect(
          (await app.send(`POST ${path}/${id}/undo`, { token: await adminToken(app), json: { what } })).statusCode,
        ).toBe(409);
        expect(await done(id, "attach", { parts: [order(orderId, price)] })).toMatchObject({ state: "matched" });
      }
    });

    test("takes the days of one order alone", async () => {
      const app = await testApp(engine);
      const { user, newOrder, done, preview } = await desk(app);
      const [first, second] = [await newOrder(), await newOrder()];
      const { id } = await transferComes(app, { amount: price, memo: first.code });
      await transferComes(app, { amount: price, memo: second.code });
      expect(await daysOf(app, user.id)).toBe(60);
      const [allocation] = await app.db.selectFrom("transfer_allocations").selectAll().orderBy("id").execute();
      const then = (await preview(allocation?.id ?? 0)).premium?.expires_at_then ?? "";
      await done(id, "undo", { what: { kind: "allocation", id: allocation?.id, take_back_premium: true } });
      expect(await daysOf(app, user.id)).toBe(30);
      const { premium_expires_at } = await app.db
        .selectFrom("users")
        .selectAll()
        .where("id", "=", user.id)
        .executeTakeFirstOrThrow();
      expect(premium_expires_at).toBe(then);
    });

    test("of an order that gave no Premium asks nothing; of a request withdraws its payment", async () => {
      const app = await testApp(engine);
      const { newOrder, done, preview } = await desk(app);
      const nobodys = await newOrder({ user_id: null });
      const request = await makeRequest(app, { agreed_price: price });
      const transfers = [
        await transferComes(app, { amount: price, memo: nobodys.code }),
        await transferComes(app, { amount: price, memo: request.code }),
      ];
      const allocations = await app.db.selectFrom("transfer_allocations").selectAll().orderBy("id").execute();
      for (const [index, { id }] of transfers.entries()) {
        const allocation = allocations[index]?.id ?? 0;
        expect(await preview(allocation)).toEqual({ is_unpaid_then: true, premium: null });
        expect(await done(id, "undo", { what: { kind: "allocation", id: allocation } })).toMatchObject({
          state: "unmatched",
        });
      }
      expect((await orderOf(app, nobodys.id)).payment_status).toBe("pending");
      expect((await app.db.selectFrom("song_requests").selectAll().executeTakeFirstOrThrow()).paid_at).toBeNull();
    });

    test("of a part leaves an order cancelled that was cancelled since", async () => {
      const app = await testApp(engine);
      const { token, newOrder, done } = await desk(app);
      const { id: orderId, code } = await newOrder();
      const { id } = await transferComes(app, { amount: 20_000, memo: code });
      const json = { status: "cancelled" };
      expect((await app.send(`PUT /api/premium-orders/${orderId}`, { token, json })).statusCode).toBe(200);
      const [allocation] = await app.db.selectFrom("transfer_allocations").selectAll().execute();
      await done(id, "undo", { what: { kind: "allocation", id: allocation?.id } });
      expect(await orderOf(app, orderId)).toMatchObject({ status: "cancelled", received_amount: 0 });
    });

    test("of what is erased or deleted since frees the money, and changes nothing else", async () => {
      const app = await testApp(engine);
      const { token, newOrder, done, preview } = await desk(app);
      const erased = await newOrder({ user_id: null });
      const request = await makeRequest(app, { agreed_price: price });
      const ids = [
        (await transferComes(app, { amount: price, memo: erased.code })).id,
        (await transferComes(app, { amount: price, memo: request.code })).id,
      ];
      const erased_at = new Date().toISOString();
      await app.db.updateTable("premium_orders").set({ erased_at }).where("id", "=", erased.id).execute();
      expect((await app.send(`DELETE /api/song-requests/${request.id}`, { token })).statusCode).toBe(200);
      const allocations = await app.db.selectFrom("transfer_allocations").selectAll().orderBy("id").execute();
      for (const { id } of allocations) expect(await preview(id)).toEqual({ is_unpaid_then: false, premium: null });
      for (const [index, id] of ids.entries()) {
        const what = { kind: "allocation", id: allocations[index]?.id };
        expect(await done(id, "undo", { what })).toMatchObject({ state: "unmatched", allocated: 0 });
      }
      const { payment_status, received_amount, expires_at } = await orderOf(app, erased.id);
      expect([payment_status, received_amount, expires_at]).toEqual(["paid", 0, null]);
    });
  });

  test("the bank's number of the transfer that was enough is noted with the order, until that is undone", async () => {
    const app = await testApp(engine);
    const { token, newOrder, done } = await desk(app);
    const noted = async (id: number) => (await orderOf(app, id)).payment_reference;
    const undo = async (id: number) => {
      const { id: allocation } = await app.db
        .selectFrom("transfer_allocations")
        .select("id")
        .where("transfer_id", "=", id)
        .where("undone_at", "is", null)
        .executeTakeFirstOrThrow();
      await done(id, "undo", { what: { kind: "allocation", id: allocation, take_back_premium: true } });
    };
    const halves = await newOrder();
    const first = await transferComes(app, { amount: 20_000, memo: halves.code, reference: "FT2632500001" });
    expect(await noted(halves.id)).toBeNull();
    await transferComes(app, { amount: 29_000, memo: halves.code, reference: "FT2632500002" });
    expect(await noted(halves.id)).toBe("FT2632500002");
    await undo(first.id);
    expect(await noted(halves.id)).toBeNull();
    await done(first.id, "attach", { parts: [order(halves.id, 20_000)] });
    expect(await noted(halves.id)).toBe("FT2632500001");

    const written = await newOrder({ payment_reference: "theo sao kê" });
    const third = await transferComes(app, { amount: price, memo: written.code, reference: "FT2632500003" });
    expect(await noted(written.id)).toBe("theo sao kê");
    await undo(third.id);
    expect(await noted(written.id)).toBe("theo sao kê");

    const bare = await newOrder();
    await transferComes(app, { amount: price, memo: bare.code, reference: "N/A" });
    expect(await noted(bare.id)).toBeNull();

    const accepted = await newOrder();
    const under = await transferComes(app, { amount: 40_000, memo: accepted.code, reference: "FT2632500005" });
    await done(under.id, "accept", { kind: "order", id: accepted.id });
    expect(await noted(accepted.id)).toBe("FT2632500005");

    const byHand = await newOrder();
    const json = { payment_status: "paid", status: "confirmed" };
    await app.send(`PUT /api/premium-orders/${byHand.id}`, { token, json });
    await transferComes(app, { amount: price, memo: byHand.code, reference: "FT2632500006" });
    expect(await noted(byHand.id)).toBe("FT2632500006");
  });

  test("more days for the rest of a transfer are given once, and undone before the order", async () => {
    const app = await testApp(engine);
    const { user, newOrder, done, refused, preview } = await desk(app);
    const { id: orderId, code } = await newOrder();
    const { id } = await transferComes(app, { amount: 60_000, memo: code });
    const unpaid = await newOrder();
    expect(await refused(id, "extend", { order_id: unpaid.id, days: 7 })).toMatch(/^409 Chỉ cộng thêm ngày/);
    const extended = await done(id, "extend", { order_id: orderId, days: 7 });
    expect(extended).toMatchObject({ state: "matched", allocated: 60_000 });
    expect(effective(extended).map(({ extra_days }) => extra_days)).toEqual([7, null]);
    expect(await daysOf(app, user.id)).toBe(37);
    expect(await refused(id, "extend", { order_id: orderId, days: 7 })).toMatch(/^409 Giao dịch này không còn tiền/);
    const [extra, whole] = effective(extended).map((each) => ({
      kind: "allocation",
      id: each.id,
      take_back_premium: true,
    }));
    expect(await refused(id, "undo", { what: whole })).toMatch(/^409 Đơn này còn một lần cộng thêm ngày/);
    expect(await preview(extra?.id ?? 0)).toMatchObject({
      is_unpaid_then: false,
      premium: { username: user.username },
    });
    expect(await done(id, "undo", { what: extra })).toMatchObject({ state: "over", allocated: price });
    expect(await daysOf(app, user.id)).toBe(30);
    await done(id, "undo", { what: whole });
    expect(await daysOf(app, user.id)).toBe(0);
  });

  test("a refund by hand takes what is open, with the transfer that it was, and is undone", async () => {
    const app = await testApp(engine);
    const { newOrder, done, refused } = await desk(app);
    const { code } = await newOrder();
    const { id } = await transferComes(app, { amount: 60_000, memo: code });
    const out = await transferComes(app, { amount: 11_000, direction: "out" });
    const refund = { amount: 11_000, reason: "Khách chuyển thừa", reference: "FT1", outgoing_id: out.id };
    expect(await refused(id, "refund", { ...refund, amount: 11_001 })).toBe(
      "409 Giao dịch này chỉ còn 11.000 ₫ chưa dùng",
    );
    expect(await refused(id, "refund", { ...refund, outgoing_id: id })).toMatch(
      /^409 Giao dịch đã chọn không phải là tiền ra/,
    );
    const refunded = await done(id, "refund", refund);
    expect(refunded).toMatchObject({
      state: "matched",
      refunded: 11_000,
      refunds: [{ reference: "FT1", outgoing_id: out.id }],
    });
    expect(await transferOf(app, out.id)).toMatchObject({ state: "ignored" });
    const late = await transferComes(app, { amount: 11_000, memo: "khong ma" });
    expect(await refused(late.id, "refund", refund)).toBe("409 Giao dịch tiền ra chỉ còn 0 ₫ chưa ghi là hoàn tiền");
    expect(await refused(out.id, "undo", { what: { kind: "ignored" } })).toMatch(/^409 Giao dịch này đã ghi hoàn tiền/);
    const what = { kind: "refund", id: refunded.refunds[0]?.id };
    expect(await done(id, "undo", { what })).toMatchObject({ state: "over", refunded: 0 });
    expect(await transferOf(app, out.id)).toMatchObject({ state: "outgoing", note: null });
    expect(await refused(id, "undo", { what })).toMatch(/^409 Việc này đã được hoàn tác/);
    const whole = await done(late.id, "refund", { amount: 11_000, reason: "Không rõ ai gửi" });
    expect(whole).toMatchObject({ state: "ignored", refunded: 11_000 });
    expect(await refused(late.id, "undo", { what: { kind: "ignored" } })).toMatch(
      /^409 Giao dịch này đã ghi hoàn tiền/,
    );
  });

  test("bulk attaches what fits exactly, and leaves the rest as it was", async () => {
    const app = await testApp(engine);
    const { token, user, newOrder, done } = await desk(app);
    const [fits, half, ended, first, second, ignored, sent] = [
      await newOrder(),
      await newOrder(),
      await newOrder({ status: "cancelled", end_reason: "operator" }),
      await newOrder(),
      await newOrder(),
      await newOrder(),
      await newOrder(),
    ];
    const elsewhere = { account: "999999", amount: price };
    const codes = [fits.code, ended.code, `${first.code} ${second.code}`, newTransferCode("HM"), "khong ma"];
    const ids: number[] = [];
    for (const memo of codes) ids.push((await transferComes(app, { ...elsewhere, memo })).id);
    const needless = await transferComes(app, { ...elsewhere, memo: ignored.code });
    await done(needless.id, "ignore", { reason: "Tiền của việc khác" });
    const left = await transferComes(app, { amount: price, memo: sent.code, direction: "out" });
    const part = await transferComes(app, { ...elsewhere, amount: 20_000, memo: half.code });
    ids.push(needless.id, left.id, part.id, 987_654);
    const bulk = async () => {
      const begun = await app.send("POST /api/admin/bulk", { token, json: { kind: "attach_transfers", ids } });
      await app.outbox.flush();
      return (await app.send(`GET /api/admin/bulk/${begun.json().id}`, { token })).json();
    };
    expect(await bulk()).toMatchObject({ state: "done", changed: 1, refused: ids.length - 1 });
    expect(await transferOf(app, ids[0] ?? 0)).toMatchObject({ state: "matched", order_id: fits.id });
    expect(await daysOf(app, user.id)).toBe(30);
    expect(await bulk()).toMatchObject({ changed: 0, refused: ids.length });
    await expectSums(app);
  });

  test("a claim is closed and opened again, and the trail says so", async () => {
    const app = await testApp(engine);
    const { token, newOrder } = await desk(app);
    const { id: order_id } = await newOrder();
    const values = { order_id, created_at: new Date().toISOString() };
    const { id } = await app.db.insertInto("transfer_claims").values(values).returning("id").executeTakeFirstOrThrow();
    const send = (action: string, claim = id) => app.send(`POST ${path}/claims/${claim}/${action}`, { token });
    const claim = () => app.db.selectFrom("transfer_claims").selectAll().executeTakeFirstOrThrow();
    for (let n = 0; n < 2; n++) expect((await send("close")).statusCode).toBe(200);
    expect((await claim()).closed_at).not.toBeNull();
    expect((await send("reopen")).statusCode).toBe(200);
    expect(await claim()).toMatchObject({ closed_at: null, closed_by: null });
    expect((await send("close", 987_654)).statusCode).toBe(404);
    const history = (await app.send(`GET /api/premium-orders/${order_id}/history`, { token })).json<
      { changes: string[] }[]
    >();
    expect(history.map(({ changes }) => changes)).toEqual([
      ["lời báo đã chuyển khoản: đã xem → đang chờ"],
      ["lời báo đã chuyển khoản: đang chờ → đã xem"],
    ]);
  });
});

onOneEngine((engine) => {
  describe("attaching", () => {
    test("is refused for more than is open or missing, for what is over, and in an older version", async () => {
      const app = await testApp(engine);
      const { newOrder, refused, done } = await desk(app);
      const [one, other] = [await newOrder(), await newOrder()];
      const refunded = await newOrder({ payment_status: "refunded" });
      const erased = await newOrder({ erased_at: new Date().toISOString() });
      const { id } = await transferComes(app, { amount: 60_000, memo: "khong ma" });
      const out = await transferComes(app, { amount: 60_000, direction: "out" });
      const attach = (...parts: object[]) => refused(id, "attach", { parts });
      expect(await attach(order(one.id, price), order(other.id, price))).toBe(
        "409 Giao dịch này chỉ còn 60.000 ₫ chưa dùng",
      );
      expect(await attach(order(one.id, price + 1))).toBe(`409 ${one.code} chỉ còn thiếu 49.000 ₫`);
      expect(await attach(order(refunded.id, price))).toMatch(/^409 .*đã hoàn tiền/);
      expect(await attach(order(erased.id, price))).toMatch(/^409 .*đã xóa/);
      expect(await attach(order(one.id, 1), order(one.id, 1))).toMatch(/^422/);
      expect(await attach(order(987_654, 1))).toMatch(/^404/);
      expect(await refused(out.id, "attach", { parts: [order(one.id, 1)] })).toMatch(/^409 Đây là tiền ra/);
      expect(await refused(id, "attach", { parts: [order(one.id, 1)], version: "another" })).toMatch(
        /^409 Nội dung này đã được sửa/,
      );
      const { version } = await done(id, "attach", { parts: [order(one.id, price)] });
      expect(await refused(id, "attach", { parts: [order(one.id, 1)], version })).toBe(
        `409 ${one.code} không còn thiếu tiền`,
      );
    });
  });

  describe("undoing", () => {
    test("must say whether Premium is taken back, and may leave it: the order stays paid, the money is open", async () => {
      const app = await testApp(engine);
      const { user, newOrder, done, refused } = await desk(app);
      const { id: orderId, code } = await newOrder();
      const { id } = await transferComes(app, { amount: price, memo: code });
      const [allocation] = await app.db.selectFrom("transfer_allocations").selectAll().execute();
      const what = { kind: "allocation", id: allocation?.id };
      expect(await refused(id, "undo", { what })).toMatch(/^422/);
      const undone = await done(id, "undo", { what: { ...what, take_back_premium: false } });
      expect(undone).toMatchObject({ state: "unmatched", allocated: 0 });
      expect(await orderOf(app, orderId)).toMatchObject({ payment_status: "paid", received_amount: 0 });
      expect(await daysOf(app, user.id)).toBe(30);
      expect(await done(id, "attach", { parts: [order(orderId, price)] })).toMatchObject({ state: "matched" });
      expect(await daysOf(app, user.id)).toBe(30);
    });

    test("of one of two halves opens the other one too", async () => {
      const app = await testApp(engine);
      const { user, newOrder, done } = await desk(app);
      const { id: orderId, code } = await newOrder();
      const first = await transferComes(app, { amount: 20_000, memo: code });
      const second = await transferComes(app, { amount: 29_000, memo: code });
      const allocations = await app.db.selectFrom("transfer_allocations").selectAll().orderBy("id").execute();
      await done(second.id, "undo", { what: { kind: "allocation", id: allocations[1]?.id, take_back_premium: true } });
      expect(await transferOf(app, first.id)).toMatchObject({ state: "under", allocated: 20_000 });
      expect(await orderOf(app, orderId)).toMatchObject({
        payment_status: "pending",
        received_amount: 20_000,
        expires_at: null,
      });
      await transferComes(app, { amount: 29_000, memo: code });
      expect(await daysOf(app, user.id)).toBe(30);
      expect(await transferOf(app, first.id)).toMatchObject({ state: "matched" });
      await expectSums(app);
    });

    test("leaves an order paid while what is left is enough, by the tolerance of the settings", async () => {
      const app = await testApp(engine);
      const { token, user, newOrder, done, preview } = await desk(app);
      const json = { ...emptyPaymentConfig, tolerance: 1_000 };
      expect((await app.send("PUT /api/admin/config/payments", { token, json })).statusCode).toBe(200);
      const { id: orderId, code } = await newOrder();
      await transferComes(app, { amount: price - 500, memo: code });
      const { id, state } = await transferComes(app, { amount: 500, memo: "khong ma" });
      expect(state).toBe("unmatched");
      const [rest] = effective(await done(id, "attach", { parts: [order(orderId, 500)] }));
      expect(await preview(rest?.id ?? 0)).toEqual({ is_unpaid_then: false, premium: null });
      await done(id, "undo", { what: { kind: "allocation", id: rest?.id } });
      expect(await orderOf(app, orderId)).toMatchObject({ payment_status: "paid", received_amount: price - 500 });
      expect(await daysOf(app, user.id)).toBe(30);
    });

    test("comes before deleting a request that a part of the money came for", async () => {
      const app = await testApp(engine);
      const { token, done } = await desk(app);
      const { id, code } = await makeRequest(app, { agreed_price: price });
      const transfer = await transferComes(app, { amount: 20_000, memo: code });
      const remove = () => app.send(`DELETE /api/song-requests/${id}`, { token });
      const refusal = await remove();
      expect([refusal.statusCode, refusal.json().detail]).toEqual([
        409,
        expect.stringContaining("đã nhận một phần tiền"),
      ]);
      expect(await transferOf(app, transfer.id)).toMatchObject({ state: "under", request_id: id });
      const [allocation] = await app.db.selectFrom("transfer_allocations").selectAll().execute();
      await done(transfer.id, "undo", { what: { kind: "allocation", id: allocation?.id } });
      expect((await remove()).statusCode).toBe(200);
      expect(await transferOf(app, transfer.id)).toMatchObject({ state: "unmatched", allocated: 0, code });
    });

    test("of a permanent Premium leaves what other orders gave", async () => {
      const app = await testApp(engine);
      const { user, newOrder, done, preview } = await desk(app);
      const { id: package_id } = await makePackage(app, { price: 999_000, duration_days: null, is_lifetime: true });
      const first = await newOrder();
      const over = await transferComes(app, { amount: 60_000, memo: first.code });
      await done(over.id, "extend", { order_id: first.id, days: 7 });
      const forLife = await newOrder({ package_id });
      const { id } = await transferComes(app, { amount: 999_000, memo: forLife.code });
      const users = app.db.selectFrom("users").selectAll().where("id", "=", user.id);
      expect(await users.executeTakeFirstOrThrow()).toMatchObject({
        subscription_type: "premium",
        premium_expires_at: null,
      });
      const [, , allocation] = await app.db.selectFrom("transfer_allocations").selectAll().orderBy("id").execute();
      expect((await preview(allocation?.id ?? 0)).premium).toMatchObject({ expires_at: null });
      await done(id, "undo", { what: { kind: "allocation", id: allocation?.id, take_back_premium: true } });
      expect(await daysOf(app, user.id)).toBe(37);
    });
  });

  test("taking too little for enough of a request tells once what came", async () => {
    const app = await testApp(engine);
    const { done } = await desk(app);
    const { id: requestId, code } = await makeRequest(app, { agreed_price: price });
    const { id } = await transferComes(app, { amount: 40_000, memo: code });
    expect(await done(id, "accept", { kind: "request", id: requestId })).toMatchObject({ state: "matched" });
    const trail = app.db.selectFrom("audit_log").select("summary").where("entity", "=", "song_request");
    expect((await trail.execute()).filter(({ summary }) => summary.includes("đã nhận"))).toHaveLength(1);
  });

  test("more days are refused for a permanent Premium, which they would not lengthen", async () => {
    const app = await testApp(engine);
    const { newOrder, refused } = await desk(app);
    const { id: package_id } = await makePackage(app, { price, duration_days: null, is_lifetime: true });
    const { id: orderId, code } = await newOrder({ package_id });
    const { id } = await transferComes(app, { amount: 60_000, memo: code });
    expect(await refused(id, "extend", { order_id: orderId, days: 7 })).toMatch(/^409 .*Premium vĩnh viễn/);
  });

  test("ignoring needs a reason, keeps the money out of use, and is undone to the state of before", async () => {
    const app = await testApp(engine);
    const { newOrder, done, refused } = await desk(app);
    const ended = await newOrder({ status: "cancelled", end_reason: "operator" });
    const { id } = await transferComes(app, { amount: price, memo: ended.code });
    expect(await refused(id, "ignore", { reason: " " })).toMatch(/^422/);
    expect(await done(id, "ignore", { reason: "Tiền của việc khác" })).toMatchObject({
      state: "ignored",
      note: "Tiền của việc khác",
    });
    expect(await refused(id, "ignore", { reason: "x" })).toMatch(/^409/);
    expect(await refused(id, "attach", { parts: [order(ended.id, price)] })).toMatch(/^409 Giao dịch này đã bỏ qua/);
    expect(await done(id, "undo", { what: { kind: "ignored" } })).toMatchObject({
      state: "late",
      reason: "ended",
      note: null,
    });
    expect(await refused(id, "undo", { what: { kind: "ignored" } })).toMatch(/^409/);
    const { code } = await newOrder();
    const half = await transferComes(app, { amount: 20_000, memo: code });
    await done(half.id, "ignore", { reason: "Khách sẽ chuyển nốt" });
    const matched = await transferComes(app, { amount: 29_000, memo: code });
    expect(await refused(matched.id, "ignore", { reason: "x" })).toMatch(/^409/);
    // What it pays has been paid since: it waits for nobody all the same.
    expect(await transferOf(app, half.id)).toMatchObject({ state: "ignored", note: "Khách sẽ chuyển nốt" });
  });

  test("a transfer that was ignored waits for a person again once money of it is taken back from its order", async () => {
    const app = await testApp(engine);
    const { newOrder, done } = await desk(app);
    const { id } = await transferComes(app, { amount: 60_000, memo: (await newOrder()).code });
    const { allocations } = await done(id, "ignore", { reason: "Khách tặng phần thừa" });
    const what = { kind: "allocation", id: allocations[0]?.id, take_back_premium: true };
    expect(await done(id, "undo", { what })).toMatchObject({ state: "unmatched", allocated: 0, note: null });
  });

  test("the trail names no sender", async () => {
    const app = await testApp(engine);
    const { newOrder, done } = await desk(app);
    const { id: orderId, code } = await newOrder();
    const sender = { sender_account: "19031234567890", sender_name: "TRAN THI BI MAT" };
    const { id } = await transferComes(app, {
      amount: 60_000,
      memo: `CT tu 19031234567890 TRAN THI BI MAT ${code}`,
      ...sender,
    });
    await done(id, "extend", { order_id: orderId, days: 3 });
    const trail = JSON.stringify(await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute());
    expect(trail).not.toMatch(/19031234567890|BI MAT/);
    expect(trail).toContain("Thừa → Đã khớp");
  });
});
