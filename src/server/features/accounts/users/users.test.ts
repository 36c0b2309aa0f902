import { describe, expect, it } from "vitest";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makePackage, makeSession, makeSong, makeUser, password, userToken } from "#test/factories.ts";

const day = 24 * 3600_000;
const body = { username: "lan_anh", email: "lan@example.com", password: "bí mật 1" };
const later = (days: number) => new Date(Date.now() + days * day).toISOString();
const daysLeft = (expires: string) => Math.round((Date.parse(expires) - Date.now()) / day);
const me = (app: TestApp, token: string) => app.send("GET /api/user/me", { token });

async function summaries({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom("audit_log").select(["action", "entity", "summary"]).orderBy("id").execute();
  return rows.map(({ action, entity, summary }) => `${action} ${entity} ${summary}`);
}

onOneEngine((engine) => {
  describe("the lists of users", () => {
    it("holds users and their total, never a password", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      for (const username of ["mot", "hai", "ba"]) await makeUser(app, { username });
      await makeUser(app, {
        username: "bon",
        subscription_type: "premium",
        premium_expires_at: later(-1),
        is_active: false,
      });
      const answer = await app.send("GET /api/admin/users/", { token, query: { limit: "2", skip: "1" } });
      expect(answer.headers["x-total-count"]).toBe("4");
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect(answer.json().map(({ username }: { username: string }) => username)).toEqual(["ba", "hai"]);
      expect(answer.body).not.toMatch(/password|argon2|_key|search_text/);
      const query = {
        subscription_type: "premium",
        is_active: "false",
        search: "BỐN",
        sort_by: "email",
        sort_order: "desc",
      };
      const [found] = (await app.send("GET /api/admin/users", { token, query })).json();
      expect(found).toMatchObject({ username: "bon", is_premium: false, subscription_type: "premium" });
      expect((await app.send("GET /api/admin/users/count", { token, query })).json()).toEqual({ total: 1 });
      expect((await app.send(`GET /api/admin/users/${found.id}/`, { token })).json()).toEqual(found);
    });

    it("refuses what they do not allow", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      for (const [name, value] of Object.entries({
        limit: "101",
        skip: "-1",
        sort_by: "password_hash",
        sort_order: "up",
        subscription_type: "gold",
        is_active: "maybe",
      })) {
        const answer = await app.send("GET /api/admin/users", { token, query: { [name]: value } });
        expect([answer.statusCode, answer.json().errors?.[0]?.field], name).toEqual([422, name]);
      }
    });
  });

  describe("GET /admin/users", () => {
    it("counts users by type, ended Premium among the premium ones", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const ask = async (path = "/admin/users/") => (await app.send(`GET ${path}`, { token })).json();
      expect(await ask()).toEqual({ total_users: 0, active_users: 0, premium_users: 0, free_users: 0 });
      await makeUser(app);
      await makeUser(app, { is_active: false });
      await makeUser(app, { subscription_type: "premium" });
      await makeUser(app, { subscription_type: "premium", premium_expires_at: later(-1), is_active: false });
      await makeUser(app, { subscription_type: "premium", premium_expires_at: later(1) });
      const counts = { total_users: 5, active_users: 3, premium_users: 3, free_users: 2 };
      expect([await ask(), await ask("/admin/users")]).toEqual([counts, counts]);
    });

    it("needs an administrator's token", async () => {
      const app = await testApp(engine);
      expect((await app.send("GET /admin/users/")).statusCode).toBe(401);
      expect((await app.send("GET /admin/users/", { token: await userToken(app) })).statusCode).toBe(403);
      const html = { accept: "text/html" };
      const token = await adminToken(app);
      expect((await app.send("GET /admin/users/", { token, headers: html })).json()).toMatchObject({ total_users: 1 });
    });
  });

  describe("creating a user", () => {
    it.each(["POST /admin/users/", "POST /api/admin/users/"] as const)("%s makes one that can log in", async (call) => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const answer = await app.send(call, {
        token,
        json: {
          ...body,
          full_name: " Lan Anh ",
          subscription_type: "premium",
          premium_expires_at: null,
          premium_package_id: 5,
          is_premium: true,
          id: 77,
        },
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toMatchObject({
        username: "lan_anh",
        email: "lan@example.com",
        full_name: "Lan Anh",
        is_active: true,
        is_premium: false,
        subscription_type: "free",
        premium_expires_at: null,
        premium_package_id: null,
      });
      const login = await app.send("POST /api/user/login-json", { json: body });
      const { version: _version, ...own } = answer.json();
      expect(login.json().user).toEqual(own);
      expect(await summaries(app)).toEqual([`create user số ${answer.json().id}`]);
      const found = await app.send("GET /api/admin/users", { token, query: { search: "lan anh" } });
      expect(found.json()).toEqual([answer.json()]);
      const locked = await app.send(call, {
        token,
        json: { ...body, username: "hai", email: "hai@b.co", is_active: false },
      });
      expect(locked.json().is_active).toBe(false);
    });

    it("refuses each wrong field with the specified message", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      for (const [field, value, message] of [
        ["username", undefined, "Tên đăng nhập là bắt buộc"],
        ["username", "  ", "Tên đăng nhập là bắt buộc"],
        ["username", "ab", "Tên đăng nhập phải có ít nhất 3 ký tự"],
        ["username", "a@b.co", "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"],
        ["username", "a".repeat(51), "Tên đăng nhập không được dài quá 50 ký tự"],
        ["email", undefined, "Email là bắt buộc"],
        ["email", "", "Email là bắt buộc"],
        ["email", "lan@", "Email không hợp lệ"],
        ["full_name", "a".repeat(201), "Họ và tên không được dài quá 200 ký tự"],
        ["password", undefined, "Mật khẩu là bắt buộc"],
        ["password", "", "Mật khẩu là bắt buộc"],
        ["password", "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
        ["password", "123456", "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé"],
      ] as const) {
        const answer = await app.send("POST /admin/users", { token, json: { ...body, [field]: value } });
        expect([answer.statusCode, answer.json()], `${field} ${value}`).toEqual([
          422,
          { detail: message, errors: [{ field, message }] },
        ]);
      }
      expect(await app.db.selectFrom("users").select("id").execute()).toEqual([]);
      expect(await summaries(app)).toEqual([]);
    });
  });

  describe("a change of a subscription", () => {
    it("refuses wrong days with the specified messages", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeUser(app);
      const many = "Số ngày không được vượt quá 3650 ngày (10 năm)";
      for (const [days, message] of [
        ["", "Vui lòng nhập số ngày"],
        ["0", "Số ngày phải lớn hơn 0"],
        ["-3", "Số ngày phải lớn hơn 0"],
        ["1.5", "Số ngày phải là số nguyên"],
        ["1e3", "Số ngày phải là số nguyên"],
        ["3651", many],
        ["9".repeat(150), many],
      ] as const) {
        for (const [path, field] of [
          ["upgrade-premium", "duration_days"],
          ["add-premium-days", "days_to_add"],
        ] as const) {
          const answer = await app.send(`PATCH /api/admin/users/${id}/${path}`, { token, query: { [field]: days } });
          expect([answer.statusCode, answer.json()], `${path} ${days}`).toEqual([
            422,
            { detail: message, errors: [{ field, message }] },
          ]);
        }
      }
      const missing = await app.send(`PATCH /api/admin/users/${id}/add-premium-days`, { token });
      expect(missing.json().detail).toBe("Vui lòng nhập số ngày");
    });

    it("ends by itself: the next request is that of a free listener", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app, { subscription_type: "premium", premium_expires_at: later(1) });
      const token = await makeSession(app, "user", user.id);
      const song = await makeSong(app, { is_premium: true, lyrics: "lời" });
      const hear = async () => (await app.send(`GET /api/songs/${song.id}`, { token })).json();
      expect((await hear()).audio_url).toEqual(expect.any(String));
      expect((await me(app, token)).json()).toMatchObject({
        is_premium: true,
        premium_expires_at: user.premium_expires_at,
      });
      const ended = later(-1 / day);
      await app.db.updateTable("users").set({ premium_expires_at: ended }).execute();
      expect(await hear()).toMatchObject({ audio_url: null, lyrics: null });
      expect((await me(app, token)).json()).toMatchObject({
        is_premium: false,
        subscription_type: "premium",
        premium_expires_at: ended,
      });
    });
  });
});

onBothEngines((engine) => {
  describe("updating a user", () => {
    it("changes the given fields, finds the new names and ignores the subscription", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const user = await makeUser(app, { username: "lan", full_name: "Lan", subscription_type: "premium" });
      const session = await makeSession(app, "user", user.id);
      const put = (json: object) => app.send(`PUT /api/admin/users/${user.id}`, { token, json });
      const changed = (await put({ username: "LAN", subscription_type: "free", premium_expires_at: later(1) })).json();
      expect(changed).toMatchObject({ username: "LAN", full_name: "Lan", is_premium: true, premium_expires_at: null });
      expect((await me(app, session)).statusCode).toBe(200);
      expect((await put({ full_name: "Đỗ Lan", email: "DO@example.com", password: "" })).json()).toMatchObject({
        full_name: "Đỗ Lan",
        email: "DO@example.com",
      });
      const found = await app.send("GET /api/admin/users", { token, query: { search: "do lan do@" } });
      expect(found.json()).toHaveLength(1);
      expect((await put({ full_name: null })).json().full_name).toBeNull();
      const login = { username: "do@EXAMPLE.com", password };
      expect((await app.send("POST /api/user/login-json", { json: login })).statusCode).toBe(200);
      const entry = `update user số ${user.id}`;
      expect(await summaries(app)).toEqual([entry, `${entry} (email mới)`, entry]);
    });

    it("ends the sessions with another e-mail, and tells the administrators and the verified one that it had", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app, { email: "an@example.com" });
      const verified = { email: "lan@example.com", email_verified_at: later(-1) };
      const { id } = await makeUser(app, { ...verified, full_name: "Lan" });
      const other = await makeUser(app, { email: "binh@example.com" });
      const session = await makeSession(app, "user", id);
      const put = async (of: number, email: string) => {
        const answer = await app.send(`PUT /api/admin/users/${of}`, { token, json: { email } });
        expect(answer.statusCode, answer.body).toBe(200);
      };
      const messages = async () => {
        const rows = await app.db.selectFrom("deliveries").selectAll().orderBy("id").execute();
        return rows.map(({ event, email, data }) => [event, email, JSON.parse(data)]);
      };
      await put(id, "LAN@example.com");
      expect([(await me(app, session)).statusCode, await messages()]).toEqual([200, []]);
      await put(id, "nguoi-ngoai@kho.net");
      expect((await me(app, session)).statusCode).toBe(401);
      await put(other.id, "binh@kho.net");
      const told = (details: string[]) => expect.objectContaining({ what: "Email của một người dùng", details });
      expect(await messages()).toEqual([
        ["email_changed", "LAN@example.com", { to: "nguo….net", at: expect.any(String) }],
        ["sensitive_change", "an@example.com", told([`người dùng số ${id}`, "email: LAN@….com → nguo….net"])],
        ["sensitive_change", "an@example.com", told([`người dùng số ${other.id}`, "email: binh….com → binh….net"])],
      ]);
    });

    it("refuses names of others, also when two change at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      await makeUser(app, { username: "lan", email: "lan@example.com" });
      const [one, two] = [await makeUser(app), await makeUser(app)];
      const put = async (id: number, json: object) => {
        const answer = await app.send(`PUT /api/admin/users/${id}`, { token, json });
        return [answer.statusCode, answer.json().detail];
      };
      expect(await put(one.id, { username: "LAN" })).toEqual([409, "Tên đăng nhập đã tồn tại"]);
      expect(await put(one.id, { email: "Lan@Example.com" })).toEqual([409, "Email đã được sử dụng"]);
      const same = await Promise.all([one, two].map(({ id }) => put(id, { email: "moi@example.com" })));
      expect(same.toSorted()).toEqual([
        [200, undefined],
        [409, "Email đã được sử dụng"],
      ]);
      const create = (json: object) => app.send("POST /admin/users", { token, json: { ...body, ...json } });
      expect((await create({ username: "Lan", email: "x@b.co" })).json().detail).toBe("Tên đăng nhập đã tồn tại");
      expect((await create({ email: "LAN@example.com" })).json().detail).toBe("Email đã được sử dụng");
      const made = await Promise.all([create({ email: "y@b.co" }), create({ email: "z@b.co" })]);
      expect(made.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    });

    it("ends the sessions with a new password, and refuses common ones", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id, username } = await makeUser(app);
      const [session, other] = [await makeSession(app, "user", id), await userToken(app)];
      const put = (json: object) => app.send(`PUT /api/admin/users/${id}`, { token, json });
      expect((await put({ password: "123456" })).json().errors).toEqual([
        { field: "password", message: "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé" },
      ]);
      expect((await put({ password: "12345" })).json().detail).toBe("Mật khẩu phải có ít nhất 6 ký tự");
      expect((await me(app, session)).statusCode).toBe(200);
      expect((await put({ password: "bí mật 2" })).statusCode).toBe(200);
      expect((await me(app, session)).statusCode).toBe(401);
      expect((await me(app, other)).statusCode).toBe(200);
      const login = (secret: string) => app.send("POST /api/user/login-json", { json: { username, password: secret } });
      expect([(await login(password)).statusCode, (await login("bí mật 2")).statusCode]).toEqual([401, 200]);
      expect(await summaries(app)).toEqual([`update user số ${id} (mật khẩu mới)`]);
    });
  });

  describe("locking a user", () => {
    it("ends the sessions, and unlocking lets them log in again", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id, username } = await makeUser(app);
      const session = await makeSession(app, "user", id);
      const toggle = async () => (await app.send(`PATCH /api/admin/users/${id}/toggle-active`, { token })).json();
      expect((await toggle()).is_active).toBe(false);
      expect((await me(app, session)).statusCode).toBe(401);
      const login = () => app.send("POST /api/user/login-json", { json: { username, password } });
      expect((await login()).json()).toEqual({ detail: "Tài khoản đã bị khóa" });
      expect((await toggle()).is_active).toBe(true);
      expect((await me(app, session)).statusCode).toBe(401);
      expect((await login()).statusCode).toBe(200);
      const again = await makeSession(app, "user", id);
      await app.send(`PUT /api/admin/users/${id}`, { token, json: { is_active: false } });
      expect(await app.db.selectFrom("sessions").select("kind").execute()).toEqual([{ kind: "admin" }]);
      expect((await me(app, again)).statusCode).toBe(401);
      expect(await summaries(app)).toEqual([
        `update user số ${id} (khóa)`,
        `update user số ${id} (mở khóa)`,
        `update user số ${id}`,
      ]);
    });
  });

  describe("deleting a user", () => {
    it("removes all data but the counts, and no one else's", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const song = await makeSong(app);
      const users = [await makeUser(app), await makeUser(app)];
      const sessions: string[] = [];
      for (const { username } of users) {
        const login = await app.send("POST /api/user/login-json", { json: { username, password } });
        sessions.push(login.json().access_token);
        for (const what of ["play", "like"]) {
          await app.send(`POST /api/songs/${song.id}/${what}`, { token: sessions.at(-1) });
        }
      }
      const [first, second] = users;
      const remove = () => app.send(`DELETE /api/admin/users/${first?.id}`, { token });
      expect((await remove()).json()).toEqual({ success: true });
      expect((await remove()).statusCode).toBe(404);
      const counts = await app.db.selectFrom("songs").select(["likes_count", "play_count"]).execute();
      expect(counts).toEqual([{ likes_count: 1, play_count: 2 }]);
      for (const [table, column, value] of [
        ["song_likes", "user_id", second?.id],
        ["song_listens", "listener", `u:${second?.id}`],
        ["login_addresses", "account_id", second?.id],
        ["users", "id", second?.id],
      ] as const) {
        const rows = await app.db.selectFrom(table).selectAll().execute();
        expect(rows, table).toMatchObject([{ [column]: value }]);
      }
      expect((await me(app, sessions[0] ?? "")).statusCode).toBe(401);
      expect((await me(app, sessions[1] ?? "")).statusCode).toBe(200);
      expect(await summaries(app)).toEqual([`delete user số ${first?.id}`]);
    });
  });

  describe("the subscription of a user", () => {
    it("is upgraded from now, extended from its end, and downgraded at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeUser(app);
      const session = await makeSession(app, "user", id);
      const patch = async (path: string, query: Record<string, string> = {}) =>
        (await app.send(`PATCH /api/admin/users/${id}/${path}`, { token, query })).json();
      const upgraded = await patch("upgrade-premium");
      expect(upgraded).toMatchObject({ is_premium: true, subscription_type: "premium" });
      expect(daysLeft(upgraded.premium_expires_at)).toBe(30);
      // The user's own reply has no version.
      expect(upgraded).toMatchObject((await me(app, session)).json());
      expect(daysLeft((await patch("add-premium-days", { days_to_add: "3650" })).premium_expires_at)).toBe(3680);
      expect(daysLeft((await patch("upgrade-premium", { duration_days: "7" })).premium_expires_at)).toBe(7);
      const free = await patch("downgrade-free");
      expect(free).toMatchObject({ is_premium: false, subscription_type: "free", premium_expires_at: null });
      expect(free).toMatchObject((await me(app, session)).json());
      expect(daysLeft((await patch("add-premium-days", { days_to_add: "1" })).premium_expires_at)).toBe(1);
      await app.db.updateTable("users").set({ premium_expires_at: null }).execute();
      expect(await patch("add-premium-days", { days_to_add: "1" })).toMatchObject({
        is_premium: true,
        premium_expires_at: null,
      });
      expect(await summaries(app)).toEqual(
        [
          "Premium 30 ngày",
          "thêm Premium 3650 ngày",
          "Premium 7 ngày",
          "kết thúc Premium",
          "thêm Premium 1 ngày",
          "thêm Premium 1 ngày",
        ].map((details) => `update user số ${id} (${details})`),
      );
    });

    it("takes the package along, and is permanent with one for life", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const month = await makePackage(app);
      const life = await makePackage(app, { is_lifetime: true, duration_days: null, is_active: false });
      for (const path of ["upgrade-premium", "add-premium-days"]) {
        const { id } = await makeUser(app);
        const patch = async (packageId?: number) => {
          const query = { days_to_add: "30", ...(packageId ? { premium_package_id: String(packageId) } : {}) };
          return (await app.send(`PATCH /api/admin/users/${id}/${path}`, { token, query })).json();
        };
        const first = await patch(month.id);
        expect([daysLeft(first.premium_expires_at), first.premium_package_id]).toEqual([30, month.id]);
        expect((await patch()).premium_package_id).toBe(path === "upgrade-premium" ? null : month.id);
        expect(await patch(life.id)).toMatchObject({ premium_expires_at: null, premium_package_id: life.id });
      }
    });

    it("changes nothing with an unknown package", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const user = await makeUser(app);
      const message = "Không tìm thấy gói Premium";
      for (const path of ["upgrade-premium", "add-premium-days"]) {
        const query = { days_to_add: "30", premium_package_id: "999" };
        const answer = await app.send(`PATCH /api/admin/users/${user.id}/${path}`, { token, query });
        expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ field: "premium_package_id", message }]]);
      }
      expect(await app.db.selectFrom("users").selectAll().execute()).toEqual([user]);
      expect(await summaries(app)).toEqual([]);
    });

    it("keeps each of several additions at the same moment", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const { id } = await makeUser(app);
      const add = () =>
        app.send(`PATCH /api/admin/users/${id}/add-premium-days`, { token, query: { days_to_add: "30" } });
      await Promise.all(Array.from({ length: 4 }, add));
      expect(daysLeft((await app.accounts.user(id)).premium_expires_at ?? "")).toBe(120);
    });
  });

  it("every call about a user that does not exist is a 404 and leaves no trace", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const call of [
      "GET /api/admin/users/7",
      "PUT /api/admin/users/7",
      "DELETE /api/admin/users/7",
      "PATCH /api/admin/users/7/toggle-active",
      "PATCH /api/admin/users/7/upgrade-premium",
      "PATCH /api/admin/users/7/add-premium-days?days_to_add=3",
      "PATCH /api/admin/users/7/downgrade-free",
    ] as const) {
      const json = call.startsWith("PUT") ? { password: "bí mật 1" } : undefined;
      const answer = await app.send(call, { token, json });
      expect([answer.statusCode, answer.json()], call).toEqual([404, { detail: "Không tìm thấy người dùng" }]);
    }
    expect(await summaries(app)).toEqual([]);
  });
});
