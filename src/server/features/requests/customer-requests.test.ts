import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { briefFields } from "#contract/request-brief.ts";
import type { CustomerRequest, SongRequestDetail, UserRequest } from "#contract/requests.ts";
import { isTransferCode } from "#contract/transfer-code.ts";
import { requestsTopic } from "#server/features/topics.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { rowsOfJob, runJob } from "#test/bulk-jobs.ts";
import { stopClock } from "#test/clock.ts";
import {
  adminToken,
  makeBank,
  makeCategory,
  makeRequest,
  makeSong,
  makeStaff,
  makeUser,
  password,
  staffToken,
  userToken,
} from "#test/factories.ts";
import { lockWaits } from "#test/locks.ts";
import { dueAfter } from "./working-days.ts";

const own = "/api/song-requests";
const customer = {
  customer_name: "Nguyễn Thị Lan",
  customer_email: "lan@example.com",
  request_content: "Một bài mừng sinh nhật mẹ",
};
interface Sent {
  token?: string;
  key?: string;
  file?: Buffer;
  fileName?: string;
}

function post(app: TestApp, fields: object, { token, key, file, fileName = "mẫu.wav" }: Sent = {}) {
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fields)) multipart.append(name, String(value));
  if (file) multipart.append("reference_file", new File([new Uint8Array(file)], fileName));
  return app.send(`POST ${own}`, { token, multipart, headers: key === undefined ? {} : { "idempotency-key": key } });
}

async function request(app: TestApp, fields: object = {}, sent: Sent = {}): Promise<CustomerRequest> {
  const answer = await post(app, { ...customer, ...fields }, sent);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<CustomerRequest>();
}

const page = async (app: TestApp, token: string) =>
  (await app.send(`GET /api/requests/${token}`)).json<CustomerRequest>();
const asAdmin = async (app: TestApp, token: string, id: number) =>
  (await app.send(`GET ${own}/${id}`, { token })).json<SongRequestDetail>();
const change = (app: TestApp, token: string, id: number, json: object) => app.send(`PUT ${own}/${id}`, { token, json });
const kinds = ({ events }: Pick<CustomerRequest, "events">) => events.map(({ kind }) => kind);
const countOf = async (app: TestApp) => (await app.db.selectFrom("song_requests").select("id").execute()).length;

function storedFiles({ place }: TestApp): string[] {
  return ["uploads", "tmp"].flatMap((folder) =>
    readdirSync(path.join(place.dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  );
}

async function attach(app: TestApp, token: string, id: number, seed = 1): Promise<SongRequestDetail> {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(wav(0.1, seed))], "bài.wav"));
  const answer = await app.send(`POST ${own}/${id}/song`, { token, multipart });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<SongRequestDetail>();
}

/** A request with one delivered version. */
async function completed(app: TestApp, fields: object = {}) {
  const token = await adminToken(app);
  const { id, page_token, agreed_price } = await request(app, fields);
  await attach(app, token, id);
  await change(app, token, id, { status: "completed" });
  const [song] = (await page(app, page_token)).songs;
  const version_id = song?.id ?? 0;
  const send = (action: "accept" | "changes", json: object) =>
    app.send(`POST /api/requests/${page_token}/${action}`, { json });
  return {
    token,
    id,
    page_token,
    version_id,
    agreed_price,
    accept: (json: object = {}) => send("accept", { version_id, agreed_price, ...json }),
    wish: (json: object = {}) => send("changes", { version_id, text: "Chậm hơn một chút", ...json }),
    consent: (consent: boolean) => app.send(`PUT /api/requests/${page_token}/consent`, { json: { consent } }),
    page: () => page(app, page_token),
    change: (json: object) => change(app, token, id, json),
    attach: (seed: number) => attach(app, token, id, seed),
  };
}

onBothEngines((engine) => {
  test("the reference file is kept for staff alone, under every spelling of its address", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id, page_token } = await request(app, {}, { file: wav(0.1), fileName: "giọng mẹ.wav" });
    expect(await page(app, page_token)).toMatchObject({ reference_file_name: "giọng mẹ.wav" });
    const { reference_file_url, reference_file_name } = await asAdmin(app, token, id);
    expect(reference_file_name).toBe("giọng mẹ.wav");
    const link = String(reference_file_url);
    expect((await app.send(`GET ${link}`)).rawPayload.equals(wav(0.1))).toBe(true);
    const [address = ""] = link.split("?");
    expect(address).toMatch(/^\/uploads\/references\/[0-9a-f]{32}\.wav$/);
    const spellings = [
      address,
      `${address}?${link.split("?")[1]?.replace("signature=", "signature=_")}`,
      address.replace("references", "%72eferences"),
      address.replace("/uploads/", "/uploads//"),
      address.replace("/uploads/", "/uploads/./"),
      address.replace("/uploads/", "/uploads/audio/../"),
      address.replace("/uploads/", "/UPLOADS/"),
      `${address}/`,
      `${address}?download=1`,
    ];
    for (const spelling of spellings) {
      for (const caller of [undefined, await userToken(app, { premium: true })]) {
        const answer = await app.send(`GET ${spelling}`, { token: caller });
        expect([401, 403, 404], `${spelling} ${answer.statusCode}`).toContain(answer.statusCode);
      }
    }
    for (const caller of [token, await staffToken(app)]) {
      expect((await app.send(`GET ${address}`, { token: caller })).statusCode).toBe(200);
    }
    await app.send(`DELETE ${own}/${id}`, { token });
    // The work after the commit may be done already.
    expect([401, 404]).toContain((await app.send(`GET ${link}`)).statusCode);
    await app.outbox.flush();
    expect([(await app.send(`GET ${link}`)).statusCode, storedFiles(app)]).toEqual([404, []]);
  });

  test("the same Idempotency-Key with the same content, its file included, makes one request with one file", async () => {
    const app = await testApp(engine);
    const send = (fields: object, file: Buffer | undefined, token?: string) =>
      post(app, { ...customer, ...fields }, { key: "a-1", ...(file ? { file } : {}), ...(token ? { token } : {}) });
    const answers = await Promise.all([1, 2, 3].map(() => send({}, wav(0.1))));
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(201);
      expect(answer.json()).toEqual(answers[0]?.json());
    }
    expect([await countOf(app), storedFiles(app)]).toEqual([1, [expect.stringMatching(/\.wav$/)]]);
    for (const other of [send({}, wav(0.1, 2)), send({}, undefined), send({ customer_name: "Hoa" }, wav(0.1))]) {
      const refused = await other;
      expect([refused.statusCode, refused.json().detail]).toEqual([
        422,
        "Idempotency-Key này đã được dùng cho một nội dung khác",
      ]);
    }
    expect(storedFiles(app)).toHaveLength(1);
    expect((await send({}, wav(0.1), await userToken(app))).statusCode).toBe(201);
    expect([await countOf(app), storedFiles(app).length]).toEqual([2, 2]);
    expect(await app.db.selectFrom("request_events").select("kind").execute()).toHaveLength(2);
  });

  test("a user exports own requests without what staff wrote, and they stay without the account", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const made = await request(app, { budget: 1000 }, { token, key: "k" });
    await request(app);
    await app.db.updateTable("song_requests").set({ admin_notes: "khách quen", staff_notes: "dễ tính" }).execute();
    const exported = await app.send("GET /api/user/export", { token });
    expect(exported.json().song_requests).toEqual([
      expect.objectContaining({ code: made.code, customer_name: customer.customer_name, budget: 1000 }),
    ]);
    for (const hidden of ["khách quen", "dễ tính", "user_id"]) expect(exported.body).not.toContain(hidden);
    expect((await app.send("DELETE /api/user/me", { token, json: { password } })).statusCode).toBe(200);
    const left = await app.db.selectFrom("song_requests").select(["user_id", "code"]).orderBy("id").execute();
    expect(left[0]).toEqual({ user_id: null, code: made.code });
    expect(await app.db.selectFrom("idempotency_keys").selectAll().execute()).toEqual([]);
  });

  test("a user sees own requests alone, newest first, with their addresses and states", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const list = (query: Record<string, string> = {}) => app.send("GET /api/user/song-requests", { token, query });
    const first = await request(app, {}, { token });
    const request_content = `Một bài  cho mẹ,\n${"nhớ những chiều mưa ".repeat(20)}`;
    const second = await request(app, { request_content }, { token });
    await request(app);
    const other = await userToken(app);
    await request(app, { request_content: "của người khác" }, { token: other });
    const admin = await adminToken(app);
    await attach(app, admin, first.id);
    const notes = { admin_notes: "khách quen", status: "completed" };
    expect((await change(app, admin, first.id, notes)).statusCode).toBe(200);
    await attach(app, admin, second.id);
    const message = { request_id: first.id, text: "Chào bạn", created_at: first.created_at };
    const messages = [
      { ...message, author_kind: "admin" as const, client_id: "unread" },
      { ...message, author_kind: "staff" as const, client_id: "read", read_at: first.created_at },
      { ...message, author_kind: "customer" as const, client_id: "own" },
    ];
    await app.db.insertInto("request_messages").values(messages).execute();

    const answer = await list();
    const [latest, earliest, ...others] = answer.json<UserRequest[]>();
    expect(others).toEqual([]);
    expect(earliest).toEqual({
      id: first.id,
      code: first.code,
      page_token: first.page_token,
      summary: customer.request_content,
      status: "completed",
      is_assigned: false,
      has_song: true,
      title: null,
      created_at: first.created_at,
      due_at: first.due_at,
      waiting_since: null,
      completed_at: expect.any(String),
      agreed_price: 299_000,
      accepted_at: null,
      paid_at: null,
      unread_messages: 1,
    });
    expect(latest).toMatchObject({ code: second.code, status: "new", has_song: false, unread_messages: 0 });
    expect(latest?.summary).toMatch(/^Một bài cho mẹ, nhớ những chiều mưa .{60,90}…$/);
    expect(answer.headers).toMatchObject({ "x-total-count": "2", "cache-control": "private, no-store" });
    for (const hidden of ["khách quen", "của người khác"]) expect(answer.body).not.toContain(hidden);

    const { songs } = await page(app, first.page_token);
    const body = { version_id: songs[0]?.id, agreed_price: first.agreed_price };
    await app.send(`POST /api/requests/${first.page_token}/accept`, { json: body });
    await change(app, admin, first.id, { is_paid: true });
    const rest = await list({ skip: "1", limit: "1" });
    expect(rest.json()).toMatchObject([
      { code: first.code, accepted_at: expect.any(String), paid_at: expect.any(String) },
    ]);
    expect(rest.headers["x-total-count"]).toBe("2");

    const nothing = await app.send("GET /api/user/song-requests", { token: await userToken(app) });
    expect([nothing.json(), nothing.headers["x-total-count"]]).toEqual([[], "0"]);
    expect((await app.send("GET /api/user/song-requests")).statusCode).toBe(401);
    expect((await app.send("GET /api/user/song-requests", { token: admin })).statusCode).toBe(403);
  });

  test("what waits in the requests of a user is told to the user alone", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    const make = (values: Parameters<typeof makeRequest>[1]) => makeRequest(app, { user_id: user.id, ...values });
    const now = new Date().toISOString();
    await make({});
    const lyrics = await make({ status: "processing", waiting_since: now });
    const heard = await make({ status: "completed", completed_at: now });
    const accepted = await make({ status: "completed", completed_at: now, accepted_at: now });
    await make({ status: "completed", completed_at: now, waiting_since: now, erased_at: now });
    const other = await makeRequest(app, { waiting_since: now });
    for (const { id } of [heard, accepted]) {
      const version = { request_id: id, number: 1, file: `audio/${id}.mp3`, title: "Ru con", created_at: now };
      await app.db
        .insertInto("request_songs")
        .values({ ...version, delivered_at: now })
        .execute();
    }
    const message = { author_kind: "staff" as const, text: "Chào bạn", created_at: now };
    for (const { id } of [lyrics, other]) {
      await app.db
        .insertInto("request_messages")
        .values({ ...message, request_id: id, client_id: "a" })
        .execute();
    }
    const waiting = await app.send("GET /api/me/waiting", { token });
    const summary = heard.request_content;
    expect(waiting.json()).toEqual({
      items: [
        { kind: "song", page_token: heard.page_token, summary, title: "Ru con" },
        { kind: "lyrics", page_token: lyrics.page_token, summary, title: null },
        { kind: "message", page_token: lyrics.page_token, summary, title: null },
      ],
    });
    expect((await app.send("GET /api/me/waiting", { token: await userToken(app) })).json()).toEqual({ items: [] });
    expect((await app.send("GET /api/me/waiting")).statusCode).toBe(401);
    expect((await app.send("GET /api/me/waiting", { token: await adminToken(app) })).statusCode).toBe(403);
  });

  test("a customer hears, accepts, pays and saves the song, and sees the steps without names", async () => {
    // Links change with the hour.
    stopClock();
    const app = await testApp(engine);
    await makeBank(app);
    const site = await completed(app, { recipient: "mẹ: Hoa" });
    const heard = await site.page();
    expect(heard).toMatchObject({ status: "completed", payment: null, download_url: null, accepted_at: null });
    expect(heard.songs).toHaveLength(1);
    expect((await app.send(`GET ${heard.songs[0]?.stream_url}`)).statusCode).toBe(200);
    expect((await app.send(`GET ${heard.songs[0]?.stream_url.split("?")[0]}`)).statusCode).toBe(403);
    const saving = async (link: string | undefined) =>
      (await app.send(`GET ${link}&download=1`)).headers["content-disposition"];
    expect(await saving(heard.songs[0]?.stream_url)).toBeUndefined();
    const forStaff = await asAdmin(app, site.token, site.id);
    expect(await saving(forStaff.songs[0]?.stream_url)).toContain("attachment");
    expect(forStaff.result_audio_url).toBe(forStaff.songs[0]?.stream_url);
    const accepted = (await site.accept()).json<CustomerRequest>();
    expect(accepted).toMatchObject({
      accepted_at: expect.any(String),
      accepted_version: 1,
      download_url: null,
      payment: { transfer_content: heard.code },
    });
    expect(accepted.payment?.vietqr).toContain("5406299000");
    expect((await app.send(`GET /api/requests/${site.page_token}/qr.png`)).headers["content-disposition"]).toBe(
      `attachment; filename=QR-${heard.code}.png`,
    );
    expect((await site.accept()).json()).toEqual(accepted);
    await site.change({ is_paid: true });
    const paid = await site.page();
    expect([paid.payment, paid.paid_at]).toEqual([null, expect.any(String)]);
    const saved = await app.send(`GET ${paid.download_url}`);
    expect([saved.statusCode, saved.rawPayload.equals(wav(0.1, 1))]).toEqual([200, true]);
    expect(saved.headers["content-disposition"]).toContain(encodeURIComponent("Ngân Nga - Bài hát cho mẹ- Hoa.wav"));
    expect(kinds(paid)).toEqual(["received", "song_attached", "status_changed", "accepted", "paid"]);
    for (const { actor_name } of paid.events) expect(actor_name).toBeNull();
    expect((await app.send(`GET /api/requests/${site.page_token}/qr.png`)).statusCode).toBe(404);
    await site.change({ is_paid: false });
    expect(await site.page()).toMatchObject({ download_url: null, payment: { transfer_content: heard.code } });
    await site.change({ status: "cancelled" });
    expect(await site.page()).toMatchObject({ payment: null, accepted_at: accepted.accepted_at });
  });

  test("accepting twice at the same moment accepts once", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    const answers = await Promise.all([1, 2, 3].map(() => site.accept()));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.json<CustomerRequest>().accepted_at)).size).toBe(1);
    expect(kinds(await site.page()).filter((kind) => kind === "accepted")).toHaveLength(1);
  });

  test("changes put a completed request back to work, once for the same words", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    await site.change({ staff_id: (await makeStaff(app)).id });
    await app.db.updateTable("song_requests").set({ due_at: "2026-01-05T16:59:59.999Z" }).execute();
    stopClock();
    const answers = await Promise.all([1, 2].map(() => site.wish({ second: 12 })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const wished = await site.page();
    expect(wished).toMatchObject({ status: "processing", due_at: dueAfter(Date.now()) });
    expect(wished.events.filter(({ kind }) => kind === "changes_requested")).toEqual([
      expect.objectContaining({ actor: "customer", text: "Chậm hơn một chút", second: 12, version: 1 }),
    ]);
    expect((await asAdmin(app, site.token, site.id)).events.at(-1)).toMatchObject({ kind: "changes_requested" });
    const other = await site.wish({ text: "Nhanh hơn" });
    expect([other.statusCode, other.json().detail]).toEqual([
      409,
      "Bài hát đang được thực hiện, bạn hãy chờ bản mới rồi góp ý tiếp",
    ]);
    await site.attach(2);
    expect((await site.page()).songs.map(({ number }) => number)).toEqual([1]);
    await site.change({ status: "completed" });
    expect((await site.page()).songs.map(({ number }) => number)).toEqual([2, 1]);
    expect((await site.wish()).statusCode).toBe(200);
    expect(kinds(await site.page()).filter((kind) => kind === "changes_requested")).toHaveLength(2);
  });

  test("changes to the song of a deleted member go to the pool, where another member claims them", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    const { id: gone } = await makeStaff(app);
    await site.change({ staff_id: gone });
    expect((await app.send(`DELETE /api/admin/staff/${gone}`, { token: site.token })).statusCode).toBe(200);
    for (const answer of [await site.wish(), await site.wish()])
      expect(answer.json()).toMatchObject({ status: "processing" });
    const member = await makeStaff(app);
    const token = await staffToken(app, { member });
    const desk = (await app.send("GET /api/staff/requests", { token })).json<{ items: { id: number }[] }>();
    expect(desk.items.map(({ id }) => id)).toEqual([site.id]);
    const claimed = await app.send(`PUT /api/staff/requests/${site.id}/assign`, { token });
    expect([claimed.statusCode, claimed.json().staff_id]).toEqual([200, member.id]);
  });

  test("changes to the song of a deactivated member go to the pool", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    const { id } = await makeStaff(app);
    const deactivate = () => app.send(`PUT /api/admin/staff/${id}`, { token: site.token, json: { is_active: false } });
    await site.change({ staff_id: id });
    await deactivate();
    expect((await site.wish()).json()).toMatchObject({ status: "processing", is_assigned: false });
    expect((await asAdmin(app, site.token, site.id)).events.slice(-2)).toMatchObject([
      { kind: "released", actor: "system", actor_name: null },
      { kind: "changes_requested", actor: "customer" },
    ]);
    await app.db.updateTable("song_requests").set({ status: "cancelled", staff_id: id }).execute();
    const reopened = await site.change({ status: "processing" });
    expect(reopened.json()).toMatchObject({ status: "processing", staff_id: null });
  });

  test("withdrawing the consent hides the song of the library at once", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    const { id: category } = await makeCategory(app);
    expect((await site.consent(true)).json()).toMatchObject({ consent_at: expect.any(String) });
    const json = { title: "Mẹ ơi", category_ids: [category] };
    const made = await app.send(`POST ${own}/${site.id}/library-song`, { token: site.token, json });
    expect(made.statusCode, made.body).toBe(201);
    const { song_id } = made.json<SongRequestDetail>();
    const song = (await app.send(`GET /api/songs/${song_id}`)).json<{ audio_url: string; title: string }>();
    expect(song).toMatchObject({ title: "Mẹ ơi", categories: [{ id: category }] });
    expect((await app.send(`GET ${song.audio_url}`)).rawPayload.equals(wav(0.1, 1))).toBe(true);
    expect((await site.consent(false)).json()).toMatchObject({ consent_at: null });
    expect((await app.send(`GET /api/songs/${song_id}`)).statusCode).toBe(404);
    expect((await app.send(`GET ${song.audio_url}`)).statusCode).toBe(403);
    expect((await app.send("GET /api/songs")).json()).toEqual([]);
    const show = () => app.send(`PUT /api/songs/${song_id}`, { token: site.token, json: { is_active: true } });
    const message = "Khách hàng đã thôi cho phép đưa bài hát này vào thư viện";
    const refused = await show();
    expect([refused.statusCode, refused.json().detail]).toEqual([409, message]);
    const many = await runJob(app, site.token, { kind: "activate_songs", ids: [song_id] });
    expect(many).toMatchObject({ changed: 0, refused: 1 });
    expect(await rowsOfJob(app, site.token, many.id)).toMatchObject([{ id: song_id, message }]);
    await site.consent(true);
    expect((await app.send(`GET /api/songs/${song_id}`)).statusCode).toBe(404);
    expect((await show()).json()).toMatchObject({ is_active: true });
    expect(kinds(await site.page()).slice(-4)).toEqual([
      "consent_given",
      "published",
      "consent_withdrawn",
      "consent_given",
    ]);
  });

  test.each(["given", "withdrawn"])("the song of a deleted request stays hidden, its consent %s", async (consent) => {
    const message = "Yêu cầu của khách hàng đã bị xóa, không thể hiện lại bài hát này trong thư viện";
    const app = await testApp(engine);
    const site = await completed(app);
    const { token } = site;
    await site.consent(true);
    const json = { title: "Mẹ ơi", category_ids: [(await makeCategory(app)).id] };
    const made = await app.send(`POST ${own}/${site.id}/library-song`, { token, json });
    const { song_id } = made.json<SongRequestDetail>();
    if (consent === "withdrawn") await site.consent(false);
    await app.send(`DELETE ${own}/${site.id}`, { token });
    const put = (fields: object) => app.send(`PUT /api/songs/${song_id}`, { token, json: fields });
    for (const fields of [{ is_active: true }, { is_active: true, title: "Mẹ" }]) {
      const refused = await put(fields);
      expect([refused.statusCode, refused.json().detail]).toEqual([409, message]);
    }
    const { id: other } = await makeSong(app, { title: "Bài khác", is_active: false });
    const ids = [song_id, other];
    const shows = await runJob(app, token, { kind: "activate_songs", ids });
    expect(shows).toMatchObject({ changed: 1, refused: 1 });
    const rows = await rowsOfJob(app, token, shows.id, { state: "refused" });
    expect(rows).toMatchObject([{ id: song_id, name: "Mẹ ơi", message }]);
    const shown = (await app.send("GET /api/songs")).json<{ id: number }[]>();
    expect(shown.map(({ id }) => id)).toEqual([other]);
    expect((await put({ title: "Mẹ", is_active: false })).json()).toMatchObject({ title: "Mẹ", is_active: false });
    expect(await runJob(app, token, { kind: "delete_songs", ids })).toMatchObject({ changed: 2, refused: 0 });
  });

  test("requests and their changes are told to the back office", async () => {
    const app = await testApp(engine);
    const version = () => app.database.changes.version(requestsTopic) ?? 0;
    const raises = async (act: () => Promise<unknown>) => {
      const before = version();
      await act();
      // PostgreSQL tells a moment later.
      await expect.poll(version).toBeGreaterThan(before);
    };
    await raises(() => request(app));
    const site = await completed(app);
    await raises(() => site.wish());
    await raises(() => site.change({ admin_notes: "gấp" }));
    await raises(() => app.send(`DELETE ${own}/${site.id}`, { token: site.token }));
  });
});

test("a song that is saved while the consent is withdrawn in another process stays hidden", async () => {
  const app = await testApp("postgres", {}, { fresh: true });
  const other = await testApp("postgres", {}, { beside: app });
  const site = await completed(app);
  await site.consent(true);
  const json = { title: "Mẹ ơi", category_ids: [(await makeCategory(app)).id] };
  const made = await app.send(`POST ${own}/${site.id}/library-song`, { token: site.token, json });
  const { song_id } = made.json<SongRequestDetail>();
  const { setClaims } = app.files;
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  app.files.setClaims = async (...args) => {
    await setClaims(...args);
    reached.resolve();
    await resumed.promise;
  };
  const withdrawn = site.consent(false);
  await reached.promise;
  const saved = other.send(`PUT /api/songs/${song_id}`, { token: site.token, json: { title: "Mẹ" } });
  await lockWaits(other.db);
  resumed.resolve();
  expect([(await withdrawn).statusCode, (await saved).json().is_active]).toEqual([200, false]);
  expect((await app.send(`GET /api/songs/${song_id}`)).statusCode).toBe(404);
});

onOneEngine((engine) => {
  test("a customer takes twenty steps in a request and a day", async () => {
    const app = await testApp(engine);
    stopClock();
    const site = await completed(app);
    const states: number[] = [];
    for (let n = 0; n < 21; n++) states.push((await site.consent(n % 2 === 0)).statusCode);
    // The request itself was the first step; withdrawing the consent is never refused.
    expect(states).toEqual([...Array(20).fill(200), 429]);
    expect((await site.accept()).statusCode).toBe(429);
    expect((await site.wish()).statusCode).toBe(429);
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000 + 1);
    expect((await site.accept()).statusCode).toBe(200);
  });

  test("the same wish at another second of the song is another wish, which has to wait", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    const wish = { text: "Chậm hơn một chút", second: 12 };
    expect((await site.wish(wish)).statusCode).toBe(200);
    expect((await site.wish(wish)).statusCode, "the same once more").toBe(200);
    for (const second of [13, null]) expect((await site.wish({ ...wish, second })).statusCode).toBe(409);
    const { events } = await site.page();
    expect(events.filter(({ kind }) => kind === "changes_requested")).toMatchObject([{ second: 12 }]);
  });

  test("a request is new, costs the base price, and is due at the end of the third working day", async () => {
    const app = await testApp(engine);
    stopClock();
    const made = await request(app, { customer_phone: "0901 234 567", budget: "500000", recipient: " Mẹ ", mood: "" });
    expect(made).toMatchObject({
      ...customer,
      customer_phone: "0901 234 567",
      recipient: "Mẹ",
      mood: null,
      status: "new",
      is_assigned: false,
      budget: 500_000,
      reference_file_name: null,
      agreed_price: 299_000,
      accepted_at: null,
      songs: [],
      payment: null,
      download_url: null,
      due_at: dueAfter(Date.now()),
    });
    expect(kinds(made)).toEqual(["received"]);
    expect(isTransferCode("HR", made.code)).toBe(true);
    expect(made.page_token).toMatch(/^[\w-]{22}$/);
    expect(await page(app, made.page_token)).toEqual(made);
    expect((await asAdmin(app, await adminToken(app), made.id)).budget).toBe(500_000);
  });

  test.each([
    [{ customer_name: " " }, "customer_name", "Vui lòng nhập họ và tên"],
    [{ customer_email: "" }, "customer_email", "Vui lòng nhập email"],
    [{ customer_email: "lan@x" }, "customer_email", "Email không hợp lệ"],
    [{ customer_phone: "abc" }, "customer_phone", "Số điện thoại không hợp lệ"],
    [{ request_content: "" }, "request_content", "Vui lòng nhập nội dung yêu cầu"],
    [{ request_content: "x".repeat(10_001) }, "request_content", "Nội dung yêu cầu không được dài quá 10.000 ký tự"],
    [{ budget: "-1" }, "budget", "Số tiền phải là số nguyên không âm"],
    [{ budget: "1000000000001" }, "budget", "Số tiền quá lớn"],
    [{ budget: "1".repeat(30) }, "budget", "Số tiền quá lớn"],
    [{ budget: "1.5" }, "budget", "Số tiền phải là số nguyên không âm"],
    [{ mood: "x".repeat(201) }, "mood", "Không được dài quá 200 ký tự"],
  ])("refuses %o, and keeps no file", async (fields, field, message) => {
    const app = await testApp(engine);
    const answer = await post(app, { ...customer, ...fields }, { file: wav(0.1) });
    expect([answer.statusCode, answer.json().detail]).toEqual([422, message]);
    expect(answer.json().errors).toContainEqual({ field, message });
    expect([await countOf(app), storedFiles(app)]).toEqual([0, []]);
  });

  test("keeps the lines of the story as they were typed, whichever way a form ends them", async () => {
    const app = await testApp(engine);
    const { request_content } = await request(app, { request_content: "Ba má\r\nba mươi năm\n" });
    expect(request_content).toBe("Ba má\nba mươi năm");
  });

  test("refuses what a robot has filled in without saying why", async () => {
    const app = await testApp(engine);
    const answer = await post(app, { ...customer, website: "http://x.vn" }, { file: wav(0.1) });
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: "Không gửi được yêu cầu này" }]);
    expect([await countOf(app), storedFiles(app)]).toEqual([0, []]);
    expect((await post(app, { ...customer, website: "" })).statusCode).toBe(201);
  });

  test.each([
    ["a text", Buffer.from("không phải nhạc"), "bài.mp3"],
    ["a page", Buffer.from("<script>alert(1)</script>"), "bài.mp4"],
    ["a picture", fixture("cover.png"), "bài.mp3"],
    ["an empty file", Buffer.alloc(0), "bài.mp3"],
  ])("refuses %s as a reference with 415", async (_what, file, fileName) => {
    const app = await testApp(engine);
    const answer = await post(app, customer, { file, fileName });
    expect([answer.statusCode, answer.json().detail]).toEqual([415, "Vui lòng chọn file âm thanh hoặc video hợp lệ"]);
    expect([await countOf(app), storedFiles(app)]).toEqual([0, []]);
  });

  test("refuses a file of 60 MB with 413, and keeps nothing of it", async () => {
    const app = await testApp(engine);
    const answer = await post(app, customer, { file: Buffer.concat([wav(1), Buffer.alloc(60 * 1024 * 1024)]) });
    expect([answer.statusCode, answer.json().detail]).toEqual([413, "File tham khảo không được vượt quá 50 MB"]);
    expect([await countOf(app), storedFiles(app)]).toEqual([0, []]);
  });

  test("a broken upload leaves nothing", async () => {
    const app = await testApp(engine);
    const boundary = "thu";
    const part = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const head = Object.entries(customer).map(([name, value]) => part(name, value));
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="reference_file"; filename="a.wav"\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head.join("") + file), wav(1).subarray(0, 4000)]);
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const answer = await app.http.inject({ method: "POST", url: own, headers, payload });
    expect([answer.statusCode, await countOf(app), storedFiles(app)]).toEqual([422, 0, []]);
  });

  test("a request that can't be saved leaves no file", async () => {
    const app = await testApp(engine, {}, { fresh: true });
    app.files.setClaims = async () => {
      throw new Error("the database is gone");
    };
    expect((await post(app, customer, { file: wav(0.1) })).statusCode).toBe(500);
    await app.outbox.flush();
    expect([await countOf(app), storedFiles(app)]).toEqual([0, []]);
  });

  test("the form is limited by address", async () => {
    const app = await testApp(engine, { RATE_LIMITS: "on" });
    const statuses: number[] = [];
    for (let i = 0; i < 200 && statuses.at(-1) !== 429; i++) statuses.push((await post(app, {})).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });

  test("HTML in every field is text", async () => {
    const app = await testApp(engine);
    const text = `<img src=x onerror="alert(1)"> {{1}} 'Đ'`;
    const fields = Object.fromEntries(["customer_name", "request_content", ...briefFields].map((name) => [name, text]));
    const made = await request(app, fields, { file: wav(0.1), fileName: "<b>mẹ.wav" });
    expect(made).toMatchObject(fields);
    const token = await adminToken(app);
    await change(app, token, made.id, { admin_notes: text });
    const stored = await asAdmin(app, token, made.id);
    expect(stored).toMatchObject({ ...fields, admin_notes: text, reference_file_name: "<b>mẹ.wav" });
    const answer = await app.send(`GET /api/requests/${made.page_token}`);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  test("the page opens by its address alone, says nothing of the inside, and is never cached or indexed", async () => {
    const app = await testApp(engine);
    const member = await makeStaff(app, { full_name: "Trần Văn Tám" });
    const { id, page_token, code } = await makeRequest(app, {
      admin_notes: "khách quen",
      staff_notes: "dễ tính",
      staff_id: member.id,
    });
    await change(app, await adminToken(app), id, { staff_id: null });
    await change(app, await adminToken(app), id, { staff_id: member.id });
    const calls = [
      `GET /api/requests/${page_token}`,
      `GET /api/requests/${page_token.slice(1)}x`,
      `POST /api/requests/${page_token}/accept`,
      `POST /api/requests/${page_token}/changes`,
      `PUT /api/requests/${page_token}/consent`,
    ] as const;
    const json = { version_id: 1, agreed_price: 0, text: "x", consent: true };
    for (const call of calls) {
      const answer = await app.send(call, call.startsWith("GET") ? {} : { json });
      expect(answer.headers, call).toMatchObject({
        "cache-control": expect.stringContaining("no-store"),
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
      });
      for (const hidden of ["khách quen", "dễ tính", "Trần Văn Tám"]) {
        expect(answer.body).not.toContain(hidden);
      }
    }
    const shown = await page(app, page_token);
    expect([shown.is_assigned, kinds(shown)]).toEqual([true, []]);
    for (const address of [String(id), code, page_token.slice(0, -1), `${page_token}x`, "%25", "x".repeat(400)]) {
      for (const call of [`GET /api/requests/${address}`, `GET /api/requests/${address}/qr.png`] as const) {
        expect((await app.send(call)).statusCode, call).toBe(404);
      }
    }
  });

  test("accepting needs a completed request, the latest version and the price that was shown", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    const refusal = async (answer: ReturnType<typeof site.accept>) => {
      const { statusCode, ...rest } = await answer;
      return [statusCode, rest.json().detail];
    };
    expect(await refusal(site.accept({ agreed_price: 1 }))).toEqual([
      409,
      "Giá của bài hát vừa thay đổi, bạn hãy tải lại trang để xem giá mới",
    ]);
    await site.attach(2);
    expect(await refusal(site.accept())).toEqual([
      409,
      "Đã có bản mới hơn của bài hát, bạn hãy tải lại trang và nghe bản mới",
    ]);
    const version_id = (await site.page()).songs[0]?.id;
    await site.change({ status: "processing" });
    expect(await refusal(site.accept({ version_id }))).toEqual([409, "Bài hát chưa hoàn thành, bạn chưa thể đồng ý"]);
    await site.change({ status: "completed" });
    expect((await site.accept({ version_id })).statusCode).toBe(200);
    expect(await refusal(site.accept())).toEqual([409, "Bạn đã đồng ý với một bản khác của bài hát"]);
    expect(await refusal(site.wish())).toEqual([409, "Bạn đã đồng ý với bài hát này nên không thể yêu cầu sửa nữa"]);
    const nobody = await makeRequest(app);
    const early = await app.send(`POST /api/requests/${nobody.page_token}/accept`, {
      json: { version_id, agreed_price: 0 },
    });
    expect(early.statusCode).toBe(409);
  });

  test("an accepted price stays, unless its payment is withdrawn, and then the customer accepts anew", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    const accepted = (await site.accept()).json<CustomerRequest>();
    const refused = await site.change({ agreed_price: 400_000 });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      "Khách đã đồng ý với giá này, không thể đổi giá",
    ]);
    expect((await site.change({ agreed_price: accepted.agreed_price, admin_notes: "gấp" })).statusCode).toBe(200);
    expect(await site.page()).toMatchObject({ agreed_price: 299_000, accepted_at: accepted.accepted_at });
    await site.change({ is_paid: true });
    expect((await site.change({ agreed_price: 400_000, is_paid: false })).statusCode).toBe(200);
    expect(await site.page()).toMatchObject({ agreed_price: 400_000, accepted_at: null, accepted_version: null });
    expect((await site.accept({ agreed_price: 400_000 })).statusCode).toBe(200);
  });

  test("changes name a version that was delivered, in words", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    await site.change({ status: "processing" });
    await site.attach(2);
    const [hidden] = (await asAdmin(app, site.token, site.id)).songs;
    expect((await site.wish({ version_id: hidden?.id })).statusCode).toBe(409);
    for (const [json, message] of [
      [{ text: " " }, "Vui lòng cho biết bạn muốn sửa điều gì"],
      [{ text: "x".repeat(3001) }, "Không được dài quá 3000 ký tự"],
      [{ second: -1 }, "Thời điểm không hợp lệ"],
      [{ second: 1.5 }, "Thời điểm không hợp lệ"],
    ] as const) {
      const answer = await site.wish(json);
      expect([answer.statusCode, answer.json().detail]).toEqual([422, message]);
    }
  });

  test("consent can be given after delivery only, and a repeated one is one step", async () => {
    // Links change with the hour.
    stopClock();
    const app = await testApp(engine);
    const { page_token } = await request(app);
    const early = await app.send(`PUT /api/requests/${page_token}/consent`, { json: { consent: true } });
    expect([early.statusCode, early.json().detail]).toEqual([409, "Bạn có thể cho phép sau khi nhận được bài hát"]);
    const site = await completed(app);
    const first = (await site.consent(true)).json<CustomerRequest>();
    expect((await site.consent(true)).json()).toEqual(first);
    await site.consent(false);
    expect(kinds(await site.page()).slice(-2)).toEqual(["consent_given", "consent_withdrawn"]);
  });

  test("a song that costs nothing can be saved once it is accepted", async () => {
    const app = await testApp(engine);
    await makeBank(app);
    const site = await completed(app);
    await site.change({ agreed_price: 0 });
    expect(await site.page()).toMatchObject({ agreed_price: 0, download_url: null });
    const accepted = (await site.accept({ agreed_price: 0 })).json<CustomerRequest>();
    expect([accepted.payment, (await app.send(`GET ${accepted.download_url}`)).statusCode]).toEqual([null, 200]);
  });

  test("the song that is saved is the accepted one, also when a later version is there", async () => {
    const app = await testApp(engine);
    const site = await completed(app);
    await site.accept();
    await site.change({ is_paid: true });
    await site.attach(2);
    const { songs, download_url, accepted_version } = await site.page();
    expect([songs.map(({ number }) => number), accepted_version]).toEqual([[2, 1], 1]);
    expect((await app.send(`GET ${download_url}`)).rawPayload.equals(wav(0.1, 1))).toBe(true);
  });

  test("a file of the form stays as it came", async () => {
    const app = await testApp(engine);
    const { id } = await request(app, {}, { file: wav(0.2, 7) });
    const { reference_file } = await app.db
      .selectFrom("song_requests")
      .select("reference_file")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(readFileSync(app.store.pathOf(String(reference_file))).equals(wav(0.2, 7))).toBe(true);
  });
});
