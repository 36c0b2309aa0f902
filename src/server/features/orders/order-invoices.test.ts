import { describe, expect, test } from "vitest";
import { defaultRetention } from "#contract/retention.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, makeUser, userToken } from "#test/factories.ts";
import { rowsOfXlsx } from "#test/xlsx.ts";

const customer = { user_name: "Nguyễn Lan", user_phone: "0901234567", user_email: "lan@example.com" };
const invoice = {
  company: "Công ty TNHH Lan",
  tax_code: "0101248141-001",
  address: "17 Nguyễn Trãi, Hà Nội",
  email: "ketoan@example.com",
};
const dayMs = 24 * 3600_000;

const order = async (app: TestApp, fields: object = {}) => {
  const { id: package_id } = await makePackage(app);
  return app.send("POST /api/premium-orders", { json: { ...customer, package_id, ...fields } });
};
const put = (app: TestApp, token: string, json: object) => app.send(`PUT /api/orders/${token}/invoice`, { json });
const stored = ({ db }: TestApp) =>
  db.selectFrom("invoice_requests").select(["company", "tax_code", "address", "email"]).execute();

onBothEngines((engine) => {
  test("an invoice that is asked for with the order is kept and shown on its page", async () => {
    const app = await testApp(engine);
    const made = await order(app, { invoice: { ...invoice, tax_code: "0101 248 141 001" } });
    expect([made.statusCode, made.json().invoice]).toEqual([201, invoice]);
    const page = await app.send(`GET /api/orders/${made.json().page_token}`);
    expect(page.json().invoice).toEqual(invoice);
    const detail = await app.send(`GET /api/premium-orders/${made.json().id}`, { token: await adminToken(app) });
    expect(detail.json().invoice).toEqual(invoice);
  });

  test("it can be asked for later, changed, and given up", async () => {
    const app = await testApp(engine);
    const { page_token } = (await order(app)).json<{ page_token: string }>();
    expect((await put(app, page_token, { invoice })).json().invoice).toEqual(invoice);
    const other = { ...invoice, company: "Công ty khác" };
    expect((await put(app, page_token, { invoice: other })).json().invoice).toEqual(other);
    expect(await stored(app)).toEqual([other]);
    expect((await put(app, page_token, { invoice: null })).json().invoice).toBeNull();
    expect(await stored(app)).toEqual([]);
  });

  test("the export has its columns, and a filter finds the orders that need one", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const wanted = (await order(app, { invoice })).json<{ id: number }>();
    await order(app);
    const query = { invoice: "wanted" };
    const list = await app.send("GET /api/premium-orders", { token, query });
    expect(list.headers["x-total-count"]).toBe("1");
    expect(list.json()).toMatchObject([{ id: wanted.id }]);
    expect((await app.send("GET /api/premium-orders/stats", { token, query })).json().total).toBe(1);
    const file = await app.send("GET /api/premium-orders/export", { token, query });
    const [head, row, ...others] = rowsOfXlsx(file.rawPayload);
    expect(head?.slice(-4)).toEqual(["Hóa đơn: công ty", "Hóa đơn: mã số thuế", "Hóa đơn: địa chỉ", "Hóa đơn: email"]);
    expect(row?.slice(-4)).toEqual(Object.values(invoice));
    expect(others).toEqual([]);
  });

  test("it goes with the order, and with its age", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = (await order(app, { invoice })).json<{ id: number }>();
    expect((await app.send(`DELETE /api/premium-orders/${id}`, { token })).statusCode).toBe(200);
    expect(await stored(app)).toEqual([]);
    await order(app, { invoice });
    const json = { ...defaultRetention, orders_months: 12 };
    expect((await app.send("PUT /api/admin/config/retention", { token, json })).statusCode).toBe(200);
    const old = new Date(Date.now() - 400 * dayMs).toISOString();
    await app.db.updateTable("premium_orders").set({ updated_at: old }).execute();
    const day = new Date().toISOString().slice(0, 10);
    await app.outbox.add(app.db, "retention.run", { day }, { key: day });
    await app.outbox.flush();
    expect(await stored(app)).toEqual([]);
  });

  test("it is a part of the user's own data", async () => {
    const app = await testApp(engine);
    const { id: user_id } = await makeUser(app, { username: "lan" });
    const { page_token } = await makeOrder(app, { user_id });
    await put(app, page_token, { invoice });
    const token = await userToken(app, { user: { id: user_id } });
    const data = await app.send("GET /api/user/export", { token });
    expect(data.body).toContain(invoice.company);
  });
});

onOneEngine((engine) => {
  describe("is refused", () => {
    test.each([
      ["company", " ", "Vui lòng nhập tên công ty"],
      ["company", "a".repeat(301), "Tên công ty không được dài quá 300 ký tự"],
      ["tax_code", "", "Vui lòng nhập mã số thuế"],
      ["tax_code", "012345678", "Mã số thuế gồm 10 số, 13 số (chi nhánh) hoặc 12 số căn cước"],
      ["tax_code", "0101248141-01", "Mã số thuế gồm 10 số, 13 số (chi nhánh) hoặc 12 số căn cước"],
      ["tax_code", "0101248142", "Mã số thuế không đúng, bạn kiểm tra lại từng số nhé"],
      ["tax_code", "1".repeat(5000), "Mã số thuế không hợp lệ"],
      ["address", "", "Vui lòng nhập địa chỉ công ty"],
      ["email", "không phải", "Email không hợp lệ"],
      ["email", null, "Vui lòng nhập email nhận hóa đơn"],
    ])("with the %s %j", async (field, value, message) => {
      const app = await testApp(engine);
      const made = await order(app, { invoice: { ...invoice, [field]: value } });
      expect(made.statusCode).toBe(422);
      expect(made.json().errors).toContainEqual({ field: `invoice.${field}`, message });
      const { page_token } = await makeOrder(app);
      expect((await put(app, page_token, { invoice: { ...invoice, [field]: value } })).statusCode).toBe(422);
      expect(await stored(app)).toEqual([]);
    });

    test("for an order that is free, ended, erased, unknown, or paid long ago", async () => {
      const app = await testApp(engine);
      const { id: package_id } = await makePackage(app, { price: 0 });
      const paid = { payment_status: "paid", status: "confirmed" } as const;
      const days = (count: number) => new Date(Date.now() - count * dayMs).toISOString();
      for (const [values, status] of [
        [{ package_id }, 409],
        [{ status: "cancelled" }, 409],
        [{ payment_status: "refunded" }, 409],
        [{ ...paid, paid_at: days(30.1) }, 409],
        [{ ...paid, paid_at: days(29) }, 200],
        [{ erased_at: days(1) }, 404],
      ] as const) {
        const { page_token } = await makeOrder(app, values);
        expect((await put(app, page_token, { invoice })).statusCode, JSON.stringify(values)).toBe(status);
      }
      expect((await put(app, "x".repeat(22), { invoice })).statusCode).toBe(404);
    });

    test.each([{}, { invoice: "x" }, { invoice: [] }, { invoice: { company: {} } }])("as %j", async (json) => {
      const app = await testApp(engine);
      const { page_token } = await makeOrder(app);
      expect((await put(app, page_token, json)).statusCode).toBe(422);
    });
  });
});
