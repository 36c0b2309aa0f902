import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PayableOrder } from "#contract/orders.ts";
import type { PaymentProviderStatus } from "#contract/payment-config.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { stopClock } from "#test/clock.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeBank, makeOrder, makePackage } from "#test/factories.ts";
import {
  configurePayments,
  type PaymentFault,
  type PaymentServer,
  paymentKeys,
  paymentOptionsFor,
  sepayAnswer,
  sepayRow,
  startPayments,
} from "#test/payment-server.ts";
import { ordersRepository } from "../orders/orders.repository.ts";
import { paymentLinksRepository } from "../payment-providers/payment-links.repository.ts";
import { pollTopic } from "./topics.ts";

const [minute, hour, day] = [60_000, 3600_000, 24 * 3600_000];
/** Noon in Vietnam. */
const noon = Date.parse("2026-05-05T05:00:00Z");

interface Site {
  app: TestApp;
  double: PaymentServer;
}

async function site(
  engine: TestApp["engine"],
  providers: readonly PaymentProvider[],
  options: { timeoutMs?: number } = {},
): Promise<Site> {
  const double = await startPayments();
  const app = await testApp(engine, {}, { paymentOptions: { ...paymentOptionsFor(double), ...options } });
  await makeBank(app);
  await configurePayments(app, await adminToken(app), providers);
  return { app, double };
}

async function poll({ app }: Site): Promise<Map<PaymentProvider, PaymentProviderStatus>> {
  const answer = await app.send("POST /api/admin/payments/poll", { token: await adminToken(app) });
  expect(answer.statusCode).toBe(200);
  return new Map(answer.json<PaymentProviderStatus[]>().map((status) => [status.provider, status]));
}

const errorOf = async (here: Site, provider: PaymentProvider) => (await poll(here)).get(provider)?.poll_error;
const transfers = ({ db }: TestApp) => db.selectFrom("transfers").selectAll().orderBy("id").execute();
const asked = ({ requests }: PaymentServer, name: string) => requests.map(({ query }) => query.get(name));

const cassoRow = (id: number, when: string, values: object = {}) => ({
  id,
  tid: `TF${id}`,
  description: `chuyen tien ${id}`,
  amount: 99_000,
  cusum_balance: 500_000,
  when,
  bankSubAccId: "0123456789",
  virtualAccount: "",
  ...values,
});

onBothEngines((engine) => {
  test("takes what the lists of SePay and Casso have, once", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay", "casso"]);
    here.double.sepay = [
      sepayRow("a1", { at: "2026-05-05 09:00:00" }),
      sepayRow("a2", { at: "2026-05-05 10:00:00", amount_in: 0, amount_out: "50000.00", transfer_type: "out" }),
      sepayRow("a3", { at: "2026-05-05 11:00:00", amount_in: 0 }),
    ];
    here.double.casso = [cassoRow(5789, "2026-05-05 08:00:00", { amount: -20_000 })];
    const statuses = await poll(here);
    expect(statuses.get("sepay")).toMatchObject({ polled_at: new Date(noon).toISOString(), poll_error: null });
    expect(statuses.get("payos")).toMatchObject({ polled_at: null, can_poll: false });
    await poll(here);
    const found = (await transfers(here.app)).toSorted((a, b) => (a.occurred_at < b.occurred_at ? -1 : 1));
    expect(found).toMatchObject([
      { provider: "casso", provider_id: "5789", direction: "out", amount: 20_000, reference: "TF5789", source: "poll" },
      {
        provider: "sepay",
        provider_id: "a1",
        direction: "in",
        amount: 99_000,
        occurred_at: "2026-05-05T02:00:00.000Z",
        raw: JSON.stringify(here.double.sepay[0]),
      },
      { provider: "sepay", provider_id: "a2", direction: "out", amount: 50_000 },
    ]);
  });

  test("the money of a webhook is not counted again", async () => {
    const here = await site(engine, ["sepay"]);
    const { app, double } = here;
    const at = vietnamTime(Date.now() - minute);
    const body = JSON.stringify({
      id: 92_704,
      gateway: "Vietcombank",
      transactionDate: at,
      accountNumber: "0123456789",
      subAccount: null,
      code: null,
      content: "chuyen tien a1",
      transferType: "in",
      description: "",
      transferAmount: 99_000,
      accumulated: 1_099_000,
      referenceCode: "FTa1",
    });
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", "sepay-secret").update(`${time}.${body}`).digest("hex");
    const told = await app.http.inject({
      method: "POST",
      url: "/api/payments/sepay",
      headers: {
        "content-type": "application/json",
        "x-sepay-timestamp": time,
        "x-sepay-signature": `sha256=${signature}`,
      },
      payload: body,
    });
    expect(told.json()).toEqual({ success: true });
    double.sepay = [
      sepayRow("uuid-of-a1", {
        at,
        reference_number: "FTa1",
        transaction_content: "chuyen tien a1",
      }),
    ];
    await poll(here);
    expect(await transfers(app)).toMatchObject([{ provider_id: "92704", source: "webhook" }]);
  });

  test("reads on where an outage ended a long list", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay"]);
    here.double.sepay = Array.from({ length: 250 }, (_, n) =>
      sepayRow(`r${n}`, { at: vietnamTime(noon - 6 * day + n * 10 * minute) }),
    );
    here.double.faults.sepay = [undefined, { kind: "cut" }];
    expect(await errorOf(here, "sepay")).toMatch(/^Không kết nối được với SePay/);
    expect(await transfers(here.app)).toHaveLength(100);
    expect(await errorOf(here, "sepay")).toBeNull();
    expect(await transfers(here.app)).toHaveLength(250);
    const second = asked(here.double, "transaction_date_from")[2] ?? "";
    expect(second).toBe(vietnamTime(noon - 6 * day + 99 * 10 * minute - day));
  });

  test("one of two processes asks at a time", async () => {
    const here = await site(engine, ["sepay"]);
    const { app, double } = here;
    const asking = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    double.onRequest = () => {
      asking.resolve();
      return answer.promise;
    };
    const first = app.poll.runNow();
    await asking.promise;
    const other = await testApp(engine, {}, { beside: app, paymentOptions: paymentOptionsFor(double) });
    await other.poll.runNow();
    const joined = app.poll.runNow();
    expect(double.requests).toHaveLength(1);
    answer.resolve();
    await Promise.all([first, joined]);
    expect(double.requests).toHaveLength(1);
    await other.poll.runNow();
    expect(double.requests).toHaveLength(2);
  });

  test("a process that died while it asked holds nobody up for long", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay"]);
    const holder = { id: "dead", until: new Date(noon + minute).toISOString() };
    const cursor = { until: null, newest_at: null, rest_until: null, holder };
    const values = { poll_cursor: JSON.stringify(cursor) };
    await here.app.db
      .insertInto("payment_providers")
      .values({ provider: "sepay", ...values })
      .execute();
    await poll(here);
    expect(here.double.requests).toHaveLength(0);
    stopClock(noon + minute);
    await poll(here);
    expect(here.double.requests).toHaveLength(1);
  });

  test("a server that stops gives the service back at once, and blames nobody", async () => {
    const here = await site(engine, ["sepay"]);
    const asking = Promise.withResolvers<void>();
    here.double.onRequest = () => {
      asking.resolve();
      return new Promise(() => {});
    };
    const running = here.app.poll.runNow();
    await asking.promise;
    await here.app.close();
    await running;
    here.double.onRequest = undefined;
    const next = await testApp(engine, {}, { beside: here.app, paymentOptions: paymentOptionsFor(here.double) });
    const before = await next.db.selectFrom("payment_providers").selectAll().executeTakeFirst();
    expect(before).toMatchObject({ polled_at: null, poll_error: null });
    await next.poll.runNow();
    const after = await next.db.selectFrom("payment_providers").selectAll().executeTakeFirst();
    expect(after).toMatchObject({ polled_at: expect.any(String), poll_error: null });
  });

  test("a message of the outbox asks, and schedules the next one", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay"]);
    const { app, double } = here;
    const pending = () =>
      app.db
        .selectFrom("outbox")
        .select("payload")
        .where("topic", "=", pollTopic)
        .where("state", "=", "pending")
        .execute();
    await app.poll.start();
    await app.outbox.flush();
    expect(double.requests).toHaveLength(1);
    const slot = Math.floor(noon / (15 * minute));
    expect(await pending()).toEqual([{ payload: JSON.stringify({ slot: slot + 1 }) }]);
    await app.poll.start();
    await app.outbox.flush();
    expect(await pending()).toEqual([{ payload: JSON.stringify({ slot: slot + 1 }) }]);
  });

  test("a pause that a service wants is kept, also by other processes", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay", "casso"]);
    here.double.casso = [cassoRow(1, "2026-05-05 08:00:00")];
    here.double.faults.sepay = [{ kind: "status", status: 429, headers: { "retry-after": "120" } }];
    expect(await errorOf(here, "sepay")).toBe("SePay yêu cầu tạm ngừng hỏi");
    expect(await transfers(here.app)).toHaveLength(1);
    stopClock(noon + 119_000);
    const other = await testApp(engine, {}, { beside: here.app, paymentOptions: paymentOptionsFor(here.double) });
    await other.poll.runNow();
    const sepay = () => here.double.requests.filter(({ provider }) => provider === "sepay").length;
    expect(sepay()).toBe(1);
    stopClock(noon + 120_000);
    expect(await errorOf(here, "sepay")).toBeNull();
    expect(sepay()).toBe(2);
  });

  describe("payOS", () => {
    const transaction = (reference: string, values: object = {}) => ({
      reference,
      amount: 40_000,
      accountNumber: "9990001112",
      description: "CS1 M7K2QF9XA",
      transactionDateTime: "2026-05-05 11:00:00",
      virtualAccountName: null,
      virtualAccountNumber: "V3CAS000000001",
      counterAccountBankId: "",
      counterAccountBankName: "ACB",
      counterAccountName: "NGUYEN VAN A",
      counterAccountNumber: "1027236393",
      ...values,
    });

    async function open({ app, double }: Site, providerCode: number, values: { checked_at?: string } = {}) {
      const at = new Date(noon - hour).toISOString();
      const expires_at = new Date(noon + day).toISOString();
      await app.db
        .insertInto("payment_links")
        .values({
          code: `HM${providerCode}`,
          provider_code: providerCode,
          state: "open",
          amount: 99_000,
          created_at: at,
          checked_at: at,
          expires_at,
          ...values,
        })
        .execute();
      const link = { amount: 99_000, description: "x", expiredAt: 0, status: "PENDING", transactions: [] as object[] };
      double.payos.set(providerCode, link as never);
      return link;
    }

    const links = ({ app }: Site) =>
      app.db.selectFrom("payment_links").select(["provider_code", "state"]).orderBy("provider_code").execute();

    test("is asked about its open links, those that waited longest first", async () => {
      stopClock(noon);
      const here = await site(engine, ["payos"]);
      const first = await open(here, 11);
      await open(here, 12, { checked_at: new Date(noon - 2 * hour).toISOString() });
      first.transactions = [transaction("FT1"), transaction("FT2", { amount: 59_000 })];
      first.status = "PAID";
      expect(await errorOf(here, "payos")).toBeNull();
      expect(here.double.requests.map(({ path }) => path)).toEqual([
        "/v2/payment-requests/12",
        "/v2/payment-requests/11",
      ]);
      expect(await transfers(here.app)).toMatchObject([
        {
          provider: "payos",
          provider_order: 11,
          amount: 40_000,
          sub_account: "V3CAS000000001",
          sender_name: "NGUYEN VAN A",
        },
        { provider: "payos", provider_order: 11, amount: 59_000 },
      ]);
      // Money that is under way is still found for a day.
      first.transactions.push(transaction("FT3", { amount: 1000 }));
      stopClock(noon + 23 * hour);
      await poll(here);
      expect(await transfers(here.app)).toHaveLength(3);
      stopClock(noon + 24 * hour);
      await poll(here);
      expect(await links(here)).toEqual([
        { provider_code: 11, state: "closed" },
        { provider_code: 12, state: "open" },
      ]);
    });

    test("money of a link that only the poll finds pays its order, without a memo", async () => {
      const here = await site(engine, ["payos"]);
      const { app, double } = here;
      const { id: package_id } = await makePackage(app, { price: 99_000 });
      const json = { user_name: "Lan", user_phone: "0901 234 567", user_email: "lan@example.com", package_id };
      const made = (await app.send("POST /api/premium-orders", { json })).json<PayableOrder>();
      const [link] = double.payos.values();
      const at = vietnamTime(Date.now());
      link?.transactions.push(transaction("FT1", { amount: 99_000, description: "", transactionDateTime: at }));
      await poll(here);
      await app.outbox.flush();
      const paid = (await app.send(`GET /api/orders/${made.page_token}`)).json<PayableOrder>();
      expect(paid).toMatchObject({ payment_status: "paid", received_amount: 99_000, payment: null });
      await poll(here);
      await app.outbox.flush();
      expect(await transfers(app)).toMatchObject([{ state: "matched", provider_order: expect.any(Number) }]);
    });

    test("a wrong answer about one link stops no other", async () => {
      stopClock(noon);
      const here = await site(engine, ["payos"]);
      await open(here, 11);
      (await open(here, 12)).transactions = [transaction("FT1")];
      here.double.payosData = (data) => ({ ...data, orderCode: data.orderCode === 11 ? 99 : data.orderCode });
      expect(await errorOf(here, "payos")).toBe("payOS trả lời không đúng định dạng");
      expect(await transfers(here.app)).toMatchObject([{ provider_order: 12 }]);
    });

    test("a link that it does not know any more is shown to nobody, and forgotten", async () => {
      stopClock(noon);
      const here = await site(engine, ["payos"]);
      await open(here, 11);
      here.double.payos.clear();
      expect(await errorOf(here, "payos")).toBeNull();
      stopClock(noon + day);
      await poll(here);
      expect(await links(here)).toEqual([{ provider_code: 11, state: "closed" }]);
    });

    test("a link whose answer was never seen is open if payOS knows it, and failed otherwise", async () => {
      stopClock(noon);
      const here = await site(engine, ["payos"]);
      await open(here, 11);
      await open(here, 12);
      here.double.payos.delete(12);
      await here.app.db.updateTable("payment_links").set({ state: "asked" }).execute();
      expect(await errorOf(here, "payos")).toBeNull();
      expect(await links(here)).toEqual([
        { provider_code: 11, state: "open" },
        { provider_code: 12, state: "failed" },
      ]);
    });

    test("looks for its links along an index", async () => {
      const app = await testApp(engine);
      const [plan] = await plansOf(app, ({ db }) => paymentLinksRepository(db).toCheck(60));
      expect(plan).toMatch(/payment_links_open/);
    });

    test("an answer with a wrong signature takes nothing", async () => {
      stopClock(noon);
      const here = await site(engine, ["payos"]);
      (await open(here, 11)).transactions = [transaction("FT1")];
      const data = { orderCode: 11, status: "PAID", transactions: [transaction("FT1")] };
      here.double.faults.payos = [
        { kind: "body", body: JSON.stringify({ code: "00", data, signature: "0".repeat(64) }) },
      ];
      expect(await errorOf(here, "payos")).toBe("Câu trả lời của payOS có chữ ký sai, hãy kiểm tra Checksum Key");
      expect(await transfers(here.app)).toEqual([]);
    });
  });

  describe("silence", () => {
    const silent = async (here: Site) => {
      const token = await adminToken(here.app);
      const answer = await here.app.send("GET /api/admin/payments/providers", { token });
      return answer
        .json<PaymentProviderStatus[]>()
        .filter(({ is_silent }) => is_silent)
        .map(({ provider }) => provider);
    };
    const placed = ({ app }: Site, before: number, amount = 99_000) =>
      makeOrder(app, { created_at: new Date(noon - before).toISOString(), payment_amount: amount });

    test("is told of a service that heard nothing since an order of an hour ago", async () => {
      stopClock(noon - 2 * day);
      const here = await site(engine, ["casso"]);
      stopClock(noon);
      expect(await silent(here)).toEqual([]);
      await placed(here, hour - 1);
      await placed(here, 2 * hour, 0);
      await placed(here, 25 * hour);
      expect(await silent(here)).toEqual([]);
      await placed(here, hour + 1);
      expect(await silent(here)).toEqual(["sepay", "casso"]);
      here.double.casso = [cassoRow(1, "2026-05-05 10:59:00")];
      await poll(here);
      expect(await silent(here)).toEqual(["sepay", "casso"]);
      here.double.casso.push(cassoRow(2, "2026-05-05 11:00:00"));
      await poll(here);
      expect(await silent(here)).toEqual(["sepay"]);
      const told = { received_at: new Date(noon - hour).toISOString() };
      await here.app.db
        .insertInto("payment_providers")
        .values({ provider: "sepay", ...told })
        .execute();
      expect(await silent(here)).toEqual([]);
    });

    test("is not told of a service that was set up after the orders", async () => {
      stopClock(noon - 2 * hour);
      const here = await site(engine, ["casso"]);
      stopClock(noon);
      await placed(here, 2 * hour + 1);
      expect(await silent(here)).toEqual([]);
      await placed(here, 2 * hour);
      expect(await silent(here)).toEqual(["sepay", "casso"]);
    });

    test("reads the orders along an index", async () => {
      const app = await testApp(engine);
      const plans = await plansOf(app, ({ db }) =>
        ordersRepository(db).newestAsking(new Date(noon - day).toISOString(), new Date(noon).toISOString()),
      );
      for (const plan of plans) {
        expect(plan).toMatch(/index/i);
        expect(plan).not.toMatch(/Seq Scan|TEMP B-TREE/);
      }
    });
  });
});

onOneEngine((engine) => {
  test("looks back seven days first, then from a day before the last time", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay", "casso"]);
    here.double.sepay = [
      sepayRow("old", { at: "2026-04-28 11:59:59" }),
      sepayRow("week", { at: "2026-04-28 12:00:00" }),
    ];
    await poll(here);
    stopClock(noon + hour);
    // Told of late, with its earlier time.
    here.double.sepay.push(sepayRow("late", { at: "2026-05-04 13:00:00" }));
    await poll(here);
    expect(asked(here.double, "transaction_date_from").filter(Boolean)).toEqual([
      "2026-04-28 12:00:00",
      "2026-05-04 12:00:00",
    ]);
    expect(asked(here.double, "fromDate").filter(Boolean)).toEqual(["2026-04-28", "2026-05-04"]);
    expect((await transfers(here.app)).map(({ provider_id }) => provider_id)).toEqual(["week", "late"]);
  });

  test.each<[string, PaymentFault, string | RegExp]>([
    ["is dead", { kind: "status", status: 502 }, "SePay báo lỗi HTTP 502"],
    ["refuses the key", { kind: "status", status: 401 }, "SePay từ chối khóa API (HTTP 401)"],
    [
      "leads elsewhere",
      { kind: "status", status: 302, headers: { location: "http://127.0.0.1:1/" } },
      "SePay báo lỗi HTTP 302",
    ],
    ["breaks off", { kind: "cut" }, /^Không kết nối được với SePay/],
    ["sends no end of bytes", { kind: "endless" }, "SePay trả lời quá dài"],
    ["sends no JSON", { kind: "body", body: "<html>" }, "SePay trả lời không đúng định dạng"],
    [
      "sends other JSON",
      { kind: "body", body: '{"status":"success","data":{}}' },
      "SePay trả lời không đúng định dạng",
    ],
    ["sends null", { kind: "body", body: "null" }, "SePay trả lời không đúng định dạng"],
  ])("a service that %s is told of, and stops no other", async (_what, fault, message) => {
    const here = await site(engine, ["sepay", "casso"]);
    here.double.faults.sepay = [fault];
    here.double.casso = [cassoRow(1, vietnamTime(Date.now() - minute))];
    const statuses = await poll(here);
    const error = statuses.get("sepay")?.poll_error;
    if (typeof message === "string") expect(error).toBe(message);
    else expect(error).toMatch(message);
    expect(statuses.get("casso")?.poll_error).toBeNull();
    expect(await transfers(here.app)).toHaveLength(1);
    expect(JSON.stringify([...statuses.values()])).not.toContain(paymentKeys.sepay);
    expect(await errorOf(here, "sepay")).toBeNull();
  });

  test.each<PaymentFault>([{ kind: "hang" }, { kind: "trickle" }])("a slow service ($kind) is left", async (fault) => {
    const here = await site(engine, ["sepay"], { timeoutMs: 300 });
    here.double.faults.sepay = [fault];
    expect(await errorOf(here, "sepay")).toBe("SePay không trả lời kịp");
  });

  test("pages without an end are left, and the next time reads on", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay"]);
    const begin = noon - 3 * day;
    const pageAt = (page: number) => ({
      ...(sepayAnswer([sepayRow(`p${page}`, { at: vietnamTime(begin + page * minute) })]) as object),
      meta: { pagination: { has_more: true, current_page: page, last_page: page + 1 } },
    });
    here.double.sepayPage = pageAt;
    expect(await errorOf(here, "sepay")).toBe("SePay có quá nhiều giao dịch cho một lần hỏi, lần sau sẽ đọc tiếp");
    expect(here.double.requests).toHaveLength(50);
    expect(await transfers(here.app)).toHaveLength(50);
    await poll(here);
    expect(asked(here.double, "transaction_date_from")[50]).toBe(vietnamTime(begin + 50 * minute - day));
  });

  test("the same page for ever is noticed", async () => {
    const here = await site(engine, ["sepay"]);
    const at = vietnamTime(Date.now() - minute);
    here.double.sepayPage = () => ({
      ...(sepayAnswer([sepayRow("same", { at })]) as object),
      meta: { pagination: { has_more: true, current_page: 1, last_page: 9 } },
    });
    expect(await errorOf(here, "sepay")).toBe("SePay trả lời mãi cùng một trang");
    expect(here.double.requests).toHaveLength(2);
    expect(await transfers(here.app)).toHaveLength(1);
  });

  test("pages without rows end the list", async () => {
    const here = await site(engine, ["sepay"]);
    here.double.sepayPage = () => ({
      ...(sepayAnswer([]) as object),
      meta: { pagination: { has_more: true, current_page: 1, last_page: 9 } },
    });
    expect(await errorOf(here, "sepay")).toBeNull();
    expect(here.double.requests).toHaveLength(1);
  });

  test("other accounts are left out, and told of when there is nothing else", async () => {
    const here = await site(engine, ["sepay"]);
    const at = vietnamTime(Date.now() - minute);
    here.double.sepay = [sepayRow("foreign", { at, account_number: "5555555555" })];
    expect(await errorOf(here, "sepay")).toBe(
      "SePay chỉ có giao dịch của tài khoản khác, hãy kiểm tra số tài khoản nhận tiền",
    );
    here.double.sepay.push(sepayRow("virtual", { at, account_number: "5555555555", va: "0123 456 789" }));
    expect(await errorOf(here, "sepay")).toBeNull();
    expect(await transfers(here.app)).toMatchObject([{ provider_id: "virtual" }]);
  });

  test("rows that can't be read are told of, and read again the next time", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay"]);
    const at = "2026-05-05 11:00:00";
    here.double.sepay = [
      sepayRow("good", { at }),
      sepayRow("bad", { at, amount_in: "99.5" }),
      { id: 1, transaction_date: at },
    ];
    expect(await errorOf(here, "sepay")).toBe("2 giao dịch của SePay không đọc được, hãy đối chiếu bằng sao kê");
    expect(await transfers(here.app)).toMatchObject([{ provider_id: "good" }]);
    stopClock(noon + hour);
    await poll(here);
    expect(asked(here.double, "transaction_date_from")).toEqual(["2026-04-28 12:00:00", "2026-04-28 13:00:00"]);
  });

  test("rows of before what was asked for, and times of the future, move nothing", async () => {
    stopClock(noon);
    const here = await site(engine, ["sepay"]);
    here.double.sepayPage = () =>
      sepayAnswer([
        sepayRow("ancient", { at: "2020-01-01 00:00:00" }),
        sepayRow("future", { at: "2090-01-01 00:00:00" }),
      ]);
    await poll(here);
    expect(await transfers(here.app)).toMatchObject([{ provider_id: "future" }]);
    stopClock(noon + hour);
    await poll(here);
    expect(asked(here.double, "transaction_date_from")[1]).toBe("2026-05-04 12:00:00");
  });

  test("without an account of the site nothing is asked", async () => {
    const here = await site(engine, ["sepay"]);
    await here.app.db.deleteFrom("bank_config").execute();
    expect(await errorOf(here, "sepay")).toBe("Chưa có tài khoản ngân hàng nào để đối chiếu giao dịch");
    expect(here.double.requests).toEqual([]);
  });
});

/** Returns a time as banks write it. */
function vietnamTime(ms: number): string {
  return new Date(ms + 7 * hour).toISOString().slice(0, 19).replace("T", " ");
}
