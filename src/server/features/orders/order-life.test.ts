/** How orders end, find their account, and give Premium once, whoever asks at the same moment. */
import { describe, expect, test } from "vitest";
import type { AdminOrder, AdminOrderDetail, CustomerOrder, PayableOrder } from "#contract/orders.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeBank, makeOrder, makePackage, makeSession, makeUser, userToken } from "#test/factories.ts";
import { lockWaits } from "#test/locks.ts";
import { mailingApp } from "#test/mailing-app.ts";
import { clearMessages, deadMailServer, messagesOf, told } from "#test/messages.ts";
import { joinTopic } from "./order-accounts.ts";
import { ordersRepository } from "./orders.repository.ts";

const own = "/api/premium-orders";
const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0901 234 567", user_email: "lan@example.com" };
const paid = { payment_status: "paid", status: "confirmed" } as const;
const dayMs = 24 * 60 * 60_000;

const save = (app: TestApp, token: string, id: number, json: object) => app.send(`PUT ${own}/${id}`, { token, json });
const attach = (app: TestApp, page: string, token?: string) => app.send(`POST /api/orders/${page}/attach`, { token });
const cancel = (app: TestApp, page: string) => app.send(`POST /api/orders/${page}/cancel`);
const place = (app: TestApp, json: object, token?: string) => app.send(`POST ${own}`, { token, json });
const shown = async (app: TestApp, page: string) => (await app.send(`GET /api/orders/${page}`)).json<PayableOrder>();
const mine = async (app: TestApp, token: string) =>
  (await app.send("GET /api/user/orders", { token })).json<CustomerOrder[]>();
const iso = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const verified = { email: customer.user_email, email_verified_at: iso(-1) };

/** Days of Premium that a user has left, rounded. */
async function daysOf(app: TestApp, id: number): Promise<number> {
  const users = app.db.selectFrom("users").select("premium_expires_at").where("id", "=", id);
  const { premium_expires_at } = await users.executeTakeFirstOrThrow();
  return premium_expires_at === null ? 0 : Math.round((Date.parse(premium_expires_at) - Date.now()) / dayMs);
}

/** Lets this process end what is over, as it does every ten minutes. */
async function endUnpaid(app: TestApp): Promise<void> {
  await app.orders.start();
  await app.outbox.flush();
}

/** Runs the work of a day in May 2026, at noon in Vietnam. */
const workOfMay = (app: TestApp, day: number) => app.daily.look(Date.parse(`2026-05-0${day}T05:00:00.000Z`));

onBothEngines((engine) => {
  describe("an order without an account", () => {
    test("is attached by its customer, once, and gives what was paid", async () => {
      const app = await testApp(engine);
      const admin = await adminToken(app);
      const [user, other] = [await makeUser(app), await makeUser(app)];
      const [token, otherToken] = [await userToken(app, { user }), await userToken(app, { user: other })];
      const { id, page_token } = await makeOrder(app);
      expect((await attach(app, page_token)).statusCode).toBe(401);
      expect((await attach(app, "x".repeat(22), token)).statusCode).toBe(404);
      await save(app, admin, id, paid);
      for (let n = 0; n < 2; n++) {
        const answer = await attach(app, page_token, token);
        expect(answer.statusCode, answer.body).toBe(200);
        expect(answer.headers["cache-control"]).toBe("private, no-store");
        expect(answer.json()).toMatchObject({ has_account: true, premium_granted_at: expect.any(String) });
        expect(await daysOf(app, user.id)).toBe(30);
      }
      const refused = await attach(app, page_token, otherToken);
      expect([refused.statusCode, refused.json().detail]).toEqual([409, "Đơn hàng này đã thuộc về một tài khoản khác"]);
      expect(await daysOf(app, other.id)).toBe(0);
      expect((await mine(app, token)).map((order) => order.page_token)).toEqual([page_token]);
    });

    test("gives Premium to one account when it is attached, confirmed and cancelled at once", async () => {
      const app = await testApp(engine);
      // Two writers in one process would wait for each other on SQLite.
      const beside = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
      const admin = await adminToken(app);
      const { id: package_id } = await makePackage(app);
      for (let round = 0; round < 12; round++) {
        const users = [await makeUser(app), await makeUser(app)];
        const tokens = await Promise.all(users.map((user) => userToken(app, { user })));
        const { id, page_token } = await makeOrder(app, { package_id });
        const [saved, first, second, cancelled] = await Promise.all([
          save(app, admin, id, paid),
          attach(beside, page_token, tokens[0]),
          attach(app, page_token, tokens[1]),
          cancel(beside, page_token),
        ]);
        expect(saved.statusCode).toBe(200);
        expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 409]);
        expect([200, 409]).toContain(cancelled.statusCode);
        // The payment came, also after the customer's cancellation.
        const order = await shown(app, page_token);
        expect(order).toMatchObject({ ...paid, end_reason: null, premium_granted_at: expect.any(String) });
        const days = await Promise.all(users.map((user) => daysOf(app, user.id)));
        expect(days).toEqual(first.statusCode === 200 ? [30, 0] : [0, 30]);
      }
    });

    test("belongs to the account of its verified e-mail, and tells nobody so before it gave Premium", async () => {
      const app = await testApp(engine);
      const admin = await adminToken(app);
      const user = await makeUser(app, { ...verified, email: "Lan@Example.com", email_key: "lan@example.com" });
      const token = await userToken(app, { user });
      await makeUser(app, { email: "chua-xac-minh@example.com" });
      const { id: package_id } = await makePackage(app);
      const made = (await place(app, { ...customer, package_id })).json<PayableOrder>();
      expect(made.has_account).toBe(false);
      expect((await shown(app, made.page_token)).has_account).toBe(false);
      expect((await app.send(`GET /api/orders/${made.page_token}`, { token })).json()).toMatchObject({
        has_account: true,
      });
      expect(await mine(app, token)).toMatchObject([{ code: made.code, has_account: true }]);
      const unverified = { ...customer, user_email: "chua-xac-minh@example.com", package_id };
      const nobodys = (await place(app, unverified)).json<PayableOrder>();
      expect((await app.send(`GET ${own}/${nobodys.id}`, { token: admin })).json()).toMatchObject({ user_id: null });
      await save(app, admin, made.id, paid);
      expect(await daysOf(app, user.id)).toBe(30);
      expect((await shown(app, made.page_token)).has_account).toBe(true);
    });

    test("that joined by its e-mail still goes to the account that its customer attaches it to", async () => {
      const app = await testApp(engine);
      const admin = await adminToken(app);
      const [owner, other] = [await makeUser(app, verified), await makeUser(app)];
      const [ownerToken, otherToken] = [await userToken(app, { user: owner }), await userToken(app, { user: other })];
      const { id: package_id } = await makePackage(app);
      const made = (await place(app, { ...customer, package_id })).json<PayableOrder>();
      expect((await attach(app, made.page_token, otherToken)).json()).toMatchObject({ has_account: true });
      expect((await attach(app, made.page_token, ownerToken)).statusCode).toBe(409);
      await save(app, admin, made.id, paid);
      expect([await daysOf(app, owner.id), await daysOf(app, other.id)]).toEqual([0, 30]);
    });

    test("joins an account when its e-mail is verified, and a paid one gives its Premium then, once", async () => {
      const app = await mailingApp(engine);
      const admin = await adminToken(app);
      const { id: package_id } = await makePackage(app);
      const orders = [
        await makeOrder(app, { ...customer, package_id }),
        await makeOrder(app, { ...customer, package_id }),
      ];
      await makeOrder(app, { package_id });
      await save(app, admin, orders[0]?.id ?? 0, paid);
      const json = { username: "lan", email: "LAN@example.com", full_name: "Đỗ Lan", password: "bí mật 2" };
      const { id } = (await app.send("POST /api/user/register", { json })).json<{ id: number }>();
      const token = await makeSession(app, "user", id);
      expect(await mine(app, token)).toEqual([]);
      await app.outbox.flush();
      const letters = app.smtp.mails.map(({ parts }) => parts.get("text/plain") ?? "").join("\n");
      const link = /https:\S+(\/api\/user\/verify-email\S+)/.exec(letters)?.[1] ?? "";
      for (let n = 0; n < 2; n++) {
        expect((await app.send(`POST ${link}`)).statusCode).toBe(200);
        await app.outbox.flush();
      }
      expect((await mine(app, token)).map(({ code }) => code).toSorted()).toEqual(
        orders.map(({ code }) => code).toSorted(),
      );
      expect(await daysOf(app, id)).toBe(30);
    });

    test("asks by mail for an account once it is paid, and again after three days, once each; after a month no more", async () => {
      // An app remembers the days whose work it has done.
      const app = await testApp(engine, {}, { fresh: true });
      const admin = await adminToken(app);
      const { id, code, page_token, package_name, payment_amount: amount } = await makeOrder(app, customer);
      await save(app, admin, id, { payment_status: "paid" });
      await save(app, admin, id, { status: "confirmed" });
      const asked = (is_reminder: boolean) => ({
        event: "order_needs_account",
        to: "customer -",
        email: customer.user_email,
        about: `order ${id}`,
        data: { code, path: `/orders/${page_token}`, package_name, amount, is_reminder },
      });
      expect(await messagesOf(app)).toMatchObject([asked(false)]);
      await app.db.updateTable("premium_orders").set({ paid_at: "2026-05-01T05:01:00.000Z" }).execute();
      await makeOrder(app, { ...paid, paid_at: "2026-04-04T04:59:00.000Z" });
      await workOfMay(app, 4);
      expect(await messagesOf(app), "a minute before three days are over").toHaveLength(1);
      for (const day of [5, 6]) {
        await workOfMay(app, day);
        expect(await messagesOf(app)).toMatchObject([asked(false), asked(true)]);
      }
    });
  });

  describe("an unpaid order", () => {
    test("is cancelled by its customer, and stays so; a paid one is not", async () => {
      const app = await testApp(engine);
      await makeBank(app);
      const { id: package_id } = await makePackage(app);
      const { id, page_token, payment } = (await place(app, { ...customer, package_id })).json<PayableOrder>();
      expect(payment).not.toBeNull();
      for (let n = 0; n < 2; n++) {
        const answer = await cancel(app, page_token);
        expect([answer.statusCode, answer.json()]).toMatchObject([
          200,
          { status: "cancelled", end_reason: "customer", end_message: null, expires_at: null, payment: null },
        ]);
      }
      const admin = await adminToken(app);
      await save(app, admin, id, paid);
      const refused = await cancel(app, page_token);
      expect([refused.statusCode, refused.json().detail]).toEqual([
        409,
        "Đơn hàng này đã có thanh toán nên không hủy được nữa, bạn liên hệ chúng tôi nhé",
      ]);
      expect(await shown(app, page_token)).toMatchObject({ ...paid, end_reason: null });
    });

    test("ends after the days of the settings, is found by its code, and is taken up again by its payment", async () => {
      const app = await testApp(engine);
      await makeBank(app);
      const admin = await adminToken(app);
      const user = await makeUser(app);
      const token = await userToken(app, { user });
      const { id: package_id } = await makePackage(app);
      const settings = await app.send("PUT /api/admin/config/orders", { token: admin, json: { unpaid_days: 2 } });
      expect([settings.statusCode, settings.json()]).toEqual([200, { unpaid_days: 2, version: expect.any(String) }]);
      const made = (await place(app, { ...customer, package_id }, token)).json<PayableOrder>();
      expect(Math.round((Date.parse(made.expires_at ?? "") - Date.parse(made.created_at)) / dayMs)).toBe(2);
      const waiting = (await place(app, { ...customer, package_id }, token)).json<PayableOrder>();
      await app.db
        .updateTable("premium_orders")
        .set({ expires_at: iso(-0.01) })
        .where("id", "=", made.id)
        .execute();
      expect((await shown(app, made.page_token)).payment, "over, before anyone wrote so").toBeNull();
      await clearMessages(app);
      await endUnpaid(app);
      expect(await shown(app, made.page_token)).toMatchObject({
        status: "cancelled",
        payment_status: "pending",
        end_reason: "expired",
        expires_at: null,
        payment: null,
      });
      expect(await shown(app, waiting.page_token)).toMatchObject({ status: "pending", expires_at: waiting.expires_at });
      expect(await messagesOf(app)).toMatchObject([
        { event: "order_expired", to: `user ${user.id}`, data: { code: made.code, package_id } },
      ]);
      const found = await app.send(`GET ${own}`, { token: admin, query: { search: made.code } });
      expect(found.json()).toMatchObject([{ id: made.id, end_reason: "expired" }]);

      await save(app, admin, made.id, { payment_status: "paid" });
      expect(await shown(app, made.page_token)).toMatchObject({ status: "pending", end_reason: null });
      await save(app, admin, made.id, { status: "confirmed" });
      await save(app, admin, made.id, paid);
      expect(await daysOf(app, user.id)).toBe(30);
    });

    test("is ended once by two processes, and not at all when it is paid at that moment", async () => {
      const app = await testApp(engine);
      const beside = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
      const admin = await adminToken(app);
      const user = await makeUser(app);
      const { id: package_id } = await makePackage(app);
      const orders = await Promise.all(
        Array.from({ length: 60 }, () => makeOrder(app, { package_id, user_id: user.id, expires_at: iso(-1) })),
      );
      const [late] = orders;
      const saved = save(app, admin, late?.id ?? 0, paid);
      await Promise.all([endUnpaid(app), endUnpaid(beside), saved]);
      await endUnpaid(app);
      const ended = await app.db
        .selectFrom("premium_orders")
        .select(["id", "end_reason"])
        .where("status", "=", "cancelled")
        .execute();
      expect(ended).toHaveLength(59);
      expect(new Set(ended.map(({ end_reason }) => end_reason))).toEqual(new Set(["expired"]));
      const subjects = (await messagesOf(app))
        .filter(({ event }) => event === "order_expired")
        .map(({ about }) => about);
      expect(new Set(subjects).size).toBe(subjects.length);
      expect(await daysOf(app, user.id)).toBe(30);
    });

    test("ends in one run with all others that are over, however many", async () => {
      const app = await testApp(engine);
      const { id: package_id } = await makePackage(app);
      for (let n = 0; n < 51; n++) await makeOrder(app, { package_id, expires_at: iso(-1) });
      await endUnpaid(app);
      expect(await ordersRepository(app.db).expired(iso(0), 100)).toEqual([]);
    });
  });

  test("a free order of an account gives its Premium at once, one for each package and account", async () => {
    const app = await testApp(engine);
    const beside = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const { id: package_id } = await makePackage(app, { price: 0 });
    const body = { ...customer, package_id };
    const answers = await Promise.all([place(app, body, token), place(beside, body, token), place(app, body, token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json<PayableOrder>();
    expect(made).toMatchObject({ ...paid, expires_at: null, payment: null, premium_granted_at: expect.any(String) });
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toBe(
      "Tài khoản của bạn đã nhận gói miễn phí này rồi. Mỗi tài khoản nhận một lần.",
    );
    expect(await daysOf(app, user.id)).toBe(30);
    expect(await told(app)).toContain(`premium_active > user ${user.id}`);
    expect(await told(app)).not.toContain(`order_received > user ${user.id}`);

    const nobodys = (await place(app, body)).json<PayableOrder>();
    expect(nobodys).toMatchObject({ status: "pending", payment: null, has_account: false });
    expect((await attach(app, nobodys.page_token, token)).statusCode).toBe(409);
    const next = await makeUser(app);
    await makeOrder(app, { ...customer, package_id, user_id: next.id, status: "cancelled" });
    const attached = await attach(app, nobodys.page_token, await userToken(app, { user: next }));
    expect(attached.json()).toMatchObject({ ...paid, premium_granted_at: expect.any(String) });
    expect(await daysOf(app, next.id)).toBe(30);
  });

  test("the end of orders, those of an e-mail, and paid ones without Premium are found along an index", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, async ({ db }) => {
      const orders = ordersRepository(db);
      await orders.expired(iso(0), 50);
      await orders.unownedOf("lan@example.com");
      await orders.unownedPaid(iso(-30), iso(-3));
    });
    const indexes = ["expiring", "unowned", "(ungranted|paid)"];
    for (const [n, plan] of plans.entries()) {
      expect(plan).toMatch(new RegExp(`premium_orders_${indexes[n]}`));
    }
    expect(plans).toHaveLength(indexes.length);
  });
});

test("an order does not join an account whose e-mail changed while it waited for the order", async () => {
  const app = await testApp("postgres");
  const user = await makeUser(app, verified);
  const { id } = await makeOrder(app, customer);
  let joining: Promise<unknown> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await app.database.dialect.lock(tx, `order ${id}`);
    await app.outbox.add(app.db, joinTopic, { user_id: user.id });
    joining = app.outbox.flush();
    await lockWaits(app.db);
    const values = { email: "lan@example.org", email_key: "lan@example.org" };
    await tx.updateTable("users").set(values).where("id", "=", user.id).execute();
  });
  await joining;
  expect(await ordersRepository(app.db).find(id)).toMatchObject({ user_id: null });
});

onOneEngine((engine) => {
  test("a customer is told how the order ended, with the administrator's words", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    const user = await makeUser(app);
    const of = () => makeOrder(app, { user_id: user.id });
    const end_message = "Chuyển khoản thiếu 20.000 đồng";
    for (const [change, event] of [
      [{ payment_status: "failed" }, "order_refused"],
      [{ status: "cancelled" }, "order_cancelled"],
      [{ payment_status: "refunded" }, "order_refunded"],
    ] as const) {
      const { id, page_token, package_id } = await of();
      await save(app, admin, id, { ...change, end_message });
      await save(app, admin, id, { ...change, end_message, admin_notes: "đã gọi" });
      expect(await messagesOf(app)).toMatchObject([
        { event, to: `user ${user.id}`, data: { path: `/orders/${page_token}`, package_id, words: end_message } },
      ]);
      expect(await shown(app, page_token)).toMatchObject({ end_reason: "operator", end_message });
      await save(app, admin, id, { status: "pending", payment_status: "pending" });
      const again = await shown(app, page_token);
      expect(again).toMatchObject({ end_reason: null, end_message: null, expires_at: expect.any(String) });
      await clearMessages(app);
    }
    const own = await of();
    await cancel(app, own.page_token);
    expect(await told(app), "who cancels knows it").toEqual([]);
  });

  test("what is not true any more when its turn comes is left out", async () => {
    const app = await testApp(engine, deadMailServer);
    const admin = await adminToken(app);
    const { id: package_id } = await makePackage(app);
    const states = async () => (await messagesOf(app)).map(({ event, state }) => `${event} ${state}`);
    const { id, page_token } = (await place(app, { ...customer, package_id })).json<PayableOrder>();
    await save(app, admin, id, { payment_status: "paid" });
    await attach(app, page_token, await userToken(app));
    await save(app, admin, id, { payment_status: "failed" });
    await save(app, admin, id, { payment_status: "refunded" });
    expect((await states()).filter((each) => !each.startsWith("admin"))).toEqual([
      "order_received skipped",
      "order_needs_account skipped",
      "order_refused skipped",
      "order_refunded waiting",
    ]);
  });

  test("an order that gave Premium never asks for the money again, and can be refunded", async () => {
    const app = await testApp(engine);
    await makeBank(app);
    const admin = await adminToken(app);
    const user = await makeUser(app);
    const { id, page_token } = await makeOrder(app, { user_id: user.id });
    await save(app, admin, id, paid);
    const refused = await save(app, admin, id, { payment_status: "pending" });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      "Premium của đơn hàng này đã được cộng nên không chờ thanh toán lại được. Bạn có thể đánh dấu đã hoàn tiền.",
    ]);
    expect((await save(app, admin, id, { payment_status: "refunded" })).json()).toMatchObject({ expires_at: null });
    // One of a version that let it happen.
    await app.db.updateTable("premium_orders").set({ payment_status: "pending" }).where("id", "=", id).execute();
    expect((await shown(app, page_token)).payment).toBeNull();
    await endUnpaid(app);
    expect((await shown(app, page_token)).status).toBe("confirmed");
  });

  test("the account of an order can be corrected until Premium was given; a locked one is shown as such", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    const [wrong, right] = [await makeUser(app), await makeUser(app, { is_active: false })];
    const { id } = await makeOrder(app, { user_id: wrong.id });
    const corrected = (await save(app, admin, id, { user_id: right.id })).json<AdminOrderDetail>();
    expect(corrected).toMatchObject({
      user_id: right.id,
      matching_user: null,
      account: { id: right.id, is_active: false },
    });
    expect((await save(app, admin, id, { user_id: null })).json()).toMatchObject({ user_id: null, account: null });
    await save(app, admin, id, { ...paid, user_id: right.id });
    expect([await daysOf(app, wrong.id), await daysOf(app, right.id)]).toEqual([0, 30]);
    expect((await save(app, admin, id, { user_id: wrong.id })).statusCode).toBe(409);
  });

  test("a retry whose order was deleted finds nothing", async () => {
    const app = await testApp(engine);
    const admin = await adminToken(app);
    const { id: package_id } = await makePackage(app);
    const send = () =>
      app.send(`POST ${own}`, { json: { ...customer, package_id }, headers: { "idempotency-key": "k" } });
    const { id } = (await send()).json<PayableOrder>();
    await app.send(`DELETE ${own}/${id}`, { token: admin });
    expect((await send()).statusCode).toBe(404);
    expect((await app.send(`GET ${own}`, { token: admin })).json<AdminOrder[]>()).toEqual([]);
  });

  test("the days of unpaid orders are bounded, and the administrator's alone", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const path = "/api/admin/config/orders";
    expect((await app.send(`GET ${path}`, { token })).json()).toEqual({ unpaid_days: 7, version: expect.any(String) });
    for (const unpaid_days of [0, 61, 1.5, "7", null]) {
      const answer = await app.send(`PUT ${path}`, { token, json: { unpaid_days } });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, "Số ngày phải từ 1 đến 60"]);
    }
    expect((await app.send(`GET ${path}`, { token: await userToken(app) })).statusCode).toBe(403);
  });
});
