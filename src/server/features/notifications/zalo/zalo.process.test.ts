import { expect, test, vi } from "vitest";
import { zaloWebhookPath } from "#contract/zalo.ts";
import { environmentOf, onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken } from "#test/factories.ts";
import { type Started, startScript } from "#test/processes.ts";
import { startSmtp } from "#test/smtp.ts";
import { oaSecret, optionsFor, reportOf, settingsOf, startZalo, type ZaloServer } from "#test/zalo-server.ts";
import type { Recipient } from "../notifications.service.ts";
import { reportMs } from "./zalo-channel.ts";

const patient = { timeout: 120_000 };
const lan: Recipient = { kind: "customer", id: null, name: "Trần Lan", email: "lan@example.com", phone: "0905123456" };
const data = { code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 };

/** A site with a mail server, whose channel leads to the double. */
async function site(engine: TestApp["engine"]) {
  const [smtp, zalo] = await Promise.all([startSmtp(), startZalo()]);
  const mailEnv = { SMTP_URL: smtp.url, PUBLIC_URL: "https://nghe.example.vn" };
  const app = await testApp(engine, mailEnv, { zaloOptions: optionsFor(zalo) });
  const answer = await app.send("PUT /api/admin/config/zalo", {
    token: await adminToken(app),
    json: settingsOf(zalo),
  });
  expect(answer.statusCode, answer.body).toBe(200);
  // Saving began work in this process, and tells the administrator.
  await vi.waitFor(async () => {
    await app.outbox.flush();
    expect(smtp.received).toHaveLength(1);
  }, patient);
  smtp.received.length = 0;
  const start = () => startScript("test/zalo-process.ts", [zalo.url], { ...environmentOf(app), ...mailEnv });
  return { app, smtp, zalo, start };
}

async function ready(started: Started): Promise<Started> {
  const isReady = () => started.output().includes("ready") || started.process.exitCode !== null;
  await vi.waitFor(() => expect(isReady(), started.output()).toBe(true), patient);
  expect(started.process.exitCode, started.output()).toBeNull();
  return started;
}

/** Adds a message, lets a process send it, and kills that process when `isInside` says so. */
async function killedWhile({ app, start }: Awaited<ReturnType<typeof site>>, isInside: () => boolean): Promise<void> {
  const victim = await ready(start());
  await app.db.transaction().execute((tx) => app.notifications.notify(tx, lan, { event: "order_received", data }));
  await vi.waitFor(() => expect(isInside(), victim.output()).toBe(true), patient);
  victim.process.kill("SIGKILL");
  await victim.ended;
  expect(await row(app)).toMatchObject({ channel: "zalo", state: "waiting" });
  await makeDue(app);
}

/** The message of the test: saving Zalo's settings has told the administrators, too. */
const row = ({ db }: TestApp) =>
  db.selectFrom("deliveries").selectAll().where("event", "=", "order_received").executeTakeFirstOrThrow();
const call = ({ db }: TestApp) => db.selectFrom("zalo_messages").selectAll().executeTakeFirstOrThrow();

/** Ends the lease of the dead process, or the pause of a message. */
async function makeDue({ db }: TestApp): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ available_at: new Date(0).toISOString() })
    .where("topic", "=", "zalo")
    .execute();
}

async function waitsForReport(app: TestApp): Promise<void> {
  await vi.waitFor(async () => {
    const rows = await app.db.selectFrom("outbox").selectAll().where("topic", "=", "zalo").execute();
    expect(rows).toMatchObject([{ state: "pending", last_error: expect.stringContaining("Chờ Zalo báo") }]);
  }, patient);
  expect(await row(app)).toMatchObject({ channel: "zalo", state: "waiting" });
}

async function report(app: TestApp, zalo: ZaloServer): Promise<void> {
  const { body, signature } = reportOf(zalo, (await call(app)).tracking_id, oaSecret);
  const headers = { "content-type": "application/json", "x-zevent-signature": signature };
  const answer = await app.http.inject({ method: "POST", url: zaloWebhookPath, headers, payload: body });
  expect(answer.statusCode, answer.body).toBe(200);
}

onBothEngines((engine) => {
  test("a message that Zalo took from a process that was killed is looked up by Zalo's report, and not sent again", async () => {
    const made = await site(engine);
    const { app, zalo, smtp, start } = made;
    zalo.messageFaults.push({ kind: "silent" });
    await killedWhile(made, () => zalo.taken.length > 0);
    await ready(start());
    await waitsForReport(app);
    await report(app, zalo);
    await makeDue(app);
    await vi.waitFor(async () => expect((await row(app)).state).toBe("sent"), patient);
    expect(await row(app)).toMatchObject({ channel: "zalo", provider_id: "15a0cc0bbb13bd4ce403" });
    expect(zalo.received).toHaveLength(1);
    expect(smtp.received).toEqual([]);
  });

  test("a message that a killed process may have handed over, and Zalo never reports, goes by e-mail once", async () => {
    const made = await site(engine);
    const { app, zalo, smtp, start } = made;
    let arrived = false;
    zalo.onRequest = () => {
      arrived = true;
      return new Promise(() => {});
    };
    await killedWhile(made, () => arrived);
    zalo.onRequest = undefined;
    await ready(start());
    await waitsForReport(app);
    const called_at = new Date(Date.now() - reportMs).toISOString();
    await app.db.updateTable("zalo_messages").set({ called_at }).execute();
    await makeDue(app);
    await vi.waitFor(async () => expect((await row(app)).state).toBe("sent"), patient);
    expect(await row(app)).toMatchObject({ channel: "email" });
    expect(zalo.received).toEqual([]);
    expect(smtp.received).toHaveLength(1);
  });

  test("a message of a process that was killed before the call is sent by Zalo once", async () => {
    const made = await site(engine);
    const { app, zalo, smtp, start } = made;
    const stored = await app.db.selectFrom("settings").select("value").where("key", "=", "zalo").executeTakeFirst();
    const value = JSON.stringify({ ...JSON.parse(stored?.value ?? ""), token_expires_at: new Date(0).toISOString() });
    await app.db.updateTable("settings").set({ value }).where("key", "=", "zalo").execute();
    let arrived = false;
    zalo.onRequest = () => {
      arrived = true;
      return new Promise(() => {});
    };
    // It renews the token first.
    await killedWhile(made, () => arrived);
    zalo.onRequest = undefined;
    await ready(start());
    await vi.waitFor(async () => expect((await row(app)).state).toBe("sent"), patient);
    expect(await row(app)).toMatchObject({ channel: "zalo", provider_id: "msg1" });
    expect(zalo).toMatchObject({ renewals: 1, received: [{ phone: "84905123456" }] });
    expect(smtp.received).toEqual([]);
  });
});
