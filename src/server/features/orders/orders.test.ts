import { sql } from "kysely";
import { expect, test } from "vitest";
import { type AdminOrderDetail, OrderListQuery, type OrderStats, type PayableOrder } from "#contract/orders.ts";
import { isTransferCode } from "#contract/transfer-code.ts";
import { ordersTopic } from "#server/features/topics.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import { adminToken, makeBank, makeOrder, makePackage, makeUser, password, userToken } from "#test/factories.ts";
import { orderListReader } from "./orders.repository.ts";

const own = "/api/premium-orders";
const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0901 234 567", user_email: "lan@example.com" };
const dayMs = 24 * 60 * 60_000;

const place = (app: TestApp, json: object, { token, key }: { token?: string; key?: string } = {}) =>
  app.send(`POST ${own}`, { token, json, headers: key === undefined ? {} : { "idempotency-key": key } });

async function order(app: TestApp, json: object, options: { token?: string; key?: string } = {}) {
  const answer = await place(app, json, options);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<PayableOrder>();
}

const save = (app: TestApp, token: string, id: number, json: object) => app.send(`PUT ${own}/${id}`, { token, json });
const orderCount = async (app: TestApp) => (await app.db.selectFrom("premium_orders").select("id").execute()).length;
const userOf = (app: TestApp, id: number) =>
  app.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Days of Premium that a user has left, rounded. */
async function daysOf(app: TestApp, id: number): Promise<number> {
  const { premium_expires_at } = await userOf(app, id);
  return premium_expires_at === null ? 0 : Math.round((Date.parse(premium_expires_at) - Date.now()) / dayMs);
}

onBothEngines((engine) => {
  test("an order takes a snapshot of its package, and its page shows how to pay", async () => {
    const app = await testApp(engine);
    await makeBank(app);
    const { id: package_id } = await makePackage(app, { name: "1 tháng", price: 49_000 });
    const made = await order(app, { ...customer, package_id, user_zalo: " ", payment_amount: 49_000 });
    expect(made).toMatchObject({
      package_id,
      package_name: "1 tháng",
      package_duration_days: 30,
      package_is_lifetime: false,
      payment_amount: 49_000,
      payment_method: "bank_transfer",
      status: "pending",
      payment_status: "pending",
      has_account: false,
      payment: { account_number: "0123456789", transfer_content: made.code },
    });
    expect(isTransferCode("HM", made.code)).toBe(true);
    expect(made.page_token).toMatch(/^[\w-]{22}$/);
    expect(made.payment?.vietqr).toContain(`0010A0000007270124000697043601100123456789`);
    expect(made.payment?.vietqr).toContain(`540549000`);
    expect(made.payment?.vietqr).toContain(`0810${made.code}`);
    await app.db.updateTable("premium_packages").set({ price: 99_000, name: "Khác" }).execute();
    const shown = await app.send(`GET /api/orders/${made.page_token}`);
    expect(shown.json()).toEqual(made);
  });

  test("orders and their changes are told to the back office", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app);
    const version = () => app.database.changes.version(ordersTopic) ?? 0;
    const raises = async (change: () => Promise<unknown>) => {
      const before = version();
      await change();
      // PostgreSQL tells a moment later.
      await expect.poll(version).toBeGreaterThan(before);
    };
    await raises(() => order(app, { ...customer, package_id }));
    const [made] = (await app.send(`GET ${own}`, { token })).json<{ id: number }[]>();
    await raises(() => save(app, token, made?.id ?? 0, { admin_notes: "đã gọi" }));
    await raises(() => app.send(`DELETE ${own}/${made?.id}`, { token }));
  });

  test("a user exports own orders, which stay without the account when it is deleted", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const { id: package_id } = await makePackage(app);
    const made = await order(app, { ...customer, package_id }, { token, key: "k" });
    await app.db.updateTable("premium_orders").set({ admin_notes: "khách quen" }).execute();
    const exported = await app.send("GET /api/user/export", { token });
    expect(exported.json()).toMatchObject({ orders: [{ code: made.code, user_phone: customer.user_phone }] });
    expect(exported.body).not.toContain("khách quen");
    const gone = await app.send("DELETE /api/user/me", { token, json: { password } });
    expect(gone.statusCode).toBe(200);
    const left = await app.db.selectFrom("premium_orders").select(["user_id", "code"]).execute();
    expect(left).toEqual([{ user_id: null, code: made.code }]);
    expect(await app.db.selectFrom("idempotency_keys").selectAll().execute()).toEqual([]);
  });

  test("an upgrade with a lifetime package has no end, and an unknown package is refused", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeUser(app);
    const lifetime = await makePackage(app, { is_lifetime: true, is_active: false });
    const upgrade = (premium_package_id: number) =>
      app.send(`PATCH /api/admin/users/${id}/upgrade-premium?premium_package_id=${premium_package_id}`, { token });
    expect((await upgrade(lifetime.id)).json()).toMatchObject({
      is_premium: true,
      premium_expires_at: null,
      premium_package_id: lifetime.id,
    });
    expect((await upgrade(lifetime.id + 1)).statusCode).toBe(422);
  });

  test("fifty orders at once for one package are fifty orders with codes of their own", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(app, { ...customer, package_id })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(201));
    expect(new Set(answers.map((answer) => answer.json<PayableOrder>().code)).size).toBe(50);
    expect(await orderCount(app)).toBe(50);
  });

  test("the same Idempotency-Key orders once, also at the same moment", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app);
    const body = { ...customer, package_id };
    const answers = await Promise.all([1, 2, 3].map(() => place(app, body, { key: "a-1" })));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual(answers[0]?.json());
    }
    expect(await orderCount(app)).toBe(1);
    const other = await place(app, { ...body, user_name: "Người khác" }, { key: "a-1" });
    expect(other.statusCode).toBe(422);
    expect(other.json().detail).toBe("Idempotency-Key này đã được dùng cho một nội dung khác");
    const token = await userToken(app);
    const users = await order(app, body, { key: "a-1", token });
    expect(users.has_account).toBe(true);
    expect((await order(app, body, { key: "a-1", token })).id).toBe(users.id);
    expect((await order(app, body, { key: "a-1" })).id).toBe(answers[0]?.json().id);
    expect((await order(app, body, { key: "a-1", token: await userToken(app) })).id).not.toBe(users.id);
    expect(await orderCount(app)).toBe(3);
    await app.db
      .updateTable("idempotency_keys")
      .set({ created_at: new Date(Date.now() - dayMs).toISOString() })
      .execute();
    await order(app, body, { key: "a-1" });
    expect(await orderCount(app)).toBe(4);
    expect((await app.db.selectFrom("idempotency_keys").select("key").execute()).length).toBe(1);
    expect((await place(app, body, { key: "có dấu" })).statusCode).toBe(422);
  });

  test("a refused order leaves its Idempotency-Key free", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app, { is_active: false });
    expect((await place(app, { ...customer, package_id }, { key: "k" })).statusCode).toBe(422);
    await app.db.updateTable("premium_packages").set({ is_active: true }).execute();
    await order(app, { ...customer, package_id }, { key: "k" });
  });

  test("two saves of a payment at once grant Premium once, also by two servers of one database", async () => {
    const app = await testApp(engine);
    // Two writers in one process would wait for each other on SQLite.
    const other = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const token = await adminToken(app);
    const user = await makeUser(app);
    const { id } = await makeOrder(app, { user_id: user.id });
    const paid = { payment_status: "paid", status: "confirmed" };
    const answers = await Promise.all([app, other, app, other].map((each) => save(each, token, id, paid)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await daysOf(app, user.id)).toBe(30);
    await save(other, token, id, { status: "completed" });
    await save(app, token, id, { payment_status: "pending", status: "pending" });
    await save(app, token, id, paid);
    expect(await daysOf(app, user.id)).toBe(30);
    const second = await makeOrder(app, { user_id: user.id });
    await save(other, token, second.id, paid);
    expect(await daysOf(app, user.id)).toBe(60);
    const rows = await app.db.selectFrom("premium_orders").selectAll().where("id", "in", [id, second.id]).execute();
    const ends = Object.fromEntries(rows.map((row) => [row.id, row.premium_expires_at]));
    expect(ends[second.id], "each order keeps the end that it gave").toBe(
      (await userOf(app, user.id)).premium_expires_at,
    );
    expect(Date.parse(ends[second.id] ?? "") - Date.parse(ends[id] ?? "")).toBe(30 * dayMs);
  });

  test("a deleted user leaves the order, which keeps what it gave and goes to no other account", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const { id } = await makeOrder(app, { user_id: user.id });
    await save(app, token, id, { payment_status: "paid", status: "completed" });
    await app.db.deleteFrom("users").where("id", "=", user.id).execute();
    const left = (await app.send(`GET ${own}/${id}`, { token })).json<AdminOrderDetail>();
    expect(left).toMatchObject({ user_id: null, payment_status: "paid", premium_granted_at: expect.any(String) });
    expect((await save(app, token, id, { user_id: other.id })).statusCode).toBe(409);
    expect((await userOf(app, other.id)).subscription_type).toBe("free");
  });

  test("orders of a user who is deleted at the same moment are saved, and stay without the account", async () => {
    const app = await testApp(engine);
    // Two writers in one process would wait for each other on SQLite.
    const other = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const token = await adminToken(app);
    const paid = { payment_status: "paid", status: "confirmed" };
    for (let round = 0; round < 20; round++) {
      const user = await makeUser(app);
      const userOwn = await userToken(app, { user });
      const { id, package_id } = await makeOrder(app, { user_id: user.id });
      const unowned = await makeOrder(app, { package_id });
      const deletion =
        round % 2 === 0
          ? app.send(`DELETE /api/admin/users/${user.id}`, { token })
          : app.send("DELETE /api/user/me", { token: userOwn, json: { password } });
      const [deleted, saved, assigned, placed] = await Promise.all([
        deletion,
        save(other, token, id, paid),
        save(other, token, unowned.id, { ...paid, user_id: user.id }),
        place(other, { ...customer, package_id }, { token: userOwn, key: `race-${round}` }),
        save(other, token, unowned.id, { user_id: user.id }),
      ]);
      expect([deleted.statusCode, saved.statusCode]).toEqual([200, 200]);
      expect([200, 409, 422]).toContain(assigned.statusCode);
      expect([201, 409]).toContain(placed.statusCode);
      const owned = app.db.selectFrom("premium_orders").select("id").where("user_id", "is not", null);
      expect(await owned.execute()).toEqual([]);
    }
  });

  test("an order of nobody offers the account with its e-mail, and grants when it is given to it", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const user = await makeUser(app, { username: "lan", email: "Lan@Example.com" });
    const { id } = await makeOrder(app, { user_email: "lan@example.com" });
    const matching_user = {
      id: user.id,
      username: "lan",
      email: "Lan@Example.com",
      is_email_verified: false,
      is_active: true,
    };
    expect((await app.send(`GET ${own}/${id}`, { token })).json()).toMatchObject({ user_id: null, matching_user });
    const paid = await save(app, token, id, { payment_status: "paid", status: "confirmed" });
    expect(paid.json()).toMatchObject({ premium_granted_at: null, matching_user });
    expect((await save(app, token, id, { user_id: 4242 })).json().errors).toEqual([
      { field: "user_id", message: "Không tìm thấy tài khoản này" },
    ]);
    const given = await save(app, token, id, { user_id: user.id });
    expect(given.json()).toMatchObject({
      user_id: user.id,
      matching_user: null,
      account: matching_user,
      premium_granted_at: expect.any(String),
    });
    expect(await daysOf(app, user.id)).toBe(30);
    const taken = await save(app, token, id, { user_id: (await makeUser(app)).id });
    expect([taken.statusCode, taken.json().detail]).toEqual([
      409,
      "Premium của đơn hàng này đã được cộng, không đổi tài khoản được nữa",
    ]);
  });

  test("lists, filters, searches and sums over all pages", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const user = await makeUser(app);
    const cheap = await makePackage(app, { price: 10 });
    const dear = await makePackage(app, { price: 1_000_000_000 });
    const at = (day: string) => ({ created_at: `2026-05-${day}T08:00:00.000Z` });
    await makeOrder(app, { code: "HMAAAAAAAA", package_id: cheap.id, user_name: "Đặng Văn Đức", ...at("01") });
    await makeOrder(app, {
      code: "HMBBBBBBBB",
      package_id: dear.id,
      user_id: user.id,
      user_phone: "(+84) 912-345-678",
      payment_status: "paid",
      status: "confirmed",
      ...at("02"),
    });
    await makeOrder(app, {
      code: "HMCCCCCCCC",
      package_id: dear.id,
      user_email: "hoa@x.vn",
      payment_status: "paid",
      ...at("03"),
    });
    const list = async (query: Record<string, string>) => {
      const answer = await app.send(`GET ${own}`, { token, query });
      expect(answer.statusCode, answer.body).toBe(200);
      return [
        answer
          .json<{ code: string }[]>()
          .map(({ code }) => code[2])
          .join(""),
        answer.headers["x-total-count"],
      ];
    };
    expect(await list({})).toEqual(["CBA", "3"]);
    expect(await list({ sort_order: "asc", limit: "2" })).toEqual(["AB", "3"]);
    expect(await list({ sort_by: "payment_amount" })).toEqual(["CBA", "3"]);
    expect(await list({ payment_status: "paid" })).toEqual(["CB", "2"]);
    expect(await list({ payment_status: "paid", status: "confirmed" })).toEqual(["B", "1"]);
    expect(await list({ granted: "none" })).toEqual(["CB", "2"]);
    expect(await list({ granted: "none", status: "confirmed", sort_by: "payment_amount" })).toEqual(["B", "1"]);
    expect(await list({ granted: "yes" })).toEqual(["", "0"]);
    expect(await list({ refund: "some" })).toEqual(["", "0"]);
    expect(await list({ user_id: String(user.id) })).toEqual(["B", "1"]);
    expect(await list({ package_id: String(dear.id), limit: "1" })).toEqual(["C", "2"]);
    expect(await list({ from: "2026-05-02", to: "2026-05-02" })).toEqual(["B", "1"]);
    for (const [search, found] of Object.entries({
      "dang van": "A",
      hmbbbb: "B",
      "912345678": "B",
      "912-345": "B",
      "0912.345.678": "B",
      "+84 912 345 678": "B",
      "0084 912 345 678": "B",
      "hoa@x": "C",
      zz: "",
    })) {
      expect((await list({ search }))[0], search).toBe(found);
    }
    const sums = async (query: Record<string, string>) =>
      (await app.send(`GET ${own}/stats`, { token, query })).json<OrderStats>();
    expect(await sums({})).toEqual({
      total: 3,
      amount: 2_000_000_010,
      payments: {
        pending: { orders: 1, amount: 10 },
        paid: { orders: 2, amount: 2_000_000_000 },
        failed: { orders: 0, amount: 0 },
        refunded: { orders: 0, amount: 0 },
      },
      ungranted: { orders: 2, amount: 2_000_000_000 },
      refunded: { orders: 0, amount: 0 },
      statuses: { pending: 2, confirmed: 1, cancelled: 0, completed: 0 },
    });
    expect(await sums({ status: "confirmed", search: "hmb" })).toMatchObject({ total: 1, amount: 1_000_000_000 });
    expect(await sums({ granted: "yes" })).toMatchObject({ total: 0, ungranted: { orders: 0, amount: 0 } });
    expect(await sums({ search: "không có" })).toMatchObject({ total: 0, amount: 0 });
  });

  test("a search finds an order by the code in a bank's line, by a code with a typing error, and by the amount", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const dear = await makePackage(app, { price: 399_000 });
    const cheap = await makePackage(app, { price: 49_000 });
    await makeOrder(app, { code: "HM7K2QF9XG", package_id: dear.id });
    await makeOrder(app, { code: "HM22222222", package_id: cheap.id });
    for (const [search, codes] of Object.entries({
      "CT DEN:hm7k2qf9xg NGUYEN VAN A": ["HM7K2QF9XG"],
      "FT26 HM 7K2Q.F9XG HM22222222": ["HM22222222", "HM7K2QF9XG"],
      HM7K2QF9GX: ["HM7K2QF9XG"],
      "HM7K2QF9XJ chuyen tien": ["HM7K2QF9XG"],
      "399k": ["HM7K2QF9XG"],
      "399.000": ["HM7K2QF9XG"],
      "+49,000VND": ["HM22222222"],
      "48.000": [],
    })) {
      const found = await app.send(`GET ${own}`, { token, query: { search } });
      expect(
        found.json<{ code: string }[]>().map(({ code }) => code),
        search,
      ).toEqual(codes);
      const sums = await app.send(`GET ${own}/stats`, { token, query: { search } });
      expect(sums.json<OrderStats>().total, search).toBe(codes.length);
    }
    const long = await app.send(`GET ${own}`, { token, query: { search: "a".repeat(501) } });
    expect([long.statusCode, long.json().detail]).toEqual([422, "Từ khóa tìm kiếm quá dài"]);
  });

  test("a user sees own orders alone, with their addresses", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const { id: package_id } = await makePackage(app);
    const first = await order(app, { ...customer, package_id }, { token });
    const second = await order(app, { ...customer, package_id }, { token });
    await order(app, { ...customer, package_id });
    await order(app, { ...customer, package_id }, { token: await userToken(app) });
    const answer = await app.send("GET /api/user/orders", { token });
    expect(answer.json<PayableOrder[]>().map(({ page_token }) => page_token)).toEqual([
      second.page_token,
      first.page_token,
    ]);
    expect(answer.headers["x-total-count"]).toBe("2");
    expect(answer.body).not.toContain("admin_notes");
    expect((await app.send("GET /api/user/orders")).statusCode).toBe(401);
  });

  test("each sort and filter of many orders is read along an index", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    const { id: package_id } = await makePackage(app);
    const { id: user_id } = await makeUser(app);
    const { types } = app.database.dialect;
    await sql`insert into premium_orders (code, page_token, package_id, user_id, user_name, user_phone, user_email, package_name,
        is_lifetime, payment_amount, payment_method, status, payment_status, search_text, created_at, updated_at)
      with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(rowsForPlans(engine))})
      select 'c' || i, 't' || i, cast(${package_id} as bigint), case when i % 5000 = 0 then cast(${user_id} as bigint) end, 'n', '0', 'e', 'p',
        ${sql.lit(engine === "sqlite" ? 0 : false)}, 49000 + i % 8 * 50000, 'bank_transfer',
        case i % 7 when 0 then 'cancelled' when 1 then 'completed' when 2 then 'confirmed' else 'pending' end,
        case i % 3 when 0 then 'pending' else 'paid' end, 'c' || i,
        cast('2026-0' || (1 + i % 9) || '-1' || (i / 7 % 10) || 'T0' || (i / 3 % 10) || ':00:00.000Z' as ${types.time}),
        cast('2026-05-01T08:00:00.000Z' as ${types.time}) from counting`.execute(app.db);
    if (engine === "postgres") await sql`vacuum analyze premium_orders`.execute(app.db);
    const plans = async (query: Record<string, string>) => {
      const parsed = OrderListQuery.parse({ ...query, skip: "60" });
      const made = await plansOf(
        app,
        async ({ db, dialect }) => {
          const reader = orderListReader(db, dialect);
          let batches = 0;
          for await (const _ of reader.batches(parsed)) if (++batches === 2) break;
          await reader.page(parsed);
        },
        { isLarge: true },
      );
      return made.filter((plan) => !/count|Aggregate|_sums/i.test(plan)).map(withoutPage);
    };
    const filters: Record<string, string>[] = [
      {},
      { status: "pending" },
      { payment_status: "paid" },
      { status: "cancelled", payment_status: "pending" },
    ];
    for (const sort_by of ["created_at", "payment_amount"]) {
      for (const sort_order of ["asc", "desc"]) {
        for (const filter of filters) {
          for (const plan of await plans({ ...filter, sort_by, sort_order })) {
            expect(plan, JSON.stringify({ filter, sort_by })).toMatch(/premium_orders_(by|paid|ended)/);
            expect(plan, JSON.stringify({ filter, sort_by })).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
          }
        }
      }
    }
    const tabs: [Record<string, string>, RegExp][] = [
      [{ granted: "none" }, /premium_orders_ungranted/],
      [{ tab: "ungranted" }, /premium_orders_ungranted/],
      [{ tab: "part" }, /premium_orders_part/],
      [{ tab: "waiting" }, /premium_orders_waiting/],
      [{ tab: "ended" }, /premium_orders_ended/],
      [{ account: "none" }, /premium_orders_by_(time|user)/],
      [{ refund: "some" }, /premium_orders_refunded/],
    ];
    for (const [query, index] of tabs) {
      for (const plan of await plans(query)) {
        expect(plan, JSON.stringify(query)).toMatch(index);
        expect(plan, JSON.stringify(query)).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
      }
    }
    // These sort the few rows that they find.
    for (const plan of await plans({ user_id: String(user_id) })) expect(plan).toMatch(/premium_orders_by_(user|time)/);
    for (const plan of await plans({ search: "c1234" })) expect(plan).toMatch(/premium_orders_search/);
    for (const search of ["CT HM7K2QF9XG", "HM7K2QF9XJ"]) {
      for (const plan of await plans({ search })) expect(plan).toMatch(/premium_orders_code_key|sqlite_autoindex/);
    }
    for (const plan of await plans({ search: "49.000" })) expect(plan).toMatch(/premium_orders_by_amount/);
  });
});

onOneEngine((engine) => {
  test("an order at another price than the one shown is refused with the new price", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app, { price: 59_000 });
    const refused = await place(app, { ...customer, package_id, payment_amount: 49_000 });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      "Giá của gói này vừa đổi thành 59.000 ₫, vui lòng xem lại rồi đặt",
    ]);
    expect((await order(app, { ...customer, package_id })).payment_amount).toBe(59_000);
    expect(await orderCount(app)).toBe(1);
  });

  test("an unknown or inactive package is refused", async () => {
    const app = await testApp(engine);
    const { id } = await makePackage(app, { is_active: false });
    for (const package_id of [id, id + 1]) {
      const answer = await place(app, { ...customer, package_id });
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toEqual({
        detail: "Gói này không còn bán, vui lòng chọn gói khác",
        errors: [{ field: "package_id", message: "Gói này không còn bán, vui lòng chọn gói khác" }],
      });
    }
  });

  test.each([
    [{ user_name: " " }, { user_name: "Vui lòng nhập họ và tên" }],
    [{ user_phone: "" }, { user_phone: "Vui lòng nhập số điện thoại" }],
    [{ user_phone: "0901abc" }, { user_phone: "Số điện thoại không hợp lệ" }],
    [{ user_phone: "+() -" }, { user_phone: "Số điện thoại không hợp lệ" }],
    [{ user_email: undefined }, { email: "Bạn cần nhập email" }],
    [{ user_email: "lan@x" }, { email: "Email không hợp lệ" }],
    [
      { user_name: undefined, user_email: "x", package_id: undefined },
      { user_name: "Vui lòng nhập họ và tên", email: "Email không hợp lệ" },
    ],
  ])("bad customer data %o is named in detail", async (values, detail) => {
    const app = await testApp(engine);
    const answer = await place(app, { ...customer, package_id: 1, ...values });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail).toEqual(detail);
    expect(answer.json().errors).toContainEqual(expect.objectContaining({ field: expect.stringMatching(/^user_/) }));
  });

  test("other bad fields are named in a sentence", async () => {
    const app = await testApp(engine);
    const answer = await place(app, customer);
    expect(answer.json()).toEqual({
      detail: "Vui lòng chọn một gói",
      errors: [{ field: "package_id", message: "Vui lòng chọn một gói" }],
    });
  });

  test("without a bank account, or once it is removed, orders go on without payment details", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app);
    expect((await order(app, { ...customer, package_id })).payment).toBeNull();
    const { id } = await makeBank(app, { bank_bin: null });
    const { page_token, payment } = await order(app, { ...customer, package_id });
    expect(payment).toMatchObject({ vietqr: null, qr_svg: null, account_number: "0123456789" });
    expect((await app.send(`GET /api/orders/${page_token}/qr.png`)).statusCode).toBe(404);
    await app.send(`DELETE /api/bank-config/${id}`, { token });
    const left = await app.send(`GET /api/orders/${page_token}`);
    expect([left.statusCode, left.json().payment]).toEqual([200, null]);
  });

  test("nothing is to be paid for a paid, cancelled or free order", async () => {
    const app = await testApp(engine);
    await makeBank(app);
    const free = await makePackage(app, { price: 0 });
    const orders = [
      await makeOrder(app, { payment_status: "paid" }),
      await makeOrder(app, { status: "cancelled" }),
      await makeOrder(app, { package_id: free.id }),
    ];
    for (const { page_token } of orders) {
      expect((await app.send(`GET /api/orders/${page_token}`)).json().payment).toBeNull();
    }
    const { page_token } = await makeOrder(app, { status: "confirmed" });
    expect((await app.send(`GET /api/orders/${page_token}`)).json().payment).not.toBeNull();
  });

  test("the page of an order opens by its address alone, and is never cached or indexed", async () => {
    const app = await testApp(engine);
    await makeBank(app);
    const made = await makeOrder(app, { admin_notes: "khách quen", payment_note: "ghi chú", payment_reference: "FT1" });
    const calls = [`GET /api/orders/${made.page_token}`, `GET /api/orders/${made.page_token}/qr.png`] as const;
    for (const call of calls) {
      const answer = await app.send(call);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
      });
      expect(answer.headers.etag).toBeUndefined();
      for (const hidden of ["khách quen", "ghi chú", "FT1", made.user_phone]) {
        expect(answer.body).not.toContain(hidden);
      }
    }
    const picture = await app.send(calls[1]);
    expect(picture.headers["content-type"]).toBe("image/png");
    expect(picture.headers["content-disposition"]).toBe(`attachment; filename=QR-${made.code}.png`);
    for (const address of [String(made.id), made.code, made.page_token.slice(0, -1), `${made.page_token}x`, "%25"]) {
      expect((await app.send(`GET /api/orders/${address}`)).statusCode, address).toBe(404);
    }
    for (const call of [`GET ${own}`, `GET ${own}/${made.id}`, `GET ${own}/stats`] as const) {
      expect((await app.send(call)).statusCode).toBe(401);
      expect((await app.send(call, { token: await userToken(app) })).statusCode).toBe(403);
    }
  });

  test("HTML and formulas in every field come back as they were written", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app);
    const text = `<img src=x onerror="alert(1)"> =1+1 'Đ'`;
    const names = ["user_address", "user_telegram", "user_facebook", "user_zalo", "payment_note"];
    const body = { ...customer, user_name: text, package_id, ...Object.fromEntries(names.map((name) => [name, text])) };
    const { id, user_name } = await order(app, body);
    expect(user_name).toBe(text);
    const stored = (await app.send(`GET ${own}/${id}`, { token: await adminToken(app) })).json();
    for (const name of names) expect(stored[name]).toBe(text);
    const refused = await place(app, { ...body, user_phone: "<b>1</b>", user_email: "<i>@x.vn" });
    expect(refused.json().detail).toEqual({
      user_phone: "Số điện thoại không hợp lệ",
      email: "Email không hợp lệ",
    });
  });

  test("an administrator's order is nobody's, and a bad token counts as none", async () => {
    const app = await testApp(engine);
    const { id: package_id } = await makePackage(app);
    for (const token of [await adminToken(app), "x".repeat(43)]) {
      expect((await order(app, { ...customer, package_id }, { token })).has_account).toBe(false);
    }
  });

  test("changes named fields, keeps the first times of states, and writes the audit trail", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const made = await makeOrder(app, { payment_note: "chuyển chiều nay" });
    const change = async (json: object) => (await save(app, token, made.id, json)).json<AdminOrderDetail>();
    const confirmed = await change({ status: "confirmed", admin_notes: "đã gọi" });
    expect(confirmed).toMatchObject({ payment_note: "chuyển chiều nay", paid_at: null, completed_at: null });
    const paid = await change({ payment_status: "paid", payment_reference: "FT26" });
    expect(paid).toMatchObject({ confirmed_at: confirmed.confirmed_at, admin_notes: "đã gọi" });
    const completed = await change({ status: "completed" });
    const again = await change({ status: "confirmed", payment_status: "refunded" });
    expect(again).toMatchObject({
      confirmed_at: confirmed.confirmed_at,
      completed_at: completed.completed_at,
      paid_at: paid.paid_at,
    });
    expect((await save(app, token, made.id, { status: "shipped" })).json().errors).toEqual([
      { field: "status", message: "Trạng thái đơn hàng không hợp lệ" },
    ]);
    const refused = await app.send(`DELETE ${own}/${made.id}`, { token });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      "Đơn hàng đã thanh toán hoặc đã hoàn tiền ở lại trong sổ nên không xóa được. Bạn hủy đơn hoặc đánh dấu đã hoàn tiền nhé.",
    ]);
    await change({ payment_status: "failed" });
    expect((await app.send(`DELETE ${own}/${made.id}`, { token })).json()).toEqual({ success: true });
    for (const call of [`GET ${own}/${made.id}`, `DELETE ${own}/${made.id}`] as const) {
      expect((await app.send(call, { token })).statusCode).toBe(404);
    }
    expect((await save(app, token, made.id, {})).statusCode).toBe(404);
    const entries = await app.db
      .selectFrom("audit_log")
      .selectAll()
      .where("entity", "=", "order")
      .orderBy("id")
      .execute();
    const amount = `${made.payment_amount.toLocaleString("vi-VN")} ₫`;
    expect(entries.map(({ action, summary }) => `${action} ${summary}`)).toEqual([
      `update ${made.code} (${amount}; Chờ xử lý → Đã xác nhận; Chờ thanh toán; sửa ghi chú quản trị)`,
      `update ${made.code} (${amount}; Đã xác nhận; Chờ thanh toán → Đã thanh toán; mã tham chiếu: không có → FT26)`,
      `update ${made.code} (${amount}; Đã xác nhận → Hoàn thành; Đã thanh toán)`,
      `update ${made.code} (${amount}; Hoàn thành → Đã xác nhận; Đã thanh toán → Đã hoàn tiền; đã hoàn: 0 ₫ → ${amount})`,
      `update ${made.code} (${amount}; Đã xác nhận; Đã hoàn tiền → Thất bại; đã hoàn: ${amount} → 0 ₫)`,
      `delete ${made.code} (${amount}; Đã xác nhận; Thất bại)`,
    ]);
  });

  test("a lifetime order grants Premium without an end, and a refund takes nothing back", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const user = await makeUser(app);
    const lifetime = await makePackage(app, { is_lifetime: true });
    const { id, page_token } = await makeOrder(app, { package_id: lifetime.id, user_id: user.id });
    const shown = async () => (await app.send(`GET /api/orders/${page_token}`)).json<PayableOrder>();
    await save(app, token, id, { payment_status: "paid" });
    expect(await shown()).toMatchObject({ premium_granted_at: null, premium_expires_at: null });
    expect((await userOf(app, user.id)).subscription_type).toBe("free");
    await save(app, token, id, { status: "completed" });
    const granted = { subscription_type: "premium", premium_expires_at: null, premium_package_id: lifetime.id };
    expect(await userOf(app, user.id)).toMatchObject(granted);
    expect(await shown()).toMatchObject({ premium_granted_at: expect.any(String), premium_expires_at: null });
    await save(app, token, id, { payment_status: "refunded", status: "cancelled" });
    expect(await userOf(app, user.id)).toMatchObject(granted);
  });
});
