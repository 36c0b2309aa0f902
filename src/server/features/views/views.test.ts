import { expect, test } from "vitest";
import { maxViews, type SavedView, type ViewBody } from "#contract/views.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeSession, makeStaff, staffToken, userToken } from "#test/factories.ts";

const path = "/api/account/views";
const orders = "/admin/orders";

function views(app: TestApp, token: string | undefined) {
  const save = (body: Partial<ViewBody> = {}) =>
    app.send(`POST ${path}`, { token, json: { screen: orders, name: "Đơn lớn", query: { tab: "unpaid" }, ...body } });
  return {
    save,
    saved: async (body?: Partial<ViewBody>) => {
      const answer = await save(body);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<SavedView>();
    },
    list: async (screen: string = orders) => {
      const answer = await app.send(`GET ${path}`, { token, query: { screen } });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<SavedView[]>();
    },
    change: (id: number, json: object) => app.send(`PUT ${path}/${id}`, { token, json }),
    setDefault: (id: number, is_default = true) =>
      app.send(`POST ${path}/${id}/default`, { token, json: { is_default } }),
    remove: (id: number) => app.send(`DELETE ${path}/${id}`, { token }),
    restore: (id: number) => app.send(`POST ${path}/${id}/restore`, { token, json: {} }),
  };
}
const names = (list: readonly SavedView[]) => list.map(({ name }) => name);

onBothEngines((engine) => {
  test("a view is saved, renamed, updated, made the default and deleted by its account", async () => {
    const app = await testApp(engine);
    const own = views(app, await adminToken(app));
    const query = { tab: "unpaid", q: "lan & hà", sort: "amount-desc", size: "50", view: "table", hide: "email" };
    const view = await own.saved({ name: "  Đơn lớn ", query, is_default: true });
    expect(view).toMatchObject({ name: "Đơn lớn", query, is_shared: false, is_default: true, can_change: true });
    const other = await own.saved({ name: "Ánh", query: {} });
    expect(names(await own.list())).toEqual(["Ánh", "Đơn lớn"]);
    expect(await own.list("/admin/users")).toEqual([]);

    expect((await own.setDefault(other.id)).json()).toMatchObject({ is_default: true });
    expect((await own.list()).map(({ is_default }) => is_default)).toEqual([true, false]);
    await own.setDefault(view.id, false);
    expect(
      (await own.list()).map(({ is_default }) => is_default),
      "of another view",
    ).toEqual([true, false]);
    await own.setDefault(other.id, false);
    expect((await own.list()).some(({ is_default }) => is_default)).toBe(false);

    const renamed = await own.change(view.id, { name: "Đơn to", query: { tab: "done" }, version: view.version });
    expect(renamed.json()).toMatchObject({ name: "Đơn to", query: { tab: "done" } });
    expect((await own.remove(view.id)).statusCode).toBe(200);
    expect(names(await own.list())).toEqual(["Ánh"]);
    expect((await own.change(view.id, { name: "Về" })).statusCode).toBe(404);
    expect((await own.restore(view.id)).json()).toMatchObject({ name: "Đơn to" });
    expect((await own.restore(view.id)).statusCode).toBe(404);
  });

  test("a view of transfers that was saved by an earlier version is given in its present form", async () => {
    const app = await testApp(engine);
    const own = views(app, await adminToken(app));
    const screen = "/admin/payments";
    await own.saved({ screen, name: "Thiếu", query: { state: "under", q: "lan" } });
    await own.saved({ screen, name: "Tiền ra", query: { state: "outgoing" } });
    await own.saved({ screen, name: "Khớp", query: { state: "matched" } });
    expect((await own.list(screen)).map(({ name, query }) => [name, query])).toEqual([
      ["Khớp", { state: "matched" }],
      ["Thiếu", { q: "lan", reason: "under" }],
      ["Tiền ra", { state: "aside", reason: "outgoing" }],
    ]);
  });

  test("a view of all is saved by administrators, seen by all who have the screen, and changed by administrators", async () => {
    const app = await testApp(engine);
    const an = views(app, await adminToken(app));
    const binh = views(app, await adminToken(app));
    const accountant = views(app, await adminToken(app, { role: "accountant" }));
    const shared = await an.saved({ is_shared: true });
    expect((await accountant.save({ is_shared: true })).statusCode).toBe(403);
    expect(await accountant.list()).toMatchObject([{ id: shared.id, is_shared: true, can_change: false }]);
    for (const refused of [await accountant.change(shared.id, { name: "Khác" }), await accountant.remove(shared.id)]) {
      expect(refused.statusCode).toBe(403);
    }
    const own = await accountant.saved();
    expect((await accountant.change(own.id, { is_shared: true })).statusCode).toBe(403);
    expect((await accountant.setDefault(shared.id)).json()).toMatchObject({ is_default: true });
    expect((await an.list())[0]).toMatchObject({ is_default: false });

    expect((await binh.change(shared.id, { name: "Đơn rất lớn" })).json()).toMatchObject({ can_change: true });
    await binh.remove(shared.id);
    expect(names(await accountant.list())).toEqual(["Đơn lớn"]);
    await binh.restore(shared.id);
    expect(await accountant.list()).toMatchObject([{}, { name: "Đơn rất lớn", is_default: true }]);

    await an.setDefault(shared.id);
    expect((await an.change(shared.id, { is_shared: false })).statusCode).toBe(200);
    expect(await an.list()).toMatchObject([{ is_default: true }]);
    expect(names(await accountant.list())).toEqual(["Đơn lớn"]);
    expect(names(await binh.list())).toEqual([]);
    expect((await accountant.list()).some(({ is_default }) => is_default)).toBe(false);
    await an.change(shared.id, { is_shared: true });
    expect((await accountant.list()).some(({ is_default }) => is_default)).toBe(false);
  });

  test("of many saves at once each name is kept once", async () => {
    const app = await testApp(engine);
    const an = views(app, await adminToken(app));
    const answers = await Promise.all(Array.from({ length: 6 }, () => an.save({ is_default: true })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await an.list()).toHaveLength(1);
  });

  test("views end with their account, and come back with it from the bin", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const member = await makeStaff(app);
    const own = views(app, await staffToken(app, { member }));
    await own.saved({ screen: "/staff/dashboard", name: "Trễ hạn", is_default: true });
    expect((await app.send(`DELETE /api/admin/staff/${member.id}`, { token })).statusCode).toBe(200);
    const count = async () => (await app.db.selectFrom("list_views").select("id").execute()).length;
    expect(await count()).toBe(0);
    expect(await app.db.selectFrom("list_view_defaults").selectAll().execute()).toEqual([]);
    const restored = await app.send("POST /api/admin/bin/restore", { token, json: { entity: "staff", id: member.id } });
    expect(restored.statusCode, restored.body).toBe(200);
    const back = views(app, await staffToken(app, { member }));
    expect(names(await back.list("/staff/dashboard"))).toEqual(["Trễ hạn"]);
  });
});

onOneEngine((engine) => {
  test("views of others are neither seen nor changed", async () => {
    const app = await testApp(engine);
    const an = views(app, await adminToken(app));
    const view = await an.saved({ is_default: true });
    const member = views(app, await staffToken(app, { isSupervisor: true }));
    const accountant = views(app, await adminToken(app, { role: "accountant" }));
    for (const other of [views(app, await adminToken(app)), accountant, member]) {
      if (other !== member) expect(await other.list()).toEqual([]);
      for (const answer of [
        await other.change(view.id, { name: "Của tôi", is_shared: true }),
        await other.setDefault(view.id),
        await other.remove(view.id),
        await other.restore(view.id),
      ]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.body).not.toContain(view.name);
      }
    }
    expect(await an.list()).toEqual([view]);
    await an.remove(view.id);
    expect((await accountant.restore(view.id)).statusCode).toBe(404);
    expect((await an.restore(view.id)).statusCode).toBe(200);
  });

  test("an account of another kind with the same number is another account", async () => {
    const app = await testApp(engine);
    const admin = await makeAdmin(app);
    const member = await makeStaff(app, { id: admin.id });
    const desk = "/staff/dashboard";
    const own = views(app, await staffToken(app, { member }));
    const view = await own.saved({ screen: desk, is_default: true });
    const office = views(app, await makeSession(app, "admin", admin.id));
    const shared = await office.saved({ is_shared: true, is_default: true });
    expect((await office.remove(view.id)).statusCode).toBe(404);
    expect(await own.list(desk)).toEqual([view]);
    expect((await own.setDefault(shared.id)).statusCode).toBe(404);
    expect((await own.remove(shared.id)).statusCode).toBe(404);
  });

  test("a deleted view does not come back beside one that has its name by then", async () => {
    const app = await testApp(engine);
    const an = views(app, await adminToken(app));
    const [first, second] = [await an.saved({ name: "Một" }), await an.saved({ name: "Hai" })];
    await an.remove(first.id);
    await an.change(second.id, { name: "Một" });
    expect((await an.restore(first.id)).statusCode).toBe(409);
  });

  test("each role saves views of its own screens only", async () => {
    const app = await testApp(engine);
    const accountant = views(app, await adminToken(app, { role: "accountant" }));
    const member = views(app, await staffToken(app));
    expect((await accountant.save({ screen: "/admin/songs" })).statusCode).toBe(403);
    expect((await member.save()).statusCode).toBe(403);
    expect((await member.save({ screen: "/staff/dashboard" })).statusCode).toBe(201);
    expect((await member.save({ screen: "/staff/dashboard", name: "Chung", is_shared: true })).statusCode).toBe(403);
    expect((await views(app, await adminToken(app)).save({ screen: "/staff/dashboard" })).statusCode).toBe(403);
    expect((await app.send(`GET ${path}`, { query: { screen: orders } })).statusCode).toBe(401);
    const customer = await userToken(app, { premium: true });
    expect((await app.send(`GET ${path}`, { token: customer, query: { screen: orders } })).statusCode).toBe(403);
    expect((await views(app, customer).save()).statusCode).toBe(403);
  });

  test("names are taken once by each account and once by all, and their number is bounded", async () => {
    const app = await testApp(engine);
    const an = views(app, await adminToken(app));
    const view = await an.saved();
    const taken = await an.save({ name: "đơn LỚN" });
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({ errors: [{ field: "name", message: "Bạn đã có dạng xem mang tên này" }] });
    expect((await an.save({ screen: "/admin/users" })).statusCode).toBe(201);
    expect((await an.save({ is_shared: true })).statusCode).toBe(201);
    expect((await an.change(view.id, { is_shared: true })).statusCode).toBe(409);
    expect((await an.change(view.id, { name: "ĐƠN LỚN" })).statusCode).toBe(200);
    await an.remove(view.id);
    await an.saved({ name: "Đơn lớn" });
    expect((await an.restore(view.id)).statusCode).toBe(404);

    for (let n = 2; n <= maxViews; n++) await an.saved({ name: `Dạng ${n}` });
    const last = await an.save({ name: "Thêm một" });
    expect(last.statusCode).toBe(409);
    expect(last.body).toContain("tối đa 50");
    expect((await an.save({ name: "Thêm một", is_shared: true })).statusCode).toBe(201);
  });

  test("a deletion is final with the next one of the same account and screen", async () => {
    const app = await testApp(engine);
    const an = views(app, await adminToken(app));
    const [first, second] = [await an.saved({ name: "Một" }), await an.saved({ name: "Hai" })];
    const elsewhere = await an.saved({ screen: "/admin/users" });
    for (const { id } of [elsewhere, first, second]) await an.remove(id);
    const answers = [await an.restore(first.id), await an.restore(second.id), await an.restore(elsewhere.id)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 200, 200]);
  });

  test("refuses what is no screen, name or query", async () => {
    const app = await testApp(engine);
    const an = views(app, await adminToken(app));
    const view = await an.saved({ name: "Có sẵn" });
    for (const body of [
      { screen: "/admin/nothing" },
      { screen: "__proto__" },
      { name: " " },
      { name: "a".repeat(61) },
      { name: "a\u0000b" },
      { query: [] },
      { query: { tab: 1 } },
      { query: JSON.parse('{"__proto__":"x"}') },
      { query: { "<b>": "x" } },
      { query: { q: "a".repeat(1001) } },
      { query: { q: "a\u0000b" } },
      {
        query: Object.fromEntries(
          Array.from({ length: 41 }, (_, n) => [`a${"b".repeat(n % 26)}_${"c".repeat(n % 7)}`, "x"]),
        ),
      },
      { query: Object.fromEntries(["a", "b", "c", "d", "e"].map((key) => [key, "x".repeat(1000)])) },
      { is_shared: "có" },
    ] as object[]) {
      const answer = await an.save(body);
      expect(answer.statusCode, `${JSON.stringify(body).slice(0, 80)} ${answer.body}`).toBe(422);
      const { screen: _screen, ...change } = body as { screen?: string };
      if (Object.keys(change).length > 0) expect((await an.change(view.id, change)).statusCode).toBe(422);
    }
    expect(await an.list()).toEqual([view]);
  });
});
