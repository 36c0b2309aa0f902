import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  emptyPaymentConfig,
  maskedSecret,
  type PaymentConfigBody,
  type PaymentProviderStatus,
} from "#contract/payment-config.ts";
import { type PaymentProvider, paymentProviders } from "#contract/payments.ts";
import { recordWithoutMessages } from "#server/features/audit/audit.service.ts";
import { createIntake } from "#server/features/payments/intake.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import { createLog } from "#server/platform/log.ts";
import { onBothEngines, onOneEngine, type TestApp, type TestAppOptions, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { adminToken, userToken } from "#test/factories.ts";
import { startRelay } from "#test/relay.ts";
import { createPaymentSettings } from "./payment-settings.ts";
import { payosData, type SimulatedCall, type SimulatedTransfer, signedPayos, simulatedCall } from "./simulator.ts";

const path = "/api/admin/config/payments";
const statusPath = "/api/admin/payments/providers";

const secrets: PaymentConfigBody = {
  sepay: { method: "hmac", secret: "sepay-signing-key", api_token: "sepay-api-token" },
  casso: { method: "signature", secret: "casso-signing-key", api_token: "casso-api-key" },
  payos: {
    client_id: "client-1234567",
    api_key: "payos-api-key",
    checksum_key: "payos-signing-key",
    makes_links: true,
  },
  tolerance: 1000,
  has_app_links: false,
};
const allSecrets = /(sepay|casso|payos)-(signing|api)-(key|token)/;

const keyOf: Record<PaymentProvider, string> = {
  sepay: secrets.sepay.secret,
  casso: secrets.casso.secret,
  payos: secrets.payos.checksum_key,
};

const transfer: SimulatedTransfer = {
  amount: 99_000,
  memo: "HM7K2QF9XA NGUYEN VAN A",
  account: "0123499999",
  id: 92_704,
  reference: "FT24255276428461",
  occurredAt: Date.parse("2026-11-20T07:04:00Z"),
};

/** An app whose services have their secrets. */
async function configured(app: TestApp, config: Partial<PaymentConfigBody> = {}): Promise<string> {
  const token = await adminToken(app);
  const answer = await app.send(`PUT ${path}`, { token, json: { ...secrets, ...config } });
  expect(answer.statusCode, answer.body).toBe(200);
  return token;
}

function callOf(provider: PaymentProvider, values: Partial<SimulatedTransfer> = {}, secret = keyOf[provider]) {
  return simulatedCall(provider, { ...transfer, ...values }, { secret, at: Date.now() });
}

const send = (app: TestApp, call: SimulatedCall, values: Partial<SimulatedCall> & { body?: string | Buffer } = {}) => {
  const { path: url, body: payload, headers } = { ...call, ...values };
  return app.http.inject({ method: "POST", url, payload, headers });
};

/** More than fits into the pages that a database has left. */
const long = `${transfer.memo} ${"x".repeat(25_000)}`;

/** An app whose database can fail: PostgreSQL ends its connections, the disk of SQLite is full. */
async function failingApp(engine: Engine, options: TestAppOptions = {}) {
  if (engine === "sqlite") {
    const app = await testApp(engine, {}, { ...options, fresh: true });
    return { app, fail: async () => void (await sql`pragma max_page_count = 1`.execute(app.db)) };
  }
  const place = await freshPlace(engine, { reusable: false });
  const relay = await startRelay(place.databaseUrl ?? "");
  const app = await testApp(engine, {}, { ...options, place: { ...place, databaseUrl: relay.url } });
  return { app, fail: async () => relay.cut() };
}

const rowsOf = ({ db }: TestApp) => db.selectFrom("transfers").selectAll().orderBy("id").execute();

async function statusOf(app: TestApp, token: string, provider: PaymentProvider): Promise<PaymentProviderStatus> {
  const all: PaymentProviderStatus[] = (await app.send(`GET ${statusPath}`, { token })).json();
  return all.find((one) => one.provider === provider) as PaymentProviderStatus;
}

onOneEngine((engine) => {
  describe("the settings", () => {
    test("are off at first, sealed and shown masked", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const before = (await app.send(`GET ${path}`, { token })).json();
      expect(before).toMatchObject(emptyPaymentConfig);
      expect(before.providers.map((one: PaymentProviderStatus) => one.state)).toEqual(["off", "off", "off"]);

      const answer = await app.send(`PUT ${path}`, { token, json: { ...secrets, version: before.version } });
      expect(answer.json()).toMatchObject({
        sepay: { method: "hmac", secret: maskedSecret, api_token: maskedSecret },
        casso: { secret: maskedSecret, api_token: maskedSecret },
        payos: { client_id: "client-1234567", api_key: maskedSecret, checksum_key: maskedSecret },
        tolerance: 1000,
        has_app_links: false,
        providers: [{ state: "ready", can_poll: true }, { state: "ready" }, { state: "ready" }],
      });
      expect(answer.body).not.toMatch(allSecrets);
      for (const table of ["settings", "audit_log", "outbox", "deliveries"] as const) {
        expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toMatch(allSecrets);
      }
      const trail = await app.db.selectFrom("audit_log").select("summary").orderBy("id").execute();
      expect(trail.at(-1)?.summary).toMatch(/^Dịch vụ báo tiền về \(.*khóa ký của SePay mới/);
      expect(trail.at(-1)?.summary).not.toContain("client-1234567");
    });

    test("keep a masked secret, and lose one that is emptied", async () => {
      const app = await testApp(engine);
      const token = await configured(app);
      const shown = (await app.send(`GET ${path}`, { token })).json();
      const json = { ...shown, casso: { ...shown.casso, secret: "" }, tolerance: 0 };
      expect((await app.send(`PUT ${path}`, { token, json })).statusCode).toBe(200);
      expect((await send(app, callOf("sepay"))).statusCode).toBe(200);
      expect((await send(app, callOf("payos"))).statusCode).toBe(200);
      expect((await send(app, callOf("casso"))).statusCode).toBe(404);
    });

    test("saved in an older version are a 409 with those of now, masked", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { version } = (await app.send(`GET ${path}`, { token })).json();
      await app.send(`PUT ${path}`, { token, json: { ...secrets, version } });
      const answer = await app.send(`PUT ${path}`, { token, json: { ...secrets, version } });
      expect(answer.statusCode).toBe(409);
      expect(answer.json().current).toMatchObject({ sepay: { secret: maskedSecret }, tolerance: 1000 });
      expect(answer.body).not.toMatch(allSecrets);
    });

    test("need an administrator; accountants see how the services fare and no more", async () => {
      const app = await testApp(engine);
      const accountant = await adminToken(app, { role: "accountant" });
      const listener = await userToken(app, { premium: true });
      for (const [token, status] of [
        [undefined, 401],
        [listener, 403],
        [accountant, 403],
      ] as const) {
        expect((await app.send(`GET ${path}`, { token })).statusCode).toBe(status);
        expect((await app.send(`PUT ${path}`, { token, json: secrets })).statusCode).toBe(status);
      }
      expect((await app.send(`GET ${statusPath}`, { token: listener })).statusCode).toBe(403);
      const answer = await app.send(`GET ${statusPath}`, { token: accountant });
      expect(answer.json()).toHaveLength(paymentProviders.length);
    });

    test.each<[string, object]>([
      ["a secret with blanks", { sepay: { ...secrets.sepay, secret: "a b" } }],
      ["another method", { casso: { ...secrets.casso, method: "none" } }],
      ["a negative tolerance", { tolerance: -1 }],
      ["half a đồng", { tolerance: 0.5 }],
      ["a client id with signs", { payos: { ...secrets.payos, client_id: "a/b" } }],
    ])("refuse %s", async (_name, change) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      expect((await app.send(`PUT ${path}`, { token, json: { ...secrets, ...change } })).statusCode).toBe(422);
    });

    test("under another SECRET_KEY are unreadable: calls are to be repeated, until they are sealed anew", async () => {
      const first = await testApp(engine);
      const token = await configured(first);
      const other = { SECRET_KEY: "another secret key" };
      const app = await testApp(engine, other, { beside: first });
      expect(await statusOf(app, token, "sepay")).toMatchObject({ state: "unreadable", can_poll: false });
      expect((await send(app, callOf("sepay"))).statusCode).toBe(503);
      const keys = { key: app.config.secrets.key, oldKey: first.config.secrets.key };
      const settings = createPaymentSettings({
        database: app.database,
        ...keys,
        recordSensitive: recordWithoutMessages,
      });
      expect(await settings.reseal()).toBe(true);
      expect((await send(app, callOf("sepay"))).statusCode).toBe(200);
    });

    test("that were never saved have nothing to seal", async () => {
      const { database, config } = await testApp(engine);
      const recordSensitive = recordWithoutMessages;
      const settings = createPaymentSettings({ database, ...config.secrets, recordSensitive });
      expect(await settings.reseal()).toBe(false);
    });
  });
});

onBothEngines((engine) => {
  describe.each(paymentProviders)("a call of %s", (provider) => {
    test("is kept, and answered with exactly the wanted body", async () => {
      const app = await testApp(engine);
      const token = await configured(app);
      const call = callOf(provider);
      const answer = await send(app, call);
      expect([answer.statusCode, answer.body, answer.headers["cache-control"]]).toEqual([
        200,
        '{"success":true}',
        "no-store",
      ]);
      expect(await rowsOf(app)).toMatchObject([
        { provider, source: "webhook", amount: 99_000, memo: transfer.memo, account: "0123499999", raw: call.body },
      ]);
      expect(await statusOf(app, token, provider)).toMatchObject({
        received_at: expect.any(String),
        wrong_signatures: 0,
        unreadable_calls: 0,
        is_silent: false,
      });
    });

    test("is kept once however often and at once it comes, and each gets the same answer", async () => {
      const app = await testApp(engine);
      await configured(app);
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(app, callOf(provider))));
      expect(new Set(answers.map((one) => `${one.statusCode} ${one.body}`))).toEqual(new Set(['200 {"success":true}']));
      expect(await rowsOf(app)).toHaveLength(1);
      const messages = await app.db
        .selectFrom("outbox")
        .select("payload")
        .where("topic", "=", "payments.settle")
        .execute();
      expect(messages).toHaveLength(1);
    });

    test("with a wrong signature is a 401, counted and not kept", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const token = await configured(app);
      const call = callOf(provider, {}, "another-key");
      for (let n = 0; n < 3; n++) {
        const answer = await send(app, call);
        expect([answer.statusCode, answer.json()]).toEqual([401, { detail: "Chữ ký không hợp lệ" }]);
      }
      expect(await statusOf(app, token, provider)).toMatchObject({
        received_at: null,
        wrong_signatures: 3,
        wrong_at: expect.any(String),
        wrong_bytes: Buffer.byteLength(call.body),
      });
      expect(await rowsOf(app)).toEqual([]);
    });

    test("does not exist without a secret, like any unknown address", async () => {
      const app = await testApp(engine);
      const unknown = await send(app, { ...callOf(provider), path: "/api/payments/unknown" });
      const answer = await send(app, callOf(provider));
      expect([unknown.statusCode, answer.statusCode]).toEqual([404, 404]);
      expect(answer.body).toBe(unknown.body);
      expect(answer.body).toBe((await app.send("POST /api/nowhere", { json: {} })).body);
      await configured(app);
      expect((await app.send(`GET ${callOf(provider).path}`)).body).toBe(unknown.body);
    });

    test("is JSON of 64 KB at most", async () => {
      const app = await testApp(engine);
      await configured(app);
      const call = callOf(provider);
      const typed = (type: string) => send(app, call, { headers: { ...call.headers, "content-type": type } });
      expect((await typed("application/json; charset=utf-8")).statusCode).toBe(200);
      for (const type of ["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]) {
        expect((await typed(type)).statusCode).toBe(415);
      }
      const { "content-type": _none, ...untyped } = call.headers;
      expect((await send(app, call, { headers: untyped, body: "" })).statusCode).toBe(415);
      expect((await send(app, call, { body: `${call.body}${" ".repeat(65 * 1024)}` })).statusCode).toBe(413);
    });

    test("is a 503 while the database is down, so that the service repeats it", async () => {
      const { app, fail } = await failingApp(engine);
      await configured(app);
      expect((await send(app, callOf(provider, { id: 1, reference: "A0001" }))).statusCode).toBe(200);
      await fail();
      expect((await send(app, callOf(provider, { id: 2, reference: "A0002", memo: long }))).statusCode).toBe(503);
    });
  });

  test("a signed call that can't be read is a 422 with the reason, counted", async () => {
    const app = await testApp(engine);
    const token = await configured(app);
    const answer = await send(app, signedPayos({ ...payosData(transfer), amount: 0.5 }, { secret: keyOf.payos }));
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      "Không đọc được giao dịch: số tiền không phải là số nguyên",
    ]);
    expect(await statusOf(app, token, "payos")).toMatchObject({
      unreadable_calls: 1,
      unreadable_at: expect.any(String),
      received_at: expect.any(String),
    });
  });

  test("a test call and one of 0 đ are answered, and nothing is kept", async () => {
    const app = await testApp(engine);
    const token = await configured(app);
    const calls = [
      callOf("casso", { id: 0 }),
      callOf("payos", { orderCode: 123, memo: "VQRIO123" }),
      callOf("sepay", { amount: 0 }),
    ];
    for (const call of calls) {
      const answer = await send(app, call);
      expect([answer.statusCode, answer.body]).toEqual([200, '{"success":true}']);
    }
    expect(await rowsOf(app)).toEqual([]);
    for (const provider of paymentProviders) {
      expect((await statusOf(app, token, provider)).received_at).not.toBeNull();
    }
  });

  test("money that a webhook and a poll tell of comes in once", async () => {
    const app = await testApp(engine);
    await configured(app);
    await send(app, callOf("sepay"));
    const [row] = await rowsOf(app);
    const polled = {
      provider: "sepay",
      providerId: "7f1f2c1e-7f2a-4d4c-8a8d-1b2c3d4e5f60",
      direction: "in",
      amount: transfer.amount,
      memo: transfer.memo,
      account: transfer.account,
      subAccount: null,
      senderName: null,
      senderAccount: null,
      senderBank: null,
      reference: transfer.reference,
      balance: null,
      occurredAt: new Date(transfer.occurredAt).toISOString(),
    } as const;
    expect(await createIntake(app)([polled], { source: "poll" })).toEqual({ taken: [], known: [row?.id] });
  });

  test("wrong signatures of several processes add up, also those counted right before the end", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    const token = await configured(app);
    const call = callOf("sepay", {}, "another-key");
    const others = [await testApp(engine, {}, { beside: app }), await testApp(engine, {}, { beside: app })];
    for (const one of others) {
      for (let n = 0; n < 5; n++) expect((await send(one, call)).statusCode).toBe(401);
      await one.close();
    }
    await send(app, call);
    expect((await statusOf(app, token, "sepay")).wrong_signatures).toBe(11);
  });

  test("a flood of wrong signatures writes nothing for each, and a call costs no reading of settings", async () => {
    const queries: string[] = [];
    const app = await testApp(engine, {}, { onQuery: ({ sql }) => void queries.push(sql) });
    await configured(app);
    await send(app, callOf("sepay"));
    await app.outbox.flush();
    queries.length = 0;
    for (let n = 0; n < 50; n++) await send(app, callOf("sepay", {}, "another-key"));
    expect(queries.filter((sql) => /transfers|settings/.test(sql))).toEqual([]);
    expect(queries.filter((sql) => /payment_providers/.test(sql)).length).toBeLessThanOrEqual(2);
    await send(app, callOf("sepay"));
    expect(queries.filter((sql) => /"settings"/.test(sql))).toEqual([]);
  });

  test("secrets, contents and accounts stay out of the log", async () => {
    const lines: string[] = [];
    const log = createLog("trace", { write: (line: string) => void lines.push(line) });
    const { app, fail } = await failingApp(engine, { log });
    await configured(app);
    for (const provider of paymentProviders) {
      await send(app, callOf(provider));
      await send(app, callOf(provider, { id: 5 }, "another-key"));
      await send(app, callOf(provider), { body: "{" });
    }
    await send(app, signedPayos({ ...payosData(transfer), amount: 0.5 }, { secret: keyOf.payos }));
    await fail();
    expect((await send(app, callOf("sepay", { id: 6, reference: "B0001", memo: long }))).statusCode).toBe(503);
    const text = lines.join("");
    expect(text).toContain("a signed payment call can't be read");
    expect(text).toContain("request failed");
    expect(text).not.toMatch(allSecrets);
    expect(text).not.toMatch(/0123499999|8888888888|NGUYEN|HM7K2QF9XA|FT2425527|another-key/);
  });
});

onOneEngine((engine) => {
  const limited: [Record<string, string>, TestAppOptions] = [{ RATE_LIMITS: "on" }, {}];

  test("retries of a service never reach the limit, which wrong signatures do", async () => {
    const app = await testApp(engine, ...limited);
    await configured(app);
    const wrong = callOf("sepay", {}, "another-key");
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await send(app, wrong)).statusCode);
    expect(statuses.slice(59)).toEqual([401, 429]);
    // Those with a right signature come through.
    for (let n = 0; n < 100; n++) expect((await send(app, callOf("sepay"))).statusCode).toBe(200);
  });
});
