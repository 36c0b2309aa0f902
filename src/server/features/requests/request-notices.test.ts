import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultNotificationSettings } from "#contract/notifications.ts";
import type { CustomerRequest, SongRequestDetail } from "#contract/requests.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { wav } from "#test/audio.ts";
import { adminToken, makeAdmin, makeRequest, makeStaff, makeUser, staffToken, userToken } from "#test/factories.ts";
import { clearMessages, deadMailServer, messagesOf, told } from "#test/messages.ts";

const own = "/api/song-requests";
const desk = "/api/staff/requests";
const customer = {
  customer_name: "Nguyễn Thị Lan",
  customer_email: "Lan@example.com",
  customer_phone: "0901 234 567",
  request_content: "Một bài mừng\nsinh nhật mẹ",
};

interface Sending {
  token?: string;
  key?: string;
  /** Beside those of the customer. */
  fields?: Record<string, string>;
}

async function create(app: TestApp, { token, key, fields = {} }: Sending = {}): Promise<CustomerRequest> {
  const multipart = new FormData();
  for (const [name, value] of Object.entries({ ...customer, ...fields })) multipart.append(name, value);
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  const answer = await app.send(`POST ${own}`, { token, multipart, headers });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<CustomerRequest>();
}

const change = (app: TestApp, token: string, id: number, json: object) => app.send(`PUT ${own}/${id}`, { token, json });
const setStatus = (app: TestApp, token: string, id: number, status: string) =>
  app.send(`PUT ${desk}/${id}/update-status`, { token, json: { status } });
const assign = (app: TestApp, token: string, id: number, staff_id?: number | null) =>
  app.send(`PUT ${desk}/${id}/assign`, { token, ...(staff_id === undefined ? {} : { json: { staff_id } }) });

async function attach(app: TestApp, token: string, id: number) {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(wav(0.1))], "bài.wav"));
  const answer = await app.send(`POST ${own}/${id}/song`, { token, multipart });
  return answer.json<SongRequestDetail>();
}

/** A member with a token. */
async function member(app: TestApp, values: Parameters<typeof makeStaff>[1] = {}) {
  const row = await makeStaff(app, values);
  return { ...row, token: await staffToken(app, { member: row }) };
}

onBothEngines((engine) => {
  test("a new request is told to its customer and to every administrator, once", async () => {
    const app = await testApp(engine);
    const admins = [await makeAdmin(app, { email: "a@x.vn" }), await makeAdmin(app, { email: "b@x.vn" })];
    const brief = { occasion: "Sinh nhật", voice: "Song ca" };
    const made = await create(app, { key: "k", fields: brief });
    await create(app, { key: "k", fields: brief });
    const { agreed_price: price, due_at, code } = made;
    const idea = "Một bài mừng sinh nhật mẹ";
    const about = `request ${made.id}`;
    expect(await messagesOf(app)).toEqual([
      {
        event: "request_received",
        to: "customer -",
        name: customer.customer_name,
        email: customer.customer_email,
        phone: "84901234567",
        about,
        state: "kept",
        data: { code, path: `/requests/${made.page_token}`, idea, due_at, price, brief },
      },
      ...admins.map(({ id, email }) => ({
        event: "admin_new_request",
        to: `admin ${id}`,
        name: "Quản trị viên",
        email,
        phone: null,
        about,
        state: "kept",
        data: { id: made.id, code, customer_name: customer.customer_name, idea, due_at, price, brief },
      })),
    ]);
  });

  test("wishes are noted once, with the day on which the next version is due", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id, page_token } = await makeRequest(app, { due_at: "2026-01-05T16:59:59.999Z" });
    const song = (await attach(app, token, id)).songs[0];
    await change(app, token, id, { status: "completed" });
    await clearMessages(app);
    const json = { version_id: song?.id, text: "Chậm hơn", second: 3 };
    for (let time = 0; time < 2; time++) {
      expect((await app.send(`POST /api/requests/${page_token}/changes`, { json })).statusCode).toBe(200);
    }
    const { due_at } = await app.db.selectFrom("song_requests").select("due_at").executeTakeFirstOrThrow();
    expect(due_at).not.toMatch(/^2026-01/);
    expect(await messagesOf(app)).toMatchObject([
      { event: "request_changes_noted", to: "customer -", data: { words: "Chậm hơn", due_at } },
      { event: "staff_changes_wanted", to: expect.stringMatching(/^admin /), data: { version: 1, words: "Chậm hơn" } },
    ]);
    await change(app, token, id, { staff_id: (await makeStaff(app)).id });
    expect(await told(app)).not.toContain("request_taken_up > customer -");
  });

  test("the member in charge is told of each wish, until another one has the request", async () => {
    const app = await testApp(engine, deadMailServer);
    const token = await adminToken(app);
    const [an, binh] = [await member(app), await member(app)];
    const { id, page_token } = await makeRequest(app, { staff_id: an.id });
    const song = (await attach(app, token, id)).songs[0];
    const wish = async (text: string) => {
      await change(app, token, id, { status: "completed" });
      const json = { version_id: song?.id, text };
      expect((await app.send(`POST /api/requests/${page_token}/changes`, { json })).statusCode).toBe(200);
    };
    await wish("Chậm hơn");
    await wish("Nhanh hơn");
    const wanted = async () =>
      (await messagesOf(app))
        .filter(({ event }) => event === "staff_changes_wanted")
        .map(({ to, state, data }) => [to, state, data.words]);
    const one = `staff ${an.id}`;
    expect(await wanted(), "the first is done with").toEqual([
      [one, "skipped", "Chậm hơn"],
      [one, "waiting", "Nhanh hơn"],
    ]);
    await change(app, token, id, { staff_id: binh.id });
    expect((await wanted()).map(([, state]) => state)).toEqual(["skipped", "skipped"]);
  });

  test("a customer is told of a price that rose and is not agreed with, while it is true", async () => {
    const app = await testApp(engine, deadMailServer);
    const token = await adminToken(app);
    const { id, page_token } = await makeRequest(app, { agreed_price: 300_000, status: "processing" });
    const set = async (json: object) => expect((await change(app, token, id, json)).statusCode).toBe(200);
    const raised = async () =>
      (await messagesOf(app))
        .filter(({ event }) => event === "request_price_raised")
        .map(({ to, state, data }) => [to, state, data.before, data.amount]);
    await set({ agreed_price: 250_000 });
    expect(await raised()).toEqual([]);
    await set({ agreed_price: 400_000 });
    await set({ agreed_price: 450_000 });
    expect(await raised()).toEqual([
      ["customer -", "skipped", 250_000, 400_000],
      ["customer -", "waiting", 400_000, 450_000],
    ]);
    const song = (await attach(app, token, id)).songs[0];
    await set({ status: "completed" });
    const json = { version_id: song?.id, agreed_price: 450_000 };
    expect((await app.send(`POST /api/requests/${page_token}/accept`, { json })).statusCode).toBe(200);
    expect((await raised()).map(([, state]) => state)).toEqual(["skipped", "skipped"]);
    const { id: cancelled } = await makeRequest(app, { agreed_price: 300_000, status: "cancelled" });
    await change(app, token, cancelled, { agreed_price: 400_000 });
    const { id: paid } = await makeRequest(app, { agreed_price: 300_000, status: "processing" });
    await change(app, token, paid, { agreed_price: 400_000, is_paid: true });
    expect(await raised()).toHaveLength(2);
  });

  test("a payment is told of once, again on another day or with another amount, and never for nothing", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeRequest(app, { agreed_price: 300_000, occasion: "Sinh nhật" });
    const { id: free } = await makeRequest(app, { agreed_price: 0 });
    const mark = async (is_paid: boolean) => {
      expect((await change(app, token, id, { is_paid })).statusCode).toBe(200);
    };
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-31T08:00:00+07:00") });
    onTestFinished(() => void vi.useRealTimers());
    await app.db.updateTable("sessions").set({ expires_at: "2030-01-01T00:00:00.000Z" }).execute();
    await change(app, token, free, { is_paid: true });
    expect(await told(app)).toEqual([]);
    await mark(true);
    await mark(true);
    await mark(false);
    await mark(true);
    const paid = async () => (await messagesOf(app)).map(({ event, data }) => [event, data.amount]);
    expect(await paid()).toEqual([["request_paid", 300_000]]);
    vi.setSystemTime(new Date("2027-04-01T00:30:00+07:00"));
    await mark(false);
    await mark(true);
    expect(await paid()).toHaveLength(2);
    await mark(false);
    await change(app, token, id, { agreed_price: 250_000 });
    await mark(true);
    expect((await paid()).at(-1)).toEqual(["request_paid", 250_000]);
  });

  test("the message of a payment knows an occasion of grief or regret", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const occasion of ["Sinh nhật", "Xin lỗi"]) {
      const { id } = await makeRequest(app, { agreed_price: 300_000, occasion });
      await change(app, token, id, { is_paid: true });
    }
    expect((await messagesOf(app)).map(({ data }) => data.is_quiet)).toEqual([undefined, true]);
  });

  test("what is not true any more does not wait, and a deleted request leaves nothing", async () => {
    const app = await testApp(engine, deadMailServer);
    const token = await adminToken(app);
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-03-31T23:00:00+07:00") });
    onTestFinished(() => void vi.useRealTimers());
    await app.db.updateTable("sessions").set({ expires_at: "2030-01-01T00:00:00.000Z" }).execute();
    const [an, binh] = [await makeStaff(app), await makeStaff(app)];
    const { id } = await makeRequest(app);
    const states = async () => (await messagesOf(app)).map(({ event, to, state }) => `${event} > ${to}: ${state}`);
    await change(app, token, id, { staff_id: an.id });
    await change(app, token, id, { staff_id: binh.id });
    expect(await states()).toEqual([
      `staff_request_assigned > staff ${an.id}: skipped`,
      "request_taken_up > customer -: waiting",
      `staff_request_assigned > staff ${binh.id}: waiting`,
    ]);
    await change(app, token, id, { status: "completed" });
    expect(await states()).toEqual([
      `staff_request_assigned > staff ${an.id}: skipped`,
      "request_taken_up > customer -: skipped",
      `staff_request_assigned > staff ${binh.id}: skipped`,
    ]);
    const { id: other } = await makeRequest(app);
    await change(app, token, other, { staff_id: an.id });
    await app.send(`DELETE ${own}/${id}`, { token });
    expect(await states()).toHaveLength(2);
    await app.send(`PUT /api/admin/staff/${an.id}`, { token, json: { is_active: false } });
    expect((await states())[0]).toBe(`staff_request_assigned > staff ${an.id}: skipped`);
    await app.send(`DELETE ${own}/${other}`, { token });
    expect(await states()).toEqual([]);
  });

  test("a change that fails leaves neither a message nor itself", async () => {
    const app = await testApp(engine, deadMailServer);
    const token = await adminToken(app);
    const { id, page_token } = await makeRequest(app, { agreed_price: 1000 });
    const song = (await attach(app, token, id)).songs[0];
    const { id: staff_id } = await makeStaff(app);
    const before = await app.db.selectFrom("song_requests").selectAll().execute();
    await sql`alter table outbox rename to other_outbox`.execute(app.db);
    const multipart = new FormData();
    for (const [name, value] of Object.entries(customer)) multipart.append(name, value);
    const answers = [
      await app.send(`POST ${own}`, { multipart }),
      await change(app, token, id, { staff_id }),
      await change(app, token, id, { is_paid: true }),
      await change(app, token, id, { status: "completed" }),
    ];
    await app.db.updateTable("song_requests").set({ status: "completed" }).execute();
    await app.db.updateTable("request_songs").set({ delivered_at: before[0]?.created_at }).execute();
    const json = { version_id: song?.id, text: "Chậm hơn" };
    answers.push(await app.send(`POST /api/requests/${page_token}/changes`, { json }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500, 500]);
    expect(await told(app)).toEqual([]);
    await app.db.updateTable("song_requests").set({ status: "new" }).execute();
    expect(await app.db.selectFrom("song_requests").selectAll().execute()).toEqual(before);
    await sql`alter table other_outbox rename to outbox`.execute(app.db);
  });
});

onOneEngine((engine) => {
  test("the customer's page tells whether a message comes when the song is ready, and on which channel", async () => {
    const zalo = { isReady: async () => true, send: async () => ({ state: "sent" as const, providerId: null }) };
    const page = async (app: TestApp, { page_token }: CustomerRequest) =>
      (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>().news_channel;
    const withMail = await testApp(engine, deadMailServer);
    const made = await create(withMail);
    expect([made.news_channel, await page(withMail, made)]).toEqual(["email", "email"]);
    const events = { ...defaultNotificationSettings.events, request_song_ready: { email: false, zalo: true } };
    await withMail.send("PUT /api/admin/config/notifications", {
      token: await adminToken(withMail),
      json: { ...defaultNotificationSettings, events },
    });
    expect(await page(withMail, made)).toBeNull();
    expect((await create(await testApp(engine))).news_channel).toBeNull();
    expect((await create(await testApp(engine, {}, { zalo }))).news_channel).toBe("zalo");
  });

  test("a customer with an account is told as that user", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    await create(app, { token: await userToken(app, { user }) });
    expect((await messagesOf(app))[0]).toMatchObject({ to: `user ${user.id}`, email: customer.customer_email });
  });

  test("who claims a request is not told, and its customer once, whoever works on it later", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const supervisor = await member(app, { is_supervisor: true });
    const { id } = await makeRequest(app);
    await assign(app, an.token, id);
    await assign(app, an.token, id);
    expect(await told(app)).toEqual(["request_taken_up > customer -"]);
    await setStatus(app, an.token, id, "processing");
    await setStatus(app, an.token, id, "new");
    await assign(app, supervisor.token, id, null);
    await assign(app, binh.token, id);
    await setStatus(app, binh.token, id, "processing");
    expect(await told(app)).toEqual(["request_taken_up > customer -"]);
    // The log forgets after 90 days, the request doesn't.
    await clearMessages(app);
    await assign(app, supervisor.token, id, supervisor.id);
    expect(await told(app)).toEqual([]);
  });

  test("a member is told of a request that another hands over, with the name of who did", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const an = await member(app, { email: "an@x.vn", phone: "0912345678", full_name: "Trần An" });
    const binh = await member(app, { is_supervisor: true, full_name: "Lê Bình" });
    const { id, code, due_at } = await makeRequest(app, { customer_name: "Lan" });
    await assign(app, binh.token, id, an.id);
    await assign(app, binh.token, id, an.id);
    const assigned = (await messagesOf(app)).filter(({ event }) => event === "staff_request_assigned");
    expect(assigned).toEqual([
      {
        event: "staff_request_assigned",
        to: `staff ${an.id}`,
        name: "Trần An",
        email: "an@x.vn",
        phone: "84912345678",
        about: `request ${id}`,
        state: "kept",
        data: { id, code, customer_name: "Lan", idea: "Một bài hát mừng sinh nhật", due_at, from: "Lê Bình" },
      },
    ]);
    await clearMessages(app);
    await assign(app, binh.token, id, binh.id);
    expect(await told(app)).toEqual([]);
    await change(app, token, id, { staff_id: an.id });
    expect(await messagesOf(app)).toMatchObject([{ to: `staff ${an.id}`, data: { from: "Quản trị viên" } }]);
    await clearMessages(app);
    await change(app, token, id, { status: "cancelled" });
    await change(app, token, id, { staff_id: binh.id });
    expect(await told(app)).toEqual([]);
  });

  test("a version is told of when the customer can hear it", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id, page_token } = await makeRequest(app);
    await attach(app, token, id);
    await attach(app, token, id);
    expect(await told(app)).toEqual([]);
    await change(app, token, id, { status: "completed" });
    await change(app, token, id, { status: "completed" });
    await change(app, token, id, { status: "processing" });
    await change(app, token, id, { status: "completed" });
    await attach(app, token, id);
    const ready = (await messagesOf(app)).filter(({ event }) => event === "request_song_ready");
    expect(ready.map(({ data }) => data.version)).toEqual([2, 3]);
    expect(ready[0]?.data).toMatchObject({ path: `/requests/${page_token}` });
    const { id: empty } = await makeRequest(app);
    await clearMessages(app);
    await change(app, token, empty, { status: "completed" });
    expect(await told(app)).toEqual([]);
  });
});
