import { expect, onTestFinished, test, vi } from "vitest";
import type { Tx } from "#server/platform/db/schema.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken } from "#test/factories.ts";
import { clearMessages, messagesOf, told } from "#test/messages.ts";
import { startSmtp } from "#test/smtp.ts";
import { deliveriesRepository } from "./deliveries.repository.ts";
import type { Notice, Recipient } from "./notifications.service.ts";

const origin = "https://nghe.example.vn";
const member = (id: number): Recipient => ({ kind: "staff", id, name: "An", email: "an@example.com", phone: null });
const notice = (id: number): Notice<"staff_request_due_today"> => ({
  event: "staff_request_due_today",
  data: { id, code: "HRABCDEFGH", customer_name: "Lan", idea: "Một bài", due_at: "2027-03-31T16:59:59.999Z" },
  subject: { kind: "request", id },
});
const noon = new Date("2027-03-31T12:00:00+07:00");

const tell = (app: TestApp, to: Recipient, about: Notice<"staff_request_due_today">) =>
  app.db.transaction().execute((tx) => app.notifications.notify(tx, to, about));
const states = async (app: TestApp) =>
  (await messagesOf(app)).map(({ about, to, state }) => `${about} > ${to}: ${state}`);

onBothEngines((engine) => {
  test("what is not true any more when its turn comes is not sent, unless the administrator wants it", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, { SMTP_URL: smtp.url, PUBLIC_URL: origin });
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    onTestFinished(() => void vi.useRealTimers());
    const token = await adminToken(app);
    await tell(app, member(1), { ...notice(7), until: new Date(noon.getTime() - 1).toISOString() });
    await tell(app, member(2), { ...notice(7), until: new Date(noon.getTime() + 1).toISOString() });
    await app.outbox.flush();
    expect(await states(app)).toEqual(["request 7 > staff 1: skipped", "request 7 > staff 2: sent"]);
    expect(smtp.mails).toHaveLength(1);
    const listed = (await app.send("GET /api/admin/deliveries", { token })).json();
    expect(listed[1]).toMatchObject({ state: "skipped", error: "Không gửi nữa vì nội dung không còn đúng" });
    expect(listed[1]).not.toHaveProperty("not_after");
    const answer = await app.send(`POST /api/admin/deliveries/${listed[1].id}/resend`, { token });
    expect(answer.statusCode, answer.body).toBe(200);
    await app.outbox.flush();
    expect(await states(app)).toEqual(["request 7 > staff 1: sent", "request 7 > staff 2: sent"]);
  });

  test("leaves out what waits and matches, and deletes what is about something deleted", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, { SMTP_URL: smtp.url, PUBLIC_URL: origin });
    const write = (task: (tx: Tx) => Promise<void>) => app.db.transaction().execute(task);
    vi.useFakeTimers({ toFake: ["Date"], now: noon });
    onTestFinished(() => void vi.useRealTimers());
    await tell(app, member(1), notice(7));
    await tell(app, member(2), notice(7));
    await tell(app, member(1), notice(8));
    const events = ["staff_request_due_today"] as const;
    const subject = { kind: "request" as const, id: 7 };
    const recipient = { kind: "staff" as const, id: 1 };
    await write((tx) => app.notifications.withdraw(tx, { events: ["request_taken_up"], subject }));
    await write((tx) => app.notifications.withdraw(tx, { events, subject: { kind: "order", id: 7 } }));
    await write((tx) => app.notifications.withdraw(tx, { recipient: { kind: "user", id: 1 } }));
    expect(await states(app)).toEqual([7, 7, 8].map((id, i) => `request ${id} > staff ${[1, 2, 1][i]}: waiting`));
    await write((tx) => app.notifications.withdraw(tx, { events, subject, recipient }));
    await app.outbox.flush();
    expect((await states(app))[0]).toBe("request 7 > staff 1: skipped");
    expect((await states(app)).join()).not.toContain("waiting");
    expect(smtp.mails).toHaveLength(2);
    await write((tx) => app.notifications.withdraw(tx, { recipient }));
    expect((await states(app))[2]).toBe("request 8 > staff 1: sent");
    await write((tx) => app.notifications.forget(tx, subject));
    expect(await states(app)).toEqual(["request 8 > staff 1: sent"]);

    await clearMessages(app);
    await tell(app, member(1), notice(7));
    await write((tx) => app.notifications.forget(tx, subject));
    await app.outbox.flush();
    expect(await told(app)).toEqual([]);
    expect(smtp.mails).toHaveLength(2);
  });

  test("the messages about something, or to someone, are found along an index", async () => {
    const app = await testApp(engine);
    const subject = { kind: "order" as const, id: 7 };
    const plans = await plansOf(app, async ({ db }) => {
      const repository = deliveriesRepository(db);
      await repository.removeAbout(subject);
      await repository.skipWaiting({ events: ["order_received"], subject }, "x");
      await repository.skipWaiting({ recipient: { kind: "staff", id: 1 } }, "x");
    });
    expect(plans).toHaveLength(3);
    expect(plans[0]).toMatch(/deliveries_by_subject/);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|SCAN/);
  });
});
