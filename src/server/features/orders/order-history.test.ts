import { expect, test } from "vitest";
import type { OrderEvent } from "#contract/orders.ts";
import { auditOf } from "#server/features/audit/audit.service.ts";
import { onBothEngines, onOneEngine, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeOrder, makeUser, userToken } from "#test/factories.ts";

const own = "/api/premium-orders";

onOneEngine((engine) => {
  test("the history of an order names who changed it, newest first, and holds no other order's changes", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const [order, other] = [await makeOrder(app), await makeOrder(app)];
    const lan = await makeUser(app, { username: "lan" });
    const save = (id: number, json: object) => app.send(`PUT ${own}/${id}`, { token, json });
    await save(order.id, { status: "confirmed", admin_notes: "gọi; rồi → chờ" });
    await save(other.id, { status: "cancelled" });
    await save(order.id, { payment_status: "paid", payment_reference: "FT1;2", user_id: lan.id });
    await app.db
      .insertInto("audit_log")
      .values({
        actor_kind: "admin",
        actor_id: 1,
        actor_name: "cũ",
        action: "update",
        entity: "order",
        entity_id: order.id,
        summary: order.code,
        created_at: new Date().toISOString(),
      })
      .execute();
    const { email } = (await app.send("GET /api/auth/me", { token })).json<{ email: string }>();
    const answer = await app.send(`GET ${own}/${order.id}/history`, { token });
    expect(answer.statusCode).toBe(200);
    const events = answer.json<OrderEvent[]>();
    expect(events.map(({ actor_name, changes }) => [actor_name, changes])).toEqual([
      ["cũ", []],
      [email, ["Chờ thanh toán → Đã thanh toán", "tài khoản: không có → lan", "mã tham chiếu: không có → FT1 2"]],
      [email, ["Chờ xử lý → Đã xác nhận", "sửa ghi chú quản trị"]],
    ]);
    expect(answer.body).not.toContain("gọi");
  });

  test("the history is the administrator's, and an unknown order has none", async () => {
    const app = await testApp(engine);
    const { id } = await makeOrder(app);
    const history = (order: number) => `GET ${own}/${order}/history` as const;
    expect((await app.send(history(id))).statusCode).toBe(401);
    expect((await app.send(history(id), { token: await userToken(app) })).statusCode).toBe(403);
    expect((await app.send(history(id + 1), { token: await adminToken(app) })).statusCode).toBe(404);
  });
});

onBothEngines((engine) => {
  test("the history of an order is read along an index", async () => {
    const app = await testApp(engine);
    const [plan] = await plansOf(app, ({ db }) => auditOf(db, "order", 1, 100));
    expect(plan).toMatch(/audit_log_entity/);
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
  });
});
