import { describe, expect, it } from "vitest";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeSession, makeSong, makeUser, password, userToken } from "#test/factories.ts";

const chrome = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";
const wrong = "Mật khẩu hiện tại không đúng";
const me = (app: TestApp, token: string) => app.send("GET /api/user/me", { token });
const login = (app: TestApp, username: string, secret = password) =>
  app.send("POST /api/user/login-json", { json: { username, password: secret }, headers: { "user-agent": chrome } });
const sessionsOf = async (app: TestApp, token: string) => (await app.send("GET /api/user/sessions", { token })).json();

/** A user with a session. */
async function member(app: TestApp, values: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(app, values);
  return { ...user, token: await makeSession(app, "user", user.id) };
}

onOneEngine((engine) => {
  it.each([
    ["PATCH /api/user/me", { full_name: 5 }, "full_name", "Giá trị không hợp lệ"],
    ["PATCH /api/user/me", { full_name: "a".repeat(201) }, "full_name", "Họ và tên không được dài quá 200 ký tự"],
    ["PATCH /api/user/me", { email: "" }, "email", "Vui lòng nhập email"],
    ["PATCH /api/user/me", { email: "lan@" }, "email", "Email không hợp lệ"],
    ["PATCH /api/user/me", { email: "m@b.co" }, "current_password", "Vui lòng nhập mật khẩu hiện tại"],
    [
      "PATCH /api/user/me",
      { email: "m@b.co", current_password: "" },
      "current_password",
      "Vui lòng nhập mật khẩu hiện tại",
    ],
    ["PATCH /api/user/me", { email: "m@b.co", current_password: "sai" }, "current_password", wrong],
    [
      "POST /api/user/change-password",
      { new_password: "bí mật 2" },
      "current_password",
      "Vui lòng nhập mật khẩu hiện tại",
    ],
    [
      "POST /api/user/change-password",
      { current_password: "sai", new_password: "bí mật 2" },
      "current_password",
      wrong,
    ],
    ["POST /api/user/change-password", { current_password: password }, "new_password", "Vui lòng nhập mật khẩu mới"],
    [
      "POST /api/user/change-password",
      { current_password: password, new_password: "12345" },
      "new_password",
      "Mật khẩu phải có ít nhất 6 ký tự",
    ],
    [
      "POST /api/user/change-password",
      { current_password: password, new_password: "mat khau 1" },
      "new_password",
      "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé",
    ],
    ["DELETE /api/user/me", {}, "password", "Vui lòng nhập mật khẩu"],
    ["DELETE /api/user/me", { password: "sai" }, "password", wrong],
  ] as const)("%s with %j is refused at %s and changes nothing", async (call, json, field, message) => {
    const app = await testApp(engine);
    const { token } = await member(app);
    const read = () => app.db.selectFrom("users").selectAll().execute();
    const before = await read();
    const answer = await app.send(call, { token, json });
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: message, errors: [{ field, message }] }]);
    expect(await read()).toEqual(before);
    expect((await me(app, token)).statusCode).toBe(200);
  });

  it.each([
    "PATCH /api/user/me",
    "DELETE /api/user/me",
    "POST /api/user/change-password",
  ] as const)("%s counts as a login of the account", async (call) => {
    const app = await testApp(engine, { RATE_LIMITS: "on" });
    const [one, other] = [await member(app), await member(app)];
    const json = { email: "moi@example.com", current_password: "sai", new_password: "bí mật 2", password: "sai" };
    const send = async (token: string) => (await app.send(call, { token, json })).statusCode;
    for (let n = 0; n < 9; n++) expect(await send(one.token)).toBe(422);
    expect((await login(app, one.username, "sai")).statusCode).toBe(401);
    const refused = await app.send(call, { token: one.token, json });
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await login(app, one.username)).statusCode).toBe(429);
    expect(await send(other.token)).toBe(422);
  });
});

onBothEngines((engine) => {
  describe("the profile", () => {
    it("changes the name without a password, and the e-mail with it", async () => {
      const app = await testApp(engine);
      const { token, email, username } = await member(app);
      const patch = async (json: object) => (await app.send("PATCH /api/user/me", { token, json })).json();
      expect(await patch({ full_name: " Đỗ Lan ", is_active: false, subscription_type: "premium" })).toMatchObject({
        full_name: "Đỗ Lan",
        is_active: true,
        subscription_type: "free",
      });
      expect(await patch({ email, full_name: "" })).toMatchObject({ email, full_name: null });
      const changed = await patch({ email: " Moi@Example.com ", full_name: "Lan", current_password: password });
      expect(changed).toMatchObject({ email: "Moi@Example.com", full_name: "Lan", username });
      expect((await me(app, token)).json()).toEqual(changed);
      expect((await login(app, "moi@example.COM")).statusCode).toBe(200);
      expect((await login(app, email)).statusCode).toBe(401);
      const query = { search: "moi@" };
      const found = await app.send("GET /api/admin/users", { token: await adminToken(app), query });
      expect(found.json()).toEqual([{ ...changed, version: expect.any(String) }]);
    });

    it("refuses the e-mail of another, also when two take it at once", async () => {
      const app = await testApp(engine);
      await makeUser(app, { email: "lan@example.com" });
      const [one, two] = [await member(app), await member(app)];
      const patch = async (token: string, email: string) => {
        const answer = await app.send("PATCH /api/user/me", { token, json: { email, current_password: password } });
        return [answer.statusCode, answer.json().detail];
      };
      expect(await patch(one.token, "LAN@example.com")).toEqual([409, "Email đã được sử dụng"]);
      const both = await Promise.all([one, two].map(({ token }) => patch(token, "moi@example.com")));
      expect(both.toSorted()).toEqual([
        [200, undefined],
        [409, "Email đã được sử dụng"],
      ]);
    });
  });

  describe("the password", () => {
    it("is changed, which ends all other sessions of the account and no other's", async () => {
      const app = await testApp(engine);
      const { id, token, username } = await member(app);
      const [second, stranger] = [await makeSession(app, "user", id), await userToken(app)];
      const json = { current_password: password, new_password: "bí mật 2" };
      const answer = await app.send("POST /api/user/change-password", { token, json });
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      const statuses = await Promise.all([token, second, stranger].map((each) => me(app, each)));
      expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200]);
      expect((await login(app, username)).statusCode).toBe(401);
      expect((await login(app, username, "bí mật 2")).statusCode).toBe(200);
      const again = await app.send("POST /api/user/change-password", { token, json });
      expect(again.json().detail).toBe(wrong);
    });

    it("is changed by one of two changes at the same moment", async () => {
      const app = await testApp(engine);
      const { id, token, username } = await member(app);
      const second = await makeSession(app, "user", id);
      const secrets = ["bí mật 2", "bí mật 3"];
      const answers = await Promise.all(
        [token, second].map((each, n) =>
          app.send("POST /api/user/change-password", {
            token: each,
            json: { current_password: password, new_password: secrets[n] },
          }),
        ),
      );
      const won = answers.findIndex(({ statusCode }) => statusCode === 200);
      // The other one is refused for its password, or its session has ended already.
      expect([401, 422]).toContain(answers[1 - won]?.statusCode);
      expect((await login(app, username, secrets[won])).statusCode).toBe(200);
      expect((await login(app, username, secrets[1 - won])).statusCode).toBe(401);
    });
  });

  describe("the sessions", () => {
    it("are listed with their device, the current one marked, without their tokens", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      await makeSession(app, "user", user.id, -1);
      await userToken(app);
      const old = await makeSession(app, "user", user.id);
      await app.db.updateTable("sessions").set({ used_at: "2026-01-01T00:00:00.000Z" }).execute();
      const token = (await login(app, user.username)).json().access_token;
      const answer = await app.send("GET /api/user/sessions", { token });
      expect(answer.headers["x-total-count"]).toBe("2");
      const time = expect.stringMatching(/^\d{4}-.*Z$/);
      const id = expect.any(Number);
      expect(answer.json()).toEqual([
        { id, created_at: time, last_used_at: time, device: "Chrome trên Windows", is_current: true },
        { id, created_at: time, last_used_at: "2026-01-01T00:00:00.000Z", device: null, is_current: false },
      ]);
      const seenFromOld = await sessionsOf(app, old);
      expect(seenFromOld.filter((each: { is_current: boolean }) => each.is_current)).toMatchObject([{ device: null }]);
    });

    it("are ended one by one, or all others at once, and only one's own", async () => {
      const app = await testApp(engine);
      const { id, token } = await member(app);
      const others = [await makeSession(app, "user", id), await makeSession(app, "user", id)];
      const stranger = await member(app);
      const remove = async (path: string | number) =>
        (await app.send(`DELETE /api/user/sessions${path}`, { token })).statusCode;
      const [foreign] = await sessionsOf(app, stranger.token);
      expect(await remove(`/${foreign.id}`)).toBe(404);
      const own = (await sessionsOf(app, others[0] ?? "")).find((each: { is_current: boolean }) => each.is_current);
      expect(await remove(`/${own.id}`)).toBe(200);
      expect(await remove(`/${own.id}`)).toBe(404);
      expect(await sessionsOf(app, token)).toHaveLength(2);
      expect((await me(app, others[0] ?? "")).statusCode).toBe(401);
      expect((await me(app, others[1] ?? "")).statusCode).toBe(200);
      expect(await remove("")).toBe(200);
      expect((await me(app, others[1] ?? "")).statusCode).toBe(401);
      expect((await me(app, token)).statusCode).toBe(200);
      expect((await me(app, stranger.token)).statusCode).toBe(200);
      const [current] = await sessionsOf(app, token);
      expect(await remove(`/${current.id}`)).toBe(200);
      expect((await me(app, token)).statusCode).toBe(401);
    });
  });

  describe("the export", () => {
    it("holds all data about the person, and none about others", async () => {
      const app = await testApp(engine);
      const { username, id } = await makeUser(app, { full_name: "Đỗ Lan" });
      const token = (await login(app, username)).json().access_token;
      const stranger = await userToken(app);
      const song = await makeSong(app, { title: "Mưa hạ" });
      for (const what of ["play", "like"]) await app.send(`POST /api/songs/${song.id}/${what}`, { token });
      const other = await makeSong(app, { title: "Nắng thu" });
      for (const what of ["play", "like"]) await app.send(`POST /api/songs/${other.id}/${what}`, { token: stranger });
      const answer = await app.send("GET /api/user/export", { token });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/json",
        "content-disposition": "attachment; filename=ngan-nga-du-lieu-cua-toi.json",
        "cache-control": "private, no-store",
      });
      const time = expect.stringMatching(/^\d{4}-.*Z$/);
      expect(answer.json()).toEqual({
        exported_at: time,
        account: (await me(app, token)).json(),
        sessions: [{ created_at: time, used_at: time, expires_at: time, device: "Chrome trên Windows" }],
        logins: [time],
        likes: [{ song_id: song.id, title: "Mưa hạ", created_at: time }],
        plays: [{ song_id: song.id, title: "Mưa hạ", counted_at: time }],
        history: {
          is_paused: false,
          plays: [{ song_id: song.id, title: "Mưa hạ", day: expect.any(String), played_at: time }],
        },
        notebook: { settings: null, words: [], lines: [], reviews: [] },
        learn_scores: [],
        learn_days: [],
        queue: [],
        playlists: [],
        orders: [],
        premium_gifts: [],
        song_requests: [],
        messages: [],
      });
      expect(answer.json().account.id).toBe(id);
      expect(answer.body).not.toMatch(/argon2|token/);
    });
  });

  describe("the deletion", () => {
    it("removes the account with its data and ends its sessions", async () => {
      const app = await testApp(engine);
      const { id, username } = await makeUser(app);
      const token = (await login(app, username)).json().access_token;
      const song = await makeSong(app);
      for (const what of ["play", "like"]) await app.send(`POST /api/songs/${song.id}/${what}`, { token });
      const answer = await app.send("DELETE /api/user/me", { token, json: { password } });
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
      expect((await me(app, token)).statusCode).toBe(401);
      expect((await login(app, username)).statusCode).toBe(401);
      for (const table of [
        "users",
        "sessions",
        "login_addresses",
        "song_likes",
        "song_listens",
        "user_plays",
      ] as const) {
        expect(await app.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
      }
      expect(await app.db.selectFrom("songs").select(["likes_count", "play_count"]).execute()).toEqual([
        { likes_count: 0, play_count: 1 },
      ]);
      expect(await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute()).toEqual([
        expect.objectContaining({
          actor_kind: "system",
          action: "delete",
          entity: "user",
          entity_id: id,
          summary: `số ${id} (chủ tài khoản tự xóa)`,
        }),
      ]);
    });
  });
});
