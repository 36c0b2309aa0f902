/** Transfers that come, with the orders and requests that they pay, and Premium. */
import { describe, expect, test } from "vitest";
import { emptyPaymentConfig } from "#contract/payment-config.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, makeRequest, makeTransfer, makeUser } from "#test/factories.ts";
import { mailingApp } from "#test/mailing-app.ts";
import { deadMailServer, told } from "#test/messages.ts";
import { expectSums, ownAccount, settleAgain, transferComes, transferOf, withBank } from "#test/payments.ts";
import { createLedger, type PaymentPorts } from "./ledger.ts";
import type { PaymentPort } from "./payment-port.ts";
import { createSettler } from "./settle.ts";

const dayMs = 24 * 60 * 60_000;
const iso = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const price = 49_000;

const orderOf = ({ db }: TestApp, id: number) =>
  db.selectFrom("premium_orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const requestOf = ({ db }: TestApp, id: number) =>
  db.selectFrom("song_requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Days of Premium that a user has left, rounded. */
async function daysOf({ db }: TestApp, id: number): Promise<number> {
  const users = db.selectFrom("users").select("premium_expires_at").where("id", "=", id);
  const { premium_expires_at } = await users.executeTakeFirstOrThrow();
  return premium_expires_at === null ? 0 : Math.round((Date.parse(premium_expires_at) - Date.now()) / dayMs);
}

/** An app with the account, and an order of a user. */
async function withOrder(app: TestApp, values: Parameters<typeof makeOrder>[1] = {}) {
  await withBank(app);
  const user = await makeUser(app);
  const { id: package_id } = await makePackage(app, { price, duration_days: 30 });
  const order = await makeOrder(app, { package_id, user_id: user.id, expires_at: iso(7), ...values });
  return { user, package_id, order };
}

/** Returns state, reason and đồng that pay something, in one line. */
const stateOf = ({ state, reason, allocated }: Awaited<ReturnType<typeof transferOf>>) =>
  [state, reason ?? "-", allocated].join(" ");

const expired = { status: "cancelled", end_reason: "expired", expires_at: null } as const;

onBothEngines((engine) => {
  describe("a transfer for an order", () => {
    test("pays and confirms it, and gives Premium once, however often it is looked at", async () => {
      const app = await testApp(engine);
      const { user, order } = await withOrder(app);
      const transfer = await transferComes(app, { amount: price, memo: `CT ${order.code} Lan` });
      expect(stateOf(transfer)).toBe(`matched - ${price}`);
      expect(transfer).toMatchObject({ order_id: order.id, code: order.code, decided_by: null });
      for (let n = 0; n < 3; n++) await settleAgain(app, transfer.id);
      expect(await orderOf(app, order.id)).toMatchObject({
        status: "confirmed",
        payment_status: "paid",
        received_amount: price,
        expires_at: null,
      });
      expect(await daysOf(app, user.id)).toBe(30);
      await expectSums(app);
      const trail = await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute();
      expect(trail.map(({ actor_name, entity }) => `${actor_name} ${entity}`)).toEqual([
        "Hệ thống order",
        "Hệ thống transfer",
      ]);
      expect(trail[0]?.summary).toContain("Chờ thanh toán → Đã thanh toán");
      expect(trail[0]?.summary).toContain("đã nhận: 0 ₫ → 49.000 ₫");
      expect(trail[1]?.summary).toContain("Đang xem → Đã khớp");
    });

    test("tells the customer of the Premium, and nothing while a part is missing", async () => {
      const app = await mailingApp(engine, deadMailServer);
      const { user, order } = await withOrder(app);
      await transferComes(app, { amount: 40_000, memo: order.code });
      expect(await told(app)).toEqual([]);
      await transferComes(app, { amount: 9_000, memo: order.code });
      expect(await told(app)).toEqual([`premium_active > user ${user.id}`]);
    });

    test("that was decided about between two looks at it stays as it is", async () => {
      const app = await testApp(engine);
      const { id } = await makeTransfer(app, { account: ownAccount, amount: price, memo: "khong ma" });
      const nothing = { idsOf: async () => [], lock: async () => [] } satisfies Partial<PaymentPort> as never;
      const ports: PaymentPorts = { order: nothing, request: nothing };
      const { settle } = createSettler({
        ...app,
        ports,
        ledger: createLedger({ dialect: app.database.dialect, ports }),
        ownAccounts: async () => [ownAccount],
        async tolerance() {
          await app.db.updateTable("transfers").set({ state: "late" }).where("id", "=", id).execute();
          return 0;
        },
      });
      await settle(id);
      expect((await transferOf(app, id)).state).toBe("late");
    });

    test("that is too little waits for the rest, without an end, and the two are matched then", async () => {
      const app = await testApp(engine);
      const { user, order } = await withOrder(app);
      const first = await transferComes(app, { amount: 20_000, memo: order.code });
      expect(stateOf(first)).toBe("under too_little 20000");
      expect(await orderOf(app, order.id)).toMatchObject({
        payment_status: "pending",
        received_amount: 20_000,
        expires_at: null,
      });
      expect((await app.send(`POST /api/orders/${order.page_token}/cancel`)).statusCode).toBe(409);
      const token = await adminToken(app);
      expect((await app.send(`DELETE /api/premium-orders/${order.id}`, { token })).statusCode).toBe(409);
      expect(await daysOf(app, user.id)).toBe(0);
      await expectSums(app);
      const second = await transferComes(app, { amount: 29_000, memo: order.code });
      expect(stateOf(second)).toBe("matched - 29000");
      expect(stateOf(await transferOf(app, first.id))).toBe("matched - 20000");
      expect(await daysOf(app, user.id)).toBe(30);
      await expectSums(app);
    });

    test("that a person takes for enough by the button is matched, and its claim closed", async () => {
      const app = await testApp(engine);
      const { order } = await withOrder(app);
      await app.db
        .insertInto("transfer_claims")
        .values({ order_id: order.id, created_at: iso(0) })
        .execute();
      const { id } = await transferComes(app, { amount: 40_000, memo: order.code });
      const token = await adminToken(app);
      const json = { payment_status: "paid", status: "confirmed" };
      expect((await app.send(`PUT /api/premium-orders/${order.id}`, { token, json })).statusCode).toBe(200);
      expect(stateOf(await transferOf(app, id))).toBe("matched - 40000");
      const claim = await app.db.selectFrom("transfer_claims").selectAll().executeTakeFirstOrThrow();
      expect(claim.closed_by).toMatch(/@/);
    });
  });

  describe("late money", () => {
    test("takes an order up again that expired, whole or in parts", async () => {
      const app = await testApp(engine);
      const { user, order, package_id } = await withOrder(app, expired);
      expect(stateOf(await transferComes(app, { amount: price, memo: order.code }))).toBe(`matched - ${price}`);
      expect(await orderOf(app, order.id)).toMatchObject({ status: "confirmed", end_reason: null });
      expect(await daysOf(app, user.id)).toBe(30);
      const other = await makeOrder(app, { ...expired, package_id, user_id: user.id });
      expect(stateOf(await transferComes(app, { amount: 9_000, memo: other.code }))).toBe("under too_little 9000");
      expect(await orderOf(app, other.id)).toMatchObject({
        status: "pending",
        payment_status: "pending",
        end_reason: null,
      });
      await transferComes(app, { amount: 40_000, memo: other.code });
      expect(await daysOf(app, user.id)).toBe(60);
      await expectSums(app);
    });

    test.each([
      ["its customer cancelled", { status: "cancelled", end_reason: "customer" }],
      ["an administrator cancelled", { status: "cancelled", end_reason: "operator" }],
      ["was refused", { payment_status: "failed", end_reason: "operator" }],
      ["was refunded", { payment_status: "refunded", end_reason: "operator" }],
    ] as const)("is left to a person when %s", async (_, values) => {
      const app = await testApp(engine);
      const { order } = await withOrder(app, values);
      const before = await orderOf(app, order.id);
      expect(stateOf(await transferComes(app, { amount: price, memo: order.code }))).toBe("late ended 0");
      expect(await orderOf(app, order.id)).toEqual(before);
    });

    test("does not find that an order ended which a part of the money came for", async () => {
      const app = await testApp(engine);
      const { order } = await withOrder(app);
      await transferComes(app, { amount: 20_000, memo: order.code });
      await app.db
        .updateTable("premium_orders")
        .set({ expires_at: iso(-1) })
        .execute();
      await app.orders.start();
      await app.outbox.flush();
      expect(await orderOf(app, order.id)).toMatchObject({ status: "pending", expires_at: null });
    });
  });

  describe("a transfer that names no order alone", () => {
    test("of a payOS link finds its order by the link's number, or by its account", async () => {
      const app = await testApp(engine);
      const { order, package_id } = await withOrder(app);
      const other = await makeOrder(app, { package_id });
      const link = { state: "closed" as const, amount: price, created_at: iso(-9), checked_at: iso(-9) };
      await app.db
        .insertInto("payment_links")
        .values([
          { ...link, code: order.code, provider_code: 71 },
          { ...link, code: other.code, provider_code: 72, account: "VQRQ0002" },
        ])
        .execute();
      const payos = { provider: "payos" as const, account: "88", memo: "VQRIO71", amount: price };
      expect(stateOf(await transferComes(app, { ...payos, provider_order: 71 }))).toBe(`matched - ${price}`);
      expect(stateOf(await transferComes(app, { ...payos, account: "VQRQ0002" }))).toBe(`matched - ${price}`);
      expect(stateOf(await transferComes(app, { ...payos, provider_order: 123 }))).toBe("unmatched no_code 0");
    });
  });

  describe("a transfer for a request", () => {
    test("is noted and told like a payment that staff noted, also in two halves", async () => {
      const app = await mailingApp(engine, deadMailServer);
      await withBank(app);
      const request = await makeRequest(app, { agreed_price: 500_000 });
      const first = await transferComes(app, { amount: 200_000, memo: request.code });
      expect(stateOf(first)).toBe("under too_little 200000");
      expect((await requestOf(app, request.id)).paid_at).toBeNull();
      const second = await transferComes(app, { amount: 300_000, memo: request.code });
      expect(stateOf(second)).toBe("matched - 300000");
      expect(stateOf(await transferOf(app, first.id))).toBe("matched - 200000");
      expect(await requestOf(app, request.id)).toMatchObject({ paid_at: expect.any(String), received_amount: 500_000 });
      expect(await told(app)).toContain("request_paid > customer -");
      const steps = await app.db.selectFrom("request_events").selectAll().where("kind", "=", "paid").execute();
      expect(steps).toMatchObject([{ actor_kind: "system", actor_name: null }]);
      expect(stateOf(await transferComes(app, { amount: 500_000, memo: request.code }))).toBe(
        "duplicate already_paid 0",
      );
      await expectSums(app);
    });

    test("that a person takes for enough is matched, and the next one is a duplicate", async () => {
      const app = await testApp(engine);
      await withBank(app);
      const request = await makeRequest(app, { agreed_price: 500_000 });
      const { id } = await transferComes(app, { amount: 400_000, memo: request.code });
      const token = await adminToken(app);
      const answer = await app.send(`PUT /api/song-requests/${request.id}`, { token, json: { is_paid: true } });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(stateOf(await transferOf(app, id))).toBe("matched - 400000");
      const again = await transferComes(app, { amount: 500_000, memo: request.code });
      expect(stateOf(again)).toBe("duplicate already_paid 0");
      await expectSums(app);
    });
  });
});

onOneEngine((engine) => {
  describe("a transfer for an order", () => {
    test("that is too much pays it, and the rest is open", async () => {
      const app = await testApp(engine);
      const { user, order } = await withOrder(app);
      const transfer = await transferComes(app, { amount: 60_000, memo: order.code });
      expect(stateOf(transfer)).toBe(`over too_much ${price}`);
      expect(await daysOf(app, user.id)).toBe(30);
      await expectSums(app);
    });

    test("that is paid already pays nothing", async () => {
      const app = await testApp(engine);
      const { user, order } = await withOrder(app);
      await transferComes(app, { amount: price, memo: order.code });
      const again = await transferComes(app, { amount: price, memo: order.code });
      expect(stateOf(again)).toBe("duplicate already_paid 0");
      expect(again.order_id).toBe(order.id);
      expect(await daysOf(app, user.id)).toBe(30);
      await expectSums(app);
    });

    test("that an administrator confirmed by hand is the money of that", async () => {
      const app = await testApp(engine);
      const { user, order } = await withOrder(app);
      const token = await adminToken(app);
      const json = { payment_status: "paid", status: "confirmed" };
      await app.send(`PUT /api/premium-orders/${order.id}`, { token, json });
      expect(stateOf(await transferComes(app, { amount: price, memo: order.code }))).toBe(`matched - ${price}`);
      expect(stateOf(await transferComes(app, { amount: price, memo: order.code }))).toBe("duplicate already_paid 0");
      expect(await daysOf(app, user.id)).toBe(30);
      await expectSums(app);
    });

    test("that an administrator marked as paid and left unconfirmed is confirmed by its money", async () => {
      const app = await testApp(engine);
      const { user, order } = await withOrder(app);
      const token = await adminToken(app);
      await app.send(`PUT /api/premium-orders/${order.id}`, { token, json: { payment_status: "paid" } });
      expect(await daysOf(app, user.id)).toBe(0);
      expect(stateOf(await transferComes(app, { amount: price, memo: order.code }))).toBe(`matched - ${price}`);
      expect(await orderOf(app, order.id)).toMatchObject({ status: "confirmed", payment_status: "paid" });
      expect(await daysOf(app, user.id)).toBe(30);
    });

    test("may be short by what the settings allow", async () => {
      const app = await testApp(engine);
      const { user, order, package_id } = await withOrder(app);
      const token = await adminToken(app);
      const json = { ...emptyPaymentConfig, tolerance: 1_000 };
      expect((await app.send("PUT /api/admin/config/payments", { token, json })).statusCode).toBe(200);
      expect(stateOf(await transferComes(app, { amount: 48_000, memo: order.code }))).toBe("matched - 48000");
      expect(await orderOf(app, order.id)).toMatchObject({ payment_status: "paid", received_amount: 48_000 });
      const other = await makeOrder(app, { package_id, user_id: user.id });
      expect(stateOf(await transferComes(app, { amount: 47_999, memo: other.code }))).toBe("under too_little 47999");
      expect(await daysOf(app, user.id)).toBe(30);
      await expectSums(app);
    });

    test("pays its own price, also after the package costs something else", async () => {
      const app = await testApp(engine);
      const { order, package_id } = await withOrder(app);
      await app.db.updateTable("premium_packages").set({ price: 99_000 }).where("id", "=", package_id).execute();
      expect(stateOf(await transferComes(app, { amount: price, memo: order.code }))).toBe(`matched - ${price}`);
    });
  });

  describe("late money", () => {
    test.each([
      ["costs something else now", { price: 59_000 }],
      ["is not sold any more", { is_active: false }],
    ])("is left to a person when the package %s", async (_, change) => {
      const app = await testApp(engine);
      const { order, package_id } = await withOrder(app, expired);
      await app.db.updateTable("premium_packages").set(change).where("id", "=", package_id).execute();
      const transfer = await transferComes(app, { amount: price, memo: order.code });
      expect(stateOf(transfer)).toBe("late package_changed 0");
      expect(transfer.order_id).toBe(order.id);
      expect(await orderOf(app, order.id)).toMatchObject({ status: "cancelled", received_amount: 0 });
    });

    test("for an erased order is left to a person", async () => {
      const app = await testApp(engine);
      const { order } = await withOrder(app, { erased_at: iso(-1) });
      expect(stateOf(await transferComes(app, { amount: price, memo: order.code }))).toBe("late erased 0");
    });
  });

  describe("a transfer that names no order alone", () => {
    test.each([
      ["without a code", "unmatched no_code 0", () => ({ memo: "chuyen tien" })],
      ["with a code that nobody has", "unmatched unknown_code 0", () => ({ memo: newTransferCode("HM") })],
      [
        "with a typing error",
        "unmatched mistyped 0",
        (code: string) => ({ memo: `${code.slice(0, 9)}${code[9] === "2" ? "3" : "2"} 2` }),
      ],
      ["that left", "outgoing - 0", (code: string) => ({ direction: "out" as const, memo: code })],
      ["to another account", "unmatched other_account 0", (code: string) => ({ account: "999999", memo: code })],
      ["to another account, without a code", "ignored other_account 0", () => ({ account: "999999", memo: "luong" })],
      [
        "to the account as the virtual one",
        `matched - ${price}`,
        (code: string) => ({ account: "999", sub_account: "0071 0012 34567", memo: code }),
      ],
    ])("%s", async (_, expected, values) => {
      const app = await testApp(engine);
      const { order } = await withOrder(app);
      expect(stateOf(await transferComes(app, { amount: price, ...values(order.code) }))).toBe(expected);
      expect((await orderOf(app, order.id)).payment_status).toBe(expected.startsWith("matched") ? "paid" : "pending");
    });

    test("with the codes of two that wait is left to a person; of one that waits pays that", async () => {
      const app = await testApp(engine);
      const { order, package_id } = await withOrder(app);
      const other = await makeOrder(app, { package_id });
      const memo = `${order.code} ${other.code}`;
      expect(stateOf(await transferComes(app, { amount: price, memo }))).toBe("unmatched several 0");
      await transferComes(app, { amount: price, memo: other.code });
      const transfer = await transferComes(app, { amount: price, memo });
      expect(stateOf(transfer)).toBe(`matched - ${price}`);
      expect(transfer.order_id).toBe(order.id);
    });
  });

  test("the site's own account stands for no order, also where payOS made a link to it", async () => {
    const app = await testApp(engine);
    const { order, package_id } = await withOrder(app);
    const other = await makeOrder(app, { package_id });
    const marks = { state: "open" as const, amount: price, created_at: iso(-1), checked_at: iso(-1) };
    await app.db
      .insertInto("payment_links")
      .values({ ...marks, code: order.code, provider_code: 71, account: ownAccount })
      .execute();
    expect(stateOf(await transferComes(app, { amount: price, memo: "tien nha" }))).toBe("unmatched no_code 0");
    expect(await transferComes(app, { amount: price, memo: other.code })).toMatchObject({ order_id: other.id });
    expect((await orderOf(app, order.id)).payment_status).toBe("pending");
  });

  describe("a transfer for a request", () => {
    test("that costs nothing, or was cancelled, is left to a person", async () => {
      const app = await testApp(engine);
      await withBank(app);
      const free = await makeRequest(app, { agreed_price: 0 });
      const cancelled = await makeRequest(app, { agreed_price: price, status: "cancelled" });
      expect(stateOf(await transferComes(app, { amount: price, memo: free.code }))).toBe("over too_much 0");
      const paidBefore = await makeRequest(app, { agreed_price: price, status: "cancelled", paid_at: iso(0) });
      for (const { code } of [cancelled, paidBefore]) {
        expect(stateOf(await transferComes(app, { amount: price, memo: code }))).toBe("late ended 0");
      }
      await expectSums(app);
    });
  });
});
