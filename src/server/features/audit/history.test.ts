import { sql } from "kysely";
import { expect, test } from "vitest";
import { type HistoryEntry, HistoryQuery } from "#contract/history.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import {
  adminToken,
  makeAdmin,
  makeCategory,
  makeOrder,
  makePackage,
  makeRequest,
  makeSong,
  makeStaff,
  makeUser,
  password,
  staffToken,
  userToken,
} from "#test/factories.ts";
import { auditListReader } from "./audit.repository.ts";

const ofRecord = async (app: TestApp, token: string, entity: string, id: number) =>
  (await app.send(`GET /api/admin/history/${entity}/${id}` as never, { token })).json<HistoryEntry[]>();

onBothEngines((engine) => {
  test("tells of each field from what to what", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const [one, other] = [await makeCategory(app, { name: "Bolero" }), await makeCategory(app, { name: "Thiếu nhi" })];
    const song = await makeSong(app, { title: "Mưa", categories: [one.id] });
    await app.send(`PUT /api/songs/${song.id}`, {
      token,
      json: {
        title: "Mưa hạ",
        artist: "Thu Hà",
        description: "Một chiều mưa",
        lyrics: "a".repeat(600),
        is_active: false,
        is_featured: true,
        is_premium: true,
        category_ids: [other.id],
      },
    });
    const [entry] = await ofRecord(app, token, "song", song.id);
    expect(entry).toMatchObject({ action: "update", entity_id: song.id, name_now: "Mưa hạ" });
    expect(entry?.changes).toEqual([
      { field: "Tên bài hát", from: "Mưa", to: "Mưa hạ" },
      { field: "Nghệ sĩ", from: null, to: "Thu Hà" },
      { field: "Mô tả", from: null, to: "Một chiều mưa" },
      { field: "Lời bài hát", from: null, to: `${"a".repeat(500)}…` },
      { field: "Đang hiện", from: "có", to: "không" },
      { field: "Nổi bật", from: "không", to: "có" },
      { field: "Premium", from: "không", to: "có" },
      { field: "Thể loại", from: "Bolero", to: "Thiếu nhi" },
    ]);
  });

  test("has no password and no secret, and what it holds of a person ends with the account", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const user = await makeUser(app, { email: "cu@example.com", full_name: "Lan" });
    const json = { email: "moi@example.com", password: "một mật khẩu thật dài 42" };
    await app.send(`PUT /api/admin/users/${user.id}`, { token, json });
    await app.send(`PATCH /api/admin/users/${user.id}/upgrade-premium`, { token, json: { duration_days: 30 } });
    const entries = await ofRecord(app, token, "user", user.id);
    expect(entries.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual([
      "Gói",
      "Premium đến",
      "Email",
    ]);
    expect(entries[1]?.changes).toEqual([{ field: "Email", from: "cu@example.com", to: "moi@example.com" }]);
    expect(entries.map(({ name_now }) => name_now)).toEqual([user.username, user.username]);
    const stored = () => app.db.selectFrom("audit_log").selectAll().orderBy("id").execute();
    expect(JSON.stringify(await stored())).not.toMatch(/mật khẩu thật dài|argon2/);
    await app.send(`DELETE /api/admin/users/${user.id}`, { token });
    expect(JSON.stringify(await stored())).not.toMatch(/cu@example\.com|moi@example\.com/);
    expect((await ofRecord(app, token, "user", user.id)).map(({ action }) => action)).toEqual([
      "delete",
      "update",
      "update",
    ]);
  });

  test("loses the words of a customer with the order and the request", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const order = await makeOrder(app, { package_id: (await makePackage(app)).id });
    const request = await makeRequest(app);
    await app.send(`PUT /api/premium-orders/${order.id}`, { token, json: { admin_notes: "gọi lại cô Hạnh" } });
    await app.send(`PUT /api/song-requests/${request.id}`, { token, json: { admin_notes: "tặng cô Hạnh" } });
    const stored = async () =>
      JSON.stringify(await app.db.selectFrom("audit_log").select("changes").orderBy("id").execute());
    expect(await stored()).toMatch(/gọi lại cô Hạnh.*tặng cô Hạnh/);
    await app.send(`DELETE /api/premium-orders/${order.id}`, { token });
    await app.send(`DELETE /api/song-requests/${request.id}`, { token });
    expect(await stored()).not.toMatch(/Hạnh/);
  });

  test("shows settings, packages, contacts and members with their changes", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const item = await makePackage(app, { price: 49_000 });
    const member = await makeStaff(app, { notes: null });
    await app.send(`PUT /api/admin/premium-packages/${item.id}`, { token, json: { price: 59_000 } });
    await app.send(`PATCH /api/admin/premium-packages/${item.id}/toggle-active`, { token });
    await app.send(`PUT /api/admin/staff/${member.id}`, { token, json: { notes: "làm buổi tối" } });
    await app.send("PUT /api/admin/config/song-pricing", { token, json: { base_price: 310_000 } });
    await app.send("PUT /api/admin/config/notifications", { token, json: { quiet_hours: false } });
    const changes = (await page(app, token)).flatMap((entry) => entry.changes);
    expect(changes).toEqual([
      { field: "Giờ yên lặng", from: "có", to: "không" },
      { field: "Giá", from: "299.000 ₫", to: "310.000 ₫" },
      { field: "Ghi chú", from: null, to: "làm buổi tối" },
      { field: "Đang hiện", from: "có", to: "không" },
      { field: "Giá", from: "49.000 ₫", to: "59.000 ₫" },
    ]);
  });

  test("is filtered by person, time, kind and action; logins stand apart", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    const admin = await makeAdmin(app, { email: "an@example.com" });
    const token = await adminToken(app);
    await app.send("POST /api/auth/login", { form: { username: "an@example.com", password } });
    await app.send("POST /api/categories", { token, json: { name: "Ru con", category_type: "entertainment" } });
    const member = await makeStaff(app);
    const request = await makeRequest(app, { staff_id: member.id, status: "processing" });
    await app.send(`PUT /api/staff/requests/${request.id}/update-status`, {
      token: await staffToken(app, { member }),
      json: { staff_notes: "đang thu" },
    });
    const shown = async (query: Record<string, string>) =>
      (await page(app, token, query)).map(({ action, entity }) => `${action} ${entity}`);
    expect(await shown({})).toEqual(["update song_request", "create category"]);
    expect(await shown({ kind: "login" })).toEqual(["login admin"]);
    expect(await shown({ kind: "login", person: `admin-${admin.id}` })).toEqual(["login admin"]);
    expect(await shown({ person: `staff-${member.id}` })).toEqual(["update song_request"]);
    expect(await shown({ person: "system" })).toEqual([]);
    expect(await shown({ entity: "category" })).toEqual(["create category"]);
    expect(await shown({ action: "update" })).toEqual(["update song_request"]);
    expect(await shown({ to: "2020-01-01" })).toEqual([]);
    for (const bad of ["person=quan-tri", "entity=nothing", "action=login", "kind=x", "from=mai"]) {
      expect((await app.send(`GET /api/admin/history?${bad}` as never, { token })).statusCode, bad).toBe(422);
    }
    const people = (await app.send("GET /api/admin/history/people", { token })).json<{ key: string }[]>();
    expect(people.map(({ key }) => key)).toEqual(
      expect.arrayContaining([`admin-${admin.id}`, `staff-${member.id}`, "system"]),
    );
  });

  test("is read along its indexes", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    await sql`insert into audit_log (actor_kind, actor_id, actor_name, action, entity, entity_id, summary, created_at)
      with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(rowsForPlans(engine))})
      select 'admin', 1 + i % 5, 'An', case when i % 3 = 0 then 'login' else 'update' end,
        case when i % 400 = 0 then 'category' else 'song' end, i, 'x',
        cast('2026-0' || (1 + i % 9) || '-1' || (i / 7 % 10) || 'T00:00:00.000Z' as ${app.database.dialect.types.time})
      from counting`.execute(app.db);
    if (engine === "postgres") await sql`vacuum analyze audit_log`.execute(app.db);
    for (const filter of [{}, { kind: "login" }, { entity: "category" }, { from: "2026-02-01", to: "2026-02-03" }]) {
      const query = HistoryQuery.parse({ ...filter, skip: "40" });
      const plans = await plansOf(app, ({ db, dialect }) => auditListReader(db, dialect).page(query), {
        isLarge: true,
      });
      const [plan = ""] = plans.filter((each) => !/count|Aggregate/i.test(each)).map(withoutPage);
      expect(plan, JSON.stringify(filter)).toMatch(/audit_log_(work|logins|kind|person|time)/);
      expect(plan, JSON.stringify(filter)).not.toMatch(/TEMP B-TREE|Seq Scan/);
    }
  });
});

onOneEngine((engine) => {
  test("is closed to all but administrators; accountants read that of their work", async () => {
    const app = await testApp(engine);
    const accountant = await adminToken(app, { role: "accountant" });
    const order = await makeOrder(app, { package_id: (await makePackage(app)).id });
    const song = await makeSong(app);
    expect((await app.send("GET /api/admin/history", { token: accountant })).statusCode).toBe(403);
    expect((await app.send(`GET /api/admin/history/order/${order.id}`, { token: accountant })).statusCode).toBe(200);
    expect((await app.send(`GET /api/admin/history/song/${song.id}`, { token: accountant })).statusCode).toBe(403);
    for (const token of [await userToken(app), await staffToken(app)]) {
      expect((await app.send(`GET /api/admin/history/song/${song.id}`, { token })).statusCode).toBe(403);
    }
    expect((await app.send(`GET /api/admin/history/song/${song.id}`)).statusCode).toBe(401);
  });
});

async function page(app: TestApp, token: string, query: Record<string, string> = {}): Promise<HistoryEntry[]> {
  const answer = await app.send(`GET /api/admin/history?${new URLSearchParams(query)}` as never, { token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<HistoryEntry[]>();
}
