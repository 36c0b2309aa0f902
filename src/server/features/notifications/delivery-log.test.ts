import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  type Delivery,
  type DeliveryDetail,
  DeliveryListQuery,
  defaultNotificationSettings,
  deliveryStates,
  type NotificationSettings,
} from "#contract/notifications.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf, rowsForPlans, withoutPage } from "#test/explain.ts";
import { adminToken, makeUser, staffToken, userToken } from "#test/factories.ts";
import { startSmtp } from "#test/smtp.ts";
import { deliveriesRepository, deliveryListReader } from "./deliveries.repository.ts";
import { createUnsubscribeLinks } from "./unsubscribe.ts";

const origin = "https://nghe.example.vn";
const dayMs = 24 * 60 * 60_000;
const time = "2026-05-05T05:00:00.000Z";

type NewDelivery = Parameters<ReturnType<typeof deliveriesRepository>["insert"]>[0][number];

async function makeDelivery({ db }: Pick<TestApp, "db">, given: Partial<NewDelivery> = {}): Promise<number> {
  const values: NewDelivery = {
    event: "order_received",
    event_key: null,
    recipient_kind: "customer",
    recipient_id: null,
    recipient_name: "Trần Lan",
    email: "lan@example.com",
    phone: null,
    subject_kind: null,
    subject_id: null,
    data: JSON.stringify({ code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 }),
    channel: "email",
    state: "sent",
    error: null,
    attempts: 1,
    provider_id: null,
    created_at: time,
    not_before: null,
    sent_at: null,
    ...given,
  };
  const [added] = await deliveriesRepository(db).insert([values]);
  return added?.id ?? 0;
}

const log = "/api/admin/deliveries";
const config = "/api/admin/config/notifications";
const mailEnv = (smtp: { url: string }) => ({ SMTP_URL: smtp.url, PUBLIC_URL: origin });

async function list(app: TestApp, query: Record<string, string> = {}): Promise<Delivery[]> {
  const answer = await app.send(`GET ${log}`, { token: await adminToken(app), query });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["x-total-count"]).toBe(String(answer.json().length));
  return answer.json();
}
const namesOf = (rows: Delivery[]) => rows.map(({ recipient_name }) => recipient_name);

onBothEngines((engine) => {
  describe("the delivery log", () => {
    test("shows messages, the newest first, without what only the server needs", async () => {
      const app = await testApp(engine);
      await makeDelivery(app, {
        event_key: "k",
        recipient_id: 3,
        provider_id: "p",
        subject_kind: "order",
        subject_id: 7,
      });
      await makeDelivery(app, {
        recipient_name: "Hai",
        email: "HAI@example.com",
        created_at: "2026-05-06T05:00:00.000Z",
      });
      await app.db
        .insertInto("email_addresses")
        .values({ email_key: "hai@example.com", bounced_at: time, bounce_error: "550" })
        .execute();
      const rows = await list(app);
      expect(rows[0]).toMatchObject({ recipient_name: "Hai", is_bounced: true });
      expect(rows[1]).toEqual({
        id: 1,
        event: "order_received",
        recipient_kind: "customer",
        recipient_name: "Trần Lan",
        email: "lan@example.com",
        phone: null,
        channel: "email",
        state: "sent",
        error: null,
        attempts: 1,
        created_at: time,
        not_before: null,
        sent_at: null,
        subject_kind: "order",
        subject_id: 7,
        is_bounced: false,
      });
    });

    test("is filtered by state, channel, event and day, and searched by name, e-mail and number", async () => {
      const app = await testApp(engine);
      await makeDelivery(app, { recipient_name: "Đặng Ước", email: "uoc@example.com", state: "failed" });
      await makeDelivery(app, { recipient_name: "Hai", channel: "zalo", phone: "84901234567", email: null });
      await makeDelivery(app, { recipient_name: "Ba", event: "test", created_at: "2026-05-05T17:00:00.000Z" });
      expect(namesOf(await list(app, { state: "failed" }))).toEqual(["Đặng Ước"]);
      expect(namesOf(await list(app, { channel: "zalo" }))).toEqual(["Hai"]);
      expect(namesOf(await list(app, { event: "test" }))).toEqual(["Ba"]);
      expect(namesOf(await list(app, { from: "2026-05-06" }))).toEqual(["Ba"]);
      expect(namesOf(await list(app, { to: "2026-05-05", sort_order: "asc" }))).toEqual(["Đặng Ước", "Hai"]);
      for (const search of ["dang uoc", "UOC@example"])
        expect(namesOf(await list(app, { search }))).toEqual(["Đặng Ước"]);
      for (const search of ["84901234567", "0901234"]) expect(namesOf(await list(app, { search }))).toEqual(["Hai"]);
      expect(await list(app, { search: "null" })).toEqual([]);
      for (const query of [
        { state: "x" },
        { channel: "sms" },
        { event: "x" },
        { sort_by: "email" },
        { limit: "101" },
      ]) {
        const answer = await app.send(`GET ${log}`, { token: await adminToken(app), query: query as never });
        expect(answer.statusCode, JSON.stringify(query)).toBe(422);
      }
    });

    test("is read along its indexes", async () => {
      const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
      await sql`insert into deliveries (event, recipient_kind, recipient_id, recipient_name, email, data, channel, state, attempts, search_text, created_at)
        with recursive counting (i) as (select 1 union all select i + 1 from counting where i < ${sql.lit(rowsForPlans(engine))})
        select case when i % 7 = 0 then 'test' else 'order_received' end, 'user', i, 'n' || i, 'n' || i || '@example.com', '{}',
          case when i % 3 = 0 then 'zalo' else 'email' end, case when i % 50 = 0 then 'failed' else 'sent' end, 1, 'n' || i,
          cast('2026-0' || (1 + i % 9) || '-1' || (i / 7 % 10) || 'T0' || (i / 3 % 10) || ':00:00.000Z' as ${app.database.dialect.types.time})
        from counting`.execute(app.db);
      if (engine === "postgres") await sql`vacuum analyze deliveries`.execute(app.db);
      const plans = async (query: Record<string, string | undefined>) => {
        const parsed = DeliveryListQuery.parse({ ...query, skip: "60" });
        const made = await plansOf(app, ({ db, dialect }) => deliveryListReader(db, dialect).page(parsed), {
          isLarge: true,
        });
        return made.filter((plan) => !/count|Aggregate|_sums/i.test(plan)).map(withoutPage);
      };
      for (const sort_order of ["asc", "desc"]) {
        for (const filter of [{}, { state: "sent" }, { state: "failed" }, { channel: "zalo" }, { event: "test" }]) {
          for (const plan of await plans({ ...filter, sort_order })) {
            expect(plan, JSON.stringify(filter)).toMatch(/deliveries_by_/);
            expect(plan, JSON.stringify(filter)).not.toMatch(/TEMP B-TREE|Sort|Seq Scan/);
          }
        }
      }
      for (const plan of await plans({ search: "n12345" })) expect(plan).toMatch(/deliveries_search/);
      const others = await plansOf(
        app,
        async ({ db }) => {
          const repository = deliveriesRepository(db);
          await repository.count("failed", "2026-09-10T00:00:00.000Z");
          await repository.ofUser(5);
          await repository.removeOfUser(5);
          await repository.deleteBefore("2026-01-02T00:00:00.000Z", 500);
          await repository.bounced(["a", "b"]);
        },
        { isLarge: true },
      );
      expect(others[0]).toMatch(/deliveries_by_(state|time)/);
      expect(others[1]).toMatch(/deliveries_by_recipient/);
      expect(others[2]).toMatch(/deliveries_by_recipient/);
      expect(others[3]).toMatch(/deliveries_by_time/);
    });

    test("loses messages after 90 days", async () => {
      const app = await testApp(engine, {}, { fresh: true });
      const at = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
      await sql`insert into deliveries (event, recipient_kind, recipient_name, data, channel, state, attempts, search_text, created_at)
        with recursive counting (i) as (select 1 union all select i + 1 from counting where i < 1200)
        select 'test', 'admin', 'x', '{}', 'email', 'sent', 1, '', cast(${at(91)} as ${app.database.dialect.types.time})
        from counting`.execute(app.db);
      await makeDelivery(app, { recipient_name: "neu", created_at: at(89) });
      app.notifications.start();
      await expect.poll(async () => namesOf(await list(app))).toEqual(["neu"]);
    });

    test("counts failures of the last 7 days on the dashboard", async () => {
      const app = await testApp(engine);
      const at = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
      for (const state of deliveryStates) await makeDelivery(app, { state, created_at: at(1) });
      await makeDelivery(app, { state: "failed", created_at: at(6.9) });
      await makeDelivery(app, { state: "failed", created_at: at(7.1) });
      const answer = await app.send("GET /api/admin/dashboard/stats", { token: await adminToken(app) });
      expect(answer.json()).toMatchObject({ failed_deliveries: 2 });
    });
  });

  test("a resend is made once, by another Message-ID, and stands in the audit trail", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, mailEnv(smtp));
    const id = await makeDelivery(app, { state: "failed", error: "x", attempts: 7, sent_at: time });
    const token = await adminToken(app);
    await smtp.stop();
    const answers = await Promise.all([1, 2, 3].map(() => app.send(`POST ${log}/${id}/resend`, { token })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const shown = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(shown).toMatchObject({ id, state: "waiting", error: null, attempts: 0, sent_at: null });
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toBe("Thông báo này đang chờ gửi");
    await app.outbox.flush();
    await smtp.start();
    await app.db.updateTable("outbox").set({ available_at: time }).execute();
    await app.outbox.flush();
    expect(smtp.mails[0]?.header("message-id")).toMatch(/^<delivery-1\.\w+\.\w+\.[0-9a-f]{8}@nghe\.example\.vn>$/);
    const audit = await app.db
      .selectFrom("audit_log")
      .selectAll()
      .where("entity", "=", "delivery")
      .orderBy("id")
      .execute();
    expect(audit).toMatchObject([{ action: "update", entity_id: id, summary: `số ${id}`, actor_kind: "admin" }]);
  });

  test("kept or failed messages of a filter are sent anew by a bulk job, and what can't be is counted", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, mailEnv(smtp));
    const token = await adminToken(app);
    const day = (n: number) => `2026-05-0${n}T05:00:00.000Z`;
    await makeDelivery(app, { state: "failed", email: null, created_at: day(1) });
    await makeDelivery(app, { state: "failed", event: "request_paid", created_at: day(2) });
    for (let i = 0; i < 51; i++) await makeDelivery(app, { state: "failed", created_at: day(3) });
    await makeDelivery(app, { state: "failed", created_at: day(4) });
    const other = { state: "kept", created_at: day(3) } as const;
    await makeDelivery(app, other);
    await makeDelivery(app, { ...other, state: "sent" });
    const begin = (json: object) =>
      app.send("POST /api/admin/bulk", { token, json: { kind: "resend_deliveries", ...json } });
    const resend = async (filter: Record<string, string>) => {
      const begun = await begin({ filter });
      expect(begun.statusCode, begun.body).toBe(201);
      await app.outbox.flush();
      return (await app.send(`GET /api/admin/bulk/${begun.json().id}`, { token })).json();
    };
    const filter = { state: "failed", event: "order_received", to: "2026-05-03" };
    expect(await resend(filter)).toMatchObject({
      state: "done",
      total: 52,
      changed: 51,
      refused: 1,
      can_undo: false,
    });
    const left = await app.db
      .selectFrom("deliveries")
      .select(["state", "created_at"])
      .where("state", "in", ["failed", "kept"])
      .orderBy("created_at")
      .execute();
    expect(left.map(({ state, created_at }) => [state, created_at])).toEqual([
      ["failed", day(1)],
      ["failed", day(2)],
      ["kept", day(3)],
      ["failed", day(4)],
    ]);
    // A filter by what was sent finds messages that need nothing, and none of them goes out twice.
    expect(await resend({ state: "sent" })).toMatchObject({ changed: 0, refused: 0 });
    for (const wrong of [{ filter: { state: "" } }, { filter: { since: "2026-05-03" } }, {}]) {
      expect((await begin(wrong)).statusCode, JSON.stringify(wrong)).toBe(422);
    }
  });

  test("the messages to a user are part of their data", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    await makeDelivery(app, { recipient_kind: "user", recipient_id: user.id });
    await makeDelivery(app, {
      recipient_kind: "customer",
      recipient_id: user.id,
      event: "password_reset",
      data: '{"token_id":1}',
    });
    await makeDelivery(app, { recipient_kind: "staff", recipient_id: user.id });
    const answer = await app.send("GET /api/user/export", { token: await userToken(app, { user }) });
    const { messages } = answer.json();
    expect(messages).toEqual([
      {
        event: "order_received",
        email: "lan@example.com",
        phone: null,
        channel: "email",
        state: "sent",
        created_at: time,
        sent_at: null,
        data: { code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 },
      },
      expect.objectContaining({ event: "password_reset", data: null }),
    ]);
  });
});

onOneEngine((engine) => {
  test("the log and the settings are the administrator's", async () => {
    const app = await testApp(engine);
    await makeDelivery(app);
    const tokens: [string | undefined, number][] = [
      [undefined, 401],
      [await userToken(app), 403],
      [await staffToken(app), 403],
    ];
    for (const [token, status] of tokens) {
      for (const call of [`GET ${log}`, `GET ${log}/1`, `POST ${log}/1/resend`, `GET ${config}`] as const) {
        expect((await app.send(call, { token })).statusCode, call).toBe(status);
      }
      const put = await app.send(`PUT ${config}`, { token, json: defaultNotificationSettings });
      const mail = await app.send(`POST ${config}/test-email`, { token, json: { email: "lan@example.com" } });
      expect([put.statusCode, mail.statusCode]).toEqual([status, status]);
    }
  });

  test("a message shows its e-mail, with links to the site's address whatever Host is asked", async () => {
    const app = await testApp(engine, { PUBLIC_URL: origin });
    const id = await makeDelivery(app, { state: "kept" });
    const headers = { host: "evil.example.com" };
    const answer = await app.send(`GET ${log}/${id}`, { token: await adminToken(app), headers });
    expect(answer.json()).toMatchObject({ id, state: "kept", mail: { subject: expect.any(String) } });
    const { html, text } = answer.json().mail;
    for (const body of [html, text]) {
      expect(body).toContain(`${origin}/orders/x`);
      expect(body).not.toContain("evil");
    }
    expect((await app.send(`GET ${log}/99`, { token: await adminToken(app) })).statusCode).toBe(404);
  });

  test("a message shows links that the administrator can pass on, where the site's address is not set", async () => {
    const app = await testApp(engine, { TRUST_PROXY: "127.0.0.1" });
    const token = await adminToken(app);
    const headers = { host: "nhac.example.com", "x-forwarded-proto": "https" };
    const mailOf = async (values: Partial<NewDelivery>) => {
      const id = await makeDelivery(app, { state: "kept", ...values });
      return (await app.send(`GET ${log}/${id}`, { token, headers })).json<DeliveryDetail>().mail;
    };
    const offer = { event: "premium_ends_in_7_days", data: JSON.stringify({ expires_at: time }) } as const;
    for (const [mail, path] of [
      [await mailOf({}), "/orders/x"],
      [await mailOf(offer), "/api/notifications/unsubscribe?token="],
    ] as const) {
      for (const body of [mail?.html, mail?.text]) {
        expect(body).toContain(`https://nhac.example.com${path}`);
        expect(body).not.toContain("localhost");
      }
    }
    const secret = { event: "password_reset", data: '{"token_id":1,"valid_minutes":30,"account":"user"}' } as const;
    expect(await mailOf(secret)).toBeNull();
  });

  test("a resend needs a message, an address and a mail server", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const of = async (id: number) => {
      const answer = await app.send(`POST ${log}/${id}/resend`, { token });
      return [answer.statusCode, answer.json().detail];
    };
    expect(await of(99)).toEqual([404, "Không tìm thấy thông báo"]);
    expect(await of(await makeDelivery(app, { state: "kept" }))).toEqual([
      409,
      "Chưa có máy chủ thư: hãy đặt SMTP_URL",
    ]);
    const nowhere = await makeDelivery(app, { state: "skipped", email: null });
    expect(await of(nowhere)).toEqual([409, "Người nhận này không có địa chỉ nào gửi được"]);
    expect(await app.db.selectFrom("outbox").select("id").execute()).toEqual([]);
  });

  test("settings have defaults, are saved with an audit entry, and checked", async () => {
    const app = await testApp(engine, { SMTP_URL: "smtp://localhost", PUBLIC_URL: origin });
    const token = await adminToken(app);
    const read = async () => (await app.send(`GET ${config}`, { token })).json<NotificationSettings>();
    const sender = "Ngân Nga <no-reply@nghe.example.vn>";
    expect(await read()).toEqual({ ...defaultNotificationSettings, sender, version: expect.any(String) });
    const json = {
      events: { ...defaultNotificationSettings.events, request_paid: { email: false, zalo: true } },
      quiet_hours: false,
      admin_emails: [" lan@example.com "],
    };
    const saved = await app.send(`PUT ${config}`, { token, json });
    expect(saved.json()).toEqual({ ...json, admin_emails: ["lan@example.com"], sender, version: expect.any(String) });
    expect(await read()).toEqual(saved.json());
    const audit = await app.db
      .selectFrom("audit_log")
      .select(["summary", "entity"])
      .where("action", "=", "update")
      .orderBy("id")
      .execute();
    expect(audit).toEqual([{ entity: "settings", summary: "Thông báo cho khách, nhân viên và quản trị viên" }]);
    const wrong: [object, string][] = [
      [{ admin_emails: ["lan"] }, "admin_emails.0"],
      [{ admin_emails: ["lan@example.com", "LAN@example.com"] }, "admin_emails"],
      [{ quiet_hours: "yes" }, "quiet_hours"],
      [{ events: {} }, "events.request_received"],
    ];
    for (const [change, field] of wrong) {
      const answer = await app.send(`PUT ${config}`, { token, json: { ...json, ...change } });
      expect([answer.statusCode, answer.json().errors[0].field]).toEqual([422, field]);
    }
    const other = await testApp(engine);
    expect((await other.send(`GET ${config}`, { token: await adminToken(other) })).json()).toMatchObject({
      sender: null,
    });
  });

  test("a test mail tells what the server answered", async () => {
    const smtp = await startSmtp({ user: "lan", pass: "bi-mat-cua-lan" });
    const app = await testApp(engine, mailEnv(smtp));
    const mailTimes = { connectionMs: 60_000, idleMs: 100, sendMs: 60_000 };
    const impatient = await testApp(engine, mailEnv(smtp), { mailTimes });
    const token = await adminToken(app);
    const outcome = async (to = app) =>
      (
        await to.send(`POST ${config}/test-email`, { token: await adminToken(to), json: { email: "lan@example.com" } })
      ).json();
    expect(await outcome()).toEqual({
      success: true,
      message: "Máy chủ thư đã nhận email gửi đến lan@example.com",
      details: null,
    });
    expect(smtp.mails[0]?.to).toEqual(["lan@example.com"]);
    smtp.faults = { login: "535 5.7.8 bi-mat-cua-lan" };
    expect(await outcome()).toEqual({
      success: false,
      message: "Máy chủ thư không nhận tên đăng nhập hoặc mật khẩu",
      details: "535 5.7.8 …",
    });
    smtp.faults = { hangs: true };
    expect(await outcome(impatient)).toEqual({ success: false, message: "Máy chủ thư trả lời quá lâu", details: null });
    expect(await app.db.selectFrom("email_addresses").selectAll().execute()).toEqual([]);
    const bad = await app.send(`POST ${config}/test-email`, { token, json: { email: "lan" } });
    expect(bad.statusCode).toBe(422);
    expect(await outcome(await testApp(engine))).toEqual({
      success: false,
      message: "Chưa gửi được",
      details: "Chưa có máy chủ thư: hãy đặt SMTP_URL",
    });
  });

  describe("unsubscribing", () => {
    const path = "/api/notifications/unsubscribe";
    const key = Buffer.from("secret key of the tests");
    const tokenOf = (email: string, by = key) => createUnsubscribeLinks(by).path(email).split("token=")[1] as string;
    const marks = (app: TestApp) =>
      app.db.selectFrom("email_addresses").select(["email_key", "unsubscribed_at"]).execute();

    test("is done by a POST, once, and tells nothing of the address", async () => {
      const app = await testApp(engine);
      const query = { token: tokenOf("Lan@Example.com") };
      for (const _ of [1, 2]) {
        const answer = await app.send(`POST ${path}`, { query });
        expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      }
      const rows = await marks(app);
      expect(rows).toEqual([{ email_key: "lan@example.com", unsubscribed_at: expect.any(String) }]);
    });

    test("is done by both encodings of the one-click request (RFC 8058)", async () => {
      const app = await testApp(engine);
      const multipart = new FormData();
      multipart.set("List-Unsubscribe", "One-Click");
      for (const body of [{ form: { "List-Unsubscribe": "One-Click" } }, { multipart }]) {
        const answer = await app.send(`POST ${path}`, { query: { token: tokenOf("lan@example.com") }, ...body });
        expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      }
    });

    test.each([
      ["of another key", tokenOf("lan@example.com", Buffer.from("another secret key"))],
      ["without a signature", tokenOf("lan@example.com").split(".")[0] as string],
      [
        "for another address",
        `${Buffer.from("hai@example.com").toString("base64url")}.${tokenOf("lan@example.com").split(".")[1]}`,
      ],
      ["that is empty", ""],
    ])("refuses a token %s", async (_name, token) => {
      const app = await testApp(engine);
      const answer = await app.send(`POST ${path}`, { query: { token } });
      expect([answer.statusCode, answer.json().detail]).toEqual([422, "Đường dẫn không hợp lệ"]);
      const browser = { query: { token }, headers: { accept: "text/html" } };
      for (const method of ["GET", "POST"] as const) {
        const page = await app.send(`${method} ${path}`, browser);
        expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
      }
      expect(await marks(app)).toEqual([]);
    });

    test("a link of before the change of the key works", async () => {
      const app = await testApp(engine, { SECRET_KEY: "the new secret key", SECRET_KEY_OLD: key.toString() });
      expect((await app.send(`POST ${path}`, { query: { token: tokenOf("lan@example.com") } })).statusCode).toBe(200);
    });

    test("a person who opens the link is asked first, by a page that runs nothing", async () => {
      const app = await testApp(engine);
      const browser = { query: { token: tokenOf("lan@example.com") }, headers: { accept: "text/html,*/*" } };
      const question = await app.send(`GET ${path}`, browser);
      expect(question.statusCode).toBe(200);
      expect(question.body).toContain('<form method="post">');
      expect(question.headers["content-security-policy"]).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'",
      );
      expect(question.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
      expect((await app.send(`HEAD ${path}`, browser)).statusCode).toBe(200);
      expect(await marks(app)).toEqual([]);
      const done = await app.send(`POST ${path}`, { ...browser, form: {} });
      expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining("Đã ngừng")]);
      expect(await marks(app)).toHaveLength(1);
    });
  });
});
