import { afterEach, expect, test, vi } from "vitest";
import { emptyZaloConfig, maskedSecret, type ZaloConfigBody, zaloWebhookPath } from "#contract/zalo.ts";
import { environmentOf, onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, userToken } from "#test/factories.ts";
import { runScript } from "#test/processes.ts";
import {
  oaSecret,
  optionsFor,
  reportOf,
  settingsOf,
  startZalo,
  type ZaloFault,
  type ZaloServer,
} from "#test/zalo-server.ts";
import type { Notice, Recipient } from "../notifications.service.ts";

const path = "/api/admin/config/zalo";
const testPath = `${path}/test`;
const lan: Recipient = {
  kind: "customer",
  id: null,
  name: "Trần Lan",
  email: "lan@example.com",
  phone: "0905 123 456",
};
const order: Notice<"order_received"> = {
  event: "order_received",
  data: { code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 },
};
const sentData = { ten: "Trần Lan", ma_don: "HMABCDEFGH", tien: "399000", trang: "orders/x" };

/** Noon in Vietnam, so that nothing waits for the morning. */
const noon = new Date("2026-05-05T05:00:00.000Z");
function atNoon(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
}

afterEach(() => void vi.useRealTimers());

/** An app whose channel leads to the double. */
async function zaloApp(
  engine: "sqlite" | "postgres",
  zalo: ZaloServer,
  change: Partial<ZaloConfigBody> = {},
  beside?: TestApp,
): Promise<TestApp> {
  const app = await testApp(engine, {}, { zaloOptions: optionsFor(zalo), ...(beside ? { beside } : {}) });
  if (!beside) await save(app, settingsOf(zalo, change));
  return app;
}
async function save(app: TestApp, json: object) {
  const answer = await app.send(`PUT ${path}`, { token: await adminToken(app), json });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const show = async (app: TestApp) => (await app.send(`GET ${path}`, { token: await adminToken(app) })).json();
async function tell(app: TestApp, to: Recipient = lan): Promise<void> {
  await app.db.transaction().execute((tx) => app.notifications.notify(tx, to, order));
  await app.outbox.flush();
}
async function later(app: TestApp, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await app.outbox.flush();
}
/** Without those about the settings of the channel. */
const rows = ({ db }: TestApp) =>
  db.selectFrom("deliveries").selectAll().where("event", "!=", "sensitive_change").orderBy("id").execute();
const row = async (app: TestApp) => (await rows(app))[0];
const calls = ({ db }: TestApp) => db.selectFrom("zalo_messages").selectAll().execute();
const stored = async ({ db }: TestApp) =>
  (await db.selectFrom("settings").select("value").where("key", "=", "zalo").executeTakeFirst())?.value ?? "";
const minute = 60_000;

onBothEngines((engine) => {
  test("a message goes by Zalo, with the parameters of its template and an id of its own", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    await tell(app);
    expect(await row(app)).toMatchObject({ channel: "zalo", state: "sent", provider_id: "msg1", error: null });
    expect(zalo.taken).toEqual([
      {
        phone: "84905123456",
        template_id: "7895417a7d3f",
        template_data: sentData,
        tracking_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  test("an expired token is renewed once, and the message sent once more", async () => {
    atNoon();
    for (const fault of [
      { kind: "error", error: -216 },
      { kind: "error", error: -124 },
      { kind: "error", error: -220 },
      { kind: "status", status: 401 },
    ] as const satisfies ZaloFault[]) {
      const zalo = await startZalo();
      const app = await zaloApp(engine, zalo);
      zalo.expire(fault);
      await tell(app);
      expect(await row(app)).toMatchObject({ state: "sent" });
      expect(zalo).toMatchObject({ renewals: 1, renewalRequests: 1 });
      expect(zalo.received).toHaveLength(2);
      expect(new Set(zalo.received.map(({ tracking_id }) => tracking_id)).size).toBe(1);
      const { status, access_token } = await show(app);
      expect(access_token).toBe(maskedSecret);
      expect(status).toMatchObject({ state: "ready", token_expires_at: "2026-05-06T06:00:00.000Z" });
    }
  });

  test("several messages at once renew the tokens once", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    zalo.expire();
    await app.db.transaction().execute(async (tx) => {
      for (let n = 0; n < 6; n++) await app.notifications.notify(tx, lan, order);
    });
    await app.outbox.flush();
    expect((await rows(app)).map(({ state }) => state)).toEqual(Array(6).fill("sent"));
    expect(zalo).toMatchObject({ renewals: 1, renewalRequests: 1 });
  });

  test("another process waits for the tokens that one renews", async () => {
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    zalo.expire();
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    zalo.onRequest = async (address) => {
      if (!address.endsWith("access_token")) return;
      asked.resolve();
      await answered.promise;
    };
    const test = (on: TestApp, token: string) =>
      on.send(`POST ${testPath}`, { token, json: { phone: "0905123456", event: "order_received" } });
    const token = await adminToken(app);
    const first = test(app, token);
    await asked.promise;
    // No transaction is open while Zalo is asked: this one can write.
    const other = await zaloApp(engine, zalo, {}, app);
    const second = test(other, token);
    await expect.poll(() => zalo.received.length).toBeGreaterThanOrEqual(2);
    answered.resolve();
    expect((await first).json()).toMatchObject({ success: true });
    expect((await second).json()).toMatchObject({ success: true });
    expect(zalo).toMatchObject({ renewals: 1, renewalRequests: 1 });
  });

  test("a call that was cut off is not repeated: Zalo's report ends the wait", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await cutOff(await zaloApp(engine, zalo), zalo);
    await later(app, minute);
    expect(await row(app)).toMatchObject({ state: "waiting", error: expect.stringContaining("Chờ Zalo báo") });
    const [call] = await calls(app);
    const report = reportOf(zalo, call?.tracking_id ?? "", oaSecret);
    for (let n = 0; n < 2; n++) expect(await deliver(app, report)).toBe(200);
    expect(await calls(app)).toMatchObject([
      { received_at: new Date().toISOString(), message_id: "15a0cc0bbb13bd4ce403" },
    ]);
    await later(app, minute);
    expect(await row(app)).toMatchObject({ state: "sent", channel: "zalo", provider_id: "15a0cc0bbb13bd4ce403" });
    expect(zalo.received).toHaveLength(1);
  });

  test("without a report the message goes on by e-mail after 15 minutes, or ends without an address", async () => {
    for (const [email, end] of [
      ["lan@example.com", { state: "kept", channel: "email" }],
      [null, { state: "failed", channel: "zalo" }],
    ] as const) {
      atNoon();
      const zalo = await startZalo();
      const app = await cutOff(await zaloApp(engine, zalo), zalo, { ...lan, email });
      for (let n = 0; n < 14; n++) await later(app, minute);
      expect(await row(app)).toMatchObject({ state: "waiting" });
      await later(app, minute);
      expect(await row(app)).toMatchObject({
        ...end,
        error: expect.stringContaining("Không rõ Zalo đã nhận tin hay chưa"),
      });
      expect(zalo.received).toHaveLength(1);
    }
  });

  test("what Zalo may have taken is looked up first when it can't be sent any more", async () => {
    for (const change of [{ templates: emptyZaloConfig.templates }, { is_on: false }]) {
      atNoon();
      const zalo = await startZalo();
      const app = await cutOff(await zaloApp(engine, zalo), zalo);
      await save(app, settingsOf(zalo, change));
      await later(app, minute);
      expect(await row(app)).toMatchObject({ channel: "zalo", state: "waiting" });
      const [call] = await calls(app);
      await deliver(app, reportOf(zalo, call?.tracking_id ?? "", oaSecret));
      await later(app, minute);
      expect(await row(app)).toMatchObject({ channel: "zalo", state: "sent", provider_id: "15a0cc0bbb13bd4ce403" });

      await app.db.updateTable("deliveries").set({ state: "waiting" }).execute();
      await app.db.updateTable("zalo_messages").set({ state: "taken", received_at: null }).execute();
      await app.db
        .updateTable("outbox")
        .set({ state: "pending", finished_at: null, available_at: new Date().toISOString() })
        .where("topic", "=", "zalo")
        .execute();
      await app.outbox.flush();
      expect(await row(app)).toMatchObject({ channel: "zalo", state: "sent" });
      expect(zalo.received).toHaveLength(1);
    }
  });

  test("without an answer and without a way to repeat it, a message waits for the report as long as one that was cut off", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    zalo.messageFaults.push({ kind: "cut" });
    await tell(app);
    await save(app, settingsOf(zalo, { is_on: false }));
    for (let n = 0; n < 14; n++) await later(app, minute);
    expect(await row(app)).toMatchObject({ channel: "zalo", state: "waiting" });
    await later(app, minute);
    const error = "Không rõ Zalo đã nhận tin hay chưa vì Zalo không trả lời";
    expect(await row(app)).toMatchObject({ channel: "email", state: "kept", error });
    expect(zalo.received).toHaveLength(1);
  });

  test("the key changes by the command; with another one the secrets must be entered again", async () => {
    const zalo = await startZalo();
    const first = await zaloApp(engine, zalo);
    const token = await adminToken(first);
    await first.close();
    const both = { SECRET_KEY: "another secret key", SECRET_KEY_OLD: first.config.secrets.key.toString() };
    const reseal = (env: Record<string, string>) =>
      runScript("scripts/admin.ts", ["reseal"], { ...environmentOf(first), ...env });
    expect(await reseal({ SECRET_KEY: "a third key of nobody" })).toMatchObject({ code: 1 });
    const unreadable = await testApp(engine, { SECRET_KEY: both.SECRET_KEY }, { beside: first });
    expect((await unreadable.send(`GET ${path}`, { token })).json()).toMatchObject({
      secret_key: "",
      access_token: "",
      status: { state: "unreadable", problem: expect.stringContaining("SECRET_KEY") },
    });
    await unreadable.close();
    expect(await reseal(both)).toMatchObject({ code: 0, out: expect.stringContaining("Zalo") });
    const app = await testApp(engine, { SECRET_KEY: both.SECRET_KEY }, { beside: first });
    expect((await app.send(`GET ${path}`, { token })).json()).toMatchObject({ status: { state: "ready" } });
  });
});

/** Sends a message, and ends the process before Zalo answers. @returns the next process. */
async function cutOff(app: TestApp, zalo: ZaloServer, to: Recipient = lan): Promise<TestApp> {
  zalo.messageFaults.push({ kind: "hang" });
  const arrived = Promise.withResolvers<void>();
  zalo.onRequest = () => arrived.resolve();
  const sending = tell(app, to);
  await arrived.promise;
  zalo.onRequest = undefined;
  await app.outbox.stop({ graceMs: 0 });
  await sending;
  expect(await calls(app)).toMatchObject([{ state: "calling" }]);
  await app.close();
  return zaloApp(app.engine, zalo, {}, app);
}

async function deliver(app: TestApp, { body, signature }: { body: string; signature: string }): Promise<number> {
  const headers = { "content-type": "application/json", "x-zevent-signature": signature, "x-zevent-server": "ZNS" };
  const answer = await app.http.inject({ method: "POST", url: zaloWebhookPath, headers, payload: body });
  return answer.statusCode;
}

onOneEngine((engine) => {
  const faulty = async (fault: ZaloFault, change: Partial<ZaloConfigBody> = {}) => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo, change);
    await makeAdmin(app, { email: "admin@example.com" });
    zalo.messageFaults.push(fault);
    await tell(app);
    return { zalo, app };
  };
  const stops = async (app: TestApp) =>
    (await rows(app)).filter(({ event, email }) => event === "channel_stopped" && email === "admin@example.com");

  test.each([-32])("%i is repeated", async (error) => {
    const { zalo, app } = await faulty({ kind: "error", error });
    expect(await row(app)).toMatchObject({ state: "waiting", error: expect.stringContaining(`mã ${error}`) });
    await later(app, minute);
    expect(await row(app)).toMatchObject({ state: "sent", channel: "zalo" });
    expect(zalo.received).toHaveLength(2);
  });

  test.each([
    [{ kind: "status", status: 429 }, "HTTP 429"],
    [{ kind: "status", status: 500 }, "HTTP 500"],
    [{ kind: "status", status: 503 }, "HTTP 503"],
    [{ kind: "status", status: 200 }, "không đúng định dạng"],
    [{ kind: "status", status: 200, body: "[1]" }, "không đúng định dạng"],
    [{ kind: "endless" }, "không trả lời"],
  ] as const satisfies [ZaloFault, string][])("%j is repeated", async (fault, words) => {
    const { zalo, app } = await faulty(fault);
    expect(await row(app)).toMatchObject({ state: "waiting", error: expect.stringContaining(words) });
    await later(app, 2 * minute);
    expect(await row(app)).toMatchObject({ state: "sent", channel: "zalo" });
    expect(zalo.received).toHaveLength(2);
  });

  test("a connection that Zalo drops is repeated after a minute, unless Zalo reports the message", async () => {
    const { zalo, app } = await faulty({ kind: "cut" });
    expect(await row(app)).toMatchObject({ state: "waiting", error: "Zalo không trả lời" });
    await later(app, 5_000);
    expect(zalo.received).toHaveLength(1);
    await later(app, minute);
    expect(await row(app)).toMatchObject({ state: "sent" });
    expect(zalo.received).toHaveLength(2);

    const other = await faulty({ kind: "cut" });
    const [call] = await calls(other.app);
    await deliver(other.app, reportOf(other.zalo, call?.tracking_id ?? "", oaSecret));
    await later(other.app, 2 * minute);
    expect(await row(other.app)).toMatchObject({ state: "sent" });
    expect(other.zalo.received).toHaveLength(1);
  });

  test("a server that hangs or does not listen is tried again", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await testApp(engine, {}, { zaloOptions: { ...optionsFor(zalo), timeoutMs: 1000 } });
    await save(app, settingsOf(zalo, { oa_secret_key: "" }));
    zalo.messageFaults.push({ kind: "hang" });
    await tell(app);
    expect(await row(app)).toMatchObject({ state: "waiting", error: "Zalo không trả lời" });
    await zalo.stop();
    await later(app, minute);
    expect(await row(app)).toMatchObject({ state: "waiting", error: "Không kết nối được với Zalo", attempts: 2 });
  });

  test("-133 waits until 6:00 in Vietnam", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-05T16:30:00.000Z") });
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    zalo.messageFaults.push({ kind: "error", error: -133 });
    await tell(app);
    expect(await row(app)).toMatchObject({ state: "waiting", not_before: "2026-05-05T23:00:00.000Z", attempts: 0 });
    vi.setSystemTime(new Date("2026-05-05T22:59:59.000Z"));
    await app.outbox.flush();
    expect(zalo.received).toHaveLength(1);
    await later(app, 1000);
    expect(await row(app)).toMatchObject({ state: "sent" });
  });

  test.each([
    -108, -110, -118, -139, -127, -999,
  ])("%i sends this message by e-mail, and others by Zalo", async (error) => {
    const { zalo, app } = await faulty({ kind: "error", error });
    expect(await row(app)).toMatchObject({
      state: "kept",
      channel: "email",
      error: expect.stringContaining(`mã ${error}`),
    });
    await tell(app);
    expect((await rows(app))[1]).toMatchObject({ state: "sent", channel: "zalo" });
    expect(zalo.received).toHaveLength(2);
    expect((await show(app)).status).toMatchObject({ state: "ready", wrong: [] });
  });

  test.each([
    -105, -115, -117, -120, -126, -131, -135, -138,
  ])("%i stops the channel, tells the administrator once, and lets e-mail take over until it is saved again", async (error) => {
    const { zalo, app } = await faulty({ kind: "error", error });
    expect(await row(app)).toMatchObject({ state: "kept", channel: "email" });
    await tell(app);
    expect(zalo.received).toHaveLength(1);
    const { status } = await show(app);
    expect(status).toMatchObject({ state: "stopped", stopped_at: noon.toISOString() });
    expect(status.problem).toContain(`mã ${error}`);
    const told = await stops(app);
    expect(told).toMatchObject([{ recipient_kind: "admin", email: "admin@example.com" }]);
    expect(JSON.parse(told[0]?.data ?? "")).toEqual({ channel: "zalo", reason: status.problem });
    await save(app, settingsOf(zalo));
    expect((await show(app)).status).toMatchObject({ state: "ready", problem: null, stopped_at: null });
    await tell(app);
    expect((await rows(app)).at(-1)).toMatchObject({ state: "sent", channel: "zalo" });
  });

  test.each([
    -109, -111, -112, -113, -114, -132, -1122, -1124, -1132,
  ])("%i marks the event as wrong, so that it goes by e-mail until it is saved again", async (error) => {
    const { zalo, app } = await faulty({ kind: "error", error });
    expect(await row(app)).toMatchObject({ state: "kept", channel: "email" });
    await tell(app);
    expect(zalo.received).toHaveLength(1);
    expect((await show(app)).status).toMatchObject({
      state: "ready",
      wrong: [{ event: "order_received", reason: expect.stringContaining(`mã ${error}`), at: noon.toISOString() }],
    });
    expect(await stops(app)).toEqual([]);
    await save(app, settingsOf(zalo));
    await tell(app);
    expect((await rows(app)).at(-1)).toMatchObject({ state: "sent", channel: "zalo" });
  });

  test("a refresh token that was used stops the channel with words of what to do", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    await makeAdmin(app, { email: "admin@example.com" });
    zalo.expire();
    zalo.refreshToken = "another";
    await tell(app);
    expect(await row(app)).toMatchObject({ state: "kept", channel: "email" });
    const { status } = await show(app);
    expect(status).toMatchObject({ state: "stopped", problem: expect.stringContaining("mã -14020") });
    expect(status.problem).toContain("cấp quyền lại");
    expect(await stops(app)).toHaveLength(1);
    expect(zalo.renewalRequests).toBe(1);
  });

  test("a token that is refused right after its renewal stops the channel", async () => {
    const { zalo, app } = await faulty({ kind: "error", error: -216 });
    expect(await row(app)).toMatchObject({ state: "sent" });
    zalo.messageFaults.push({ kind: "error", error: -216 }, { kind: "error", error: -216 });
    await tell(app);
    expect((await show(app)).status.state).toBe("stopped");
    expect((await rows(app))[1]).toMatchObject({ channel: "email" });
  });

  test("a renewal that fails for a time keeps the tokens, and the message waits", async () => {
    for (const fault of [
      { kind: "status", status: 503 },
      { kind: "error", error: -32 },
      { kind: "cut" },
    ] as const satisfies ZaloFault[]) {
      atNoon();
      const zalo = await startZalo();
      const app = await zaloApp(engine, zalo);
      zalo.expire();
      zalo.tokenFaults.push(fault);
      await tell(app);
      expect(await row(app)).toMatchObject({ state: "waiting", error: expect.stringContaining("Chưa đổi được token") });
      await later(app, minute);
      expect(await row(app)).toMatchObject({ state: "sent" });
      expect(zalo).toMatchObject({ renewals: 1, renewalRequests: 2 });
    }
  });

  test("tokens that the administrator enters while others are renewed stay", async () => {
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    zalo.expire();
    const token = await adminToken(app);
    zalo.onRequest = async (address) => {
      if (!address.endsWith("access_token")) return;
      zalo.onRequest = undefined;
      await save(app, { ...settingsOf(zalo), access_token: "typed", refresh_token: "typed-too" });
    };
    const json = { phone: "0905123456", event: "order_received" };
    await app.send(`POST ${testPath}`, { token, json });
    // That of a renewed pair is known.
    expect((await show(app)).status).toMatchObject({ state: "ready", token_expires_at: null });
    expect(zalo.renewals).toBe(1);
  });

  test("a lease of a process that died ends, and its refresh token is tried again", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    zalo.expire();
    const value = JSON.parse(await stored(app));
    value.renewal = { holder: "dead", until: new Date(Date.now() + minute).toISOString() };
    value.token_expires_at = new Date(Date.now()).toISOString();
    await app.db
      .updateTable("settings")
      .set({ value: JSON.stringify(value) })
      .where("key", "=", "zalo")
      .execute();
    const sending = tell(app);
    await expect.poll(() => calls(app)).toHaveLength(1);
    expect(zalo.renewalRequests).toBe(0);
    vi.setSystemTime(Date.now() + minute);
    await sending;
    expect(await row(app)).toMatchObject({ state: "sent" });
    expect(zalo.renewals).toBe(1);
  });

  test("the tokens are renewed before they expire, though nothing is sent", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    zalo.expire();
    await tell(app);
    expect(zalo.renewals).toBe(1);
    for (let n = 0; n < 12; n++) await later(app, 6 * 60 * minute);
    expect(zalo.renewals).toBeGreaterThanOrEqual(4);
    expect(zalo.renewals).toBeLessThanOrEqual(5);
    expect((await show(app)).status).toMatchObject({ state: "ready" });
  });

  test("what Zalo took, or was never asked, is known after a crash", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    await tell(app);
    await app.db.updateTable("deliveries").set({ state: "waiting", provider_id: null, sent_at: null }).execute();
    const { id } = (await row(app)) ?? { id: 0 };
    const again = () =>
      app.db.transaction().execute((tx) =>
        tx
          .insertInto("outbox")
          .values({
            topic: "zalo",
            payload: JSON.stringify({ id }),
            dedupe_key: null,
            available_at: new Date().toISOString(),
            created_at: new Date().toISOString(),
            is_result_unknown: true as never,
          })
          .execute(),
      );
    await again();
    await app.outbox.flush();
    expect(await row(app)).toMatchObject({ state: "sent", provider_id: "msg1" });
    expect(zalo.received).toHaveLength(1);
    await app.db.deleteFrom("zalo_messages").execute();
    await app.db.updateTable("deliveries").set({ state: "waiting" }).execute();
    await again();
    await app.outbox.flush();
    expect(zalo.received).toHaveLength(2);
  });

  test("a resend is another message, with an id of its own", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    await tell(app);
    const { id } = (await row(app)) ?? { id: 0 };
    await app.send(`POST /api/admin/deliveries/${id}/resend`, { token: await adminToken(app) });
    await app.outbox.flush();
    expect(zalo.taken).toHaveLength(2);
    expect(new Set(zalo.taken.map(({ tracking_id }) => tracking_id)).size).toBe(2);
  });

  test("a message without a value that the template needs goes by e-mail, and marks nothing", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo, {
      templates: {
        ...emptyZaloConfig.templates,
        premium_active: { template_id: "7", params: { expires_at: "han" } },
      },
    });
    const data = { ...order.data, expires_at: null };
    await app.db.transaction().execute((tx) => app.notifications.notify(tx, lan, { event: "premium_active", data }));
    await app.outbox.flush();
    expect(await row(app)).toMatchObject({ channel: "email", error: expect.stringContaining("thiếu dữ liệu") });
    expect(zalo.received).toEqual([]);
    expect((await show(app)).status.wrong).toEqual([]);
  });

  test("an event without a template, a landline and a channel that is off go by e-mail", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo, { templates: emptyZaloConfig.templates });
    await tell(app);
    await save(app, settingsOf(zalo));
    await tell(app, { ...lan, phone: "024 3825 1234" });
    await save(app, settingsOf(zalo, { is_on: false }));
    await tell(app);
    expect((await rows(app)).map(({ channel }) => channel)).toEqual(["email", "email", "email"]);
    expect(zalo.received).toEqual([]);
  });

  test("the settings need an administrator", async () => {
    const app = await testApp(engine);
    for (const [token, status] of [
      [undefined, 401],
      ["wrong", 401],
      [await userToken(app, { premium: true }), 403],
    ] as const) {
      for (const call of [`GET ${path}`, `PUT ${path}`, `POST ${testPath}`] as const) {
        const answer = await app.send(call, { token, ...(call.startsWith("GET") ? {} : { json: {} }) });
        expect(answer.statusCode).toBe(status);
      }
    }
  });

  test("the settings are off at first; secrets are sealed, never shown, kept by their mask, and not in the trail", async () => {
    const zalo = await startZalo();
    const app = await testApp(engine, {}, { zaloOptions: optionsFor(zalo) });
    expect(await show(app)).toEqual({
      ...emptyZaloConfig,
      version: expect.any(String),
      status: { state: "off", problem: null, stopped_at: null, token_expires_at: null, wrong: [] },
    });
    const saved = await save(app, settingsOf(zalo));
    const masks = {
      secret_key: maskedSecret,
      oa_secret_key: maskedSecret,
      access_token: maskedSecret,
      refresh_token: maskedSecret,
    };
    expect(saved).toEqual({
      ...settingsOf(zalo, masks),
      version: expect.any(String),
      status: { state: "ready", problem: null, stopped_at: null, token_expires_at: null, wrong: [] },
    });
    const before = await stored(app);
    const trail = await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute();
    expect(trail).toMatchObject([
      { action: "update", entity: "settings", summary: expect.stringMatching(/^Kênh Zalo \(.*khóa và token mới/) },
    ]);
    for (const secret of [zalo.secretKey, oaSecret, zalo.accessToken, zalo.refreshToken]) {
      expect(before).not.toContain(secret);
      expect(JSON.stringify(trail)).not.toContain(secret);
    }
    await save(app, settingsOf(zalo, masks));
    await tell(app);
    expect(zalo.taken).toHaveLength(1);
    expect(await save(app, settingsOf(zalo, { ...masks, refresh_token: "", secret_key: "" }))).toMatchObject({
      refresh_token: "",
      access_token: maskedSecret,
      status: { state: "incomplete", problem: "Còn thiếu: Khóa bí mật của ứng dụng, Refresh Token." },
    });
  });

  test("wrong settings are refused at their fields, in Vietnamese", async () => {
    const zalo = await startZalo();
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { order_received } = settingsOf(zalo).templates;
    const withTemplate = (template: object) => ({
      ...settingsOf(zalo),
      templates: { ...emptyZaloConfig.templates, order_received: { ...order_received, ...template } },
    });
    for (const [json, field, message] of [
      [settingsOf(zalo, { app_id: "abc" }), "app_id", "ID ứng dụng chỉ gồm chữ số"],
      [settingsOf(zalo, { oa_id: "1 2" }), "oa_id", "ID Official Account chỉ gồm chữ số"],
      [settingsOf(zalo, { secret_key: "khóa" }), "secret_key", "Khóa bí mật của ứng dụng không hợp lệ"],
      [settingsOf(zalo, { refresh_token: "x".repeat(4001) }), "refresh_token", "Không được dài quá 4000 ký tự"],
      [{ ...settingsOf(zalo), is_on: "có" }, "is_on", "Giá trị không hợp lệ"],
      [withTemplate({ template_id: "" }), "templates.order_received.template_id", "Vui lòng nhập ID mẫu"],
      [withTemplate({ params: {} }), "templates.order_received.template_id", "Mẫu phải có ít nhất một tham số"],
      [
        withTemplate({ params: { code: "mã đơn" } }),
        "templates.order_received.params.code",
        "Tên tham số chỉ gồm chữ không dấu, số và dấu gạch dưới",
      ],
      [
        withTemplate({ params: { code: "ma", amount: "ma" } }),
        "templates.order_received.params.amount",
        "Mỗi tham số chỉ nhận một giá trị",
      ],
    ] as const) {
      const answer = await app.send(`PUT ${path}`, { token, json });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors, field).toContainEqual({ field, message });
    }
  });

  test("a test sends a real message, also while the channel is off, and says what came of it", async () => {
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo, { is_on: false });
    const token = await adminToken(app);
    const send = (json: object) => app.send(`POST ${testPath}`, { token, json });
    const json = { phone: "+84 905 123 456", event: "order_received" };
    expect((await send(json)).json()).toEqual({
      success: true,
      message: "Zalo đã nhận tin. Tin sẽ đến số này trong giây lát.",
      details: "Mã tin của Zalo: msg1",
    });
    expect(zalo.taken).toMatchObject([{ phone: "84905123456", template_data: { ten: "Nguyễn Lan" } }]);
    for (const [fault, message] of [
      [{ kind: "error", error: -118 }, "Số này không có tài khoản Zalo, hoặc đã lâu không dùng Zalo (mã -118)"],
      [{ kind: "error", error: -133 }, "Mẫu này không được gửi từ 22:00 đến 6:00 (mã -133)"],
      [{ kind: "error", error: -131 }, "Mẫu chưa được duyệt (mã -131)"],
      [{ kind: "status", status: 502 }, "Zalo đang gặp sự cố (HTTP 502)"],
    ] as const satisfies [ZaloFault, string][]) {
      zalo.messageFaults.push(fault);
      expect((await send(json)).json()).toEqual({ success: false, message, details: null });
    }
    expect((await send({ ...json, phone: "024 3825 1234" })).json().errors).toEqual([
      { field: "phone", message: "Vui lòng nhập một số di động Việt Nam" },
    ]);
    expect((await send({ ...json, event: "request_paid" })).json().errors).toEqual([
      { field: "event", message: "Thông báo này chưa có mẫu. Hãy lưu ID mẫu trước." },
    ]);
    expect((await send({ ...json, event: "admin_new_order" })).statusCode).toBe(422);
    await save(app, settingsOf(zalo, { refresh_token: "" }));
    expect((await send(json)).json()).toMatchObject({ success: false, message: "Còn thiếu: Refresh Token." });
    expect(await rows(app)).toEqual([]);
  });

  test("a test ends in time when Zalo hangs", async () => {
    const zalo = await startZalo();
    const options = { ...optionsFor(zalo), testMs: 100 };
    const app = await testApp(engine, {}, { zaloOptions: options });
    await save(app, settingsOf(zalo));
    zalo.messageFaults.push({ kind: "hang" });
    const json = { phone: "0905123456", event: "order_received" };
    const answer = await app.send(`POST ${testPath}`, { token: await adminToken(app), json });
    expect(answer.json()).toMatchObject({ success: false });
  });

  test("forged, changed, huge and broken reports change nothing", async () => {
    atNoon();
    const zalo = await startZalo();
    const app = await zaloApp(engine, zalo);
    await tell(app);
    const id = zalo.taken[0]?.tracking_id ?? "";
    const report = reportOf(zalo, id, oaSecret);
    for (const wrong of [
      reportOf(zalo, id, "another secret"),
      reportOf({ appId: "1" }, id, oaSecret),
      { ...report, body: `${report.body} ` },
      { ...report, signature: "" },
      { ...report, signature: "mac=" },
      { ...report, signature: `mac=${"0".repeat(64)}` },
      { ...report, body: "" },
      { ...report, body: "[" },
      { ...report, body: "{}" },
    ]) {
      expect(await deliver(app, wrong)).toBe(403);
    }
    expect(await deliver(app, { ...report, body: "x".repeat(70_000) })).toBe(413);
    expect(await calls(app)).toMatchObject([{ received_at: null }]);
    // One of another event, and one of an unknown message.
    expect(await deliver(app, reportOf(zalo, "unknown", oaSecret))).toBe(200);
    expect(await deliver(app, report)).toBe(200);
    await save(app, settingsOf(zalo, { oa_secret_key: "" }));
    expect(await deliver(app, report)).toBe(403);
  });

  test("the channel reaches Zalo by public addresses only", async () => {
    atNoon();
    const zalo = await startZalo();
    const { agents: _any, ...options } = optionsFor(zalo);
    const app = await testApp(engine, {}, { zaloOptions: options });
    await save(app, settingsOf(zalo));
    await tell(app);
    expect(await row(app)).toMatchObject({ state: "waiting", error: "Không kết nối được với Zalo" });
    expect(zalo.received).toEqual([]);
  });
});
