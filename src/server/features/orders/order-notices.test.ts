import { type KyselyPlugin, sql } from "kysely";
import { expect, test } from "vitest";
import type { PayableOrder } from "#contract/orders.ts";
import { emptyPaymentConfig } from "#contract/payment-config.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeBank, makeOrder, makePackage, makeUser, userToken } from "#test/factories.ts";
import { clearMessages, deadMailServer, messagesOf, told } from "#test/messages.ts";
import { createOrderNotices } from "./order-notices.ts";
import { type OrderRow, ordersRepository } from "./orders.repository.ts";

const own = "/api/premium-orders";
const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0901 234 567", user_email: "lan@example.com" };
const paid = { status: "confirmed", payment_status: "paid" };

const save = (app: TestApp, token: string, id: number, json: object) => app.send(`PUT ${own}/${id}`, { token, json });

onBothEngines((engine) => {
  test("a new order is told to its customer and the administrator, once", async () => {
    const app = await testApp(engine);
    const admin = await makeAdmin(app);
    const user = await makeUser(app);
    const { id: package_id } = await makePackage(app, { name: "Gói năm", price: 399_000 });
    const json = { ...customer, package_id };
    const headers = { "idempotency-key": "k" };
    const token = await userToken(app, { user });
    const made = (await app.send(`POST ${own}`, { token, json, headers })).json<PayableOrder>();
    await app.send(`POST ${own}`, { token, json, headers });
    const { code, page_token } = made;
    const { id } = await app.db.selectFrom("premium_orders").select("id").executeTakeFirstOrThrow();
    const about = `order ${id}`;
    const package_name = "Gói năm";
    const amount = 399_000;
    expect(await messagesOf(app)).toEqual([
      {
        event: "order_received",
        to: `user ${user.id}`,
        name: customer.user_name,
        email: customer.user_email,
        phone: "84901234567",
        about,
        state: "kept",
        data: { code, path: `/orders/${page_token}`, package_name, amount, pays: "none" },
      },
      {
        event: "admin_new_order",
        to: `admin ${admin.id}`,
        name: "Quản trị viên",
        email: admin.email,
        phone: null,
        about,
        state: "kept",
        data: { id, code, customer_name: customer.user_name, package_name, amount, pays: "none", is_done: false },
      },
    ]);
    await clearMessages(app);
    await app.send(`POST ${own}`, { json });
    expect((await told(app))[0]).toBe("order_received > customer -");
  });

  test("the message of a new order tells how it can be paid just then", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app);
    const order = async () => {
      await clearMessages(app);
      expect((await app.send(`POST ${own}`, { json: { ...customer, package_id } })).statusCode).toBe(201);
      return (await messagesOf(app)).map(({ data }) => (data as { pays?: string }).pays);
    };
    const connect = async (change: object) => {
      const saved = await app.send("PUT /api/admin/config/payments", {
        token,
        json: { ...emptyPaymentConfig, ...change },
      });
      expect(saved.statusCode, saved.body).toBe(200);
    };
    expect(await order()).toEqual(["none", "none"]);
    const bank = await makeBank(app);
    expect(await order()).toEqual(["by_hand", "by_hand"]);
    await connect({ sepay: { ...emptyPaymentConfig.sepay, secret: "bi-mat" } });
    expect(await order()).toEqual(["instant", "instant"]);
    await app.send(`PUT /api/bank-config/${bank.id}`, { token, json: { is_active: false } });
    expect(await order()).toEqual(["none", "none"]);
  });

  test("the statements of an order are as many for 56 administrators as for one, and each of them is told", async () => {
    const app = await testApp(engine);
    await makeAdmin(app);
    const { id } = await makeOrder(app);
    const row = (await ordersRepository(app.db).find(id)) as OrderRow;
    async function statements(): Promise<number> {
      let count = 0;
      const counting: KyselyPlugin = {
        transformQuery({ node }) {
          count += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      const notices = createOrderNotices(app.notifications, async () => undefined);
      const counted = app.db.withPlugin(counting);
      await counted.transaction().execute((tx) => notices.received(tx, row, "by_hand"));
      return count;
    }
    const forOne = await statements();
    expect((await told(app)).filter((each) => each.startsWith("admin_new_order"))).toHaveLength(1);
    await clearMessages(app);
    for (let n = 1; n < 56; n++) await makeAdmin(app);
    expect(await statements()).toBe(forOne);
    const admins = (await told(app)).filter((each) => each.startsWith("admin_new_order"));
    expect(new Set(admins).size).toBe(56);
    expect(admins).toHaveLength(56);
  });

  test("Premium that an order gives is told once, with its end", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const user = await makeUser(app);
    const { id, code, page_token } = await makeOrder(app, { user_email: "khac@example.com" });
    await save(app, token, id, paid);
    expect(await told(app)).toEqual(["order_needs_account > customer -"]);
    await clearMessages(app);
    await save(app, token, id, { user_id: user.id });
    await save(app, token, id, { status: "completed" });
    await save(app, token, id, { payment_status: "pending" });
    await save(app, token, id, paid);
    const { premium_expires_at } = await app.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(premium_expires_at).not.toBeNull();
    expect(await messagesOf(app)).toMatchObject([
      {
        event: "premium_active",
        to: `user ${user.id}`,
        email: "khac@example.com",
        about: `order ${id}`,
        data: { code, path: `/orders/${page_token}`, expires_at: premium_expires_at },
      },
    ]);
    await clearMessages(app);
    const lifetime = await makePackage(app, { is_lifetime: true });
    const forever = await makeOrder(app, { package_id: lifetime.id, user_id: user.id });
    await save(app, token, forever.id, paid);
    expect(await messagesOf(app)).toMatchObject([{ event: "premium_active", data: { expires_at: null } }]);
  });

  test("an order that fails leaves no message, and a deleted one and a deleted account none", async () => {
    const app = await testApp(engine, deadMailServer);
    const token = await adminToken(app);
    const user = await makeUser(app);
    const { id: package_id } = await makePackage(app);
    const order = await makeOrder(app, { user_id: user.id });
    const json = { ...customer, package_id };
    await sql`alter table outbox rename to other_outbox`.execute(app.db);
    expect((await app.send(`POST ${own}`, { json })).statusCode).toBe(500);
    expect((await save(app, token, order.id, paid)).statusCode).toBe(500);
    await sql`alter table other_outbox rename to outbox`.execute(app.db);
    expect(await told(app)).toEqual([]);
    expect(await app.db.selectFrom("premium_orders").select("status").execute()).toEqual([{ status: "pending" }]);

    expect((await save(app, token, order.id, paid)).statusCode).toBe(200);
    expect(await told(app)).toEqual([`premium_active > user ${user.id}`]);
    await clearMessages(app);
    const refused = await makeOrder(app, { user_id: user.id });
    await save(app, token, refused.id, { payment_status: "failed" });
    expect(await told(app)).toEqual([`order_refused > user ${user.id}`]);
    await app.send(`DELETE ${own}/${refused.id}`, { token });
    expect(await told(app)).toEqual([]);
    const mine = await userToken(app, { user });
    expect((await app.send(`POST ${own}`, { token: mine, json })).statusCode).toBe(201);
    expect(await told(app)).toContain(`order_received > user ${user.id}`);
    await app.send(`DELETE /api/admin/users/${user.id}`, { token });
    expect((await told(app)).map((each) => each.replace(/\d+/, "1"))).toEqual(["admin_new_order > admin 1"]);
  });
});
