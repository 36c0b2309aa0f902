import { expect, test } from "vitest";
import { maxReplies, type SavedReply } from "#contract/request-messages.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeStaff, staffToken, userToken } from "#test/factories.ts";

const replies = "/api/account/saved-replies";
const text = "Chào {ten}, bài {ma} giao ngày {ngay_giao}";

async function member(app: TestApp, values: Parameters<typeof makeStaff>[1] = {}) {
  const row = await makeStaff(app, values);
  return { id: row.id, token: await staffToken(app, { member: row }) };
}

const add = (app: TestApp, token: string, fields: object = {}) =>
  app.send(`POST ${replies}`, { token, json: { title: "Chào", text, is_shared: false, ...fields } });
const titles = async (app: TestApp, token: string) =>
  (await app.send(`GET ${replies}`, { token }))
    .json<SavedReply[]>()
    .map(({ title, is_shared, can_change }) => [title, is_shared, can_change]);

onBothEngines((engine) => {
  test("each member has own replies, and those for all are kept by supervisors and administrators", async () => {
    const app = await testApp(engine);
    const [an, binh, chi] = [await member(app), await member(app), await member(app, { is_supervisor: true })];
    const admin = await adminToken(app);
    const mine = (await add(app, an.token, { title: "Xin ảnh" })).json<SavedReply>();
    expect(mine).toMatchObject({ title: "Xin ảnh", text, is_shared: false, can_change: true });
    expect((await add(app, an.token, { is_shared: true })).statusCode).toBe(403);
    const shared = (await add(app, chi.token, { title: "Cảm ơn", is_shared: true })).json<SavedReply>();
    expect((await add(app, admin, { title: "Ấm áp", is_shared: true })).statusCode).toBe(201);
    expect(await titles(app, an.token)).toEqual([
      ["Xin ảnh", false, true],
      ["Ấm áp", true, false],
      ["Cảm ơn", true, false],
    ]);
    expect(await titles(app, binh.token)).toEqual([
      ["Ấm áp", true, false],
      ["Cảm ơn", true, false],
    ]);
    const put = (token: string, id: number) =>
      app.send(`PUT ${replies}/${id}`, { token, json: { title: "Khác", text: "Chào bạn" } });
    expect((await put(binh.token, mine.id)).statusCode).toBe(404);
    expect((await put(binh.token, shared.id)).statusCode).toBe(403);
    expect((await put(admin, shared.id)).json()).toMatchObject({ title: "Khác", text: "Chào bạn" });
    expect((await app.send(`DELETE ${replies}/${mine.id}`, { token: binh.token })).statusCode).toBe(404);
    expect((await app.send(`DELETE ${replies}/${mine.id}`, { token: an.token })).statusCode).toBe(200);
    expect(await titles(app, an.token)).toHaveLength(2);
  });

  test("a member who comes back from the bin has the own replies", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const admin = await adminToken(app);
    await add(app, an.token, { title: "Xin ảnh" });
    expect((await app.send(`DELETE /api/admin/staff/${an.id}`, { token: admin })).statusCode).toBe(200);
    expect(await app.db.selectFrom("saved_replies").selectAll().execute()).toEqual([]);
    const json = { entity: "staff", id: an.id };
    const answer = await app.send("POST /api/admin/bin/restore", { token: admin, json });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await app.db.selectFrom("saved_replies").select(["staff_id", "title"]).execute()).toEqual([
      { staff_id: an.id, title: "Xin ảnh" },
    ]);
  });
});

onOneEngine((engine) => {
  test("replies have a title and a text, and there are 50 at most", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    for (const fields of [{ title: " " }, { title: "á".repeat(81) }, { text: "" }, { text: "á".repeat(2001) }]) {
      expect((await add(app, an.token, fields)).statusCode).toBe(422);
    }
    expect((await app.send(`GET ${replies}`)).statusCode).toBe(401);
    expect((await app.send(`GET ${replies}`, { token: await userToken(app) })).statusCode).toBe(403);
    const created_at = new Date().toISOString();
    const rows = Array.from({ length: maxReplies }, () => ({ staff_id: an.id, title: "a", text: "b", created_at }));
    await app.db.insertInto("saved_replies").values(rows).execute();
    expect((await add(app, an.token)).statusCode).toBe(409);
  });
});
