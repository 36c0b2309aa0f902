import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type Delivery,
  defaultNotificationSettings,
  type NotificationEvent,
  type NotificationSettings,
} from "#contract/notifications.ts";
import { deliveriesTopic } from "#server/features/topics.ts";
import { GiveUpError, PostponeError } from "#server/platform/outbox.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeUser } from "#test/factories.ts";
import { startSmtp } from "#test/smtp.ts";
import type { Channel } from "./channel.ts";
import { maxAttempts, maxZaloAttempts } from "./delivery-sender.ts";
import type { Notice, Recipient } from "./notifications.service.ts";

const origin = "https://nghe.example.vn";
const lan: Recipient = {
  kind: "customer",
  id: null,
  name: "Trần Lan",
  email: "lan@example.com",
  phone: "0901 234 567",
};
const order: Notice<"order_received"> = {
  event: "order_received",
  data: { code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 },
  subject: { kind: "order", id: 7 },
};
const ending: Notice<"premium_ends_in_7_days"> = {
  event: "premium_ends_in_7_days",
  data: { expires_at: "2026-05-12T03:00:00.000Z" },
};
const newOrder: Notice<"admin_new_order"> = {
  event: "admin_new_order",
  data: { id: 7, code: "HMABCDEFGH", customer_name: "Trần Lan", package_name: "Gói năm", amount: 399_000 },
};
const reset: Notice<"password_reset"> = {
  event: "password_reset",
  data: { token_id: 5, valid_minutes: 30, account: "user" },
};

/** Noon in Vietnam, so that nothing waits for the morning. */
const noon = new Date("2026-05-05T05:00:00.000Z");
const night = new Date("2026-05-05T16:30:00.000Z");
const morning = "2026-05-06T00:00:00.000Z";
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: noon }));
afterEach(() => void vi.useRealTimers());

const mailEnv = (smtp: { url: string }) => ({ SMTP_URL: smtp.url, PUBLIC_URL: origin });

async function tell<E extends NotificationEvent>(app: TestApp, notice: Notice<E>, to: Recipient = lan): Promise<void> {
  await app.db.transaction().execute((tx) => app.notifications.notify(tx, to, notice));
  await app.outbox.flush();
}
async function tellAdmins(app: TestApp): Promise<void> {
  await app.db.transaction().execute((tx) => app.notifications.notifyAdmins(tx, newOrder));
  await app.outbox.flush();
}
const rows = ({ db }: TestApp) => db.selectFrom("deliveries").selectAll().orderBy("id").execute();
const work = ({ db }: TestApp) => db.selectFrom("outbox").selectAll().orderBy("id").execute();
const addresses = ({ db }: TestApp) => db.selectFrom("email_addresses").selectAll().orderBy("email_key").execute();

async function saveSettings(app: TestApp, change: object): Promise<void> {
  const json = { ...defaultNotificationSettings, ...change };
  const answer = await app.send("PUT /api/admin/config/notifications", { token: await adminToken(app), json });
  expect(answer.statusCode, answer.body).toBe(200);
}
const switched = (event: string, channels: object) => ({
  events: { ...defaultNotificationSettings.events, [event]: channels },
});
async function resend(app: TestApp, id: number) {
  const answer = await app.send(`POST /api/admin/deliveries/${id}/resend`, { token: await adminToken(app) });
  await app.outbox.flush();
  return answer;
}
/** Makes what waits in its back-off due. */
async function later(app: TestApp): Promise<void> {
  vi.setSystemTime(Date.now() + 2 * 3600_000);
  await app.outbox.flush();
}

onBothEngines((engine) => {
  describe("a message", () => {
    test("is sent by e-mail after the commit, with its row", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      await tell(app, order);
      expect(await rows(app)).toMatchObject([
        {
          event: "order_received",
          recipient_kind: "customer",
          email: "lan@example.com",
          phone: "84901234567",
          channel: "email",
          state: "sent",
          attempts: 1,
          error: null,
          not_before: null,
          sent_at: noon.toISOString(),
          subject_kind: "order",
          subject_id: 7,
        },
      ]);
      const [mail] = smtp.mails;
      expect(mail?.to).toEqual(["lan@example.com"]);
      expect(mail?.header("to")).toBe("Trần Lan <lan@example.com>");
      expect(mail?.header("from")).toBe("Ngân Nga <no-reply@nghe.example.vn>");
      expect(mail?.header("message-id")).toMatch(/^<delivery-1\.\w+\.\w+@nghe\.example\.vn>$/);
      for (const type of ["text/plain", "text/html"]) expect(mail?.parts.get(type)).toContain(`${origin}/orders/x`);
    });

    test("that is to be left out while it is sent counts as sent", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      const release = smtp.holdAnswers();
      const sending = tell(app, order);
      await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 120_000 });
      const subject = { kind: "order" as const, id: 7 };
      await app.db.transaction().execute((tx) => app.notifications.withdraw(tx, { subject }));
      expect(await rows(app)).toMatchObject([{ state: "skipped" }]);
      release();
      await sending;
      expect(await rows(app)).toMatchObject([{ state: "sent", error: null, attempts: 1, sent_at: expect.any(String) }]);
    });

    test("is gone with a transaction that is rolled back", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      const failed = app.db.transaction().execute(async (tx) => {
        await app.notifications.notify(tx, lan, order);
        throw new Error("no");
      });
      await expect(failed).rejects.toThrow("no");
      await app.outbox.flush();
      expect([await rows(app), await work(app), smtp.mails]).toEqual([[], [], []]);
    });

    test("of what happens once is made once for each recipient, and leaves the transaction whole", async () => {
      const app = await testApp(engine);
      const once = { ...order, key: "order 7" };
      await tell(app, once);
      await app.db.transaction().execute(async (tx) => {
        await app.notifications.notify(tx, lan, once);
        await app.notifications.notify(tx, { ...lan, email: "LAN@example.com" }, once);
        await app.notifications.notify(tx, { ...lan, email: "khac@example.com" }, once);
        await app.notifications.notify(tx, { ...lan, kind: "user", id: 3 }, once);
        await app.notifications.notify(tx, lan, { ...once, key: "order 8" });
        await app.notifications.notify(tx, lan, order);
        await app.notifications.notify(tx, lan, order);
      });
      const made = (await rows(app)).filter(({ event }) => event === "order_received");
      expect(made).toHaveLength(6);
    });

    test("with a key that two transactions use at once is made once", async () => {
      const app = await testApp(engine);
      await Promise.all([1, 2, 3].map(() => tell(app, { ...order, key: "order 7" })));
      expect(await rows(app)).toHaveLength(1);
    });

    test("whose process died in the last attempt has failed", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      await app.db.transaction().execute((tx) => app.notifications.notify(tx, lan, order));
      await app.db.updateTable("outbox").set({ attempts: maxAttempts, state: "running", lease: "x" }).execute();
      await later(app);
      expect(await rows(app)).toMatchObject([{ state: "failed", error: "Máy chủ đã dừng giữa lần gửi cuối cùng" }]);
      expect(smtp.mails).toEqual([]);
    });

    test("to an address that the server refuses marks it, and others are skipped until a resend", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp), { secretPath: () => "/reset-password?token=x" });
      smtp.faults.recipient = "550 5.1.1 No such user";
      await tell(app, order, { ...lan, email: "Lan@Example.com" });
      const error = "Máy chủ thư từ chối địa chỉ này: 550 5.1.1 No such user";
      expect(await rows(app)).toMatchObject([{ state: "failed", attempts: 1, error }]);
      expect(await work(app)).toMatchObject([{ state: "done", attempts: 1 }]);
      expect(await addresses(app)).toMatchObject([
        { email_key: "lan@example.com", bounced_at: noon.toISOString(), bounce_error: error },
      ]);
      smtp.faults = {};
      await tell(app, order);
      expect((await rows(app))[1]).toMatchObject({ state: "skipped", error, attempts: 0 });
      await tell(app, reset);
      expect((await rows(app))[2]).toMatchObject({ state: "sent" });
      expect((await resend(app, 2)).json<Delivery>()).toMatchObject({
        state: "waiting",
        is_bounced: false,
        attempts: 0,
      });
      expect(await addresses(app)).toMatchObject([{ bounced_at: null, bounce_error: null }]);
      expect((await rows(app))[1]).toMatchObject({ state: "sent", attempts: 1 });
    });

    test.each([
      ["a refused login", { login: "535 5.7.8 No" }],
      ["a refusal of us", { connect: "554 5.7.1 Blocked" }],
      ["greylisting", { recipient: "450 4.2.0 Later" }],
    ])("meets %s: the address is not marked, and it is tried again", async (_name, faults) => {
      const smtp = await startSmtp({ user: "lan", pass: "bi-mat-cua-lan" });
      const app = await testApp(engine, mailEnv(smtp));
      smtp.faults = faults;
      await tell(app, order);
      expect(await rows(app)).toMatchObject([{ state: "waiting", attempts: 1 }]);
      expect(await addresses(app)).toEqual([]);
      smtp.faults = {};
      await later(app);
      expect(await rows(app)).toMatchObject([{ state: "sent" }]);
    });

    test("whose account is deleted meanwhile is not sent, and the marks of the account's e-mail alone are forgotten", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      const user = await makeUser(app, { email: "Chinh@example.com" });
      const others = { ...lan, kind: "staff" as const, id: user.id };
      await app.db.transaction().execute(async (tx) => {
        await app.notifications.notify(tx, { ...lan, kind: "user", id: user.id }, order);
        await app.notifications.notify(tx, { ...lan, id: user.id, email: "Hai@example.com" }, order);
        await app.notifications.notify(tx, others, order);
      });
      const key = { email_key: "hai@example.com", unsubscribed_at: noon.toISOString() };
      await app.db
        .insertInto("email_addresses")
        .values([key, { ...key, email_key: "khac@example.com" }, { ...key, email_key: "chinh@example.com" }])
        .execute();
      const gone = await app.send(`DELETE /api/admin/users/${user.id}`, { token: await adminToken(app) });
      expect(gone.statusCode, gone.body).toBeLessThan(300);
      await app.outbox.flush();
      expect(await rows(app)).toMatchObject([{ recipient_kind: "staff" }]);
      expect(await addresses(app)).toMatchObject([{ email_key: "hai@example.com" }, { email_key: "khac@example.com" }]);
      expect(smtp.mails).toHaveLength(1);
    });

    test("raises the topic of the delivery log, when it is added and when it is sent", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      const version = () => app.database.changes.version(deliveriesTopic) ?? 0;
      const before = version();
      await app.database.commit((tx) => app.notifications.notify(tx, lan, order));
      await expect.poll(() => rows(app)).toMatchObject([{ state: "sent" }]);
      await expect.poll(version).toBeGreaterThan(before);
    });
  });

  describe("a message to the administrators is made once for each", () => {
    const subject = { kind: "order", id: 7 } as const;
    const add = (app: TestApp, notice: Notice<"admin_new_order"> = { ...newOrder, subject }) =>
      app.db.transaction().execute((tx) => app.notifications.notifyAdmins(tx, notice));
    const addresses = async (app: TestApp) => (await rows(app)).map(({ email }) => email);

    test("also when the worker failed before, and when it runs twice", async () => {
      const app = await testApp(engine);
      const admins = [await makeAdmin(app), await makeAdmin(app), await makeAdmin(app)];
      await add(app);
      await sql`alter table deliveries rename to away`.execute(app.db);
      await app.outbox.flush();
      await sql`alter table away rename to deliveries`.execute(app.db);
      expect(await work(app)).toMatchObject([{ state: "pending", attempts: 1 }]);
      await later(app);
      expect(await addresses(app)).toEqual(admins.map(({ email }) => email));
      await app.db.updateTable("outbox").set({ state: "pending", finished_at: null }).execute();
      await later(app);
      expect(await rows(app)).toHaveLength(3);
    });

    test("with the key of what happens once also after a second notice", async () => {
      const app = await testApp(engine);
      const admin = await makeAdmin(app);
      await add(app, { ...newOrder, subject, key: "7" });
      await app.outbox.flush();
      const second = await makeAdmin(app);
      await add(app, { ...newOrder, subject, key: "7" });
      await app.outbox.flush();
      expect(await addresses(app)).toEqual([admin.email, second.email]);
    });

    test("and by nobody for what was deleted or left out before the worker came", async () => {
      const app = await testApp(engine);
      const admin = await makeAdmin(app);
      for (const id of [7, 8, 9]) await add(app, { ...newOrder, subject: { kind: "order", id } });
      await app.db.transaction().execute(async (tx) => {
        await app.notifications.forget(tx, subject);
        await app.notifications.withdraw(tx, { events: ["admin_new_order"], subject: { kind: "order", id: 8 } });
        await app.notifications.withdraw(tx, { events: ["admin_new_request"], subject: { kind: "order", id: 9 } });
        await app.notifications.withdraw(tx, { recipient: { kind: "staff", id: admin.id } });
      });
      await app.outbox.flush();
      expect(await rows(app)).toMatchObject([{ subject_id: 9, recipient_id: admin.id }]);
      expect(await app.db.selectFrom("admin_notices").select("id").execute()).toEqual([]);
    });
  });

  describe("messages by Zalo", () => {
    /** A channel that does what the test says. */
    function channelOf(send: Channel["send"], isReady = true) {
      return { isReady: async () => isReady, send: vi.fn(send) };
    }

    test("go to mobile numbers first, where it is ready", async () => {
      const smtp = await startSmtp();
      const zalo = channelOf(async () => ({ state: "sent", providerId: "msg-1" }));
      const app = await testApp(engine, mailEnv(smtp), { zalo });
      await tell(app, order);
      await tell(app, order, { ...lan, phone: "028 3822 1234" });
      expect(await rows(app)).toMatchObject([
        { channel: "zalo", state: "sent", provider_id: "msg-1", attempts: 1 },
        { channel: "email", state: "sent" },
      ]);
      expect(zalo.send.mock.calls.map(([message]) => message)).toEqual([
        {
          id: 1,
          resend: null,
          event: order.event,
          data: order.data,
          recipientName: lan.name,
          phone: "84901234567",
          origin,
        },
      ]);
      expect(smtp.mails).toHaveLength(1);
    });

    test("go on by e-mail where it can't, in one transaction", async () => {
      const smtp = await startSmtp();
      const zalo = channelOf(async () => ({ state: "unable", reason: "Số này chưa dùng Zalo" }));
      const app = await testApp(engine, mailEnv(smtp), { zalo });
      await tell(app, order);
      await tell(app, order, { ...lan, email: null });
      expect(await rows(app)).toMatchObject([
        { channel: "email", state: "sent", attempts: 2, error: null },
        { channel: "zalo", state: "failed", attempts: 1, error: "Số này chưa dùng Zalo" },
      ]);
      const kept = await testApp(engine, {}, { zalo });
      await tell(kept, order);
      expect(await rows(kept)).toMatchObject([{ channel: "email", state: "kept", error: "Số này chưa dùng Zalo" }]);
    });

    test("don't go on by e-mail where their event is switched off for it, unless they are resent", async () => {
      const smtp = await startSmtp();
      const zalo = channelOf(async () => ({ state: "unable", reason: "Số này chưa dùng Zalo" }));
      const app = await testApp(engine, mailEnv(smtp), { zalo });
      await saveSettings(app, switched("order_received", { email: false, zalo: true }));
      await tell(app, order);
      expect(await rows(app)).toMatchObject([{ channel: "zalo", state: "failed", error: "Số này chưa dùng Zalo" }]);
      expect(smtp.mails).toEqual([]);
      await resend(app, 1);
      await resend(app, 1);
      expect(await rows(app)).toMatchObject([{ channel: "email", state: "sent" }]);
      const ids = smtp.mails.map((mail) => mail.header("message-id"));
      expect(ids).toEqual(Array(2).fill(expect.stringMatching(/^<delivery-1\.\w+\.\w+\.[0-9a-f]{8}@/)));
      expect(new Set(ids).size).toBe(2);
    });

    test("go on by e-mail when Zalo is away for long, and wait for it where there is no e-mail", async () => {
      const smtp = await startSmtp();
      const zalo = channelOf(async () => {
        throw new Error("Không kết nối được với Zalo");
      });
      const app = await testApp(engine, mailEnv(smtp), { zalo });
      const kept = await testApp(engine, {}, { zalo });
      for (const each of [app, kept]) await tell(each, order);
      await tell(app, order, { ...lan, email: null });
      for (let n = 2; n < maxZaloAttempts; n++) for (const each of [app, kept]) await later(each);
      expect(await rows(app)).toMatchObject([
        { channel: "zalo", state: "waiting", attempts: 9 },
        { channel: "zalo", state: "waiting", attempts: 9 },
      ]);
      for (const each of [app, kept]) await later(each);
      expect(await rows(app)).toMatchObject([
        { channel: "email", state: "sent", attempts: 11 },
        { channel: "zalo", state: "waiting", attempts: 10 },
      ]);
      expect(await rows(kept)).toMatchObject([{ channel: "zalo", state: "waiting", attempts: 10 }]);
      expect(smtp.mails).toHaveLength(1);
    });

    test("go on by e-mail when Zalo is taken out of the settings meanwhile", async () => {
      const smtp = await startSmtp();
      const zalo = channelOf(async () => ({ state: "sent", providerId: null }));
      const app = await testApp(engine, mailEnv(smtp), { zalo });
      await app.db.transaction().execute((tx) => app.notifications.notify(tx, lan, order));
      const next = await testApp(engine, mailEnv(smtp), { beside: app });
      await next.outbox.flush();
      expect(await rows(app)).toMatchObject([{ channel: "email", state: "sent" }]);
      expect(zalo.send).not.toHaveBeenCalled();
    });

    test("wait, are tried again or fail as the channel says", async () => {
      const until = new Date(noon.getTime() + 3600_000);
      const errors = [
        new PostponeError(until, "Đợi đến 6 giờ"),
        new Error("Mạng hỏng"),
        new GiveUpError("Mẫu bị từ chối"),
      ];
      const zalo = channelOf(async () => {
        throw errors.shift() as Error;
      });
      const app = await testApp(engine, {}, { zalo });
      await tell(app, order);
      expect(await rows(app)).toMatchObject([
        { state: "waiting", attempts: 0, error: "Đợi đến 6 giờ", not_before: until.toISOString() },
      ]);
      await later(app);
      expect(await rows(app)).toMatchObject([{ state: "waiting", attempts: 1, error: "Mạng hỏng" }]);
      await later(app);
      expect(await rows(app)).toMatchObject([
        { state: "failed", attempts: 2, error: "Mẫu bị từ chối", not_before: null },
      ]);
      await tell(app, { event: "test", data: {} });
      expect((await rows(app))[1]).toMatchObject({ channel: "email" });
    });
  });
});

onOneEngine((engine) => {
  describe("messages to the administrators", () => {
    test("have no switch for Zalo: with e-mail off there is none, whatever was stored before", async () => {
      const app = await testApp(engine);
      await makeAdmin(app);
      const { events } = switched("admin_new_order", { email: false, zalo: true });
      const value = JSON.stringify({ ...defaultNotificationSettings, events });
      await app.db
        .insertInto("settings")
        .values({ key: "notifications", value, updated_at: noon.toISOString() })
        .execute();
      await tellAdmins(app);
      const token = await adminToken(app);
      const read = (await app.send("GET /api/admin/config/notifications", { token })).json<NotificationSettings>();
      expect(read.events.admin_new_order).toEqual({ email: false });
      expect(defaultNotificationSettings.events.admin_new_request).toEqual({ email: true });
      await saveSettings(app, switched("admin_new_order", { email: false, zalo: true }));
      await tellAdmins(app);
      expect(await rows(app)).toEqual([]);
    });

    test("go to each of them, or to the addresses of the settings", async () => {
      const app = await testApp(engine);
      const [first, second] = [await makeAdmin(app), await makeAdmin(app)];
      await tellAdmins(app);
      expect(await rows(app)).toMatchObject([
        { recipient_kind: "admin", recipient_id: first.id, email: first.email },
        { recipient_kind: "admin", recipient_id: second.id, email: second.email },
      ]);
      await saveSettings(app, { admin_emails: ["ban@example.com", second.email.toUpperCase()] });
      await app.db.deleteFrom("deliveries").execute();
      await tellAdmins(app);
      expect(await rows(app)).toMatchObject([
        { recipient_id: null, email: "ban@example.com" },
        { recipient_id: second.id, email: second.email.toUpperCase() },
      ]);
    });
  });

  describe("a message", () => {
    test("has a Message-ID in ASCII, and another one than a message of its id before a restore", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, { ...mailEnv(smtp), MAIL_FROM: "Ngân Nga <chao@nhạc.vn>" });
      await tell(app, order);
      const [first = ""] = smtp.mails.map((mail) => mail.header("message-id"));
      expect(first).toMatch(/^<delivery-1\.\w+\.\w+@xn--[\w-]+\.vn>$/);
      await app.db.deleteFrom("outbox").execute();
      await app.db
        .updateTable("deliveries")
        .set({ state: "waiting", created_at: new Date(noon.getTime() + 1).toISOString() })
        .execute();
      await app.db.transaction().execute((tx) => app.outbox.add(tx, "email", { id: 1 }));
      await app.outbox.flush();
      const second = smtp.mails[1]?.header("message-id");
      expect(second).toMatch(/^<delivery-1\./);
      expect(second).not.toBe(first);
    });

    test("is kept without a mail server, and not sent by itself when there is one", async () => {
      const app = await testApp(engine);
      await tell(app, order);
      expect(await rows(app)).toMatchObject([{ state: "kept", attempts: 0, error: null }]);
      expect(await work(app)).toEqual([]);
      const smtp = await startSmtp();
      const next = await testApp(engine, mailEnv(smtp), { beside: app });
      await next.outbox.flush();
      expect(smtp.mails).toEqual([]);
      expect((await resend(next, 1)).statusCode).toBe(200);
      expect(smtp.mails).toHaveLength(1);
      expect(await rows(app)).toMatchObject([{ state: "sent" }]);
    });

    test("that waits while the mail server is taken out of the settings is kept", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      await app.db.transaction().execute((tx) => app.notifications.notify(tx, lan, order));
      const next = await testApp(engine, {}, { beside: app });
      await next.outbox.flush();
      expect(await rows(app)).toMatchObject([{ state: "kept", attempts: 0 }]);
    });

    test("goes where its event is switched on, and leaves no row where it is switched off", async () => {
      const app = await testApp(engine);
      await saveSettings(app, switched("order_received", { email: false, zalo: false }));
      await tell(app, order);
      expect(await rows(app)).toEqual([]);
      await saveSettings(app, switched("order_received", { email: false, zalo: true }));
      await tell(app, order);
      await tell(app, order, { ...lan, phone: "028 3822 1234" });
      await saveSettings(app, {});
      await tell(app, order, { ...lan, email: null });
      expect(await rows(app)).toMatchObject([
        { state: "skipped", channel: "zalo", error: "Zalo chưa được thiết lập cho thông báo này" },
        { state: "skipped", channel: "zalo", error: "Không có số di động", phone: null },
        { state: "skipped", channel: "email", error: "Không có địa chỉ email" },
      ]);
      expect(await work(app)).toEqual([]);
    });

    test("that can wait does so in the quiet hours, unless they are switched off", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      vi.setSystemTime(night);
      await tell(app, ending);
      await tell(app, order);
      expect(await rows(app)).toMatchObject([
        { state: "waiting", not_before: morning, attempts: 0 },
        { state: "sent" },
      ]);
      expect(await work(app)).toMatchObject([{ available_at: morning }, { state: "done" }]);
      vi.setSystemTime(new Date(morning));
      await app.outbox.flush();
      expect(await rows(app)).toMatchObject([{ state: "sent", not_before: null }, { state: "sent" }]);
      vi.setSystemTime(night);
      await saveSettings(app, { quiet_hours: false });
      await tell(app, ending);
      expect(smtp.mails).toHaveLength(3);
    });

    test("that fails until the quiet hours waits for their end, but a resend goes at once", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      smtp.faults.data = "452 4.3.1 Out of room";
      await tell(app, ending);
      smtp.faults = {};
      vi.setSystemTime(night);
      await app.outbox.flush();
      expect(await rows(app)).toMatchObject([{ state: "waiting", not_before: morning, attempts: 1 }]);
      vi.setSystemTime(new Date(morning));
      await app.outbox.flush();
      vi.setSystemTime(night);
      await resend(app, 1);
      expect(smtp.mails).toHaveLength(2);
    });

    test("is tried again with its Message-ID when the server is away, and holds up nothing else", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      const seen: number[] = [];
      app.outbox.on("test", async (n: number) => void seen.push(n));
      await smtp.stop();
      await tell(app, order);
      const [row] = await rows(app);
      expect(row).toMatchObject({ state: "waiting", attempts: 1, error: "Máy chủ thư không nhận kết nối" });
      expect((await work(app))[0]).toMatchObject({
        state: "pending",
        available_at: row?.not_before,
        last_error: "delivery 1 was not sent",
      });
      await app.outbox.add(app.db, "test", 1);
      await app.outbox.flush();
      expect(seen).toEqual([1]);
      await smtp.start();
      smtp.faults.drops = true;
      await later(app);
      expect(await rows(app)).toMatchObject([
        { state: "waiting", attempts: 2, error: "Kết nối với máy chủ thư bị ngắt" },
      ]);
      smtp.faults = {};
      await later(app);
      expect(await rows(app)).toMatchObject([{ state: "sent", attempts: 3, error: null, not_before: null }]);
      const ids = smtp.received.map((mail) => mail.header("message-id"));
      expect([smtp.mails.length, ids.length, new Set(ids).size]).toEqual([1, 2, 1]);
    });

    test("fails for good after its last attempt", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp));
      await smtp.stop();
      await tell(app, order);
      await app.db
        .updateTable("outbox")
        .set({ attempts: maxAttempts - 2 })
        .execute();
      await later(app);
      expect(await rows(app)).toMatchObject([{ state: "waiting", attempts: 2 }]);
      await later(app);
      expect(await rows(app)).toMatchObject([
        { state: "failed", attempts: 3, error: "Máy chủ thư không nhận kết nối", not_before: null },
      ]);
      expect(await work(app)).toMatchObject([{ state: "done" }]);
    });
  });

  describe("links that give access", () => {
    test("are made when the message is sent, stored nowhere and shown to nobody", async () => {
      const smtp = await startSmtp();
      const secretPath = () => "/reset-password?token=geheim";
      const app = await testApp(engine, mailEnv(smtp), { secretPath });
      await tell(app, reset);
      expect(smtp.mails[0]?.parts.get("text/plain")).toContain(`${origin}/reset-password?token=geheim`);
      expect(JSON.stringify([await rows(app), await work(app)])).not.toContain("geheim");
      const detail = await app.send("GET /api/admin/deliveries/1", { token: await adminToken(app) });
      expect(detail.json()).toMatchObject({ event: "password_reset", mail: null });
    });

    test("are not sent when they have ended, nor by a resend", async () => {
      const smtp = await startSmtp();
      const app = await testApp(engine, mailEnv(smtp), { secretPath: () => "/x" });
      await smtp.stop();
      await tell(app, reset);
      await smtp.start();
      await later(app);
      expect(await rows(app)).toMatchObject([{ state: "failed", error: "Đường dẫn trong thông báo đã hết hạn" }]);
      expect((await resend(app, 1)).statusCode).toBe(409);
      expect(smtp.mails).toEqual([]);
    });
  });

  test("a server that never answers delays its own messages, and neither others nor requests", async () => {
    const smtp = await startSmtp();
    smtp.faults.hangs = true;
    const mailTimes = { connectionMs: 60_000, idleMs: 60_000, sendMs: 60_000 };
    const app = await testApp(engine, mailEnv(smtp), { mailTimes });
    const seen: number[] = [];
    app.outbox.on("test", async (n: number) => void seen.push(n));
    await app.database.commit(async (tx) => {
      for (let n = 0; n < 5; n++) {
        await app.notifications.notify(tx, { ...lan, email: `lan${n}@example.com` }, order);
      }
      await app.outbox.add(tx, "test", 1);
    });
    await expect.poll(() => smtp.received).toHaveLength(3);
    await expect.poll(() => seen).toEqual([1]);
    expect((await app.send("GET /api/health")).statusCode).toBe(200);
    expect(await rows(app)).toHaveLength(5);
    await app.http.close();
    await app.outbox.stop({ graceMs: 10 });
    // Cut off, not failed: no attempt is counted, and the next process sends them with the same Message-ID.
    for (const row of await rows(app)) expect(row).toMatchObject({ state: "waiting", attempts: 0, error: null });
    smtp.faults = {};
    const next = await testApp(engine, mailEnv(smtp), { beside: app });
    await next.outbox.flush();
    const ids = (mails: typeof smtp.mails) => mails.map((mail) => mail.header("message-id"));
    expect(smtp.mails).toHaveLength(5);
    expect(new Set(ids(smtp.mails)).size).toBe(5);
    expect(ids(smtp.received.slice(0, 3)).toSorted()).toEqual(expect.arrayContaining([expect.any(String)]));
    for (const id of ids(smtp.received.slice(0, 3))) expect(ids(smtp.mails)).toContain(id);
  });

  test("a stop lets a sending finish", async () => {
    const smtp = await startSmtp();
    const release = smtp.holdAnswers();
    const app = await testApp(engine, mailEnv(smtp));
    await app.database.commit((tx) => app.notifications.notify(tx, lan, order));
    await expect.poll(() => smtp.received).toHaveLength(1);
    await app.http.close();
    const stopped = app.outbox.stop({ graceMs: 30_000 });
    release();
    await stopped;
    expect(await rows(app)).toMatchObject([{ state: "sent", attempts: 1 }]);
  });

  test("passwords and server's words stay out of the log", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const smtp = await startSmtp({ user: "lan", pass: "bi-mat-cua-lan" });
    smtp.faults.login = "535 5.7.8 bi-mat-cua-lan of lan@example.com is wrong";
    const app = await testApp(engine, mailEnv(smtp), { log });
    await tell(app, order);
    const [row] = await rows(app);
    expect(row?.error).toBe(
      "Máy chủ thư không nhận tên đăng nhập hoặc mật khẩu: 535 5.7.8 … of lan@example.com is wrong",
    );
    expect(lines.join("")).toContain("delivery 1 was not sent");
    expect(lines.join("")).not.toMatch(/bi-mat|lan@example\.com|is wrong/);
  });

  test("offers carry the link to unsubscribe, and are skipped once it was used; one's own business is not", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, mailEnv(smtp));
    await tell(app, ending);
    const url = smtp.mails[0]?.header("list-unsubscribe")?.replace(/[<> ]/g, "") ?? "";
    expect(url).toContain(`${origin}/api/notifications/unsubscribe?token=`);
    expect(smtp.mails[0]?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(smtp.mails[0]?.parts.get("text/html")).toContain(url);
    const answer = await app.send(`POST ${url.slice(origin.length)}`, { form: { "List-Unsubscribe": "One-Click" } });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    await tell(app, ending, { ...lan, email: "LAN@example.com" });
    await tell(app, order);
    expect(await rows(app)).toMatchObject([
      { state: "sent" },
      { state: "skipped", error: "Người nhận đã ngừng nhận loại email này" },
      { state: "sent" },
    ]);
    expect(smtp.mails[1]?.header("list-unsubscribe")).toBeUndefined();
  });

  test("unusable settings are logged, and the defaults hold", async () => {
    const lines: string[] = [];
    const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
    const app = await testApp(engine, {}, { log });
    const updated_at = noon.toISOString();
    await app.db.insertInto("settings").values({ key: "notifications", value: "{}", updated_at }).execute();
    await tell(app, order);
    expect(await rows(app)).toMatchObject([{ state: "kept" }]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ key: "notifications" }]);
  });

  test("settings of a version that knew fewer events hold, and the new events go where they do by default", async () => {
    const app = await testApp(engine);
    const { order_refused: _new, ...events } = defaultNotificationSettings.events;
    const value = JSON.stringify({
      ...defaultNotificationSettings,
      events: { ...events, order_received: { email: false, zalo: false } },
    });
    await app.db
      .insertInto("settings")
      .values({ key: "notifications", value, updated_at: noon.toISOString() })
      .execute();
    await tell(app, order);
    expect(await rows(app)).toEqual([]);
    const answer = await app.send("GET /api/admin/config/notifications", { token: await adminToken(app) });
    expect(answer.json().events).toMatchObject({
      order_received: { email: false, zalo: false },
      order_refused: { email: true, zalo: true },
    });
  });
});
