import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultNotificationSettings } from "#contract/notifications.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken } from "#test/factories.ts";
import { parsePrometheus } from "#test/prometheus.ts";
import { startSmtp } from "#test/smtp.ts";
import type { Channel, ChannelOutcome } from "./channel.ts";
import type { Notice, Recipient } from "./notifications.service.ts";

const lan: Recipient = { kind: "customer", id: null, name: "Lan", email: "lan@example.com", phone: null };
const order: Notice<"order_received"> = {
  event: "order_received",
  data: { code: "HMABCDEFGH", path: "/orders/x", package_name: "Gói năm", amount: 399_000 },
  subject: { kind: "order", id: 7 },
};

/** Noon in Vietnam, so that nothing waits for the morning. */
const noon = new Date("2026-05-05T05:00:00.000Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: noon }));
afterEach(() => void vi.useRealTimers());

async function tell(app: TestApp, to: Partial<Recipient> = {}): Promise<void> {
  await app.db.transaction().execute((tx) => app.notifications.notify(tx, { ...lan, ...to }, order));
  await app.outbox.flush();
}

/** Returns the outcomes that were counted, as `channel outcome: number`. */
async function counted(app: TestApp): Promise<string[]> {
  const families = parsePrometheus((await app.send("GET /metrics")).body);
  const samples = families.get("deliveries_total")?.samples ?? [];
  return samples
    .filter(({ value }) => value > 0)
    .map(({ labels, value }) => `${labels["channel"]} ${labels["outcome"]}: ${value}`)
    .toSorted();
}

onBothEngines((engine) => {
  test("the metrics count messages by e-mail by what became of them", async () => {
    const smtp = await startSmtp();
    const app = await testApp(engine, { SMTP_URL: smtp.url, PUBLIC_URL: "https://nghe.example.vn" });
    const { samples = [] } = parsePrometheus((await app.send("GET /metrics")).body).get("deliveries_total") ?? {};
    expect(samples).toHaveLength(12);
    expect(await counted(app)).toEqual([]);
    await tell(app);
    await tell(app, { email: null });
    smtp.faults.recipient = "550 5.1.1 No such user";
    await tell(app, { email: "hai@example.com" });
    await tell(app, { email: "hai@example.com" });
    expect(await counted(app)).toEqual(["email failed: 1", "email sent: 1", "email skipped: 2"]);
    smtp.faults = {};
    await smtp.stop();
    await tell(app);
    const subject = { kind: "order" as const, id: 7 };
    await app.db.transaction().execute((tx) => app.notifications.withdraw(tx, { subject }));
    expect(await counted(app)).toEqual(["email failed: 1", "email retried: 1", "email sent: 1", "email skipped: 3"]);
  });

  test("the metrics count messages by Zalo, and those that e-mail takes over", async () => {
    const outcomes: ChannelOutcome[] = [{ state: "sent", providerId: null }];
    const unable = { state: "unable", reason: "Số này chưa dùng Zalo" } as const;
    const zalo: Channel = { isReady: async () => true, send: async () => outcomes.shift() ?? unable };
    const app = await testApp(engine, {}, { zalo });
    const phone = "0901234567";
    await tell(app, { phone });
    await tell(app, { phone });
    await tell(app, { phone, email: null });
    await tell(app);
    expect(await counted(app)).toEqual(["email kept: 2", "zalo failed: 1", "zalo moved: 1", "zalo sent: 1"]);
    const events = { ...defaultNotificationSettings.events, order_received: { email: false, zalo: true } };
    const json = { ...defaultNotificationSettings, events };
    await app.send("PUT /api/admin/config/notifications", { token: await adminToken(app), json });
    await tell(app);
    expect(await counted(app)).toContain("zalo skipped: 1");
  });
});
