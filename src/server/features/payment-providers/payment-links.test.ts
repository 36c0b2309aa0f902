import { pino } from "pino";
import { describe, expect, test } from "vitest";
import type { PayableOrder } from "#contract/orders.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeBank, makeContact, makePackage, makeRequest } from "#test/factories.ts";
import {
  configurePayments,
  type PaymentFault,
  type PaymentServer,
  paymentKeys,
  paymentOptionsFor,
  startPayments,
} from "#test/payment-server.ts";
import { codeOfLinkAccount, codeOfProviderOrder } from "./payment-links.service.ts";

const customer = { user_name: "Nguyễn Thị Lan", user_phone: "0901 234 567", user_email: "lan@example.com" };

async function site(engine: TestApp["engine"], options: { linkWaitMs?: number } = {}) {
  const double = await startPayments();
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const paymentOptions = { ...paymentOptionsFor(double), ...options };
  const app = await testApp(engine, { PUBLIC_URL: "https://nganga.example" }, { paymentOptions, log });
  await makeBank(app);
  await configurePayments(app, await adminToken(app), ["payos"]);
  const { id: package_id } = await makePackage(app, { price: 99_000 });
  return {
    app,
    double,
    log: () => lines.join(""),
    async order(key?: string): Promise<PayableOrder> {
      const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
      const answer = await app.send("POST /api/premium-orders", { json: { ...customer, package_id }, headers });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<PayableOrder>();
    },
    page: async (token: string) => (await app.send(`GET /api/orders/${token}`)).json<PayableOrder>(),
  };
}

const links = ({ db }: TestApp) => db.selectFrom("payment_links").selectAll().orderBy("id").execute();
const calls = ({ requests }: PaymentServer) => requests.map(({ body }) => body as Record<string, unknown>);

onBothEngines((engine) => {
  test("an order gets a link when it is made, and its page shows the account of it", async () => {
    const { app, double, order, page } = await site(engine);
    const made = await order();
    const [call] = calls(double);
    const row = await app.db
      .selectFrom("premium_orders")
      .select("expires_at")
      .where("code", "=", made.code)
      .executeTakeFirstOrThrow();
    expect(call).toMatchObject({
      amount: 99_000,
      description: made.code.slice(1),
      returnUrl: "https://nganga.example",
      expiredAt: Math.floor(Date.parse(row.expires_at ?? "") / 1000),
    });
    expect(call?.orderCode).toSatisfy(Number.isSafeInteger);
    expect(made.payment).toMatchObject({
      bank_name: "BIDV",
      bank_bin: "970418",
      account_number: "V3CAS000000001",
      account_holder: "NGUYEN THI NGA",
      qr_code_url: null,
      amount: 99_000,
      transfer_content: `CS1 ${made.code.slice(1)}`,
      vietqr: "00020101021238570010A000000727V3CAS0000000016304ABCD",
    });
    expect(made.payment?.qr_svg).toContain("<svg");
    expect((await page(made.page_token)).payment).toEqual(made.payment);
    const picture = await app.send(`GET /api/orders/${made.page_token}/qr.png`);
    expect(picture.statusCode).toBe(200);
    expect(double.requests).toHaveLength(1);
    expect(await links(app)).toMatchObject([
      { code: made.code, state: "open", link_id: "link-1", provider_code: call?.orderCode },
    ]);
  });

  test("the rest of a payment goes to the account of the same link, by a QR code of our own", async () => {
    const { app, order, page } = await site(engine);
    const { code, page_token } = await order();
    await app.db.updateTable("premium_orders").set({ received_amount: 40_000 }).where("code", "=", code).execute();
    const { payment } = await page(page_token);
    expect(payment).toMatchObject({ account_number: "V3CAS000000001", amount: 59_000 });
    expect(payment?.vietqr).toContain("0114V3CAS000000001");
    expect(payment?.vietqr).toContain("540559000");
    expect(payment?.vietqr).toContain(`CS1 ${code.slice(1)}`);
  });

  test("nothing waits for payOS but the order itself", async () => {
    const { app, double, order } = await site(engine);
    // With a transaction or a lock held, this would never end.
    double.onRequest = async () => {
      await app.db.transaction().execute((tx) => makeContact({ db: tx } as never));
    };
    expect((await order()).payment?.account_number).toBe("V3CAS000000001");
  });

  test("the same Idempotency-Key makes one link, also at the same moment", async () => {
    const { app, double, order } = await site(engine);
    const [first] = await Promise.all([order("k"), order("k"), order("k")]);
    await order("k");
    expect(double.requests).toHaveLength(1);
    expect(await links(app)).toHaveLength(1);
    expect((await order("k")).payment?.account_number).toBe("V3CAS000000001");
    expect(first?.code).toBe((await links(app))[0]?.code);
  });

  test("a number that payOS knows already is drawn anew", async () => {
    const { app, double, order } = await site(engine);
    const taken: PaymentFault = { kind: "body", body: JSON.stringify({ code: "231", desc: "exists" }) };
    double.faults.payos = [taken, taken];
    expect((await order()).payment?.account_number).toBe("V3CAS000000001");
    const numbers = calls(double).map(({ orderCode }) => orderCode);
    expect(new Set(numbers).size).toBe(3);
    expect(await links(app)).toMatchObject([{ provider_code: numbers[2], state: "open" }]);
    double.faults.payos = [taken, taken, taken];
    expect((await order()).payment?.account_number).toBe("0123456789");
  });

  test("a request gets its link when it is accepted, for the price that was", async () => {
    const { app, double } = await site(engine);
    const at = new Date().toISOString();
    const made = await makeRequest(app, { status: "completed", completed_at: at, agreed_price: 299_000 });
    const { id: version_id } = await app.db
      .insertInto("request_songs")
      .values({ request_id: made.id, number: 1, file: "bai.wav", duration: 1, created_at: at, delivered_at: at })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(double.requests).toHaveLength(0);
    const json = { version_id, agreed_price: 299_000 };
    const accepted = await app.send(`POST /api/requests/${made.page_token}/accept`, { json });
    expect(accepted.json()).toMatchObject({ payment: { account_number: "V3CAS000000001", amount: 299_000 } });
    await app.send(`POST /api/requests/${made.page_token}/accept`, { json });
    expect(double.requests).toHaveLength(1);
  });

  test("old links still find their order", async () => {
    const { app, order } = await site(engine);
    const { code } = await order();
    const [link] = await links(app);
    for (const state of ["open", "failed", "closed"] as const) {
      await app.db.updateTable("payment_links").set({ state }).execute();
      expect(await codeOfProviderOrder(app.db, link?.provider_code ?? 0)).toBe(code);
      expect(await codeOfLinkAccount(app.db, "V3CAS000000001")).toBe(code);
    }
    expect(await codeOfProviderOrder(app.db, 1)).toBeUndefined();
    expect(await codeOfLinkAccount(app.db, "0123456789")).toBeUndefined();
    await order();
    await app.db.updateTable("payment_links").set({ account: "V3CAS000000001" }).execute();
    expect(await codeOfLinkAccount(app.db, "V3CAS000000001")).toBeUndefined();
  });
});

onOneEngine((engine) => {
  describe("an order goes on with our own account when payOS", () => {
    const wrong = (data: object) => JSON.stringify({ code: "00", data, signature: "0".repeat(64) });

    test.each<[string, PaymentFault]>([
      ["is dead", { kind: "status", status: 500 }],
      ["breaks off", { kind: "cut" }],
      ["refuses the signature", { kind: "body", body: '{"code":"201","desc":"x"}' }],
      ["refuses the data", { kind: "body", body: '{"code":"20","desc":"x"}' }],
      ["answers with a wrong signature", { kind: "body", body: wrong({ orderCode: 1 }) }],
      ["answers without one", { kind: "body", body: '{"code":"00","data":{"orderCode":1}}' }],
      ["sends no JSON", { kind: "body", body: "<html>" }],
    ])("%s", async (_what, fault) => {
      const { app, double, order, page, log } = await site(engine);
      double.faults.payos = [fault];
      const made = await order("k");
      expect(made.payment).toMatchObject({ account_number: "0123456789", transfer_content: made.code });
      expect(await links(app)).toMatchObject([{ state: "failed" }]);
      expect(log()).toContain("payOS made no link");
      for (const secret of Object.values(paymentKeys.payos)) expect(log()).not.toContain(secret);
      await order("k");
      await page(made.page_token);
      expect(double.requests).toHaveLength(1);
    });

    test.each<[string, (data: Record<string, unknown>) => Record<string, unknown>]>([
      ["of another order", (data) => ({ ...data, orderCode: 7 })],
      ["of another amount", (data) => ({ ...data, amount: 1 })],
      ["with an account that is none", (data) => ({ ...data, accountNumber: "V3 CAS<script>" })],
      ["without a bank", (data) => ({ ...data, bin: null })],
    ])("makes a link %s", async (_what, change) => {
      const { double, order } = await site(engine);
      double.payosData = change;
      expect((await order()).payment?.account_number).toBe("0123456789");
    });

    test.each<PaymentFault>([
      { kind: "hang" },
      { kind: "trickle" },
    ])("does not answer in time ($kind)", async (fault) => {
      const { app, double, order } = await site(engine, { linkWaitMs: 300 });
      double.faults.payos = [fault];
      expect((await order()).payment?.account_number).toBe("0123456789");
      expect(await links(app)).toMatchObject([{ state: "failed" }]);
    });
  });

  test("a link without a usable QR text has one of our own", async () => {
    const { double, order } = await site(engine);
    double.payosData = (data) => ({ ...data, qrCode: "ộ" });
    const { payment } = await order();
    expect(payment?.vietqr).toContain("0114V3CAS000000001");
    expect(payment?.vietqr).toContain("540599000");
  });

  test("a link that ended, expired, or that payOS is switched off for, is shown to nobody", async () => {
    const { app, order, page } = await site(engine);
    const { page_token } = await order();
    const account = async () => (await page(page_token)).payment?.account_number;
    const set = (values: object) => app.db.updateTable("payment_links").set(values).execute();
    const [{ expires_at } = { expires_at: null }] = await links(app);
    await set({ ended_at: new Date().toISOString() });
    expect(await account()).toBe("0123456789");
    await set({ ended_at: null, expires_at: new Date(Date.now() - 1000).toISOString() });
    expect(await account()).toBe("0123456789");
    await set({ expires_at });
    expect(await account()).toBe("V3CAS000000001");
    await configurePayments(app, await adminToken(app), []);
    expect(await account()).toBe("0123456789");
  });

  test("without payments switched on nothing is asked, and without an account of our own the link is enough", async () => {
    const { app, double, order } = await site(engine);
    await app.db.updateTable("bank_config").set({ is_active: false }).execute();
    expect((await order()).payment).toBeNull();
    expect(double.requests).toHaveLength(0);
    await app.db.deleteFrom("bank_config").execute();
    expect((await order()).payment?.account_number).toBe("V3CAS000000001");
  });

  test("a site that makes no links asks for none", async () => {
    const { app, double, order } = await site(engine);
    await configurePayments(app, await adminToken(app), ["sepay"]);
    expect((await order()).payment?.account_number).toBe("0123456789");
    expect(double.requests).toHaveLength(0);
    expect(await links(app)).toEqual([]);
  });
});
