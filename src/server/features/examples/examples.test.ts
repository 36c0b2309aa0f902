import { expect, test } from "vitest";
import { type AdminExample, type Example, type ExampleCandidate, maxExamples } from "#contract/examples.ts";
import type { AdminReview } from "#contract/request-reviews.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeExample, makeRequest, makeSong, staffToken, userToken } from "#test/factories.ts";

const own = "/api/admin/examples";
const now = () => new Date().toISOString();
const heard = async (app: TestApp) => (await app.send("GET /api/song-requests/public/examples")).json<Example[]>();
const ids = async (app: TestApp) => (await heard(app)).map(({ id }) => id);
const list = async (app: TestApp, token: string) => (await app.send(`GET ${own}`, { token })).json<AdminExample[]>();
const candidates = async (app: TestApp, token: string) =>
  (await app.send(`GET ${own}/candidates`, { token })).json<ExampleCandidate[]>();
const change = (app: TestApp, table: "songs" | "song_requests", values: object) =>
  app.db.updateTable(table).set(values).execute();

/** A song of the library that was made of a request whose customer allows it. */
async function allowedSong(app: TestApp, values: Parameters<typeof makeRequest>[1] = {}, song: object = {}) {
  const { id: song_id } = await makeSong(app, song);
  const request = await makeRequest(app, { song_id, accepted_at: now(), consent_at: now(), ...values });
  return { song_id, request };
}

onBothEngines((engine) => {
  test("administrators choose and order songs whose customers allow them, and visitors hear them", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    expect(await heard(app)).toEqual([]);
    const first = await allowedSong(app, { occasion: "Ngày cưới" }, { title: "Ngày ấy", artist: "Hạ Miên" });
    const second = await allowedSong(app, { occasion: "dịp của tôi" });
    await makeSong(app);
    await allowedSong(app, { consent_at: null });
    await allowedSong(app, {}, { is_active: false });
    await allowedSong(app, {}, { is_premium: true });
    expect(await candidates(app, token)).toMatchObject([
      { song_id: second.song_id, occasion: null, code: second.request.code },
      { song_id: first.song_id, occasion: "Ngày cưới", title: "Ngày ấy" },
    ]);
    const add = (json: object) => app.send(`POST ${own}`, { token, json });
    const added = await add({ song_id: first.song_id, occasion: "Ngày cưới", sort_order: 2 });
    expect(added.statusCode, added.body).toBe(201);
    const { id } = added.json<AdminExample>();
    expect((await add({ song_id: second.song_id, occasion: "Cảm ơn", sort_order: 1 })).statusCode).toBe(201);
    expect(await candidates(app, token)).toEqual([]);
    expect(await heard(app)).toEqual([
      expect.objectContaining({ id: second.song_id, occasion: "Cảm ơn", quote: null, is_demo: false }),
      {
        id: first.song_id,
        title: "Ngày ấy",
        artist: "Hạ Miên",
        thumbnail_url: null,
        audio_url: expect.stringMatching(/^\/uploads\/audio\//),
        duration: null,
        occasion: "Ngày cưới",
        quote: null,
        is_demo: false,
      },
    ]);
    const saved = await app.send(`PUT ${own}/${id}`, { token, json: { sort_order: 0, occasion: "Kỷ niệm" } });
    expect(saved.json()).toMatchObject({ id, sort_order: 0, occasion: "Kỷ niệm", fault: null });
    expect(await ids(app)).toEqual([first.song_id, second.song_id]);
    expect((await app.send(`DELETE ${own}/${id}`, { token })).json()).toEqual({ success: true });
    expect(await ids(app)).toEqual([second.song_id]);
    expect((await app.send(`DELETE ${own}/${id}`, { token })).statusCode).toBe(404);
  });

  test("a song that is hidden, of Premium, deleted or not allowed any more is not heard at once", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { song_id, request } = await makeExample(app);
    const faults = async () => (await list(app, token)).map(({ fault }) => fault);
    expect([await ids(app), await faults()]).toEqual([[song_id], [null]]);
    const consent = (given: boolean) =>
      app.send(`PUT /api/requests/${request.page_token}/consent`, { json: { consent: given } });
    expect((await consent(false)).statusCode).toBe(200);
    expect([await ids(app), await faults()]).toEqual([[], ["not_allowed"]]);
    await consent(true);
    expect([await ids(app), await faults()]).toEqual([[], ["hidden"]]);
    await change(app, "songs", { is_active: true });
    await expect.poll(() => ids(app)).toEqual([song_id]);
    await change(app, "songs", { is_premium: true });
    await expect.poll(() => ids(app)).toEqual([]);
    expect(await faults()).toEqual(["premium"]);
    await change(app, "songs", { is_premium: false });
    await expect.poll(() => ids(app)).toEqual([song_id]);
    expect((await app.send(`DELETE /api/song-requests/${request.id}`, { token })).statusCode).toBe(200);
    expect([await ids(app), await faults()]).toEqual([[], ["not_allowed"]]);
    const other = await makeExample(app);
    expect((await app.send(`DELETE /api/songs/${other.song_id}`, { token })).statusCode).toBe(200);
    expect(await ids(app)).toEqual([]);
    expect(await faults()).toEqual(["not_allowed"]);
  });

  test("a shown review is quoted beside its song, in place of it the story with that consent", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { request } = await makeExample(app, { request: { request_content: "Mẹ tôi bán xôi ở đầu ngõ" } });
    const quote = async () => (await heard(app))[0]?.quote;
    const review = (json: object) => app.send(`PUT /api/requests/${request.page_token}/review`, { json });
    const approve = async () => {
      const [{ id, updated_at }] = (await app.send("GET /api/admin/reviews", { token })).json<[AdminReview]>();
      const json = { is_shown: true, updated_at };
      expect((await app.send(`PUT /api/admin/reviews/${id}`, { token, json })).statusCode).toBe(200);
    };
    const said = { stars: 5, text: "Nghe là khóc", name: "Lan", is_public: true };
    await review(said);
    expect(await quote()).toBeNull();
    await approve();
    expect(await quote()).toEqual({ text: "Nghe là khóc", name: "Lan" });
    await review({ ...said, is_story_quoted: true });
    expect(await quote(), "what was not approved yet").toBeNull();
    await approve();
    expect(await quote()).toEqual({ text: "Mẹ tôi bán xôi ở đầu ngõ", name: "Lan" });
    await review(said);
    expect(await quote(), "the rest stays approved").toEqual({ text: "Nghe là khóc", name: "Lan" });
    await review({ ...said, is_public: false });
    expect(await quote()).toBeNull();
  });
});

onOneEngine((engine) => {
  test("refuses a song that can't be one, one that is one already, and one too many", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const add = (json: object) => app.send(`POST ${own}`, { token, json });
    const { id } = await makeSong(app);
    const rule = "Chỉ chọn được bài miễn phí đang hiện trong thư viện, làm theo yêu cầu và được khách cho phép";
    for (const song_id of [id, 999]) {
      const refused = await add({ song_id, occasion: "Sinh nhật" });
      expect([refused.statusCode, refused.json().errors]).toEqual([422, [{ field: "song_id", message: rule }]]);
    }
    const { song_id } = await makeExample(app);
    const same = await add({ song_id, occasion: "Sinh nhật" });
    expect(same.json().errors).toEqual([{ field: "song_id", message: "Bài hát này đã là bài nghe thử" }]);
    const odd = await add({ song_id, occasion: "Giỗ", sort_order: -1 });
    expect(odd.json().errors).toEqual([
      { field: "occasion", message: "Vui lòng chọn dịp" },
      { field: "sort_order", message: "Thứ tự phải là số nguyên không âm" },
    ]);
    for (let n = 1; n < maxExamples; n++) await makeExample(app);
    const last = await allowedSong(app);
    expect((await add({ song_id: last.song_id, occasion: "Sinh nhật" })).statusCode).toBe(409);
  });

  test("only administrators choose", async () => {
    const app = await testApp(engine);
    const { id, song_id } = await makeExample(app);
    for (const [token, status] of [
      [undefined, 401],
      [await userToken(app), 403],
      [await staffToken(app), 403],
    ] as const) {
      for (const key of [`GET ${own}`, `GET ${own}/candidates`, `DELETE ${own}/${id}`] as const) {
        expect((await app.send(key, { token })).statusCode).toBe(status);
      }
      const json = { song_id, occasion: "Sinh nhật" };
      expect((await app.send(`POST ${own}`, { token, json })).statusCode).toBe(status);
      expect((await app.send(`PUT ${own}/${id}`, { token, json })).statusCode).toBe(status);
    }
  });
});
