import { expect, test } from "vitest";
import type { SupportContact } from "#contract/support.ts";
import { forEachEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeContact } from "#test/factories.ts";

const call = "GET /api/admin/support/public/active";
const active = async (app: TestApp) => (await app.send(call)).json<SupportContact[]>();

forEachEngine((engine) => {
  test("there are none at first", async () => {
    const app = await testApp(engine);
    const answer = await app.send(call);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([]);
    expect(answer.headers["x-total-count"]).toBe("0");
  });

  test("shows the active ones by sort_order, then id, with what visitors may know", async () => {
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

  test("an administrator's token sees the same", async () => {
    const app = await testApp(engine);
    await makeContact(app, { is_active: false });
    const answer = await app.send(call, { token: await adminToken(app) });
    expect(answer.json()).toEqual([]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });

  test("a colour that is none of the palette's counts as none", async () => {
    const app = await testApp(engine);
    await makeContact(app, { color: "chartreuse" });
    expect((await active(app))[0]?.color).toBeNull();
  });

  test("is kept with an ETag, and dropped as soon as a row changes, whoever changed it", async () => {
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
});
