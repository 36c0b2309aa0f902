import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  PackageListQuery,
  type PackageOrder,
  type PremiumPackage,
  type PremiumPackagePage,
} from "#contract/premium-packages.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, withoutPage } from "#test/explain.ts";
import { adminToken, makeOrder, makePackage, makeUser, userToken } from "#test/factories.ts";
import { packageListReader, packagesRepository } from "./premium-packages.repository.ts";

const shop = "/api/premium-packages";
const own = "/api/admin/premium-packages";
const month = { name: "1 tháng", price: 49_000, duration_days: 30, is_lifetime: false, is_active: true, sort_order: 1 };

async function list(app: TestApp, call: `GET ${string}`, query: Record<string, string> = {}, token?: string) {
  const answer = await app.send(call, { query, token });
  expect(answer.statusCode).toBe(200);
  const { packages, total, total_pages } = answer.json<PremiumPackagePage>();
  return { names: packages.map(({ name }) => name), total, total_pages };
}

onBothEngines((engine) => {
  test("customers see active packages by sort_order, then id, whatever they ask for", async () => {
    const app = await testApp(engine);
    await makePackage(app, { name: "B", sort_order: 2 });
    await makePackage(app, { name: "A", sort_order: 2 });
    await makePackage(app, { name: "C", sort_order: 1 });
    await makePackage(app, { name: "Ẩn", sort_order: 0, is_active: false });
    const token = await userToken(app);
    const queries: Record<string, string>[] = [{}, { is_active: "true" }, { is_active: "false" }];
    for (const query of queries) {
      for (const who of [undefined, token]) {
        expect(await list(app, `GET ${shop}`, query, who)).toEqual({
          names: ["C", "B", "A"],
          total: 3,
          total_pages: 1,
        });
      }
    }
    const admin = await adminToken(app);
    expect((await list(app, `GET ${shop}`, {}, admin)).names).toEqual(["Ẩn", "C", "B", "A"]);
    expect((await list(app, `GET ${shop}`, { is_active: "false" }, admin)).names).toEqual(["Ẩn"]);
  });

  test("sorts, searches and pages, with the total of all pages", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    await makePackage(app, { name: "Đặc biệt", price: 3, sort_order: 3, created_at: "2026-01-01T00:00:00.000Z" });
    await makePackage(app, { name: "Êm ái", price: 1, sort_order: 2, created_at: "2026-01-03T00:00:00.000Z" });
    await makePackage(app, { name: "Dễ dùng", price: 2, sort_order: 1, created_at: "2026-01-02T00:00:00.000Z" });
    const names = async (query: Record<string, string>) => (await list(app, `GET ${own}`, query, token)).names;
    expect(await names({ sort_by: "name" })).toEqual(["Đặc biệt", "Dễ dùng", "Êm ái"]);
    expect(await names({ sort_by: "name", sort_order: "desc" })).toEqual(["Êm ái", "Dễ dùng", "Đặc biệt"]);
    expect(await names({ sort_by: "price" })).toEqual(["Êm ái", "Dễ dùng", "Đặc biệt"]);
    expect(await names({ sort_by: "created_at" })).toEqual(["Êm ái", "Dễ dùng", "Đặc biệt"]);
    expect(await names({ sort_by: "created_at", sort_order: "asc" })).toEqual(["Đặc biệt", "Dễ dùng", "Êm ái"]);
    expect(await names({ search: "DAC biet" })).toEqual(["Đặc biệt"]);
    expect(await list(app, `GET ${own}`, { page: "2", limit: "2" }, token)).toEqual({
      names: ["Đặc biệt"],
      total: 3,
      total_pages: 2,
    });
    const count = await app.send(`GET ${own}/count`, { token, query: { search: "d" } });
    expect(count.json()).toEqual({ total: 2 });
    const refused: Record<string, string>[] = [
      { page: "0" },
      { limit: "101" },
      { sort_by: "id" },
      { sort_order: "up" },
    ];
    for (const query of refused) {
      expect((await app.send(`GET ${own}`, { token, query })).statusCode, JSON.stringify(query)).toBe(422);
    }
  });

  test("a package with orders can be deactivated, not deleted", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makePackage(app);
    await makeOrder(app, { package_id: id });
    const refused = await app.send(`DELETE ${own}/${id}`, { token });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({
      detail: "Không thể xóa gói này: đã có 1 đơn hàng. Bạn hãy tắt gói thay vì xóa",
    });
    const toggled = await app.send(`PATCH ${own}/${id}/toggle-active`, { token });
    expect(toggled.json<PremiumPackage>().is_active).toBe(false);
    expect((await list(app, `GET ${shop}`)).names).toEqual([]);
  });

  test("each package tells how often it was paid for, and the sum", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const sold = await makePackage(app, { name: "Bán chạy", price: 49_000 });
    const unsold = await makePackage(app, { name: "Chưa bán", price: 10_000 });
    const orders = [];
    for (const _ of [1, 2, 3]) orders.push(await makeOrder(app, { package_id: sold.id }));
    for (const { id } of orders.slice(1)) {
      await app.send(`PUT /api/premium-orders/${id}`, { token, json: { payment_status: "paid" } });
    }
    await app.send(`PATCH ${own}/${unsold.id}/toggle-active`, { token });
    const answer = await app.send(`GET ${own}`, { token, query: { sort_by: "name" } });
    expect(answer.json()).toMatchObject({
      packages: [
        { name: "Bán chạy", sold: 2, earned: 98_000 },
        { name: "Chưa bán", sold: 0, earned: 0 },
      ],
    });
    expect((await app.send(`GET ${own}/${sold.id}`, { token })).json()).toMatchObject({ sold: 2, earned: 98_000 });
    const changed = await app.send(`PUT ${own}/${sold.id}`, { token, json: { price: 59_000 } });
    expect(changed.json()).toMatchObject({ sold: 2, earned: 98_000 });
    const listed = await app.send("GET /api/premium-orders", {
      token,
      query: { package_id: String(sold.id), payment_status: "paid" },
    });
    expect(listed.json()).toHaveLength(2);
    expect((await app.send(`GET ${shop}`)).body).not.toContain("earned");
  });

  test("sales are read from the kept sums", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, ({ db, dialect }) => packagesRepository(db).sales([1, 2, 3], dialect));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/premium_income_sums/);
    expect(plans[0]).not.toMatch(/premium_orders|Seq Scan|SCAN premium/);
  });

  test("the packages are numbered in a new order by one call, which names each of them in the trail", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const [a, b, c] = [
      await makePackage(app, { name: "A", sort_order: 0 }),
      await makePackage(app, { name: "B", sort_order: 5 }),
      await makePackage(app, { name: "C", sort_order: 9, is_active: false }),
    ];
    const order = (await app.send(`GET ${own}/order`, { token })).json<PackageOrder>();
    expect(order.packages.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    expect(order.first).toBe(0);

    const ids = [c.id, a.id, b.id];
    const saved = await app.send(`PUT ${own}/order`, { token, json: { ids, first: 1, version: order.version } });
    expect(saved.statusCode, saved.body).toBe(200);
    const { packages, first, version } = saved.json<PackageOrder>();
    expect(packages.map(({ name, sort_order }) => `${name} ${sort_order}`)).toEqual(["C 1", "A 2", "B 3"]);
    expect(first).toBe(1);
    expect((await list(app, `GET ${shop}`)).names).toEqual(["A", "B"]);
    const history = await app.send(`GET /api/admin/history/premium_package/${b.id}`, { token });
    expect(history.json()).toMatchObject([{ action: "update", changes: [{ from: "5", to: "3" }] }]);

    await app.send(`PUT ${own}/order`, { token, json: { ids, first: 1, version } });
    const entries = await app.db
      .selectFrom("audit_log")
      .select("id")
      .where("entity", "=", "premium_package")
      .orderBy("id")
      .execute();
    expect(entries).toHaveLength(3);
  });

  test("an outdated order is refused, with the order as it is", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: a } = await makePackage(app, { name: "A", sort_order: 0 });
    const { id: b } = await makePackage(app, { name: "B", sort_order: 1 });
    const { version } = (await app.send(`GET ${own}/order`, { token })).json<PackageOrder>();
    const save = (json: object) => app.send(`PUT ${own}/order`, { token, json });
    const { id: c } = await makePackage(app, { name: "C", sort_order: 0 });
    const refused = await save({ ids: [b, a], first: 0, version });
    expect(refused.statusCode).toBe(409);
    const { current } = refused.json<{ current: PackageOrder }>();
    expect(current.packages.map(({ name }) => name)).toEqual(["A", "C", "B"]);

    const two = await Promise.all([
      save({ ids: [c, b, a], first: 0, version: current.version }),
      save({ ids: [b, a, c], first: 0, version: current.version }),
    ]);
    expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);

    const missing = await save({ ids: [a, b], first: 0 });
    expect(missing.statusCode).toBe(422);
    expect(missing.json()).toMatchObject({ detail: "Các gói đã thay đổi, bạn tải lại rồi sắp xếp tiếp nhé" });
    const bodies = [
      { ids: [a, b, 999], first: 0 },
      { ids: [a, a, b], first: 0 },
      { ids: [], first: 0 },
      { ids: [a, b, c], first: 3 },
      { ids: [a, b, c], first: -1 },
      { ids: [a, b, "c"], first: 0 },
      { ids: Array.from({ length: 201 }, (_, index) => index + 1), first: 0 },
      { first: 0 },
    ];
    for (const json of bodies) expect((await save(json)).statusCode, JSON.stringify(json)).toBe(422);
  });

  test("a deleted package is gone, and users keep their time without it", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makePackage(app);
    const user = await makeUser(app, { subscription_type: "premium", premium_package_id: id });
    expect((await app.send(`DELETE ${own}/${id}`, { token })).json()).toEqual({ success: true });
    expect((await app.send(`DELETE ${own}/${id}`, { token })).statusCode).toBe(404);
    const { premium_package_id, subscription_type } = await app.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect({ premium_package_id, subscription_type }).toEqual({
      premium_package_id: null,
      subscription_type: "premium",
    });
  });

  test("each sort and filter is read along its index", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    await sql`insert into premium_packages (name, name_key, price, duration_days, is_lifetime, is_active, sort_order, is_demo, search_text, created_at)
      with recursive counting (i) as (select 1 union all select i + 1 from counting where i < 20000)
      select 'g' || i, 'g' || (i * 7919 % 100003), i * 31 % 999, 30, ${sql.lit(engine === "sqlite" ? 0 : false)}, i % 9 <> 0, i % 50, i < 0,
        'g' || i, cast('2026-05-01T08:00:00.000Z' as ${app.database.dialect.types.time}) from counting`.execute(app.db);
    if (engine === "postgres") await sql`vacuum analyze premium_packages`.execute(app.db);
    for (const sort_by of ["sort_order", "name", "price", "created_at"]) {
      for (const filter of [{}, { is_active: "true" }, { is_active: "false" }]) {
        const query = PackageListQuery.parse({ ...filter, sort_by, skip: "60" });
        const plans = await plansOf(app, ({ db, dialect }) => packageListReader(db, dialect).page(query), {
          isLarge: true,
        });
        const [page = ""] = plans.filter((plan) => !/count|Aggregate/i.test(plan)).map(withoutPage);
        expect(page, JSON.stringify(query)).toMatch(/premium_packages_by_/);
        expect(page, JSON.stringify(query)).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
      }
    }
  });
});

onOneEngine((engine) => {
  test("managing packages needs an administrator", async () => {
    const app = await testApp(engine);
    const { id } = await makePackage(app);
    const calls = [
      `GET ${own}`,
      `GET ${own}/count`,
      `GET ${own}/order`,
      `PUT ${own}/order`,
      `GET ${own}/${id}`,
      `POST ${own}`,
      `PUT ${own}/${id}`,
      `DELETE ${own}/${id}`,
      `PATCH ${own}/${id}/toggle-active`,
    ] as const;
    for (const call of calls) {
      expect((await app.send(call)).statusCode, call).toBe(401);
      expect((await app.send(call, { token: await userToken(app) })).statusCode, call).toBe(403);
    }
  });

  test("creates, changes named fields alone, and shows customers the change at once", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const created = await app.send(`POST ${own}`, { token, json: { ...month, name: "  1 tháng ", description: " " } });
    expect(created.statusCode).toBe(201);
    const { id } = created.json<PremiumPackage>();
    const stored = {
      ...month,
      id,
      sold: 0,
      earned: 0,
      description: null,
      created_at: expect.any(String),
      version: expect.any(String),
    };
    expect(created.json()).toEqual(stored);
    expect((await list(app, `GET ${shop}`)).names).toEqual(["1 tháng"]);
    const change = async (json: object) => (await app.send(`PUT ${own}/${id}`, { token, json })).json();
    expect(await change({ price: 0 })).toEqual({ ...stored, price: 0 });
    expect(await change({ is_lifetime: true, duration_days: 30 })).toMatchObject({
      is_lifetime: true,
      duration_days: null,
    });
    expect((await app.send(`GET ${shop}`)).json<PremiumPackagePage>().packages[0]).toMatchObject({ is_lifetime: true });
    expect(await change({ is_lifetime: false })).toEqual({
      detail: "Vui lòng nhập số ngày",
      errors: [{ field: "duration_days", message: "Vui lòng nhập số ngày" }],
    });
    expect(await change({ is_lifetime: false, duration_days: 7 })).toMatchObject({ duration_days: 7 });
    expect((await app.send(`GET ${own}/${id}`, { token })).json()).toMatchObject({ price: 0, duration_days: 7 });
    expect((await app.send(`PUT ${own}/999`, { token, json: {} })).statusCode).toBe(404);
    const entries = await app.db
      .selectFrom("audit_log")
      .selectAll()
      .where("entity", "=", "premium_package")
      .orderBy("id")
      .execute();
    expect(entries.map(({ action, summary }) => [action, summary])).toEqual([
      ["create", "1 tháng"],
      ["update", "1 tháng"],
      ["update", "1 tháng"],
      ["update", "1 tháng"],
    ]);
  });

  test.each([
    [{ name: " " }, "name", "Vui lòng nhập tên gói"],
    [{ price: undefined }, "price", "Vui lòng nhập giá"],
    [{ price: -1 }, "price", "Giá phải là số nguyên không âm"],
    [{ price: 1.5 }, "price", "Giá phải là số nguyên không âm"],
    [{ duration_days: 0 }, "duration_days", "Số ngày phải là số nguyên từ 1"],
    [{ duration_days: undefined }, "duration_days", "Vui lòng nhập số ngày"],
    [{ duration_days: 3651 }, "duration_days", "Số ngày không được vượt quá 3650 ngày (10 năm)"],
    [{ sort_order: -1 }, "sort_order", "Thứ tự phải là số nguyên không âm"],
  ])("refuses %o", async (values, field, message) => {
    const app = await testApp(engine);
    const answer = await app.send(`POST ${own}`, { token: await adminToken(app), json: { ...month, ...values } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ field, message }]);
  });

  test("every call about a package that does not exist is a 404", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const call of [`GET ${own}/9`, `DELETE ${own}/9`, `PATCH ${own}/9/toggle-active`] as const) {
      const answer = await app.send(call, { token });
      expect([answer.statusCode, answer.json()], call).toEqual([404, { detail: "Không tìm thấy gói Premium" }]);
    }
  });

  test("anonymous answers carry an ETag", async () => {
    const app = await testApp(engine);
    const { etag } = (await app.send(`GET ${shop}`)).headers;
    const headers = { "if-none-match": String(etag) };
    expect((await app.send(`GET ${shop}`, { headers })).statusCode).toBe(304);
    await app.send(`POST ${own}`, { token: await adminToken(app), json: month });
    expect((await app.send(`GET ${shop}`, { headers })).statusCode).toBe(200);
  });
});
