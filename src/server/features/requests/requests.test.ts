import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { CustomerRequest, SongRequest, SongRequestDetail, StaffStats, UserRequest } from "#contract/requests.ts";
import { newTransferCode } from "#server/platform/transfer-code.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { fixture, wav } from "#test/audio.ts";
import { stopClock } from "#test/clock.ts";
import { adminToken, makeCategory, makeRequest, makeStaff, makeUser, staffToken, userToken } from "#test/factories.ts";
import { requestSearchText } from "./requests.repository.ts";
import { dueAfter } from "./working-days.ts";

const own = "/api/song-requests";
const desk = "/api/staff/requests";

/** A member of the staff with a token. */
async function member(app: TestApp, values: Parameters<typeof makeStaff>[1] = {}) {
  const row = await makeStaff(app, values);
  return { id: row.id, name: row.full_name, token: await staffToken(app, { member: row }) };
}

const get = async (app: TestApp, token: string, id: number) =>
  (await app.send(`GET ${desk}/${id}`, { token })).json<SongRequestDetail>();
const assign = (app: TestApp, token: string, id: number, json?: object) =>
  app.send(`PUT ${desk}/${id}/assign`, { token, ...(json ? { json } : {}) });
const setStatus = (app: TestApp, token: string, id: number, json: object) =>
  app.send(`PUT ${desk}/${id}/update-status`, { token, json });
const change = (app: TestApp, token: string, id: number, json: object) => app.send(`PUT ${own}/${id}`, { token, json });
const detailOf = (answer: { json<T>(): T }) => answer.json<{ detail: string }>().detail;
const kinds = ({ events }: Pick<SongRequestDetail, "events">) => events.map(({ kind }) => kind);

function attach(app: TestApp, token: string, id: number, file = wav(0.1), start = desk) {
  const multipart = new FormData();
  multipart.append("audio_file", new File([new Uint8Array(file)], "bài.wav"));
  return app.send(`POST ${start}/${id}/song`, { token, multipart });
}

async function queue(app: TestApp, token: string, query: Record<string, string> = {}) {
  const answer = await app.send(`GET ${desk}`, { token, query });
  expect(answer.statusCode, answer.body).toBe(200);
  const { items, total } = answer.json<{ items: SongRequest[]; total: number }>();
  return [items.map(({ customer_name }) => customer_name).join(""), total];
}

/** A request whose search text is as the server writes it. */
function make(app: TestApp, values: Parameters<typeof makeRequest>[1] & { customer_name: string }) {
  const named = { code: `HR${values.customer_name}`, customer_email: `${values.customer_name}@x.vn`, ...values };
  return makeRequest(app, { ...named, search_text: requestSearchText(named) });
}

/** The call that hands a song over. */
function deliver(
  app: TestApp,
  token: string,
  id: number,
  words: Record<string, string>,
  start = desk,
  file = wav(0.1),
) {
  const multipart = new FormData();
  for (const [name, text] of Object.entries(words)) multipart.append(name, text);
  multipart.append("audio_file", new File([new Uint8Array(file)], "bài.wav"));
  return app.send(`POST ${start}/${id}/delivery`, { token, multipart });
}

onBothEngines((engine) => {
  test("a song is handed over in one step, with its words, and the next one beside it", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { id, page_token } = await makeRequest(app, { staff_id: an.id, status: "processing" });
    const words = {
      title: "Ru cả nhà",
      dedication: "Tặng má",
      lyrics: "À ơi\nmá ru",
      note: "Giọng miền Tây như bạn kể",
    };
    const first = await deliver(app, an.token, id, words);
    expect(first.statusCode, first.body).toBe(201);
    expect(first.json()).toMatchObject({ status: "completed", songs: [{ number: 1, ...words, lines: null }] });
    expect(kinds(first.json())).toEqual(["song_attached", "status_changed"]);
    const page = async () => (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
    expect((await page()).songs).toMatchObject([{ number: 1, ...words }]);
    const wish = { version_id: (await page()).songs[0]?.id, text: "Chậm lại" };
    expect((await app.send(`POST /api/requests/${page_token}/changes`, { json: wish })).statusCode).toBe(200);
    const second = await deliver(app, await adminToken(app), id, { title: "Ru" }, own);
    expect(second.json()).toMatchObject({
      status: "completed",
      songs: [
        { number: 2, title: "Ru", dedication: null, lyrics: null, note: null },
        { number: 1, title: "Ru cả nhà" },
      ],
    });
    expect((await page()).songs.map(({ number }) => number)).toEqual([2, 1]);
    const told = await app.db
      .selectFrom("deliveries")
      .select("event")
      .where("event", "=", "request_song_ready")
      .execute();
    expect(told).toHaveLength(2);
  });

  test("a song is listed and saved under its title: that of the accepted version, before that of the latest", async () => {
    const app = await testApp(engine);
    const [an, user] = [await member(app), await makeUser(app)];
    const token = await userToken(app, { user });
    const { id, page_token } = await makeRequest(app, { staff_id: an.id, status: "processing", user_id: user.id });
    const listed = async () => (await app.send("GET /api/user/song-requests", { token })).json<UserRequest[]>()[0];
    const page = async () => (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
    expect(await listed()).toMatchObject({ has_song: false, title: null });
    await deliver(app, an.token, id, { title: "Ru cả nhà" });
    const [version] = (await page()).songs;
    const wish = { version_id: version?.id, text: "Chậm lại" };
    expect((await app.send(`POST /api/requests/${page_token}/changes`, { json: wish })).statusCode).toBe(200);
    await deliver(app, an.token, id, { title: "Ru má/ba" });
    expect(await listed()).toMatchObject({ has_song: true, title: "Ru má/ba" });
    const { agreed_price, songs } = await page();
    const json = { version_id: songs[0]?.id, agreed_price };
    expect((await app.send(`POST /api/requests/${page_token}/accept`, { json })).statusCode).toBe(200);
    await change(app, await adminToken(app), id, { is_paid: true });
    const saved = await app.send(`GET ${(await page()).download_url}`);
    expect(saved.headers["content-disposition"]).toContain(encodeURIComponent("Ngân Nga - Ru má-ba.wav"));
    await app.db
      .updateTable("song_requests")
      .set({ accepted_song_id: version?.id ?? null })
      .execute();
    expect(await listed()).toMatchObject({ title: "Ru cả nhà" });
  });

  test("lyrics with times are kept as text and as lines that the customer's page moves", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { id, page_token } = await makeRequest(app, { staff_id: an.id, status: "processing" });
    const lyrics = "[00:01.00]À ơi\n[00:02.50]Má ru";
    expect((await deliver(app, an.token, id, { title: "Ru", lyrics })).statusCode).toBe(201);
    const page = (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
    const lines = [
      { text: "À ơi", start_ms: 1000 },
      { text: "Má ru", start_ms: 2500 },
    ];
    expect(page.songs).toMatchObject([{ lyrics: "À ơi\nMá ru", lines: { lines } }]);
    const long = await deliver(app, an.token, id, { title: "Ru", lyrics: "a".repeat(10_001) });
    expect(long.statusCode).toBe(422);
    expect(long.json().errors).toMatchObject([{ field: "lyrics" }]);
  });

  test("the wave of a finished song is measured once, and announced to nobody", async () => {
    const app = await testApp(engine);
    const { id, page_token } = await makeRequest(app);
    const admin = await adminToken(app);
    expect((await deliver(app, admin, id, { title: "Ru" }, own, wav(0.1, 0xff00ff00))).statusCode).toBe(201);
    const wave = async () =>
      (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>().songs[0]?.waveform;
    expect(await wave()).toBeNull();
    const versionOf = (topic: string) => app.database.changes.version(topic);
    const before = versionOf("requests");
    expect(await app.waveforms.run()).toBe(0);
    const measured = await wave();
    expect(measured).toHaveLength(96);
    expect(versionOf("requests")).toBe(before);
    const { waveform } = await app.db.selectFrom("request_songs").select("waveform").executeTakeFirstOrThrow();
    expect(waveform).toBe(measured?.join(","));
  });

  test("a delivery whose answer was lost is not made twice, nor one after an acceptance that its sender did not see", async () => {
    const app = await testApp(engine);
    // Two writers in one process would wait for each other on SQLite.
    const other = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const an = await member(app);
    const { id, page_token } = await makeRequest(app, { staff_id: an.id, status: "processing" });
    const seen = { title: "Ru", after: "0", is_accepted: "false" };
    const answers = await Promise.all([app, other, app].map((each) => deliver(each, an.token, id, seen)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused && detailOf(refused)).toMatch(/^Bản 1 vừa được gắn, có thể chính là lần gửi trước/);
    const songs = async () => (await get(app, an.token, id)).songs;
    const [first] = await songs();
    expect(await songs()).toHaveLength(1);

    const accept = { version_id: first?.id, agreed_price: (await get(app, an.token, id)).agreed_price };
    expect((await app.send(`POST /api/requests/${page_token}/accept`, { json: accept })).statusCode).toBe(200);
    const unseen = await deliver(app, an.token, id, { ...seen, after: "1" });
    expect([unseen.statusCode, detailOf(unseen)]).toEqual([409, expect.stringMatching(/^Khách vừa đồng ý nhận bài/)]);
    await app.outbox.flush();
    const told = await app.db
      .selectFrom("deliveries")
      .select("event")
      .where("event", "=", "request_song_ready")
      .execute();
    expect(told).toHaveLength(1);
    expect(await app.db.selectFrom("files").select("key").execute()).toHaveLength(1);
    expect((await deliver(app, an.token, id, { ...seen, after: "1", is_accepted: "true" })).statusCode).toBe(201);
  });

  test("a delivery that is refused leaves no song, file or step", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const { id } = await makeRequest(app, { staff_id: an.id, status: "processing" });
    const cancelled = await makeRequest(app, { staff_id: an.id, status: "cancelled" });
    const long = (length: number) => "á".repeat(length);
    const answers = [
      await deliver(app, binh.token, id, { title: "Ru" }),
      await deliver(app, an.token, cancelled.id, { title: "Ru" }),
      await deliver(app, an.token, id, { title: " " }),
      await deliver(app, an.token, id, { title: long(201) }),
      await deliver(app, an.token, id, { title: "Ru", dedication: long(301) }),
      await deliver(app, an.token, id, { title: "Ru", lyrics: long(10_001) }),
      await deliver(app, an.token, id, { title: "Ru", note: long(1001) }),
      await app.send(`POST ${desk}/${id}/delivery`, { json: { title: "Ru" } }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 409, 422, 422, 422, 422, 422, 401]);
    expect(detailOf(answers[1] as { json<T>(): T })).toBe("Yêu cầu này đã hủy, bạn mở lại yêu cầu rồi hãy giao bài");
    await app.outbox.flush();
    expect(await app.db.selectFrom("request_songs").selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom("request_events").selectAll().execute()).toEqual([]);
    expect(await app.db.selectFrom("files").selectAll().execute()).toEqual([]);
  });

  test("of two members who claim at once exactly one wins", async () => {
    const app = await testApp(engine);
    // Two writers in one process would wait for each other on SQLite.
    const other = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const members = await Promise.all(Array.from({ length: 6 }, () => member(app)));
    for (let round = 0; round < 3; round++) {
      const { id } = await makeRequest(app);
      const answers = await Promise.all(
        members.map(({ token }, index) => assign(index % 2 === 0 ? app : other, token, id)),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
      const winner = members[answers.findIndex(({ statusCode }) => statusCode === 200)];
      const lost = answers.find(({ statusCode }) => statusCode === 409);
      expect(lost && detailOf(lost)).toBe("Yêu cầu đã được nhân viên khác nhận");
      const claimed = await get(app, winner?.token ?? "", id);
      expect(claimed).toMatchObject({ staff_id: winner?.id, staff_name: winner?.name, status: "new" });
      expect(kinds(claimed)).toEqual(["claimed"]);
      expect((await assign(app, winner?.token ?? "", id, {})).json()).toEqual(claimed);
    }
  });

  test("the queue has late ones first and closed ones last; ordinary staff see their own and the pool", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const supervisor = await staffToken(app, { isSupervisor: true });
    const due = (day: number) => `2026-05-0${day}T16:59:59.999Z`;
    await make(app, { customer_name: "C", due_at: due(3) });
    await make(app, { customer_name: "A", due_at: due(1), staff_id: an.id, status: "processing" });
    await make(app, { customer_name: "B", due_at: due(2), staff_id: binh.id });
    await make(app, { customer_name: "D", due_at: due(4), staff_id: an.id });
    await make(app, { customer_name: "E", due_at: due(5), status: "processing", staff_id: binh.id });
    expect(await queue(app, an.token)).toEqual(["ADC", 3]);
    expect(await queue(app, binh.token)).toEqual(["BEC", 3]);
    expect(await queue(app, supervisor)).toEqual(["ABCDE", 5]);
    expect(await queue(app, an.token, { scope: "mine" })).toEqual(["AD", 2]);
    expect(await queue(app, an.token, { scope: "available" })).toEqual(["C", 1]);
    expect(await queue(app, supervisor, { scope: "mine" })).toEqual(["", 0]);
    expect(await queue(app, an.token, { status: "new" })).toEqual(["DC", 2]);
    expect(await queue(app, an.token, { status: "processing", scope: "available" })).toEqual(["", 0]);
    expect(await queue(app, an.token, { skip: "1", limit: "1" })).toEqual(["D", 3]);
    expect(await queue(app, supervisor, { skip: "4", limit: "2" })).toEqual(["E", 5]);
    expect(await queue(app, an.token, { search: "HRd" })).toEqual(["D", 1]);
    expect(await queue(app, an.token, { search: "b@x" })).toEqual(["", 0]);

    const [a, d] = (await app.send(`GET ${desk}`, { token: an.token, query: { scope: "mine" } })).json().items;
    await setStatus(app, an.token, a.id, { status: "completed" });
    expect(await queue(app, an.token)).toEqual(["DCA", 3]);
    await setStatus(app, an.token, d.id, { status: "cancelled" });
    expect(await queue(app, an.token)).toEqual(["CDA", 3]);
    const noted = await setStatus(app, an.token, a.id, { status: "completed", staff_notes: "xong" });
    expect([noted.statusCode, await queue(app, an.token)]).toEqual([200, ["CDA", 3]]);
    stopClock();
    const reopened = await setStatus(app, an.token, a.id, { status: "new" });
    expect(reopened.json()).toMatchObject({ due_at: dueAfter(Date.now()) });
    expect(await queue(app, an.token)).toEqual(["ACD", 3]);
    await setStatus(app, an.token, a.id, { status: "processing" });
    const rows = await app.db.selectFrom("song_requests").select(["due_at", "queue"]).where("id", "=", a.id).execute();
    expect(rows[0]?.queue).toBe(rows[0]?.due_at);
  });

  test("the administrator lists, filters, searches and counts", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const an = await member(app);
    const at = (day: string) => ({ created_at: `2026-05-${day}T08:00:00.000Z` });
    await make(app, { customer_name: "Đặng Thị Ước", code: "HRA", due_at: "2026-05-09T16:59:59.999Z", ...at("01") });
    await make(app, {
      customer_name: "B",
      code: "HRB",
      status: "completed",
      queue: "8000-01-01T00:00:00.000Z",
      ...at("02"),
    });
    await make(app, {
      customer_name: "C",
      code: "HRC",
      staff_id: an.id,
      due_at: "2026-05-05T16:59:59.999Z",
      ...at("03"),
    });
    const list = async (query: Record<string, string>) => {
      const answer = await app.send(`GET ${own}`, { token, query });
      expect(answer.statusCode, answer.body).toBe(200);
      const { skip: _skip, limit: _limit, sort_by: _by, sort_order: _order, ...filter } = query;
      const count = await app.send(`GET ${own}/stats/count`, { token, query: filter });
      expect(count.json()).toEqual({ total: Number(answer.headers["x-total-count"]) });
      return answer
        .json<SongRequest[]>()
        .map(({ code }) => code[2])
        .join("");
    };
    expect(await list({})).toBe("CBA");
    expect(await list({ skip: "1", limit: "1" })).toBe("B");
    expect(await list({ sort_by: "queue" })).toBe("CAB");
    expect(await list({ status: "new" })).toBe("CA");
    expect(await list({ staff_id: String(an.id) })).toBe("C");
    expect(await list({ from: "2026-05-02", to: "2026-05-02" })).toBe("B");
    expect(await list({ search: "dang thi uoc" })).toBe("A");
    expect(await list({ search: "b@X.VN" })).toBe("B");
    expect(await list({ search: "hrc" })).toBe("C");
    expect(await list({ search: "không có" })).toBe("");
    expect((await app.send(`GET ${own}`, { token, query: { status: "lost" } })).statusCode).toBe(422);
  });

  test("the desk begins with the customers' wishes to the caller, then their own work, then the pool, then what is closed", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const boss = await member(app, { is_supervisor: true });
    const day = (n: number) => `2026-05-1${n}T16:59:59.999Z`;
    const closed = { status: "completed", queue: "8000-01-01T00:00:00.000Z" } as const;
    const processing = { status: "processing", staff_id: an.id } as const;
    const done = { completed_at: day(0) };
    await make(app, { customer_name: "P", due_at: day(1) });
    await make(app, { customer_name: "O", due_at: day(3), ...processing });
    await make(app, { customer_name: "W", due_at: day(5), ...processing, ...done });
    await make(app, { customer_name: "A", due_at: day(2), ...processing, ...done, accepted_at: day(0) });
    await make(app, { customer_name: "C", ...closed, staff_id: an.id });
    await make(app, { customer_name: "B", due_at: day(0), status: "processing", staff_id: binh.id, ...done });
    await make(app, { customer_name: "S", due_at: day(4), staff_id: boss.id });
    expect(await queue(app, an.token)).toEqual(["WAOPC", 5]);
    expect(await queue(app, an.token, { scope: "mine" })).toEqual(["WAOC", 4]);
    expect(await queue(app, an.token, { scope: "available" })).toEqual(["P", 1]);
    expect(await queue(app, an.token, { skip: "1", limit: "2" })).toEqual(["AO", 5]);
    expect(await queue(app, boss.token)).toEqual(["SBPAOWC", 7]);
  });

  test("a request is found by phone number, code and number", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const an = await member(app);
    const { id } = await make(app, { customer_name: "A", code: newTransferCode("HR"), customer_phone: "0903 555.142" });
    const { code } = await make(app, { customer_name: "B", code: newTransferCode("HR"), customer_phone: null });
    const searches = [
      ["0903555142", "A"],
      ["+84 903 555 142", "A"],
      [`#${id}`, "A"],
      [`# ${id + 1}`, "B"],
      ["#99999", ""],
      [`CT DEN:${code.toLowerCase()} NGUYEN VAN B`, "B"],
      [code, "B"],
    ] as const;
    for (const [search, names] of searches) {
      const listed = await app.send(`GET ${own}`, { token, query: { search } });
      const found = listed.json<SongRequest[]>().map(({ customer_name }) => customer_name);
      expect([search, found.join(""), listed.headers["x-total-count"]]).toEqual([search, names, String(found.length)]);
      expect([search, await queue(app, an.token, { search })]).toEqual([search, [names, names.length]]);
    }
  });

  test("a withdrawn version is heard by nobody, keeps its number, and opens a request that has no other", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const { id, page_token } = await makeRequest(app, { staff_id: an.id });
    const withdraw = (
      token: string,
      version: number | undefined,
      json: object = { reason: "Nhầm bài của khách khác" },
    ) => app.send(`POST ${desk}/${id}/songs/${version}/withdraw`, { token, json });
    const customer = async () => (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
    await attach(app, an.token, id, wav(0.1, 1));
    await setStatus(app, an.token, id, { status: "completed" });
    const [second, first] = (await attach(app, an.token, id, wav(0.1, 2))).json<SongRequestDetail>().songs;
    expect((await withdraw(binh.token, second?.id)).statusCode).toBe(404);
    expect((await withdraw(an.token, 999)).statusCode).toBe(404);
    const blank = await withdraw(an.token, second?.id, { reason: " " });
    expect([blank.statusCode, detailOf(blank)]).toEqual([422, "Vui lòng cho biết lý do gỡ bản này"]);

    const left = (await withdraw(an.token, second?.id)).json<SongRequestDetail>();
    expect([left.status, left.songs.map(({ number }) => number)]).toEqual(["completed", [1]]);
    expect([401, 404]).toContain((await app.send(`GET ${second?.stream_url}`)).statusCode);
    await app.outbox.flush();
    expect((await app.send(`GET ${second?.stream_url}`)).statusCode).toBe(404);
    expect(left.events.at(-1)).toMatchObject({ kind: "song_withdrawn", version: 2, text: "Nhầm bài của khách khác" });
    expect((await customer()).events.map(({ kind, version }) => [kind, version])).toContainEqual(["song_attached", 1]);
    expect(JSON.stringify((await customer()).events)).not.toMatch(/withdrawn|Nhầm|"version":2/);
    expect((await withdraw(an.token, second?.id)).statusCode).toBe(404);

    const open = (await withdraw(an.token, first?.id)).json<SongRequestDetail>();
    expect([open.status, open.songs]).toEqual(["processing", []]);
    const [third] = (await attach(app, an.token, id, wav(0.1, 3))).json<SongRequestDetail>().songs;
    expect(third?.number).toBe(3);

    await setStatus(app, an.token, id, { status: "completed" });
    const agreed_price = (await customer()).agreed_price;
    await app.send(`POST /api/requests/${page_token}/accept`, { json: { version_id: third?.id, agreed_price } });
    const token = await adminToken(app);
    const accepted = await app.send(`POST ${own}/${id}/songs/${third?.id}/withdraw`, { token, json: { reason: "x" } });
    expect([accepted.statusCode, detailOf(accepted)]).toEqual([409, "Khách đã đồng ý với bản này, không thể gỡ"]);
  });

  test("the message of a version that is withdrawn before it is sent is left out", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { id } = await makeRequest(app, { staff_id: an.id, customer_email: "lan@example.com" });
    const [song] = (await attach(app, an.token, id)).json<SongRequestDetail>().songs;
    await setStatus(app, an.token, id, { status: "completed" });
    await app.db
      .updateTable("deliveries")
      .set({ state: "waiting" })
      .where("event", "=", "request_song_ready")
      .execute();
    const json = { reason: "Nhầm file" };
    await app.send(`POST ${desk}/${id}/songs/${song?.id}/withdraw`, { token: an.token, json });
    const rows = await app.db
      .selectFrom("deliveries")
      .select("state")
      .where("event", "=", "request_song_ready")
      .execute();
    expect(rows.map(({ state }) => state)).toEqual(["skipped"]);
  });

  test("each finished song is a version, which customers hear once the request is completed", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { id, page_token } = await makeRequest(app, { staff_id: an.id, customer_name: "Lan" });
    const heard = async () =>
      (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>().songs.map(({ number }) => number);
    const both = await Promise.all([attach(app, an.token, id, wav(0.1, 1)), attach(app, an.token, id, wav(0.1, 2))]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect((await get(app, an.token, id)).songs).toEqual([
      expect.objectContaining({ number: 2, delivered_at: null, duration: 0.1 }),
      expect.objectContaining({ number: 1, delivered_at: null }),
    ]);
    expect(await heard()).toEqual([]);
    const done = (await setStatus(app, an.token, id, { status: "completed" })).json<SongRequestDetail>();
    expect(done.songs.map(({ delivered_at }) => delivered_at)).toEqual([done.completed_at, null]);
    expect(await heard()).toEqual([2]);
    const third = (await attach(app, an.token, id, wav(0.1, 3))).json<SongRequestDetail>();
    expect(third.songs[0]).toMatchObject({ number: 3, delivered_at: expect.any(String) });
    expect(await heard()).toEqual([3, 2]);
    const [latest, , first] = third.songs;
    expect(third.result_audio_url).toBe(latest?.stream_url);
    expect((await app.send(`GET ${first?.stream_url}`)).statusCode).toBe(200);
    for (const song of third.songs) {
      const address = song.stream_url.split("?")[0] ?? "";
      for (const spelling of [address, address.replace("finished", "f%69nished"), `${address}?download=1&name=a`]) {
        for (const token of [undefined, await userToken(app, { premium: true })]) {
          expect((await app.send(`GET ${spelling}`, { token })).statusCode, spelling).toBe(403);
        }
      }
    }
    const token = await adminToken(app);
    const file = path.join(app.place.dataDir, String(latest?.stream_url.split("?")[0]));
    expect(existsSync(file)).toBe(true);
    expect((await app.send(`DELETE ${own}/${id}`, { token })).json()).toEqual({ success: true });
    await app.outbox.flush();
    expect(existsSync(file)).toBe(false);
    for (const table of ["request_songs", "request_events", "file_claims", "files"] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect((await app.send(`DELETE ${own}/${id}`, { token })).statusCode).toBe(404);
  });

  test("a song of the library is made once, of the accepted version", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id: category } = await makeCategory(app);
    const { id, page_token } = await makeRequest(app);
    const publish = (json: object = {}) =>
      app.send(`POST ${own}/${id}/library-song`, {
        token,
        json: { title: "Mẹ ơi", category_ids: [category, category], ...json },
      });
    const refusal = async () => {
      const answer = await publish();
      return [answer.statusCode, detailOf(answer)];
    };
    expect(await refusal()).toEqual([409, "Khách hàng chưa cho phép đưa bài hát này vào thư viện"]);
    await app.db.updateTable("song_requests").set({ consent_at: new Date().toISOString() }).execute();
    await attach(app, token, id, wav(0.1, 1), own);
    expect(await refusal()).toEqual([409, "Yêu cầu này chưa có bản nhạc nào hoàn thành"]);
    await change(app, token, id, { status: "completed" });
    const { songs } = (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
    const accepted = { version_id: songs[0]?.id, agreed_price: 0 };
    expect((await app.send(`POST /api/requests/${page_token}/accept`, { json: accepted })).statusCode).toBe(200);
    await attach(app, token, id, wav(0.1, 2), own);
    const unknown = await publish({ category_ids: [category + 1] });
    expect([unknown.statusCode, unknown.json().errors]).toEqual([
      422,
      [{ field: "category_ids", message: "Thể loại không tồn tại" }],
    ]);
    expect((await publish({ title: " " })).statusCode).toBe(422);
    const answers = await Promise.all([publish(), publish()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(await refusal()).toEqual([409, "Bài hát của yêu cầu này đã có trong thư viện"]);
    const [song] = (await app.send("GET /api/songs")).json<{ id: number; title: string; audio_url: string }[]>();
    expect(song).toMatchObject({ title: "Mẹ ơi", artist: null, is_premium: false, duration: 0.1 });
    expect((await app.send(`GET ${song?.audio_url}`)).rawPayload.equals(wav(0.1, 1))).toBe(true);
    const kept = await app.db.selectFrom("files").select("kind").orderBy("kind").execute();
    expect(kept.map(({ kind }) => kind)).toEqual(["audio", "finished_song", "finished_song"]);
    const published = (await app.send(`GET ${own}/${id}`, { token })).json<SongRequestDetail>();
    expect([published.song_id, kinds(published).at(-1)]).toEqual([song?.id, "published"]);
    await app.send(`DELETE ${own}/${id}`, { token });
    await app.outbox.flush();
    expect((await app.send("GET /api/songs")).json()).toEqual([]);
    expect((await app.send(`GET ${song?.audio_url}`)).statusCode).toBe(403);
  });

  test("publishing and withdrawing the consent at once leave no song in sight", async () => {
    const app = await testApp(engine);
    const other = engine === "postgres" ? await testApp(engine, {}, { beside: app }) : app;
    const token = await adminToken(app);
    const { id: category } = await makeCategory(app);
    const { id, page_token } = await makeRequest(app);
    await attach(app, token, id, wav(0.1), own);
    await change(app, token, id, { status: "completed" });
    const consent = (on: TestApp, value: boolean) =>
      on.send(`PUT /api/requests/${page_token}/consent`, { json: { consent: value } });
    await consent(app, true);
    const json = { title: "Mẹ ơi", category_ids: [category] };
    const [published, withdrawn] = await Promise.all([
      app.send(`POST ${own}/${id}/library-song`, { token, json }),
      consent(other, false),
    ]);
    expect([201, 409]).toContain(published.statusCode);
    expect(withdrawn.statusCode).toBe(200);
    expect(await app.db.selectFrom("songs").select("id").where("is_active", "=", true).execute()).toEqual([]);
  });

  test("the figures of a member, and of the dashboard", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    for (const status of ["new", "processing", "processing", "completed", "cancelled"] as const) {
      await makeRequest(app, { staff_id: an.id, status });
    }
    await makeRequest(app);
    await makeRequest(app, { status: "completed" });
    const stats = (await app.send(`GET ${desk}/stats`, { token: an.token })).json<StaffStats>();
    expect(stats).toEqual({
      total_assigned: 5,
      new: 1,
      processing: 2,
      completed: 1,
      cancelled: 1,
      unassigned_available: 1,
    });
    const token = await adminToken(app);
    const { id, code } = await makeRequest(app);
    await change(app, token, id, { status: "completed" });
    const dashboard = (await app.send("GET /api/admin/dashboard/stats", { token })).json();
    expect(dashboard).toMatchObject({ total_requests: 8, new_requests: 2 });
    expect(dashboard.recent_activity[0]).toMatchObject({
      action: "update",
      entity: "song_request",
      entity_id: id,
      summary: code,
      name_now: code,
    });
  });
});

onOneEngine((engine) => {
  test("a supervisor hands a request over to an active member, and returns it to the pool", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const away = await makeStaff(app, { is_active: false });
    const supervisor = await member(app, { is_supervisor: true });
    const { id } = await makeRequest(app);
    const given = await assign(app, supervisor.token, id, { staff_id: an.id });
    expect(given.json()).toMatchObject({ staff_id: an.id, staff_name: an.name, status: "new" });
    for (const staff_id of [away.id, away.id + 100]) {
      const refused = await assign(app, supervisor.token, id, { staff_id });
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        [{ field: "staff_id", message: "Nhân viên này không tồn tại hoặc đã tạm ngưng" }],
      ]);
    }
    const forbidden = await assign(app, an.token, id, { staff_id: binh.id });
    expect([forbidden.statusCode, detailOf(forbidden)]).toEqual([
      403,
      "Chỉ giám sát viên mới giao được yêu cầu cho người khác",
    ]);
    await setStatus(app, an.token, id, { status: "processing" });
    await assign(app, supervisor.token, id, { staff_id: binh.id });
    expect((await app.send(`GET ${desk}/${id}`, { token: an.token })).statusCode).toBe(404);
    expect(await get(app, binh.token, id)).toMatchObject({ staff_id: binh.id, status: "processing" });
    const released = await assign(app, supervisor.token, id, { staff_id: null });
    expect(released.json()).toMatchObject({ staff_id: null, staff_name: null, status: "new" });
    expect((await assign(app, an.token, id, { staff_id: an.id })).statusCode).toBe(200);
    const { events } = await get(app, supervisor.token, id);
    expect(events.map(({ kind, actor_name, text }) => [kind, actor_name, text])).toEqual([
      ["assigned", supervisor.name, an.name],
      ["status_changed", an.name, "processing"],
      ["assigned", supervisor.name, binh.name],
      ["released", supervisor.name, null],
      ["status_changed", supervisor.name, "new"],
      ["claimed", an.name, null],
    ]);
  });

  test("a member gives back what they have not begun, with a reason, and nothing else of it changes", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const { id } = await makeRequest(app);
    expect((await assign(app, an.token, id)).json()).toMatchObject({ is_untouched: true });
    expect((await assign(app, binh.token, id, { staff_id: null })).statusCode).toBe(404);
    const given = await assign(app, an.token, id, { staff_id: null, reason: " Không biết tiếng Hoa " });
    expect(given.json()).toMatchObject({ staff_id: null, status: "new" });
    const { events } = await get(app, binh.token, id);
    expect(events.map(({ kind, text }) => [kind, text])).toEqual([
      ["claimed", null],
      ["released", "Không biết tiếng Hoa"],
    ]);
    expect((await assign(app, an.token, id, { staff_id: null, reason: "x".repeat(501) })).statusCode).toBe(422);
    await assign(app, binh.token, id);
    expect((await attach(app, binh.token, id)).json()).toMatchObject({ is_untouched: false });
    const refused = await assign(app, binh.token, id, { staff_id: null });
    expect([refused.statusCode, detailOf(refused)]).toEqual([
      409,
      "Yêu cầu này đã được thực hiện một phần, hãy nhờ giám sát viên giao cho người khác",
    ]);
    expect(await get(app, binh.token, id)).toMatchObject({ staff_id: binh.id });
  });

  test("the words of a version are corrected, also of an accepted one, without a message", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const { id, page_token } = await makeRequest(app, { staff_id: an.id, status: "processing", agreed_price: 0 });
    const given = { title: "Ru", dedication: "Tặng mà", lyrics: "[00:01.00]À ơi\n[00:02.50]Mà ru", note: "Chúc vui" };
    const delivered = (await deliver(app, an.token, id, given)).json<SongRequestDetail>();
    const song = delivered.songs[0]?.id ?? 0;
    const accept = { version_id: song, agreed_price: 0 };
    expect((await app.send(`POST /api/requests/${page_token}/accept`, { json: accept })).statusCode).toBe(200);
    await app.outbox.flush();
    const mails = async () => (await app.db.selectFrom("deliveries").select("id").execute()).length;
    const before = await mails();
    const correct = (token: string, json: object, version = song, start = desk) =>
      app.send(`POST ${start}/${id}/songs/${version}/words`, { token, json });

    const [first, second] = await Promise.all([
      correct(an.token, { dedication: "Tặng má" }),
      correct(await adminToken(app), { lyrics: "À ơi\nMá ru", note: null }, song, own),
    ]);
    expect([first.statusCode, second.statusCode], first.body + second.body).toEqual([200, 200]);
    const page = (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
    const lines = [
      { text: "À ơi", start_ms: 1000 },
      { text: "Má ru", start_ms: 2500 },
    ];
    const corrected = { title: "Ru", dedication: "Tặng má", lyrics: "À ơi\nMá ru", lines: { lines }, note: null };
    expect(page.songs).toMatchObject([corrected]);
    expect(kinds(page)).not.toContain("words_corrected");
    const events = async () =>
      (await get(app, an.token, id)).events
        .filter(({ kind }) => kind === "words_corrected")
        .map(({ text, version }) => [text, version]);
    expect((await events()).toSorted()).toEqual([
      ["lời bài hát, thời gian của lời, lời nhắn", 1],
      ["lời đề tặng", 1],
    ]);
    expect((await correct(an.token, { title: "Ru" })).statusCode).toBe(200);
    expect(await events(), "the same words once more").toHaveLength(2);

    const longer = await correct(an.token, { lyrics: "À ơi\nMá ru\nCon ngủ" });
    expect(longer.json().errors).toMatchObject([{ field: "lyrics", message: expect.stringMatching(/chạy theo bài/) }]);
    const refused = [
      longer,
      await correct(an.token, { title: " " }),
      await correct(an.token, { title: "Ru" }, song + 1),
      await correct(binh.token, { title: "Ru" }),
      await correct(await userToken(app), { title: "Ru" }),
      await app.send(`POST ${desk}/${id}/songs/${song}/words`, { json: {} }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([422, 422, 404, 404, 403, 401]);
    await app.outbox.flush();
    expect(await mails()).toBe(before);
  });

  test("each call needs its kind of token", async () => {
    const app = await testApp(engine);
    const { id } = await makeRequest(app);
    const [admin, staff] = [await adminToken(app), await staffToken(app)];
    const supervisor = await staffToken(app, { isSupervisor: true });
    const user = await userToken(app);
    for (const call of [
      `GET ${own}`,
      `GET ${own}/stats/count`,
      `GET ${own}/${id}`,
      `PUT ${own}/${id}`,
      `DELETE ${own}/${id}`,
      `POST ${own}/${id}/library-song`,
      `POST ${own}/${id}/song`,
    ] as const) {
      expect((await app.send(call)).statusCode, call).toBe(401);
      for (const token of [user, staff, supervisor]) expect((await app.send(call, { token })).statusCode).toBe(403);
    }
    for (const call of [
      `GET ${desk}`,
      `GET ${desk}/stats`,
      `GET ${desk}/${id}`,
      `PUT ${desk}/${id}/assign`,
      `PUT ${desk}/${id}/update-status`,
      `PUT ${desk}/${id}`,
      `POST ${desk}/${id}/song`,
    ] as const) {
      expect((await app.send(call)).statusCode, call).toBe(401);
      for (const token of [user, admin]) expect((await app.send(call, { token })).statusCode, call).toBe(403);
    }
    const payment = await app.send(`PUT ${desk}/${id}`, { token: staff, json: { is_paid: true } });
    expect(payment.statusCode).toBe(403);
  });

  test("staff never get the address of the customer's page", async () => {
    const app = await testApp(engine);
    const supervisor = await member(app, { is_supervisor: true });
    const { id, page_token } = await makeRequest(app);
    const token = supervisor.token;
    const replies = [
      await app.send(`GET ${desk}`, { token }),
      await assign(app, token, id),
      await app.send(`GET ${desk}/${id}`, { token }),
      await setStatus(app, token, id, { status: "processing" }),
      await app.send(`PUT ${desk}/${id}`, { token, json: { agreed_price: 1 } }),
      await attach(app, token, id),
    ];
    for (const { statusCode, body } of replies) {
      expect([200, 201]).toContain(statusCode);
      expect(body).not.toContain(page_token);
    }
    const admin = await app.send(`GET ${own}/${id}`, { token: await adminToken(app) });
    expect(admin.json()).toMatchObject({ page_token });
  });

  test("ordinary staff change their own requests only, and others are not there for them", async () => {
    const app = await testApp(engine);
    const [an, binh] = [await member(app), await member(app)];
    const supervisor = await staffToken(app, { isSupervisor: true });
    const { id: taken } = await makeRequest(app, { staff_id: binh.id });
    const { id: open } = await makeRequest(app);
    const { id: stranded } = await makeRequest(app, { status: "cancelled" });
    for (const id of [taken, stranded, 4242]) {
      expect((await app.send(`GET ${desk}/${id}`, { token: an.token })).statusCode).toBe(404);
      expect((await setStatus(app, an.token, id, { status: "completed" })).statusCode).toBe(404);
      expect((await attach(app, an.token, id)).statusCode).toBe(404);
    }
    expect((await assign(app, an.token, stranded)).statusCode).toBe(404);
    expect((await assign(app, an.token, 4242)).statusCode).toBe(404);
    expect((await app.send(`GET ${desk}/${open}`, { token: an.token })).statusCode).toBe(200);
    for (const answer of [
      await setStatus(app, an.token, open, { status: "completed" }),
      await attach(app, an.token, open),
    ]) {
      expect([answer.statusCode, detailOf(answer)]).toEqual([403, "Bạn hãy nhận yêu cầu này trước"]);
    }
    expect(await app.db.selectFrom("files").selectAll().execute()).toEqual([]);
    for (const id of [taken, open, stranded]) {
      expect((await setStatus(app, supervisor, id, { status: "completed" })).statusCode).toBe(200);
      expect((await attach(app, supervisor, id)).statusCode).toBe(201);
    }
    const late = await assign(app, supervisor, stranded);
    expect([late.statusCode, detailOf(late)]).toEqual([409, "Yêu cầu này đã đóng, không thể nhận"]);
  });

  test("claims with an empty body of any kind", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    for (const body of [{}, { payload: "", headers: { "content-type": "application/json" } }, { payload: "null" }]) {
      const { id } = await makeRequest(app);
      const headers = { "content-type": "application/json", authorization: `Bearer ${an.token}` };
      const isPlain = Object.keys(body).length === 0;
      const answer = await app.http.inject({
        method: "PUT",
        url: `${desk}/${id}/assign/`,
        ...body,
        headers: isPlain ? { authorization: headers.authorization } : headers,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    }
  });

  test("a named status stands without a member too, and anyone may take the request while it is open", async () => {
    const app = await testApp(engine);
    const [an, token] = [await member(app), await adminToken(app)];
    const { id } = await makeRequest(app);
    const seen = async (json: object) => {
      const { status } = (await change(app, token, id, json)).json();
      const { items } = (await app.send(`GET ${desk}?scope=available`, { token: an.token })).json();
      const { unassigned_available } = (await app.send(`GET ${desk}/stats`, { token: an.token })).json();
      return [
        status,
        items.length,
        unassigned_available,
        (await app.send(`GET ${desk}/${id}`, { token: an.token })).statusCode,
      ];
    };
    expect(await seen({ status: "processing" })).toEqual(["processing", 1, 1, 200]);
    expect(await seen({ status: "completed" })).toEqual(["completed", 0, 0, 404]);
    expect(await seen({ status: "processing" })).toEqual(["processing", 1, 1, 200]);
    expect(await seen({ staff_id: an.id })).toEqual(["processing", 0, 0, 200]);
    expect(await seen({ staff_id: null })).toEqual(["new", 1, 1, 200]);
    expect(await seen({ status: "processing" })).toEqual(["processing", 1, 1, 200]);
    expect((await assign(app, an.token, id)).json()).toMatchObject({ staff_id: an.id, status: "processing" });
    expect(await seen({ status: "processing", staff_id: null })).toEqual(["processing", 1, 1, 200]);
  });

  test("any status follows any other, with the staff's notes and the last time of completion", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { id, code } = await makeRequest(app, { staff_id: an.id, admin_notes: "gấp" });
    const statuses = ["completed", "new", "cancelled", "processing", "completed", "cancelled", "new"] as const;
    const times: unknown[] = [];
    for (const status of statuses) {
      const saved = (await setStatus(app, an.token, id, { status, staff_notes: ` ${status} ` })).json();
      expect(saved).toMatchObject({ status, staff_notes: status, admin_notes: "gấp" });
      times.push(saved.completed_at);
    }
    expect(times.every((time) => time !== null)).toBe(true);
    expect((await setStatus(app, an.token, id, { status: "new" })).json()).toMatchObject({ staff_notes: "new" });
    const unknown = await setStatus(app, an.token, id, { status: "lost" });
    expect([unknown.statusCode, unknown.json().errors]).toEqual([
      422,
      [{ field: "status", message: "Trạng thái yêu cầu không hợp lệ" }],
    ]);
    const token = await adminToken(app);
    expect((await change(app, token, id, { status: "lost" })).statusCode).toBe(422);
    expect((await change(app, token, id, { admin_notes: "" })).json()).toMatchObject({ admin_notes: null });
    expect((await change(app, token, 4242, {})).statusCode).toBe(404);
    const entries = await app.db
      .selectFrom("audit_log")
      .selectAll()
      .where("entity", "=", "song_request")
      .orderBy("id")
      .execute();
    expect(entries.map(({ actor_kind, summary }) => `${actor_kind} ${summary}`)).toEqual([
      ...statuses.map(() => `staff ${code}`),
      `admin ${code}`,
    ]);
  });

  test("notes without a status leave the customer's wish for changes as it is", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const { id, page_token } = await makeRequest(app, { staff_id: an.id });
    const { songs } = (await attach(app, an.token, id)).json<SongRequestDetail>();
    await setStatus(app, an.token, id, { status: "completed" });
    const json = { version_id: songs[0]?.id, text: "Chậm hơn" };
    expect((await app.send(`POST /api/requests/${page_token}/changes`, { json })).statusCode).toBe(200);
    const noted = await setStatus(app, an.token, id, { staff_notes: "đã gọi" });
    expect([noted.statusCode, noted.json()]).toMatchObject([200, { status: "processing", staff_notes: "đã gọi" }]);
    const kept = await setStatus(app, an.token, id, { status: "completed" });
    expect(kept.json()).toMatchObject({ status: "completed", staff_notes: "đã gọi" });
  });

  test("price and payment belong together: a paid request keeps its price", async () => {
    const app = await testApp(engine);
    const supervisor = await staffToken(app, { isSupervisor: true });
    const { id } = await makeRequest(app, { agreed_price: 299_000 });
    const pay = (json: object) => app.send(`PUT ${desk}/${id}`, { token: supervisor, json });
    const paid = (await pay({ agreed_price: 400_000, is_paid: true })).json<SongRequestDetail>();
    expect(paid).toMatchObject({ agreed_price: 400_000, paid_at: expect.any(String) });
    expect((await pay({ agreed_price: 400_000, is_paid: true })).json()).toEqual(paid);
    const refused = await pay({ agreed_price: 1 });
    expect([refused.statusCode, detailOf(refused)]).toEqual([409, "Yêu cầu này đã được thanh toán, không thể đổi giá"]);
    expect((await pay({ agreed_price: 1, is_paid: false })).json()).toMatchObject({ agreed_price: 1, paid_at: null });
    const { events } = await get(app, supervisor, id);
    expect(events.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["price_changed", 400_000],
      ["paid", null],
      ["price_changed", 1],
      ["payment_withdrawn", null],
    ]);
    for (const agreed_price of [-1, 1.5, "1", 1e13]) expect((await pay({ agreed_price })).statusCode).toBe(422);
    expect((await pay({ is_paid: "yes" })).statusCode).toBe(422);
    // Fields of other endpoints are dropped.
    await pay({ admin_notes: "x", staff_id: 1 });
    expect(await get(app, supervisor, id)).toMatchObject({ admin_notes: null, staff_id: null });
    const json = { status: "processing", staff_notes: "đã gọi", agreed_price: 2, is_paid: true };
    expect((await pay(json)).json()).toMatchObject({
      status: "processing",
      staff_notes: "đã gọi",
      agreed_price: 2,
      paid_at: expect.any(String),
    });
  });

  test("an accepted request stays accepted when its status is set back", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const accepted_at = "2026-05-01T08:00:00.000Z";
    const { id } = await makeRequest(app, { status: "completed", accepted_at });
    expect((await change(app, token, id, { status: "processing" })).json()).toMatchObject({
      status: "processing",
      accepted_at,
    });
  });

  test("refuses what is no audio as a finished song, and a missing file", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = await makeRequest(app);
    for (const file of [fixture("cover.png"), Buffer.from("<script>")]) {
      const answer = await attach(app, token, id, file, own);
      expect([answer.statusCode, detailOf(answer)]).toEqual([415, "Vui lòng chọn file âm thanh hợp lệ"]);
    }
    const multipart = new FormData();
    multipart.append("x", "y");
    const empty = await app.send(`POST ${own}/${id}/song`, { token, multipart });
    expect([empty.statusCode, detailOf(empty)]).toEqual([422, "Vui lòng chọn file âm thanh"]);
    expect(await app.db.selectFrom("files").selectAll().execute()).toEqual([]);
  });

  test("a deleted member's name is gone, and the request goes on", async () => {
    const app = await testApp(engine);
    const an = await member(app);
    const token = await adminToken(app);
    const { id } = await makeRequest(app, { staff_id: an.id, status: "completed" });
    await app.db.deleteFrom("staff").where("id", "=", an.id).execute();
    const left = await app.send(`GET ${own}/${id}`, { token });
    expect(left.json()).toMatchObject({ staff_id: null, staff_name: null, status: "completed" });
  });
});
