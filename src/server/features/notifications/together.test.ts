import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { makeAdmin, makePackage, makeUser } from "#test/factories.ts";
import { mailingApp } from "#test/mailing-app.ts";
import { deliveriesRepository } from "./deliveries.repository.ts";

const hour = 60 * 60_000;
/** Noon in Vietnam. */
const noon = Date.parse("2026-05-05T05:00:00.000Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: noon }));
afterEach(() => void vi.useRealTimers());

const victim = "nan.nhan@example.com";

async function order(app: TestApp, user_email = victim): Promise<string> {
  const { id } =
    (await app.db.selectFrom("premium_packages").select("id").executeTakeFirst()) ?? (await makePackage(app));
  const json = { package_id: id, user_name: "Kẻ phá", user_phone: "0901234567", user_email };
  const answer = await app.send("POST /api/premium-orders/", { json });
  expect(answer.statusCode, answer.body).toBe(201);
  await app.outbox.flush();
  return answer.json().code;
}

interface Sent {
  event: string;
  data: { count: number; items: { title: string; path: string }[] };
}
/** The messages that were sent to an address, the latest last. */
async function sentTo(app: TestApp, address: string): Promise<Sent[]> {
  const rows = await app.db
    .selectFrom("deliveries")
    .select(["event", "data"])
    .where("email", "=", address)
    .where("state", "=", "sent")
    .orderBy("sent_at")
    .orderBy("id")
    .execute();
  return rows.map(({ event, data }) => ({ event, data: JSON.parse(data) }));
}
async function at(app: TestApp, ms: number): Promise<void> {
  vi.setSystemTime(noon + ms);
  await app.outbox.flush();
}

onBothEngines((engine) => {
  test("a stranger's address gets three messages of a kind in an hour; the others come as one", async () => {
    const app = await mailingApp(engine);
    const codes: string[] = [];
    for (let n = 0; n < 12; n++) codes.push(await order(app, n % 2 === 0 ? victim : `Nan.Nhan+${n}@example.com`));
    expect(app.smtp.mails).toHaveLength(3);
    await at(app, hour);
    expect(app.smtp.mails).toHaveLength(4);
    const [together] = await app.db
      .selectFrom("deliveries")
      .select(["state", "data"])
      .where("event", "=", "messages_together")
      .execute();
    expect(together?.state).toBe("sent");
    const { count, items } = JSON.parse(together?.data ?? "{}") as Sent["data"];
    expect(count).toBe(9);
    expect(items.map(({ title }) => title)).toEqual(codes.slice(3).map((code) => expect.stringContaining(code)));
    expect(items.map(({ path }) => path)).toEqual(Array(9).fill(expect.stringMatching(/^\/orders\/[\w-]{22}$/)));
  });

  test("ten a day at most, then one message a day for all others", async () => {
    const app = await mailingApp(engine);
    for (let n = 0; n < 9; n++) {
      await at(app, n * 1.1 * hour);
      for (let i = 0; i < 4; i++) await order(app);
    }
    const kinds = async () => {
      const sent = await sentTo(app, victim);
      const together = sent.filter(({ event }) => event === "messages_together").length;
      return [sent.length - together, together];
    };
    expect(await kinds()).toEqual([10, 1]);
    await at(app, 26 * hour);
    expect(await kinds()).toEqual([10, 2]);
    expect(app.smtp.mails).toHaveLength(12);
  });

  test("an address that an account has verified gets each message", async () => {
    const app = await mailingApp(engine);
    await makeUser(app, { email: victim, email_key: victim, email_verified_at: new Date(noon).toISOString() });
    for (let n = 0; n < 5; n++) await order(app);
    expect(await sentTo(app, victim)).toHaveLength(5);
    const other = "khac@example.com";
    await makeUser(app, { email: other, email_key: other, email_verified_at: null });
    for (let n = 0; n < 5; n++) await order(app, other);
    expect(await sentTo(app, other)).toHaveLength(3);
  });

  test("administrators hear of ten orders in an hour one by one, and of the others in one message", async () => {
    const app = await mailingApp(engine);
    const { email } = await makeAdmin(app);
    for (let n = 0; n < 13; n++) await order(app, `khach${n}@example.com`);
    expect(await sentTo(app, email)).toHaveLength(10);
    await at(app, hour + 1);
    expect((await sentTo(app, email)).at(-1)).toMatchObject({ event: "messages_together", data: { count: 3 } });
    await order(app, "moi@example.com");
    expect((await sentTo(app, email)).at(-1)?.event).toBe("admin_new_order");
  });

  test("the messages of an address are found along its index", async () => {
    const app = await testApp(engine);
    const plans = await plansOf(app, async ({ db }) => {
      await deliveriesRepository(db).recentTo(victim, { since: new Date(noon).toISOString(), limit: 10 });
      await deliveriesRepository(db).latestTogether(victim, new Date(noon).toISOString());
    });
    for (const plan of plans) expect(plan).toContain("deliveries_by_address");
  });
});

test("without a mail server the kept messages of one address become one as well", async () => {
  const app = await testApp("sqlite");
  for (let n = 0; n < 6; n++) await order(app);
  const rows = await app.db
    .selectFrom("deliveries")
    .select(["event", "state", "data"])
    .where("email", "=", victim)
    .execute();
  expect(rows.map(({ event, state }) => `${event} ${state}`)).toEqual([
    ...Array(3).fill("order_received kept"),
    "order_received skipped",
    "messages_together kept",
    ...Array(2).fill("order_received skipped"),
  ]);
  expect(JSON.parse(rows[4]?.data ?? "{}")).toMatchObject({ for: "customer", count: 3 });
});
