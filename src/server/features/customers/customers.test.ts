import { expect, test } from "vitest";
import type { CustomerActivity, CustomerPurchases } from "#contract/customers.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import {
  adminToken,
  makeOrder,
  makePackage,
  makeRequest,
  makeSession,
  makeSong,
  makeUser,
  userToken,
} from "#test/factories.ts";

const read = async <T>(app: TestApp, id: number, part: "purchases" | "activity"): Promise<T> => {
  const reply = await app.send(`GET /api/admin/users/${id}/${part}`, { token: await adminToken(app) });
  expect(reply.statusCode).toBe(200);
  return reply.json<T>();
};
const purchases = (app: TestApp, id: number) => read<CustomerPurchases>(app, id, "purchases");
const activity = (app: TestApp, id: number) => read<CustomerActivity>(app, id, "activity");

onBothEngines((engine) => {
  test("holds the orders of the account, and those of its e-mail without an account", async () => {
    const app = await testApp(engine);
    const lan = await makeUser(app, { email: "Lan.Anh@nha.example" });
    const { id: package_id } = await makePackage(app, { name: "Gói năm" });
    const granted = "2026-11-20T00:00:00.000Z";
    const own = await makeOrder(app, {
      package_id,
      user_id: lan.id,
      payment_status: "paid",
      premium_granted_at: granted,
    });
    const free = await makeOrder(app, { package_id, user_id: null, user_email: "lan.anh@nha.example" });
    await makeOrder(app, { package_id, user_id: null, user_email: "xlan.anh@nha.example" });
    const token = await adminToken(app);
    await app.send(`PATCH /api/admin/users/${lan.id}/add-premium-days?days_to_add=7`, { token });
    const shown = await purchases(app, lan.id);
    expect(shown.orders.map(({ id, user_id }) => [id, user_id])).toEqual([
      [own.id, lan.id],
      [free.id, null],
    ]);
    expect(shown.orders_total).toBe(1);
    expect(shown.premium.map(({ text, order_id }) => [text, order_id])).toEqual([
      ["thêm Premium 7 ngày", null],
      [`${own.package_name} từ đơn ${own.code}`, own.id],
    ]);
    expect(shown.same_accounts).toEqual([]);
  });

  test("names the other accounts of the person: the same mailbox, the same e-mail or phone on orders", async () => {
    const app = await testApp(engine);
    const lan = await makeUser(app, { email: "thu.huong@hop.example" });
    const variant = await makeUser(app, { email: "thu.huong+2@hop.example" });
    const byPhone = await makeUser(app);
    const byEmail = await makeUser(app);
    await makeUser(app, { email: "thu.huong+2@khac.example" });
    const { id: package_id } = await makePackage(app);
    await makeOrder(app, { package_id, user_id: lan.id, user_phone: "0903 777 121" });
    await makeOrder(app, { package_id, user_id: byPhone.id, user_phone: "+84903777121" });
    await makeOrder(app, { package_id, user_id: byPhone.id, user_phone: "0903777121" });
    await makeOrder(app, { package_id, user_id: byEmail.id, user_email: "Thu.Huong@hop.example" });
    const { same_accounts } = await purchases(app, lan.id);
    expect(same_accounts.map(({ id, reasons, orders }) => [id, reasons, orders])).toEqual([
      [variant.id, ["mailbox"], 0],
      [byPhone.id, ["phone"], 2],
      [byEmail.id, ["order_email"], 1],
    ]);
    expect((await purchases(app, variant.id)).same_accounts.map(({ id }) => id)).toEqual([lan.id]);
  });

  test("holds requests, likes and devices, which the administrator ends", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const own = await userToken(app, { user });
    await makeSession(app, "user", user.id);
    const song = await makeSong(app);
    await app.send(`POST /api/songs/${song.id}/like`, { token: own });
    const request = await makeRequest(app, { user_id: user.id });
    await makeRequest(app);
    const shown = await activity(app, user.id);
    expect(shown).toMatchObject({ requests: [{ id: request.id }], requests_total: 1, likes: [{ song_id: song.id }] });
    expect(shown.sessions).toHaveLength(2);
    const token = await adminToken(app);
    const end = (path: string) => app.send(`DELETE /api/admin/users/${user.id}/sessions${path}`, { token });
    expect((await end(`/${shown.sessions[0]?.id}`)).statusCode).toBe(200);
    expect((await end(`/${shown.sessions[0]?.id}`)).statusCode).toBe(404);
    expect((await activity(app, user.id)).sessions).toHaveLength(1);
    expect((await end("")).statusCode).toBe(200);
    expect((await activity(app, user.id)).sessions).toEqual([]);
    expect((await app.send("GET /api/user/me", { token: own })).statusCode).toBe(401);
  });
});

onOneEngine((engine) => {
  test("an accountant reads the purchases alone; a user that is gone is a 404", async () => {
    const app = await testApp(engine);
    const { id } = await makeUser(app);
    const token = await adminToken(app, { role: "accountant" });
    expect((await app.send(`GET /api/admin/users/${id}/purchases`, { token })).statusCode).toBe(200);
    expect((await app.send(`GET /api/admin/users/${id}/activity`, { token })).statusCode).toBe(403);
    expect((await app.send(`DELETE /api/admin/users/${id}/sessions`, { token })).statusCode).toBe(403);
    for (const part of ["purchases", "activity"]) {
      const reply = await app.send(`GET /api/admin/users/999999/${part}`, { token: await adminToken(app) });
      expect(reply.statusCode).toBe(404);
    }
  });
});
