import { pino } from "pino";
import { expect, test } from "vitest";
import { ActivityEntity, type DashboardQuery, DashboardStats } from "#contract/dashboard.ts";
import { accountsRepository } from "#server/features/accounts/accounts.repository.ts";
import { recentAudit, recordAudit } from "#server/features/audit/audit.service.ts";
import { listeningRepository } from "#server/features/catalogue/listening.repository.ts";
import { giftStore } from "#server/features/gifts/gifts.service.ts";
import { ordersRepository } from "#server/features/orders/orders.repository.ts";
import { createOrders } from "#server/features/orders/orders.service.ts";
import { createPremiumPackages } from "#server/features/premium-packages/premium-packages.service.ts";
import type { Engine } from "#server/platform/db/dialect.ts";
import { createIdempotency } from "#server/platform/idempotency.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { plansOf } from "#test/explain.ts";
import {
  adminToken,
  makeAdmin,
  makeCategory,
  makeContact,
  makeFile,
  makeOrder,
  makePackage,
  makeRequest,
  makeSession,
  makeSong,
  makeStaff,
  makeTransfer,
  makeUser,
  userToken,
} from "#test/factories.ts";
import { createDashboard, type DashboardDeps } from "./dashboard.service.ts";

const address = "GET /api/admin/dashboard/stats";
/** Its own: an app holds plays and what Premium is new for ten seconds. */
const newApp = (engine: Engine) => testApp(engine, {}, { fresh: true });
const system = { kind: "system" } as const;
const none = { orders: 0, amount: 0 };

async function stats(app: TestApp, token?: string): Promise<DashboardStats> {
  const answer = await app.send(address, { token: token ?? (await adminToken(app)) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const playDays = (app: TestApp, rows: { day: string; song_id: number; plays: number }[]) =>
  app.db.insertInto("song_play_days").values(rows).execute();

const condition = { disk: null, recordings: null, queue: [], last_backup: null };
const aBackup = { finished_at: "2026-11-21T00:00:00.000Z", missing_files: 0 } as NonNullable<
  Awaited<ReturnType<DashboardDeps["system"]["condition"]>>["last_backup"]
>;

/** The dashboard as it is at a moment. */
function at(app: TestApp, time: string, requests = { total: 0, new: 0 }, days?: DashboardQuery["days"]) {
  return dashboardAt(app, time, {
    requests: {
      requestCounts: async () => requests,
      tabs: async () => ({ all: 0, available: 0, working: 0, wishes: 0, late: 0, closed: 0 }),
    },
  }).stats(days === undefined ? undefined : { days });
}

function dashboardAt(app: TestApp, time: string, deps: Partial<DashboardDeps> = {}) {
  const { db, dialect } = app.database;
  const listening = listeningRepository(db);
  return createDashboard({
    db,
    songs: { total: async () => 0 },
    categories: { total: async () => 0 },
    listening,
    accounts: {
      countUsers: async () => (await accountsRepository(db).userStatistics(dialect)).total_users,
      newUsersByDay: (since) => accountsRepository(db).newUsersByDay(since, dialect),
      countEndingPremium: (from, to) => accountsRepository(db).countEndingPremium(from, to),
    },
    orders: createOrders({
      ...app,
      log: pino({ level: "silent" }),
      packageNames: createPremiumPackages({ database: app.database, bin: app.bin }).packageNames,
      bank: {
        preparePayment: async () => {},
        paymentDetails: async () => null,
        paymentWay: async () => "none",
        qrPicture: async () => undefined,
      },
      onPayment: async () => {},
      idempotency: createIdempotency(app.database, pino({ level: "silent" })),
      transfersOf: async () => ({ excess_amount: 0, claim: null }),
      excessOf: async () => new Map(),
      extraDaysOf: async () => [],
      onRemove: async () => {},
      gifts: giftStore("premium"),
      ...app.config.secrets,
    }),
    reviews: { countWaiting: async () => 0 },
    requests: {
      requestCounts: async () => ({ total: 0, new: 0 }),
      tabs: async () => ({ all: 0, available: 0, working: 0, wishes: 0, late: 0, closed: 0 }),
    },
    notifications: app.notifications,
    countWaitingPayments: async () => 0,
    bank: { hasActiveAccount: async () => true },
    hasTransfers: async () => true,
    hasMailServer: true,
    staff: { members: async () => [] },
    providers: { statuses: async () => [] },
    system: { condition: async () => condition },
    storageCondition: async () => ({ state: "off", hasStuckFile: false }),
    now: () => Date.parse(time),
    ...deps,
  });
}

onOneEngine((engine) => {
  test("has the figures of 7, 30, 90 and 365 days, for accountants too", async () => {
    const app = await newApp(engine);
    const token = await adminToken(app);
    const accountant = await adminToken(app, { role: "accountant" });
    for (const days of [7, 30, 90, 365]) {
      const query = { days: String(days) };
      const shown = (await app.send(address, { token, query })).json<DashboardStats>();
      expect([shown.days.length, shown.income.days.length]).toEqual([days, days]);
      const income = await app.send("GET /api/admin/dashboard/income", { token: accountant, query });
      expect(income.json<DashboardStats["income"]>().days).toHaveLength(days);
    }
    for (const days of ["0", "8", "366", "-7", "7.5", "x", ""])
      expect((await app.send(address, { token, query: { days } })).statusCode, days).toBe(422);
  });

  test("tells which first steps of a new site are done, until all are", async () => {
    const app = await newApp(engine);
    const token = await adminToken(app);
    const steps = async () => (await stats(app, token)).first_steps;
    const bank = { bank_name: "Vietcombank", account_number: "0123456789", account_holder: "NGAN NGA" };
    const added = await app.send("POST /api/bank-config", { token, json: { ...bank, is_active: false } });
    expect(await steps()).toMatchObject({ bank_account: false });
    await app.send(`PUT /api/bank-config/${added.json().id}`, { token, json: { is_active: true } });
    await makeStaff(app);
    expect(await steps()).toEqual({ bank_account: true, first_money: false, mail: false, backup: false, staff: true });
    await makeTransfer(app, { state: "unmatched" });
    expect(await steps()).toMatchObject({ first_money: true });
    const all = await dashboardAt(app, "2026-11-21T12:00:00.000Z", {
      staff: { members: async () => [{} as never] },
      system: { condition: async () => ({ ...condition, last_backup: aBackup }) },
    }).stats();
    expect(all.first_steps).toBeNull();
  });

  test("needs an administrator", async () => {
    const app = await newApp(engine);
    expect((await app.send(address)).statusCode).toBe(401);
    expect((await app.send(address, { token: "x".repeat(43) })).statusCode).toBe(401);
    expect((await app.send(address, { token: await userToken(app) })).statusCode).toBe(403);
    expect((await app.send(address, { token: await userToken(app, { premium: true }) })).statusCode).toBe(403);
    const answer = await app.send(address, { token: await adminToken(app) });
    expect(answer.headers["cache-control"]).toBe("private, no-store");
  });

  test("shows zeros for thirty days on an empty site", async () => {
    const app = await newApp(engine);
    const { days, ...rest } = await stats(app);
    expect(rest).toEqual({
      total_songs: 0,
      total_categories: 0,
      total_requests: 0,
      new_requests: 0,
      total_users: 0,
      failed_deliveries: 0,
      available_requests: 0,
      late_requests: 0,
      wishes: 0,
      waiting_reviews: 0,
      site_troubles: ["no_backup"],
      first_steps: { bank_account: false, first_money: false, mail: false, backup: false, staff: false },
      before: { plays: 0, new_users: 0 },
      top_songs: [],
      recent_activity: [],
      income: {
        waiting_orders: 0,
        ungranted_orders: 0,
        days: days.map(({ day }) => ({ day, orders: 0, amount: 0 })),
        before: none,
        packages: [],
        refunded: none,
        placed: { pending: 0, paid: 0, failed: 0, refunded: 0 },
        new_premium: 0,
        ending_premium: 0,
        waiting_payments: 0,
        payment_troubles: [],
      },
    });
    expect(days).toHaveLength(30);
    expect(days.every(({ plays, new_users }) => plays === 0 && new_users === 0)).toBe(true);
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort());
  });

  test("shows a play at once, with its song", async () => {
    const app = await newApp(engine);
    const song = await makeSong(app, { title: "Mưa hạ", artist: "Hoài An" });
    await app.send(`POST /api/songs/${song.id}/play`);
    const { days, top_songs } = await stats(app);
    expect(days.at(-1)?.plays).toBe(1);
    expect(top_songs).toEqual([{ id: song.id, title: "Mưa hạ", artist: "Hoài An", thumbnail_url: null, plays: 1 }]);
  });

  test("lists the activity newest first, with current names", async () => {
    const app = await newApp(engine);
    const admin = await makeAdmin(app, { email: "a@b.vn" });
    const token = await makeSession(app, "admin", admin.id);
    const made = await app.send("POST /api/categories", { token, json: { name: "Trữ tình" } });
    const gone = await app.send("POST /api/categories", { token, json: { name: "Nhạc xưa" } });
    const { id } = made.json();
    await app.send(`PUT /api/categories/${id}`, { token, json: { name: "Dân ca" } });
    await app.send(`DELETE /api/categories/${gone.json().id}`, { token });
    const contact = await makeContact(app, { name: "Tổng đài" });
    await app.db.transaction().execute(async (tx) => {
      await recordAudit(tx, system, { action: "update", entity: "settings", id: null, name: "Giá" });
      await recordAudit(tx, system, { action: "create", entity: "support", id: contact.id, name: "Hotline" });
    });
    const entries = (await stats(app, token)).recent_activity.map((each) => [
      each.actor_name,
      each.action,
      each.entity,
      each.summary,
      each.name_now,
    ]);
    expect(entries).toEqual([
      ["Hệ thống", "create", "support", "Hotline", "Tổng đài"],
      ["Hệ thống", "update", "settings", "Giá", "Giá"],
      ["a@b.vn", "delete", "category", "Nhạc xưa", null],
      ["a@b.vn", "update", "category", "Dân ca", "Dân ca"],
      ["a@b.vn", "create", "category", "Nhạc xưa", null],
      ["a@b.vn", "create", "category", "Trữ tình", "Dân ca"],
    ]);
  });

  test("lists every kind of entry of the last thirty days, sixty at most", async () => {
    const app = await newApp(engine);
    await app.db.transaction().execute(async (tx) => {
      for (const entity of ActivityEntity.options) {
        await recordAudit(tx, system, { action: "update", entity, id: 4242, name: entity, changes: [] });
      }
    });
    const entries = (await stats(app)).recent_activity;
    expect(entries.map(({ entity }) => entity)).toEqual(ActivityEntity.options.toReversed().slice(0, 60));
    expect(DashboardStats.shape.recent_activity.safeParse(entries).success).toBe(true);
    await app.db.updateTable("audit_log").set({ created_at: "2026-01-01T00:00:00.000Z" }).execute();
    expect((await stats(app)).recent_activity).toEqual([]);
    const token = await adminToken(app);
    for (let i = 1; i <= 61; i++) await app.send("POST /api/categories", { token, json: { name: `Loại ${i}` } });
    const newest = (await stats(app, token)).recent_activity;
    expect(newest).toHaveLength(60);
    expect(newest[0]?.summary).toBe("Loại 61");
  });
});

onBothEngines((engine) => {
  test("counts what needs a hand: orders, requests and a file that can't be moved", async () => {
    const app = await newApp(engine);
    const { id: package_id } = await makePackage(app);
    const paid = { payment_status: "paid", paid_at: "2026-11-01T00:00:00.000Z" } as const;
    await makeOrder(app, { package_id });
    await makeOrder(app, { package_id });
    await makeOrder(app, { package_id, status: "cancelled" });
    await makeOrder(app, { package_id, ...paid });
    await makeOrder(app, { package_id, ...paid, premium_granted_at: "2026-11-01T00:00:00.000Z" });
    const past = "2026-01-01T00:00:00.000Z";
    const due = { due_at: past, queue: past };
    const member = await makeStaff(app);
    await makeRequest(app);
    await makeRequest(app, { status: "processing", staff_id: member.id, ...due });
    await makeRequest(app, { status: "processing", staff_id: member.id, completed_at: past });
    await makeRequest(app, { status: "completed", completed_at: past, due_at: past });
    const { id: request_id } = await makeRequest(app, { status: "cancelled" });
    await app.db
      .insertInto("request_reviews")
      .values({ request_id, stars: 5, is_public: true, is_story_quoted: false, created_at: past, updated_at: past })
      .execute();
    await makeFile(app, { key: "audio/a.mp3", problem: "bucket is gone" });
    const shown = await stats(app);
    expect(shown).toMatchObject({ available_requests: 1, late_requests: 1, wishes: 1, waiting_reviews: 1 });
    expect(shown.site_troubles).toEqual(["no_backup", "storage_stuck"]);
    expect(shown.income).toMatchObject({ waiting_orders: 2, ungranted_orders: 1 });
    const income = await app.send("GET /api/admin/dashboard/income", { token: await adminToken(app) });
    expect(income.json()).toMatchObject({ waiting_orders: 2, ungranted_orders: 1 });
  });

  test("counts songs and categories, also hidden ones, and users", async () => {
    const app = await newApp(engine);
    const category = await makeCategory(app, { is_active: false });
    await makeSong(app, { categories: [category.id] });
    await makeSong(app, { categories: [category.id], is_active: false });
    await makeUser(app);
    await makeUser(app, { is_active: false });
    await makeUser(app);
    expect(await stats(app)).toMatchObject({ total_songs: 2, total_categories: 1, total_users: 3 });
    expect(await at(app, "2026-11-21T12:00:00Z", { total: 9, new: 4 })).toMatchObject({
      total_requests: 9,
      new_requests: 4,
    });
  });

  test("counts plays and new users by the day in Vietnam", async () => {
    const app = await newApp(engine);
    const [one, other] = [await makeSong(app), await makeSong(app)];
    await playDays(app, [
      { day: "2026-10-22", song_id: one.id, plays: 100 },
      { day: "2026-10-23", song_id: one.id, plays: 3 },
      { day: "2026-11-21", song_id: one.id, plays: 2 },
      { day: "2026-11-21", song_id: other.id, plays: 5 },
      { day: "2026-11-22", song_id: one.id, plays: 50 },
    ]);
    for (const created_at of [
      "2026-10-22T16:59:59.999Z",
      "2026-10-22T17:00:00.000Z",
      "2026-11-20T16:59:59.999Z",
      "2026-11-20T17:00:00.000Z",
      "2026-11-21T09:00:00.000Z",
    ]) {
      await makeUser(app, { created_at });
    }
    const { days, before, total_users, top_songs } = await at(app, "2026-11-21T16:59:59.999Z");
    expect(before).toEqual({ plays: 100, new_users: 1 });
    expect(total_users).toBe(5);
    expect(days).toHaveLength(30);
    expect(days.filter(({ plays, new_users }) => plays + new_users > 0)).toEqual([
      { day: "2026-10-23", plays: 3, new_users: 1 },
      { day: "2026-11-20", plays: 0, new_users: 1 },
      { day: "2026-11-21", plays: 7, new_users: 2 },
    ]);
    expect(days[0]?.day).toBe("2026-10-23");
    expect(top_songs.map(({ id, plays }) => [id, plays])).toEqual([
      [other.id, 5],
      [one.id, 5],
    ]);
    const next = await at(app, "2026-11-21T17:00:00.000Z");
    expect([next.days[0]?.day, next.days.at(-1)]).toEqual([
      "2026-10-24",
      { day: "2026-11-22", plays: 50, new_users: 0 },
    ]);
    const week = await at(app, "2026-11-21T16:59:59.999Z", undefined, 7);
    expect([week.days.length, week.days[0]?.day, week.before]).toEqual([7, "2026-11-15", { plays: 0, new_users: 0 }]);
    const year = await at(app, "2026-11-21T16:59:59.999Z", undefined, 365);
    expect([year.days.length, year.days.reduce((sum, { plays }) => sum + plays, 0)]).toEqual([365, 110]);
    const { playsByDay } = listeningRepository(app.db);
    expect(await playsByDay("2026-10-23", "2026-10-23")).toEqual([{ day: "2026-10-23", plays: 3 }]);
  });

  test("sums the income of thirty days in Vietnam by day, package and state, and counts new and ending Premium", async () => {
    const app = await newApp(engine);
    const month = await makePackage(app, { name: "1 tháng", price: 49_000 });
    const year = await makePackage(app, { name: "1 năm", price: 399_000 });
    const [one, other] = [await makeUser(app), await makeUser(app)];
    const add = (package_id: number, paid_at: string | null, values: object = {}) =>
      makeOrder(app, {
        package_id,
        payment_status: paid_at === null ? "pending" : "paid",
        paid_at,
        created_at: "2026-11-01T00:00:00.000Z",
        ...values,
      });
    const granted = { premium_granted_at: "2026-11-20T00:00:00.000Z" };
    await add(month.id, "2026-10-22T16:59:59.999Z", { user_id: one.id });
    await add(month.id, "2026-10-22T17:00:00.000Z", { user_id: one.id, ...granted });
    await add(month.id, "2026-11-20T17:00:00.000Z", { user_id: one.id, ...granted });
    await add(year.id, "2026-11-20T17:00:00.000Z", { user_id: other.id, ...granted });
    const refunded = { payment_status: "refunded", refunded_amount: 398_000 } as const;
    await add(year.id, "2026-11-20T17:00:00.000Z", { ...refunded, received_amount: 398_000 });
    await add(year.id, "2026-10-22T17:00:00.000Z", { ...refunded, refunded_amount: 2_000 });
    await add(year.id, "2026-10-22T16:59:59.999Z", refunded);
    await add(month.id, null, { created_at: "2026-10-22T16:59:59.999Z" });
    await add(month.id, null);
    const ends = (premium_expires_at: string) => makeUser(app, { subscription_type: "premium", premium_expires_at });
    await ends("2026-11-21T12:00:00.000Z");
    await ends("2026-11-21T12:00:00.001Z");
    await ends("2026-11-28T12:00:00.000Z");
    await ends("2026-11-28T12:00:00.001Z");
    const locked = await ends("2026-11-25T12:00:00.000Z");
    await app.db.updateTable("users").set({ is_active: false }).where("id", "=", locked.id).execute();
    const { income } = await at(app, "2026-11-21T12:00:00.000Z");
    expect(income.days).toHaveLength(30);
    expect(income.days.filter(({ orders }) => orders > 0)).toEqual([
      { day: "2026-10-23", orders: 1, amount: 49_000 },
      { day: "2026-11-21", orders: 2, amount: 448_000 },
    ]);
    expect(income.refunded).toEqual({ orders: 2, amount: 400_000 });
    // The next thirty days, so that these are those before.
    const { before, days: none } = (await at(app, "2026-12-21T12:00:00.000Z")).income;
    expect(before).toEqual({
      orders: income.days.reduce((sum, { orders }) => sum + orders, 0),
      amount: income.days.reduce((sum, { amount }) => sum + amount, 0),
    });
    expect(none.every(({ orders }) => orders === 0)).toBe(true);
    expect(income.packages).toEqual([
      { package_id: year.id, name: "1 năm", orders: 1, amount: 399_000 },
      { package_id: month.id, name: "1 tháng", orders: 2, amount: 98_000 },
    ]);
    expect(income.placed).toEqual({ pending: 1, paid: 4, failed: 0, refunded: 3 });
    expect([income.new_premium, income.ending_premium]).toEqual([2, 2]);
  });

  test("income counts what came for an order that was confirmed with a part of its price, and with more", async () => {
    const app = await newApp(engine);
    const { id: package_id } = await makePackage(app, { price: 99_000 });
    const paid = { package_id, payment_status: "paid", paid_at: "2026-11-20T17:00:00.000Z" } as const;
    for (const received_amount of [0, 60_000, 120_000]) await makeOrder(app, { ...paid, received_amount });
    await makeOrder(app, { package_id, received_amount: 50_000 });
    const { income } = await at(app, "2026-11-21T12:00:00.000Z");
    expect(income.days.at(-1)).toEqual({ day: "2026-11-21", orders: 3, amount: 279_000 });
    expect(income.packages).toMatchObject([{ orders: 3, amount: 279_000 }]);
    const token = await adminToken(app);
    for (const query of [{}, { search: "khách" }] as Record<string, string>[]) {
      const sums = (await app.send("GET /api/premium-orders/stats", { token, query })).json();
      expect(sums.payments, JSON.stringify(query)).toMatchObject({
        paid: { orders: 3, amount: 279_000 },
        pending: { orders: 1, amount: 99_000 },
      });
    }
    const { packages } = (await app.send("GET /api/admin/premium-packages", { token })).json();
    expect(packages).toMatchObject([{ sold: 3, earned: 279_000 }]);
  });

  test("names the five songs played most", async () => {
    const app = await newApp(engine);
    const songs = [];
    for (let i = 0; i < 7; i++) songs.push(await makeSong(app));
    await playDays(
      app,
      songs.map(({ id }, place) => ({ day: "2026-11-01", song_id: id, plays: place + 1 })),
    );
    const { top_songs } = await at(app, "2026-11-21T00:00:00Z");
    expect(top_songs.map(({ plays }) => plays)).toEqual([7, 6, 5, 4, 3]);
  });

  test("reads by its indexes", async () => {
    const app = await testApp(engine, {}, { place: await freshPlace(engine, { reusable: false }) });
    const since = "2026-10-22T17:00:00.000Z";
    const plans = await plansOf(app, async ({ db, dialect }) => {
      await recentAudit(db, since, 15);
      await accountsRepository(db).newUsersByDay("2026-10-23", dialect);
      await listeningRepository(db).playsByDay("2026-10-23", "2026-11-21");
      await listeningRepository(db).mostPlayed("2026-10-23", "2026-11-21", 5);
      await accountsRepository(db).userStatistics(dialect);
      await ordersRepository(db).income("2026-10-23", dialect);
      await ordersRepository(db).countGranted(since);
      await accountsRepository(db).countEndingPremium(since, "2026-11-28T17:00:00.000Z");
    });
    expect(plans).toHaveLength(8);
    expect(plans[5]).toMatch(/premium_income_sums/);
    expect(plans[6]).toMatch(/premium_orders_granted/);
    expect(plans[7]).toMatch(/users_premium_end/);
    expect(plans[0]).toMatch(/audit_log_time/);
    expect(plans[0]).not.toMatch(/Sort|TEMP B-TREE/);
    expect(plans[1]).toMatch(/user_sums/);
    for (const plan of [plans[2], plans[3]]) expect(plan).toMatch(/(COVERING INDEX|on) song_play_days_sums/);
    expect(plans[4]).toMatch(/user_sums/);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|SCAN (audit_log|song_play_days|songs)/);
  });
});
