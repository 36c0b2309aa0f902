import { expect, test } from "vitest";
import type { AdminReview, PublicReviews, RequestReview } from "#contract/request-reviews.ts";
import type { CustomerRequest } from "#contract/requests.ts";
import { retentionTopic } from "#server/features/retention/retention.service.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { stopClock } from "#test/clock.ts";
import { adminToken, makeRequest, makeSong, makeUser, staffToken, userToken } from "#test/factories.ts";
import { holdLock, lockWaits } from "#test/locks.ts";

const own = "/api/admin/reviews";
const said = { stars: 5, text: "Mẹ nghe mà khóc", name: "Lan Anh", is_public: true };
const now = () => new Date().toISOString();

type Request = Awaited<ReturnType<typeof makeRequest>>;
const accepted = (app: TestApp, values: Parameters<typeof makeRequest>[1] = {}) =>
  makeRequest(app, { status: "completed", accepted_at: now(), ...values });
const save = (app: TestApp, { page_token }: Request, json: object) =>
  app.send(`PUT /api/requests/${page_token}/review`, { json });
const remove = (app: TestApp, { page_token }: Request) => app.send(`DELETE /api/requests/${page_token}/review`);
const page = async (app: TestApp, { page_token }: Request) =>
  (await app.send(`GET /api/requests/${page_token}`)).json<CustomerRequest>();
const shown = async (app: TestApp) => (await app.send("GET /api/song-requests/public/reviews")).json<PublicReviews>();
const list = async (app: TestApp, token: string, query: Record<string, string> = {}) =>
  (await app.send(`GET ${own}`, { token, query })).json<AdminReview[]>();

async function decide(app: TestApp, token: string, { id, updated_at }: AdminReview, is_shown: boolean) {
  return app.send(`PUT ${own}/${id}`, { token, json: { is_shown, updated_at } });
}

/** A review that is shown. */
async function shownReview(app: TestApp, values: Parameters<typeof makeRequest>[1] = {}, fields: object = {}) {
  const token = await adminToken(app);
  const request = await accepted(app, values);
  expect((await save(app, request, { ...said, ...fields })).statusCode).toBe(200);
  const [review] = await list(app, token);
  const answer = await decide(app, token, review as AdminReview, true);
  expect(answer.statusCode, answer.body).toBe(200);
  return { token, request, review: answer.json<AdminReview>() };
}

onBothEngines((engine) => {
  test("a review is shown once its customer allows it and an administrator approves it", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    stopClock(Date.parse("2026-10-31T18:00:00.000Z"));
    const request = await accepted(app, { occasion: "Sinh nhật", customer_name: "Nguyễn Thị Lan Anh" });
    expect((await page(app, request)).review).toBeNull();
    const saved = await save(app, request, { stars: 5, text: " Mẹ nghe mà khóc " });
    expect(saved.statusCode, saved.body).toBe(200);
    const kept = { stars: 5, text: "Mẹ nghe mà khóc", name: null, is_public: false, is_story_quoted: false };
    expect(saved.json()).toEqual({ ...kept, state: "private" });
    expect((await page(app, request)).review).toEqual(saved.json());
    const [first] = await list(app, token);
    expect(first).toMatchObject({ ...kept, code: request.code, customer_name: "Nguyễn Thị Lan Anh", story: null });
    expect((await decide(app, token, first as AdminReview, true)).statusCode).toBe(409);

    expect((await save(app, request, said)).json()).toMatchObject({ state: "waiting", name: "Lan Anh" });
    expect(await shown(app)).toEqual({ items: [], count: 0, average: null });
    expect((await decide(app, token, first as AdminReview, true)).statusCode, "what has changed since").toBe(409);
    const [waiting] = await list(app, token, { state: "waiting" });
    expect((await decide(app, token, waiting as AdminReview, true)).json()).toMatchObject({ state: "shown" });
    expect(await shown(app)).toEqual({
      items: [{ stars: 5, text: said.text, name: said.name, occasion: "Sinh nhật", month: "2026-11" }],
      count: 1,
      average: null,
    });
    expect((await page(app, request)).review).toMatchObject({ state: "shown" });
  });

  test("a withdrawn consent and a deletion take the review away at once", async () => {
    const app = await testApp(engine);
    const { token, request, review } = await shownReview(app);
    const withdrawn = await save(app, request, { ...said, is_public: false, is_story_quoted: true });
    expect(withdrawn.json()).toMatchObject({ state: "private", is_story_quoted: false });
    expect(await shown(app)).toMatchObject({ items: [], count: 0 });
    expect((await decide(app, token, review, true)).statusCode).toBe(409);

    const other = await shownReview(app);
    expect((await shown(app)).count).toBe(1);
    expect((await remove(app, other.request)).json()).toEqual({ success: true });
    expect((await remove(app, other.request)).statusCode, "once more").toBe(200);
    expect(await shown(app)).toMatchObject({ items: [], count: 0 });
    expect((await page(app, other.request)).review).toBeNull();
    expect((await decide(app, token, other.review, true)).statusCode).toBe(404);
  });

  test("two saves at once make one review", async () => {
    const app = await testApp(engine);
    const request = await accepted(app);
    const answers = await Promise.all([4, 5].map((stars) => save(app, request, { ...said, stars })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const rows = await app.db.selectFrom("request_reviews").select("stars").execute();
    expect(rows).toHaveLength(1);
    expect((await page(app, request)).review).toMatchObject(rows[0] as object);
  });

  test("a review goes with its request, and when the request is erased", async () => {
    const app = await testApp(engine);
    const { token, request } = await shownReview(app);
    expect((await app.send(`DELETE /api/song-requests/${request.id}`, { token })).statusCode).toBe(200);
    expect(await shown(app)).toMatchObject({ items: [], count: 0 });

    const song = await makeSong(app);
    const old = { updated_at: "2020-01-01T00:00:00.000Z", song_id: song.id, consent_at: now(), paid_at: now() };
    const other = await shownReview(app, old);
    expect((await shown(app)).count).toBe(1);
    await app.outbox.add(app.db, retentionTopic, { day: "2028-02-29" }, { key: "2028-02-29" });
    await app.outbox.flush();
    expect(await shown(app)).toMatchObject({ items: [], count: 0 });
    for (const table of ["request_reviews", "review_approvals"] as const) {
      expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    const { erased_at, review } = await page(app, other.request);
    expect([erased_at, review]).toEqual([expect.any(String), null]);
    expect((await save(app, other.request, said)).statusCode).toBe(409);
    expect((await remove(app, other.request)).statusCode).toBe(200);
  });

  test("the average of ten shown reviews has one decimal, and the six newest are read", async () => {
    const app = await testApp(engine);
    for (let n = 1; n <= 9; n++) await shownReview(app, {}, { stars: n === 1 ? 3 : 5, text: `Lời ${n}` });
    expect(await shown(app)).toMatchObject({ count: 9, average: null });
    const { request } = await shownReview(app, {}, { stars: 4, text: null });
    const { items, count, average } = await shown(app);
    expect([count, average, items.length]).toEqual([10, 4.7, 6]);
    expect(items.slice(0, 2)).toMatchObject([
      { stars: 4, text: null },
      { stars: 5, text: "Lời 9" },
    ]);
    await save(app, request, { ...said, is_public: false });
    expect(await shown(app)).toMatchObject({ count: 9, average: null });
  });

  test("the tabs count what they list, newest first", async () => {
    const app = await testApp(engine);
    const { token } = await shownReview(app, {}, { text: "hiện" });
    const hidden = await shownReview(app, {}, { text: "ẩn" });
    await decide(app, token, hidden.review, false);
    await save(app, await accepted(app), { ...said, text: "chờ" });
    await save(app, await accepted(app), { ...said, text: "riêng", is_public: false });
    const counts = (await app.send(`GET ${own}/tabs`, { token })).json();
    expect(counts).toEqual({ all: 4, waiting: 1, shown: 1, hidden: 1, private: 1 });
    const texts = async (query: Record<string, string> = {}) =>
      (await list(app, token, query)).map(({ text, state }) => [text, state]);
    expect(await texts()).toEqual([
      ["riêng", "private"],
      ["chờ", "waiting"],
      ["ẩn", "hidden"],
      ["hiện", "shown"],
    ]);
    for (const [text, state] of await texts()) expect(await texts({ state: String(state) })).toEqual([[text, state]]);
  });
});

onOneEngine((engine) => {
  test("a change of what is shown loses the approval, and the same once more does not", async () => {
    const app = await testApp(engine);
    const { token, request } = await shownReview(app);
    expect((await save(app, request, said)).json<RequestReview>().state).toBe("shown");
    expect((await shown(app)).count).toBe(1);
    for (const change of [{ text: "Tôi đổi ý" }, { stars: 1 }, { name: "Lan" }, { is_story_quoted: true }]) {
      expect((await save(app, request, { ...said, ...change })).json<RequestReview>().state).toBe("waiting");
      expect((await shown(app)).count).toBe(0);
      expect((await save(app, request, said)).json<RequestReview>().state).toBe("waiting");
      const [review] = await list(app, token);
      await decide(app, token, review as AdminReview, true);
      expect((await shown(app)).count).toBe(1);
    }
  });

  test("a hidden review stays hidden until its customer changes it", async () => {
    const app = await testApp(engine);
    const { token, request, review } = await shownReview(app);
    expect((await decide(app, token, review, false)).json()).toMatchObject({ state: "hidden" });
    expect((await decide(app, token, review, false)).statusCode, "once more").toBe(200);
    expect((await shown(app)).count).toBe(0);
    expect((await save(app, request, said)).json<RequestReview>().state).toBe("hidden");
    expect((await decide(app, token, review, true)).json()).toMatchObject({ state: "shown" });
    expect((await decide(app, token, review, false)).statusCode).toBe(200);
    expect((await save(app, request, { ...said, text: "Khác" })).json<RequestReview>().state).toBe("waiting");
  });

  test("a review needs an accepted song; one that there is can be changed when the acceptance is taken back", async () => {
    const app = await testApp(engine);
    const request = await makeRequest(app, { status: "completed" });
    const refused = await save(app, request, said);
    expect([refused.statusCode, refused.json().detail]).toEqual([409, "Bạn nhận bài hát trước rồi hãy đánh giá nhé"]);
    const other = await shownReview(app);
    await app.db.updateTable("song_requests").set({ accepted_at: null }).execute();
    expect((await save(app, other.request, { ...said, is_public: false })).statusCode).toBe(200);
    expect((await app.send("PUT /api/requests/không-có/review", { json: said })).statusCode).toBe(404);
    expect((await app.send("DELETE /api/requests/không-có/review")).statusCode).toBe(404);
  });

  test.each([
    [{}, "stars", "Vui lòng chọn từ 1 đến 5 sao"],
    [{ stars: 0 }, "stars", "Vui lòng chọn từ 1 đến 5 sao"],
    [{ stars: 6 }, "stars", "Vui lòng chọn từ 1 đến 5 sao"],
    [{ stars: 4.5 }, "stars", "Vui lòng chọn từ 1 đến 5 sao"],
    [{ stars: 5, text: "a".repeat(1001) }, "text", "Không được dài quá 1000 ký tự"],
    [{ stars: 5, name: "a".repeat(61) }, "name", "Không được dài quá 60 ký tự"],
    [{ stars: 5, is_public: true }, "name", "Vui lòng nhập tên bạn muốn hiện"],
    [{ stars: 5, is_public: true, name: "  " }, "name", "Vui lòng nhập tên bạn muốn hiện"],
    [{ stars: 5, is_public: "true" }, "is_public", "Giá trị không hợp lệ"],
  ])("refuses %j", async (json, field, message) => {
    const app = await testApp(engine);
    const refused = await save(app, await accepted(app), json);
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().errors).toContainEqual({ field, message });
  });

  test("only administrators read and decide, and each decision is in the history of the request", async () => {
    const app = await testApp(engine);
    const { token, request, review } = await shownReview(app);
    for (const [caller, status] of [
      [undefined, 401],
      [await userToken(app), 403],
      [await staffToken(app), 403],
    ] as const) {
      for (const read of [own, `${own}/tabs`]) {
        expect((await app.send(`GET ${read}`, { token: caller })).statusCode).toBe(status);
      }
      const json = { is_shown: false, updated_at: review.updated_at };
      expect((await app.send(`PUT ${own}/${review.id}`, { token: caller, json })).statusCode).toBe(status);
    }
    expect((await app.send(`PUT ${own}/999`, { token, json: { is_shown: true, updated_at: "" } })).statusCode).toBe(
      404,
    );
    await decide(app, token, review, false);
    const entries = await app.db
      .selectFrom("audit_log")
      .select(["entity", "entity_id", "summary", "changes"])
      .orderBy("id")
      .execute();
    const changes = (from: string, to: string) => JSON.stringify([{ field: "Đánh giá của khách", from, to }]);
    const entry = { entity: "song_request", entity_id: request.id, summary: request.code };
    expect(entries.slice(-2)).toEqual([
      { ...entry, changes: changes("Chờ duyệt", "Đang hiện") },
      { ...entry, changes: changes("Đang hiện", "Đã ẩn") },
    ]);
  });

  test("an occasion in the customer's own words is not shown, and the beginning of the story only with consent", async () => {
    const app = await testApp(engine);
    const request_content = `${"Mẹ hát ru ".repeat(20)}hết`;
    const { review } = await shownReview(
      app,
      { occasion: "Sinh nhật bé Na ở 12 Hàng Bông", request_content },
      { is_story_quoted: true },
    );
    expect((await shown(app)).items[0]?.occasion).toBeNull();
    expect(review.occasion).toBe("Sinh nhật bé Na ở 12 Hàng Bông");
    expect(review.story).toMatch(/^Mẹ hát ru .{60,110}…$/);
  });

  test("a user's own data have the review", async () => {
    const app = await testApp(engine);
    const user = await makeUser(app);
    const token = await userToken(app, { user });
    await save(app, await accepted(app, { user_id: user.id }), said);
    const { song_requests } = (await app.send("GET /api/user/export", { token })).json();
    expect(song_requests[0].review).toMatchObject(said);
  });

  test("visitors read the shown reviews with an ETag", async () => {
    const app = await testApp(engine);
    const { token, review } = await shownReview(app);
    const first = await app.send("GET /api/song-requests/public/reviews");
    const headers = { "if-none-match": String(first.headers.etag) };
    expect((await app.send("GET /api/song-requests/public/reviews", { headers })).statusCode).toBe(304);
    await decide(app, token, review, false);
    expect((await app.send("GET /api/song-requests/public/reviews", { headers })).statusCode).toBe(200);
  });
});

test("an approval that comes with a change waits for it, and is refused", async () => {
  const app = await testApp("postgres");
  const token = await adminToken(app);
  const request = await accepted(app);
  await save(app, request, said);
  const [review] = await list(app, token);
  const release = await holdLock(app.database, `request ${request.id}`);
  const changed = save(app, request, { ...said, text: "Tôi đổi ý" });
  await lockWaits(app.db, 1);
  const approved = decide(app, token, review as AdminReview, true);
  await lockWaits(app.db, 2);
  await release();
  expect([(await changed).statusCode, (await approved).statusCode]).toEqual([200, 409]);
  expect((await shown(app)).count).toBe(0);
});
