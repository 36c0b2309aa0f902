import { expect, onTestFinished, test, vi } from "vitest";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { plansOf } from "#test/explain.ts";
import { adminToken, makeOrder, makeUser } from "#test/factories.ts";
import { clearMessages, deadMailServer, messagesOf, told } from "#test/messages.ts";
import { accountsRepository } from "../accounts.repository.ts";
import { createPremiumReminders } from "./premium-reminders.ts";

const { signal } = new AbortController();

/** A time in Vietnam, as `YYYY-MM-DD HH:MM`. */
const at = (time: string) => new Date(`${time.replace(" ", "T")}:00+07:00`);
const remind = (app: TestApp, time: string) => createPremiumReminders(app).run(at(time).getTime(), signal);
const premium = (app: TestApp, end: string | null, values: Parameters<typeof makeUser>[1] = {}) =>
  makeUser(app, {
    subscription_type: "premium",
    premium_expires_at: end === null ? null : at(end).toISOString(),
    ...values,
  });
const events = async (app: TestApp) =>
  (await messagesOf(app)).map(({ event, name }) => `${event.replace("premium_ends_in_", "")} ${name}`);

onBothEngines((engine) => {
  test("a user is told seven days and one day before Premium ends, once for each end", async () => {
    const app = await testApp(engine);
    const user = await premium(app, "2027-03-03 00:30", { full_name: "Trần Lan", email: "lan@x.vn" });
    const told7 = "7_days Trần Lan";
    await remind(app, "2027-02-23 21:59");
    expect(await events(app)).toEqual([]);
    await remind(app, "2027-02-24 07:00");
    await remind(app, "2027-02-24 21:00");
    await remind(app, "2027-02-25 07:00");
    expect(await messagesOf(app)).toEqual([
      {
        event: "premium_ends_in_7_days",
        to: `user ${user.id}`,
        name: "Trần Lan",
        email: "lan@x.vn",
        phone: null,
        about: `user ${user.id}`,
        state: "kept",
        data: { expires_at: "2027-03-02T17:30:00.000Z" },
      },
    ]);
    await remind(app, "2027-03-01 21:59");
    expect(await events(app)).toEqual([told7]);
    await remind(app, "2027-03-02 07:00");
    await remind(app, "2027-03-02 20:00");
    await remind(app, "2027-03-03 07:00");
    expect(await events(app)).toEqual([told7, "1_day Trần Lan"]);
  });

  test.each([
    ["2027-02-24 07:00", "2027-03-03 00:00", "7_days"],
    ["2027-02-24 07:00", "2027-03-03 23:59", "7_days"],
    ["2027-02-24 07:00", "2027-03-02 23:59", undefined],
    ["2027-02-24 07:00", "2027-03-04 00:00", undefined],
    ["2027-12-31 07:00", "2028-01-01 00:00", "1_day"],
    ["2027-12-31 07:00", "2028-01-01 23:59", "1_day"],
    ["2027-12-31 07:00", "2028-01-02 00:00", undefined],
    ["2027-12-31 07:00", "2027-12-31 07:01", "1_day"],
    ["2027-12-31 07:00", "2027-12-31 07:00", undefined],
    ["2028-02-28 12:00", "2028-03-06 12:00", "7_days"],
    ["2028-02-28 12:00", "2028-02-29 12:00", "1_day"],
    // The server was down: three days are no seven.
    ["2027-02-28 07:00", "2027-03-03 12:00", undefined],
  ])("at %s an end at %s is told as %s", async (now, end, told) => {
    const app = await testApp(engine);
    await premium(app, end, { full_name: "Lan" });
    await remind(app, now);
    expect(await events(app)).toEqual(told === undefined ? [] : [`${told} Lan`]);
  });

  test("nobody is told whose Premium has no end, was ended, is locked, or was given today", async () => {
    const app = await testApp(engine);
    const end = "2027-03-03 12:00";
    await premium(app, null);
    await premium(app, end, { subscription_type: "free" });
    await premium(app, end, { is_active: false });
    await premium(app, end, { premium_changed_at: at("2027-02-24 06:00").toISOString() });
    await premium(app, end, { premium_changed_at: at("2027-02-23 23:59").toISOString(), full_name: "Lan" });
    await remind(app, "2027-02-24 07:00");
    expect(await events(app)).toEqual(["7_days Lan"]);
  });

  test("after a renewal the waiting reminder is not sent, and the new end has its own", async () => {
    const app = await testApp(engine, deadMailServer);
    const [today, tomorrow] = ["2027-02-28", "2027-03-01"];
    vi.useFakeTimers({ toFake: ["Date"], now: at(`${today} 10:00`) });
    onTestFinished(() => void vi.useRealTimers());
    const token = await adminToken(app);
    const ends = `${tomorrow} 23:59`;
    const [an, binh, lan] = [await premium(app, ends), await premium(app, ends), await premium(app, ends)];
    const states = async () => (await messagesOf(app)).map(({ event, to, state }) => `${event} > ${to}: ${state}`);
    await remind(app, `${today} 07:00`);
    const line = ({ id }: { id: number }, state: string) => `premium_ends_in_1_day > user ${id}: ${state}`;
    expect(await states()).toEqual([line(an, "waiting"), line(binh, "waiting"), line(lan, "waiting")]);
    await app.send(`PATCH /api/admin/users/${an.id}/add-premium-days?days_to_add=7`, { token });
    const order = await makeOrder(app, { user_id: binh.id });
    const json = { status: "confirmed", payment_status: "paid" };
    await app.send(`PUT /api/premium-orders/${order.id}`, { token, json });
    expect(await states()).toEqual([
      line(an, "skipped"),
      line(binh, "skipped"),
      line(lan, "waiting"),
      `premium_active > user ${binh.id}: waiting`,
    ]);
    const { premium_expires_at } = await app.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", an.id)
      .executeTakeFirstOrThrow();
    expect(premium_expires_at).toBe(new Date(at(ends).getTime() + 7 * 24 * 3600_000).toISOString());
    await clearMessages(app);
    // Eight days before the new end, so tomorrow is the day.
    await remind(app, `${today} 08:00`);
    expect(await told(app)).toEqual([`premium_ends_in_1_day > user ${lan.id}`]);
    await remind(app, `${tomorrow} 08:00`);
    expect((await told(app)).slice(1)).toEqual([`premium_ends_in_7_days > user ${an.id}`]);
    await app.send(`DELETE /api/admin/users/${an.id}`, { token });
    expect(await told(app)).toEqual([`premium_ends_in_1_day > user ${lan.id}`]);
  });

  test("the users whose Premium ends are read along an index", async () => {
    const app = await testApp(engine);
    const window = { from: "2027-03-03T00:00:00.000Z", to: "2027-03-04T00:00:00.000Z" };
    const plans = await plansOf(app, ({ db }) => accountsRepository(db).endingPremium(window));
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatch(/users_premium_end/);
    expect(plans[0]).not.toMatch(/Seq Scan|SCAN/);
  });
});

test("two processes at once tell each user once", async () => {
  const app = await testApp("postgres");
  const other = await testApp("postgres", {}, { beside: app });
  const users = await Promise.all(Array.from({ length: 30 }, () => premium(app, "2027-03-03 12:00")));
  await Promise.all([app, other, app, other].map((process) => remind(process, "2027-02-24 07:00")));
  expect((await told(app)).toSorted()).toEqual(users.map(({ id }) => `premium_ends_in_7_days > user ${id}`).toSorted());
});
