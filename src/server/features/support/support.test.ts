import { createReadStream, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { contactTypes } from "#contract/contact-link.ts";
import type { AdminContact, SupportContact } from "#contract/support.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeContact, userToken } from "#test/factories.ts";
import { removeDemoContacts } from "./support.service.ts";

const call = "GET /api/admin/support/public/active";
const picture = path.resolve(import.meta.dirname, "../../../../test/fixtures/audio/cover.png");
const own = "/api/admin/support";
const zalo = { name: "Zalo của nhóm", type: "zalo", value: "0901 234 567" };
const active = async (app: TestApp) => (await app.send(call)).json<SupportContact[]>();

onOneEngine((engine) => {
  test("the public list is empty at first", async () => {
    const app = await testApp(engine);
    const answer = await app.send(call);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([]);
    expect(answer.headers["x-total-count"]).toBe("0");
  });

  test("the public list leaves out what has no link", async () => {
    const app = await testApp(engine);
    await makeContact(app, { type: "other", value: "javascript:alert(1)" });
    await makeContact(app, { name: "Gọi", type: "phone", value: "1900 0000" });
    expect((await active(app)).map(({ name }) => name)).toEqual(["Gọi"]);
  });

  test("the public list is the same for an administrator", async () => {
    const app = await testApp(engine);
    await makeContact(app, { is_active: false });
    const answer = await app.send(call, { token: await adminToken(app) });
    expect(answer.json()).toEqual([]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });

  test("a colour outside the palette is shown as null", async () => {
    const app = await testApp(engine);
    await makeContact(app, { color: "chartreuse" });
    expect((await active(app))[0]?.color).toBeNull();
  });

  test("managing contacts needs an administrator", async () => {
    const app = await testApp(engine);
    const { id } = await makeContact(app);
    const calls = [
      `GET ${own}`,
      `POST ${own}`,
      `PUT ${own}/${id}`,
      `DELETE ${own}/${id}`,
      `PATCH ${own}/${id}/toggle-status`,
    ] as const;
    for (const each of calls) {
      expect((await app.send(each)).statusCode, each).toBe(401);
      expect((await app.send(each, { token: "không phải" })).statusCode, each).toBe(401);
      expect((await app.send(each, { token: await userToken(app) })).statusCode, each).toBe(403);
    }
    expect(await active(app)).toHaveLength(1);
  });

  test("the administrator's list has all contacts by sort_order, then id", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const last = await makeContact(app, { sort_order: 5 });
    const second = await makeContact(app, { sort_order: 2, is_active: false });
    const third = await makeContact(app, { sort_order: 2 });
    const first = await makeContact(app, { sort_order: 0, color: "chartreuse" });
    const { items, total } = (await app.send(`GET ${own}`, { token })).json<{ items: AdminContact[]; total: number }>();
    expect(items.map(({ id }) => id)).toEqual([first.id, second.id, third.id, last.id]);
    expect(total).toBe(4);
    expect(items[0]?.color).toBeNull();
    expect(items[1]?.is_active).toBe(false);
  });

  test("a change keeps unnamed fields, and visitors see it at once", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const stored = await app.files.save(createReadStream(picture), "image");
    const whole = {
      ...zalo,
      icon_url: stored.url,
      color: "pink-500",
      is_active: true,
      sort_order: 3,
      description: "Lan trực buổi tối",
    };
    const { id } = (await app.send(`POST ${own}`, { token, json: whole })).json<AdminContact>();
    expect((await active(app))[0]?.name).toBe(zalo.name);
    const change = async (json: object) => (await app.send(`PUT ${own}/${id}`, { token, json })).json<AdminContact>();
    expect(await change({ name: "Zalo" })).toMatchObject({ ...whole, name: "Zalo" });
    expect((await active(app))[0]?.name).toBe("Zalo");
    expect(await change({})).toMatchObject({ ...whole, name: "Zalo" });
    expect(await change({ icon_url: "", description: null })).toMatchObject({ icon_url: null, description: null });
    expect(await change({ type: "email", value: "a@example.com" })).toMatchObject({ color: "pink-500", sort_order: 3 });
    expect(await change({ is_active: false })).toMatchObject({ is_active: false });
    expect(await active(app)).toEqual([]);
  });

  test("a change of value or type is refused when the two do not fit", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeContact(app, { type: "phone", value: "1900 0000" });
    for (const json of [{ value: "gọi Lan" }, { type: "email" }, { type: "other", value: "javascript:alert(1)" }]) {
      const refused = await app.send(`PUT ${own}/${id}`, { token, json });
      expect(refused.statusCode, JSON.stringify(json)).toBe(422);
      expect(refused.json().errors).toEqual([{ field: "value", message: expect.any(String) }]);
    }
    expect((await app.send(`PUT ${own}/${id}`, { token, json: { type: "zalo" } })).statusCode).toBe(200);

    // An invalid value stored by other means does not block other changes.
    const odd = await makeContact(app, { type: "phone", value: "gọi Lan" });
    expect((await app.send(`PUT ${own}/${odd.id}`, { token, json: { name: "Lan" } })).statusCode).toBe(200);
  });

  test.each([
    [{}, "name", "Vui lòng nhập tên"],
    [{ ...zalo, name: "  " }, "name", "Vui lòng nhập tên"],
    [{ ...zalo, value: " " }, "value", "Vui lòng nhập giá trị"],
    [{ ...zalo, value: 5 }, "value", "Vui lòng nhập giá trị"],
    [{ ...zalo, type: "fax" }, "type", "Loại liên lạc không hợp lệ"],
    [{ ...zalo, color: "chartreuse" }, "color", "Màu không hợp lệ"],
    [{ ...zalo, sort_order: -1 }, "sort_order", "Thứ tự phải là số nguyên không âm"],
    [{ ...zalo, sort_order: 1.5 }, "sort_order", "Thứ tự phải là số nguyên không âm"],
    [{ ...zalo, sort_order: "1" }, "sort_order", "Thứ tự phải là số nguyên không âm"],
    [{ ...zalo, sort_order: 1e12 }, "sort_order", "Thứ tự không được lớn hơn 1.000.000"],
    [{ ...zalo, icon_url: "javascript:alert(1)" }, "icon_url", "Địa chỉ không hợp lệ"],
    [{ ...zalo, icon_url: "//example.com/a.png" }, "icon_url", "Địa chỉ không hợp lệ"],
    [{ ...zalo, is_active: "true" }, "is_active", "Giá trị không hợp lệ"],
    [{ ...zalo, name: "a".repeat(101) }, "name", "Không được dài quá 100 ký tự"],
    [{ ...zalo, type: "email", value: "lan" }, "value", "Email không hợp lệ"],
  ])("refuses %j", async (json, field, message) => {
    const app = await testApp(engine);
    const refused = await app.send(`POST ${own}`, { token: await adminToken(app), json });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toContainEqual({ field, message });
    expect(await active(app)).toEqual([]);
  });

  test("names all wrong fields at once", async () => {
    const app = await testApp(engine);
    const json = { name: "", value: "gọi Lan" };
    const refused = await app.send(`POST ${own}`, { token: await adminToken(app), json });
    expect(refused.json().errors.map(({ field }: { field: string }) => field)).toEqual(["name", "value"]);
  });

  test("refuses a value that would run a script for every type", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const type of contactTypes.filter((each) => each !== "request")) {
      for (const value of ["javascript:alert(1)", "data:text/html,x", "java\nscript:alert(1)"]) {
        const refused = await app.send(`POST ${own}`, { token, json: { name: "x", type, value } });
        expect(refused.statusCode, `${type} ${value}`).toBe(422);
      }
    }
  });

  test("a deleted contact is gone for visitors at once", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeContact(app);
    expect(await active(app)).toHaveLength(1);
    const answer = await app.send(`DELETE ${own}/${id}`, { token });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ success: true });
    expect(await active(app)).toEqual([]);
  });

  test("changing a missing contact gets 404", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const each of [`PUT ${own}/9`, `DELETE ${own}/9`, `PATCH ${own}/9/toggle-status`] as const) {
      const answer = await app.send(each, { token, ...(each.startsWith("PUT") ? { json: { name: "x" } } : {}) });
      expect(answer.statusCode, each).toBe(404);
      expect(answer.json()).toEqual({ detail: "Không tìm thấy thông tin liên lạc" });
    }
    expect((await app.send(`DELETE ${own}/abc`, { token })).statusCode).toBe(422);
  });

  test("every change is in the audit trail with its actor", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = (await app.send(`POST ${own}`, { token, json: zalo })).json<AdminContact>();
    await app.send(`PUT ${own}/${id}`, { token, json: { name: "Zalo" } });
    await app.send(`PATCH ${own}/${id}/toggle-status`, { token });
    await app.send(`DELETE ${own}/${id}`, { token });
    const trail = await app.db
      .selectFrom("audit_log")
      .selectAll()
      .where("entity", "=", "support")
      .orderBy("id")
      .execute();
    expect(trail).toMatchObject([
      { action: "create", entity_id: id, summary: zalo.name, actor_kind: "admin" },
      { action: "update", entity_id: id, summary: "Zalo" },
      { action: "update", entity_id: id, summary: "Zalo" },
      { action: "delete", entity_id: id, summary: "Zalo" },
    ]);
  });

  test("a changed demo contact stays when the demo is removed", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const mine = await makeContact(app, { is_demo: true });
    await makeContact(app, { is_demo: true });
    await app.send(`PUT ${own}/${mine.id}`, { token, json: { value: "1900 1234" } });
    await app.db.transaction().execute((tx) => removeDemoContacts(tx));
    const remaining = await app.db.selectFrom("support_contacts").select("id").execute();
    expect(remaining).toEqual([{ id: mine.id }]);
  });

  test("a picture is removed with the last contact that uses it", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const multipart = new FormData();
    multipart.set("file", new Blob([readFileSync(picture)], { type: "image/png" }), "logo.png");
    const { url } = (await app.send("POST /api/upload/file", { token, multipart })).json<{ url: string }>();
    const there = async () => {
      await app.outbox.flush();
      return (await app.send(`GET ${url}`)).statusCode === 200;
    };
    const add = async () =>
      (await app.send(`POST ${own}`, { token, json: { ...zalo, icon_url: url } })).json<AdminContact>().id;
    const [one, other] = [await add(), await add()];
    await app.send(`DELETE ${own}/${one}`, { token });
    expect(await there()).toBe(true);
    await app.send(`PUT ${own}/${other}`, { token, json: { name: "Zalo" } });
    expect(await there()).toBe(true);
    await app.send(`PUT ${own}/${other}`, { token, json: { icon_url: null } });
    expect(await there()).toBe(false);
  });
});

onBothEngines((engine) => {
  test("the public list has active contacts by sort_order, then id, with public fields", async () => {
    const app = await testApp(engine);
    const last = await makeContact(app, { name: "Cuối", sort_order: 9 });
    const second = await makeContact(app, { sort_order: 1 });
    const first = await makeContact(app, {
      name: "Hỏi đáp",
      type: "telegram",
      value: "@ngannga",
      icon_url: "https://example.com/t.png",
      color: "indigo-500",
      description: "chỉ cho người quản trị",
      sort_order: 0,
    });
    const third = await makeContact(app, { sort_order: 1 });
    await makeContact(app, { is_active: false });
    const answer = await app.send(`${call}/`);
    const contacts = answer.json<SupportContact[]>();
    expect(contacts.map(({ id }) => id)).toEqual([first.id, second.id, third.id, last.id]);
    expect(answer.headers["x-total-count"]).toBe("4");
    expect(contacts[0]).toEqual({
      id: first.id,
      name: "Hỏi đáp",
      type: "telegram",
      value: "@ngannga",
      icon_url: "https://example.com/t.png",
      color: "indigo-500",
    });
  });

  test("the public list has an ETag and shows any change of a row", async () => {
    const app = await testApp(engine);
    const contact = await makeContact(app, { name: "Trước" });
    const first = await app.send(call);
    const etag = String(first.headers.etag);
    const again = await app.send(call, { headers: { "if-none-match": etag } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");

    const rows = app.db.updateTable("support_contacts").where("id", "=", contact.id);
    await rows.set({ name: "Sau" }).execute();
    await expect.poll(async () => (await active(app))[0]?.name).toBe("Sau");
    const changed = await app.send(call, { headers: { "if-none-match": etag } });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);

    await rows.set({ is_active: false }).execute();
    await expect.poll(() => active(app)).toEqual([]);
    const other = await makeContact(app);
    await expect.poll(async () => (await active(app)).map(({ id }) => id)).toEqual([other.id]);
    await app.db.deleteFrom("support_contacts").execute();
    await expect.poll(() => active(app)).toEqual([]);
  });

  test("a new contact gets defaults, and visitors see it at once", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    expect(await active(app)).toEqual([]);
    const answer = await app.send(`POST ${own}/`, { token, json: { name: " Tổng đài ", value: " 1900 0000 " } });
    expect(answer.statusCode).toBe(201);
    const contact = answer.json<AdminContact>();
    expect(contact).toEqual({
      id: expect.any(Number),
      name: "Tổng đài",
      type: "phone",
      value: "1900 0000",
      icon_url: null,
      color: "blue-500",
      is_active: true,
      sort_order: 0,
      description: null,
      created_at: expect.stringMatching(/Z$/),
      version: expect.any(String),
    });
    expect((await active(app)).map(({ id }) => id)).toEqual([contact.id]);
    expect((await app.send(`GET ${own}/`, { token })).json()).toEqual({ items: [contact], total: 1 });
  });

  test("a contact is paused and resumed, and visitors see it at once", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeContact(app);
    const toggle = () => app.send(`PATCH ${own}/${id}/toggle-status`, { token });
    expect(await active(app)).toHaveLength(1);
    expect((await toggle()).json()).toMatchObject({ id, is_active: false });
    expect(await active(app)).toEqual([]);
    expect((await toggle()).json()).toMatchObject({ id, is_active: true });
    expect(await active(app)).toHaveLength(1);
    await Promise.all([toggle(), toggle(), toggle()]);
    expect(await active(app)).toEqual([]);
  });
});
