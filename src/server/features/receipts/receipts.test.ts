import { expect, test } from "vitest";
import type { AdminReceiptSeller } from "#contract/receipts.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makePackage, makeRequest, userToken } from "#test/factories.ts";
import { mailingApp } from "#test/mailing-app.ts";
import { textsOfPdf } from "#test/pdf.ts";

const paid = { payment_status: "paid", status: "confirmed" } as const;
const seller = { name: "Công ty TNHH Ngân Nga", tax_code: "0101248141", address: "17 Nguyễn Trãi, Hà Nội" };

async function textsAt(app: TestApp, path: string): Promise<string[]> {
  const answer = await app.send(`GET ${path}`);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return textsOfPdf(answer.rawPayload);
}
const receiptPath = ({ page_token }: { page_token: string }) => `/api/orders/${page_token}/receipt.pdf`;
const numbers = async ({ db }: TestApp) =>
  (await db.selectFrom("receipts").select("number").orderBy("number").execute()).map(({ number }) => number);

onBothEngines((engine) => {
  test("a paid and confirmed order has a receipt with the seller of its time", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    await app.send("PUT /api/admin/config/receipts", { token, json: seller });
    const { id: package_id } = await makePackage(app, { name: "1 năm", price: 399_000, duration_days: 365 });
    const order = await makeOrder(app, { package_id, user_name: "Nguyễn Thị Ẩn" });
    expect((await app.send(`GET ${receiptPath(order)}`)).statusCode).toBe(404);
    await app.send(`PUT /api/premium-orders/${order.id}`, { token, json: { payment_status: "paid" } });
    expect((await app.send(`GET ${receiptPath(order)}`)).statusCode).toBe(404);
    const json = { status: "confirmed", payment_reference: "FT1" };
    await app.send(`PUT /api/premium-orders/${order.id}`, { token, json });
    await app.send("PUT /api/admin/config/receipts", { token, json: { name: "Người bán khác" } });

    const texts = await textsAt(app, receiptPath(order));
    expect(texts).toEqual(expect.arrayContaining([seller.name, "Mã số thuế: 0101248141", seller.address]));
    expect(texts).toEqual(expect.arrayContaining(["Nguyễn Thị Ẩn", "Gói “1 năm”, Premium 365 ngày", order.code]));
    expect(texts).toEqual(expect.arrayContaining(["Số 000001", "399.000 ₫", "FT1"]));
    const answer = await app.send(`GET ${receiptPath(order)}`);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-disposition": `attachment; filename=bien-nhan-${order.code}.pdf`,
    });
  });

  test("orders that are confirmed at once get numbers without gaps", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: package_id } = await makePackage(app, { price: 50_000 });
    const orders = await Promise.all(Array.from({ length: 12 }, () => makeOrder(app, { package_id })));
    const saves = orders.flatMap(({ id }) =>
      [1, 2].map(() => app.send(`PUT /api/premium-orders/${id}`, { token, json: paid })),
    );
    for (const { statusCode } of await Promise.all(saves)) expect(statusCode).toBe(200);
    expect(await numbers(app)).toEqual(orders.map((_, index) => index + 1));
  });

  test("one that is paid again has a new number, and the first stays as cancelled", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const order = await makeOrder(app);
    const save = (json: object) => app.send(`PUT /api/premium-orders/${order.id}`, { token, json });
    await save(paid);
    await save({ payment_status: "refunded" });
    expect((await app.send(`GET ${receiptPath(order)}`)).statusCode).toBe(404);
    await save({ payment_status: "paid" });
    expect(await textsAt(app, receiptPath(order))).toContain("Số 000002");
    const rows = await app.db.selectFrom("receipts").selectAll().orderBy("number").execute();
    expect(rows.map(({ number, cancelled_at }) => [number, cancelled_at !== null])).toEqual([
      [1, true],
      [2, false],
    ]);
    expect(rows[1]?.paid_at).toBe(rows[1]?.issued_at);
  });

  test("an order of before there were receipts gets its own when somebody asks, once", async () => {
    const app = await testApp(engine);
    const paid_at = "2026-10-01T02:00:00.000Z";
    const order = await makeOrder(app, { ...paid, paid_at });
    await Promise.all([1, 2, 3].map(() => textsAt(app, receiptPath(order))));
    expect(await numbers(app)).toEqual([1]);
    expect(await textsAt(app, receiptPath(order))).toContain("01/10/2026 09:00");
  });

  test("a request that is paid has one, until its payment is withdrawn", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const request = await makeRequest(app, { agreed_price: 500_000, customer_name: "Lê Văn Tỵ" });
    const path = `/api/requests/${request.page_token}/receipt.pdf`;
    const save = (json: object) => app.send(`PUT /api/song-requests/${request.id}`, { token, json });
    expect((await app.send(`GET ${path}`)).statusCode).toBe(404);
    await save({ is_paid: true });
    expect(await textsAt(app, path)).toEqual(expect.arrayContaining(["Bài hát viết riêng", "Lê Văn Tỵ", "500.000 ₫"]));
    await save({ is_paid: false });
    expect((await app.send(`GET ${path}`)).statusCode).toBe(404);
    await save({ is_paid: true });
    expect(await textsAt(app, path)).toContain("Số 000002");
  });

  test("a deleted request leaves its receipt without its buyer", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const request = await makeRequest(app, { agreed_price: 500_000, customer_name: "Lê Văn Tỵ" });
    await app.send(`PUT /api/song-requests/${request.id}`, { token, json: { is_paid: true } });
    expect((await app.send(`DELETE /api/song-requests/${request.id}`, { token })).statusCode).toBe(200);
    const [left] = await app.db.selectFrom("receipts").selectAll().execute();
    expect(left).toMatchObject({ number: 1, request_id: null, buyer: "", amount: 500_000, code: request.code });
  });

  test("number and sum of its transfers stand on it", async () => {
    const app = await testApp(engine);
    const order = await makeOrder(app, { ...paid, payment_reference: "gõ tay" });
    const now = new Date().toISOString();
    const { id: transfer_id } = await app.db
      .insertInto("transfers")
      .values({
        provider: "sepay",
        provider_id: "1",
        source: "webhook",
        money_key: null,
        direction: "in",
        amount: order.payment_amount,
        memo: order.code,
        account: "0123456789",
        sub_account: null,
        sender_name: null,
        sender_account: null,
        sender_bank: null,
        reference: "FT26328001",
        balance: null,
        occurred_at: now,
        received_at: now,
        raw: null,
        state: "matched",
        reason: null,
        note: null,
        code: order.code,
        order_id: order.id,
        request_id: null,
        decided_by: null,
        updated_at: now,
        search_text: "",
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const allocation = { transfer_id, request_id: null, created_at: now, created_by: "Hệ thống", undone_by: null };
    await app.db
      .insertInto("transfer_allocations")
      .values({ ...allocation, order_id: order.id, amount: order.payment_amount - 1000, undone_at: null })
      .execute();
    const texts = await textsAt(app, receiptPath(order));
    expect(texts).toContain("FT26328001");
    expect(texts).toContain(`${(order.payment_amount - 1000).toLocaleString("vi-VN")} ₫`);
    expect(texts).not.toContain("gõ tay");
  });
});

onOneEngine((engine) => {
  test("free, cancelled, erased and unknown orders have none", async () => {
    const app = await testApp(engine);
    const { id: free } = await makePackage(app, { price: 0 });
    const without = [
      await makeOrder(app, { ...paid, package_id: free }),
      await makeOrder(app, { status: "cancelled" }),
      await makeOrder(app, { ...paid, erased_at: new Date().toISOString() }),
      { page_token: "x".repeat(22) },
    ];
    for (const order of without) expect((await app.send(`GET ${receiptPath(order)}`)).statusCode).toBe(404);
    const request = await makeRequest(app, { agreed_price: 1000, paid_at: new Date().toISOString() });
    expect((await app.send(`GET ${receiptPath(request)}`)).statusCode).toBe(404);
    expect(await numbers(app)).toEqual([]);
  });

  test("the mail about a payment brings it", async () => {
    const app = await mailingApp(engine);
    const token = await adminToken(app);
    const order = await makeOrder(app, { user_email: "nga@example.com" });
    await app.send(`PUT /api/premium-orders/${order.id}`, { token, json: paid });
    await app.outbox.flush();
    const [mail] = app.smtp.mails.filter(({ to }) => to.includes("nga@example.com"));
    expect(mail?.raw).toContain(`Content-Disposition: attachment; filename=bien-nhan-${order.code}.pdf`);
    const [, file = ""] = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([\w+/=\r\n]+)/.exec(mail?.raw ?? "") ?? [];
    expect(textsOfPdf(Buffer.from(file, "base64"))).toContain(order.user_name);
  });

  test("the seller is the administrator's, checked and versioned", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const path = "/api/admin/config/receipts";
    expect((await app.send(`GET ${path}`)).statusCode).toBe(401);
    expect((await app.send(`GET ${path}`, { token: await userToken(app) })).statusCode).toBe(403);
    expect((await app.send(`GET ${path}`, { token: await adminToken(app, { role: "accountant" }) })).statusCode).toBe(
      403,
    );
    const { version } = (await app.send(`GET ${path}`, { token })).json<AdminReceiptSeller>();
    const json = { ...seller, tax_code: "0101248141001", version };
    const saved = await app.send(`PUT ${path}`, { token, json });
    expect(saved.json()).toMatchObject({ ...seller, tax_code: "0101248141-001" });
    expect((await app.send(`PUT ${path}`, { token, json })).statusCode).toBe(409);
    for (const wrong of [
      { name: " " },
      { tax_code: "0101248142" },
      { tax_code: "abc" },
      { address: "a".repeat(301) },
    ]) {
      expect((await app.send(`PUT ${path}`, { token, json: wrong })).statusCode, JSON.stringify(wrong)).toBe(422);
    }
  });
});
