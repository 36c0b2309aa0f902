import { describe, expect, it, vi } from "vitest";
import type { StaffMember } from "#contract/staff.ts";
import { cheapPasswords, onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import {
  adminToken,
  makeAdmin,
  makeCategory,
  makeRequest,
  makeSession,
  makeStaff,
  makeUser,
  password,
  staffToken,
  userToken,
} from "#test/factories.ts";
import { lockWaits } from "#test/locks.ts";
import type { Passwords } from "../passwords.ts";

const list = "/api/admin/staff";
const body = {
  username: "lan_anh",
  email: "Lan@example.com",
  full_name: "Đỗ Lan Anh",
  password: "bí mật của Lan",
  phone: "0901 234 567",
  notes: "Làm buổi sáng",
  is_supervisor: true,
};
const wrong = { detail: "Tên đăng nhập hoặc mật khẩu không đúng" };
const longAgo = "2026-01-01T00:00:00.000Z";

const login = (app: TestApp, username: string, secret = password) =>
  app.send("POST /api/staff/login", { form: { username, password: secret } });
const me = async (app: TestApp, token: string) => (await app.send("GET /api/staff/me", { token })).statusCode;

async function summaries({ db }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom("audit_log").select(["action", "entity", "summary"]).orderBy("id").execute();
  return rows.map(({ action, entity, summary }) => `${action} ${entity} ${summary}`);
}

/** Opens the stream of a token. @returns a function that reads the next event, and one that reads to the end. */
async function openStream(app: TestApp, token: string) {
  const url = await app.http.listen({ host: "127.0.0.1", port: 0 });
  const response = await fetch(`${url}/api/staff/changes`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    async next(): Promise<unknown> {
      for (;;) {
        const event = /data: (.*)\n\n/.exec(text);
        if (event) {
          text = text.slice(event.index + event[0].length);
          return JSON.parse(event[1] ?? "");
        }
        const { value, done } = await reader.read();
        expect(done).toBe(false);
        text += decoder.decode(value, { stream: true });
      }
    },
    async ended() {
      for (;;) if ((await reader.read()).done) return true;
    },
  };
}

onBothEngines((engine) => {
  it("tells the last login of each member", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const member = await makeStaff(app, { username: "lan_anh", created_at: longAgo });
    await makeStaff(app, { full_name: "Chưa vào", created_at: "2026-01-02T00:00:00.000Z" });
    const before = new Date().toISOString();
    await login(app, "lan_anh");
    const [never, once] = (await app.send(`GET ${list}`, { token })).json<StaffMember[]>();
    expect(never).toMatchObject({ full_name: "Chưa vào", last_login_at: null });
    expect(once?.id).toBe(member.id);
    expect(once?.last_login_at && once.last_login_at >= before).toBe(true);
  });
});

onOneEngine((engine) => {
  describe("changing a member", () => {
    it("changes the given fields, and the password only when there is one", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const member = await makeStaff(app, { full_name: "Lan", phone: "1", notes: "a" });
      const session = await staffToken(app, { member });
      const put = async (json: object) => (await app.send(`PUT ${list}/${member.id}`, { token, json })).json();
      expect(await put({ full_name: " Bình ", password: "", notes: " " })).toMatchObject({
        username: member.username,
        full_name: "Bình",
        phone: "1",
        notes: null,
        is_active: true,
      });
      expect(await put({ username: "Moi", email: "Moi@example.com", phone: null, password: null })).toMatchObject({
        username: "Moi",
        email: "Moi@example.com",
        phone: null,
      });
      expect(await me(app, session)).toBe(200);
      expect((await login(app, "moi@EXAMPLE.com")).statusCode).toBe(200);
      expect(await summaries(app)).toEqual([
        "update staff Bình",
        `update staff Bình (tên đăng nhập: ${member.username} → Moi; email: nhan….com → Moi@….com)`,
        "login staff Bình",
      ]);
      const missing = await app.send(`PUT ${list}/999999`, { token, json: { full_name: "A" } });
      expect([missing.statusCode, missing.json()]).toEqual([404, { detail: "Không tìm thấy nhân viên" }]);
    });

    it("gives and takes the rights of a supervisor at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const member = await makeStaff(app, { full_name: "Lan" });
      const session = await staffToken(app, { member });
      const put = (json: object) => app.send(`PUT ${list}/${member.id}`, { token, json });
      const members = async () => (await app.send("GET /api/staff/members", { token: session })).statusCode;
      expect(await members()).toBe(403);
      await put({ is_supervisor: true, full_name: "Lan Anh" });
      expect(await members()).toBe(200);
      expect(await app.accounts.authenticate(session)).toEqual({
        kind: "staff",
        id: member.id,
        name: "Lan Anh",
        isSupervisor: true,
      });
      await put({ is_supervisor: false });
      expect(await members()).toBe(403);
      expect(await summaries(app)).toEqual([
        "update staff Lan Anh (giám sát viên)",
        "update staff Lan Anh (thôi làm giám sát viên)",
      ]);
    });

    it("is no longer a caller when the row says inactive, whatever the session", async () => {
      const app = await testApp(engine);
      const member = await makeStaff(app);
      const session = await staffToken(app, { member });
      const user = await makeSession(app, "user", member.id);
      expect([await me(app, session), await me(app, user)]).toEqual([200, 401]);
      await app.db.updateTable("staff").set({ is_active: false }).execute();
      expect(await me(app, session)).toBe(401);
    });

    it("ends the sessions with a new password, and refuses weak ones", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const member = await makeStaff(app, { full_name: "Lan" });
      const [session, other] = [await staffToken(app, { member }), await staffToken(app)];
      const put = async (secret: string) => {
        const answer = await app.send(`PUT ${list}/${member.id}`, { token, json: { password: secret } });
        return [answer.statusCode, answer.json().detail];
      };
      expect(await put("chín ký t")).toEqual([422, "Mật khẩu phải có ít nhất 10 ký tự"]);
      expect(await put("1234567890")).toEqual([422, "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé"]);
      expect(await me(app, session)).toBe(200);
      expect(await put("sao băng đêm hè")).toEqual([200, undefined]);
      expect([await me(app, session), await me(app, other)]).toEqual([401, 200]);
      const logins = [await login(app, member.username), await login(app, member.username, "sao băng đêm hè")];
      expect(logins.map(({ statusCode }) => statusCode)).toEqual([401, 200]);
      expect((await summaries(app))[0]).toBe("update staff Lan (mật khẩu mới)");
    });
  });

  describe("the login of staff", () => {
    it("gives token and member by user name and e-mail, whatever their case, and is audited", async () => {
      const app = await testApp(engine);
      const member = await makeStaff(app, { username: "Lan_Anh", email: "Lan@Example.com", is_supervisor: true });
      const { id, full_name } = member;
      for (const username of ["Lan_Anh", " LAN_ANH ", "lan@EXAMPLE.com"]) {
        const answer = await login(app, username);
        expect(answer.statusCode).toBe(200);
        const staff_info = { id, username: "Lan_Anh", email: "Lan@Example.com", full_name, is_supervisor: true };
        expect(answer.json()).toEqual({
          access_token: expect.stringMatching(/^[\w-]{43}$/),
          token_type: "bearer",
          staff_info,
        });
        expect(answer.headers["cache-control"]).toContain("no-store");
        const own = await app.send("GET /api/staff/me", { token: answer.json().access_token });
        expect(own.json()).toEqual(staff_info);
      }
      const multipart = new FormData();
      for (const [name, value] of Object.entries({ username: "lan_anh", password })) multipart.append(name, value);
      expect((await app.send("POST /api/staff/login", { multipart })).statusCode).toBe(200);
      expect(await summaries(app)).toEqual(Array(4).fill(`login staff ${full_name}`));
    });

    it("gives a wrong password, an unknown name and accounts of other kinds the same 401", async () => {
      const app = await testApp(engine);
      const [member, user, admin] = [await makeStaff(app), await makeUser(app), await makeAdmin(app)];
      for (const answer of [
        await login(app, member.username, "sai mật khẩu"),
        await login(app, "khong_co"),
        await login(app, user.username),
        await login(app, admin.email),
      ]) {
        expect([answer.statusCode, answer.json()]).toEqual([401, wrong]);
      }
      const asUser = await app.send("POST /api/user/login", { form: { username: member.username, password } });
      const asAdmin = await app.send("POST /api/auth/login", { form: { username: member.email, password } });
      expect([asUser.statusCode, asAdmin.statusCode]).toEqual([401, 401]);
      expect(await app.db.selectFrom("sessions").select("kind").execute()).toEqual([]);
    });

    it("verifies a password even for an unknown name", async () => {
      const verify = vi.fn<Passwords["verify"]>(cheapPasswords.verify);
      const app = await testApp(engine, {}, { passwords: { ...cheapPasswords, verify } });
      await login(app, "khong_co");
      expect(verify.mock.calls).toEqual([[undefined, password]]);
    });

    it("reveals that a member is inactive only to the right password", async () => {
      const app = await testApp(engine);
      const { username } = await makeStaff(app, { is_active: false });
      const right = await login(app, username);
      expect([right.statusCode, right.json()]).toEqual([403, { detail: "Tài khoản đã bị khóa" }]);
      expect((await login(app, username, "sai mật khẩu")).json()).toEqual(wrong);
      expect(await app.db.selectFrom("sessions").select("kind").execute()).toEqual([]);
    });
  });

  describe("a token of staff", () => {
    it("opens nothing of administrators or users, and theirs nothing of staff", async () => {
      const app = await testApp(engine);
      const tokens = { user: await userToken(app), admin: await adminToken(app), staff: await staffToken(app) };
      for (const [call, kind] of [
        ["GET /api/user/me", "user"],
        ["GET /api/auth/me", "admin"],
        [`GET ${list}`, "admin"],
        ["GET /api/staff/me", "staff"],
      ] as const) {
        const found: Record<string, number> = {};
        for (const [name, token] of Object.entries(tokens)) {
          found[name] = (await app.send(call, { token })).statusCode;
        }
        expect(found, call).toEqual({ user: 403, admin: 403, staff: 403, [kind]: 200 });
        expect((await app.send(call)).statusCode).toBe(401);
      }
      for (const call of [`POST ${list}`, `PUT ${list}/1`, `DELETE ${list}/1`] as const) {
        expect((await app.send(call)).statusCode, call).toBe(401);
        for (const token of [tokens.user, tokens.staff]) {
          expect((await app.send(call, { token, json: body })).statusCode, call).toBe(403);
        }
      }
    });
  });

  describe("the list of members", () => {
    it("holds all, the newest first, with their open and late requests and no password", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const [first, second] = [
        await makeStaff(app, { created_at: longAgo }),
        await makeStaff(app, { is_active: false }),
      ];
      const staff_id = first.id;
      await makeRequest(app, { staff_id });
      await makeRequest(app, { staff_id, status: "processing", due_at: longAgo });
      for (const status of ["completed", "cancelled"] as const)
        await makeRequest(app, { staff_id, status, due_at: longAgo });
      await makeRequest(app, { due_at: longAgo });
      const answer = await app.send(`GET ${list}/`, { token });
      expect(answer.headers["x-total-count"]).toBe("2");
      expect(answer.json()).toMatchObject([
        { id: second.id, is_active: false, open_requests: 0, late_requests: 0 },
        { id: first.id, is_active: true, open_requests: 2, late_requests: 1 },
      ]);
      expect(answer.body).not.toMatch(/password|argon2|_key/);
    });

    it("shows supervisors the active ones by name, and nobody else", async () => {
      const app = await testApp(engine);
      const token = await staffToken(app, { member: await makeStaff(app, { full_name: "Đông", is_supervisor: true }) });
      const an = await makeStaff(app, { full_name: "Ân" });
      for (const full_name of ["Em", "Dũng"]) await makeStaff(app, { full_name });
      await makeStaff(app, { full_name: "Bình", is_active: false });
      await makeRequest(app, { staff_id: an.id, due_at: longAgo });
      const members = (await app.send("GET /api/staff/members", { token })).json();
      expect(members.map(({ full_name }: { full_name: string }) => full_name)).toEqual(["Ân", "Dũng", "Đông", "Em"]);
      expect(members[0]).toEqual({
        id: an.id,
        full_name: "Ân",
        is_supervisor: false,
        open_requests: 1,
        late_requests: 1,
      });
      for (const other of [await staffToken(app), await adminToken(app)]) {
        expect((await app.send("GET /api/staff/members", { token: other })).statusCode).toBe(403);
      }
    });
  });

  describe("adding a member", () => {
    it("makes one who can log in", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const answer = await app.send(`POST ${list}/`, { token, json: { ...body, id: 77, password_hash: "x" } });
      expect(answer.statusCode).toBe(201);
      const { password: _, ...shown } = body;
      expect(answer.json()).toEqual({
        ...shown,
        has_second_factor: false,
        last_login_at: null,
        id: expect.any(Number),
        is_active: true,
        open_requests: 0,
        late_requests: 0,
        created_at: expect.any(String),
        version: expect.any(String),
      });
      expect((await login(app, body.username, body.password)).statusCode).toBe(200);
      const plain = { username: "hai", email: "hai@example.com", full_name: "Hai", password: body.password };
      expect((await app.send(`POST ${list}`, { token, json: plain })).json()).toMatchObject({
        phone: null,
        notes: null,
        is_supervisor: false,
        is_active: true,
      });
      expect(await summaries(app)).toEqual([
        "create staff Đỗ Lan Anh (giám sát viên)",
        "login staff Đỗ Lan Anh",
        "create staff Hai",
      ]);
    });

    it("refuses each wrong field with its message and stores nothing", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const tooShort = "Mật khẩu phải có ít nhất 10 ký tự";
      for (const [field, value, message] of [
        ["username", undefined, "Tên đăng nhập là bắt buộc"],
        ["username", "ab", "Tên đăng nhập phải có ít nhất 3 ký tự"],
        ["username", "a@b.co", "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"],
        ["username", "a".repeat(51), "Tên đăng nhập không được dài quá 50 ký tự"],
        ["email", " ", "Email là bắt buộc"],
        ["email", "lan@", "Email không hợp lệ"],
        ["full_name", undefined, "Họ và tên là bắt buộc"],
        ["full_name", "a".repeat(201), "Họ và tên không được dài quá 200 ký tự"],
        ["password", undefined, "Mật khẩu là bắt buộc"],
        ["password", "chín ký t", tooShort],
        ["password", "😀😀😀😀😀😀😀😀😀", tooShort],
        ["password", "1234567890", "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé"],
        ["password", "a".repeat(201), "Mật khẩu quá dài"],
        ["phone", "0".repeat(31), "Không được dài quá 30 ký tự"],
        ["notes", "a".repeat(2001), "Không được dài quá 2000 ký tự"],
        ["is_active", "yes", "Giá trị không hợp lệ"],
        ["is_supervisor", 1, "Giá trị không hợp lệ"],
      ] as const) {
        const answer = await app.send(`POST ${list}`, { token, json: { ...body, [field]: value } });
        expect([answer.statusCode, answer.json()], `${field} ${value}`).toEqual([
          422,
          { detail: message, errors: [{ field, message }] },
        ]);
      }
      expect(await app.db.selectFrom("staff").select("id").execute()).toEqual([]);
      expect(await summaries(app)).toEqual([]);
    });
  });

  it("names members of the audit trail on the dashboard as they are called now", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    const { id } = (await app.send(`POST ${list}`, { token, json: body })).json();
    await app.send(`PUT ${list}/${id}`, { token, json: { full_name: "Lan" } });
    const { recent_activity } = (await app.send("GET /api/admin/dashboard/stats", { token })).json();
    expect(recent_activity).toMatchObject([
      { entity: "staff", action: "update", summary: "Lan", name_now: "Lan" },
      { entity: "staff", action: "create", summary: "Đỗ Lan Anh (giám sát viên)", name_now: "Lan" },
    ]);
  });
});

onBothEngines((engine) => {
  describe("the names of members", () => {
    it("are unique among staff, whatever their case and also when two are saved at once", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      await makeUser(app, { username: "lan_anh", email: "lan@example.com" });
      const create = async (json: object) => {
        const answer = await app.send(`POST ${list}`, { token, json: { ...body, ...json } });
        return [answer.statusCode, answer.json().detail];
      };
      expect(await create({})).toEqual([201, undefined]);
      expect(await create({ username: "LAN_anh", email: "x@b.co" })).toEqual([409, "Tên đăng nhập đã tồn tại"]);
      expect(await create({ username: "khac", email: "lan@EXAMPLE.com" })).toEqual([409, "Email đã được sử dụng"]);
      const both = await Promise.all(["mot", "hai"].map((username) => create({ username, email: "moi@example.com" })));
      expect(both.toSorted()).toEqual([
        [201, undefined],
        [409, "Email đã được sử dụng"],
      ]);
      const one = await makeStaff(app);
      const put = async (json: object) => {
        const answer = await app.send(`PUT ${list}/${one.id}`, { token, json });
        return [answer.statusCode, answer.json().detail];
      };
      expect(await put({ username: "Lan_Anh" })).toEqual([409, "Tên đăng nhập đã tồn tại"]);
      expect(await put({ email: "LAN@example.com" })).toEqual([409, "Email đã được sử dụng"]);
      expect(await put({ username: one.username.toUpperCase() })).toEqual([200, undefined]);
    });
  });

  describe("changing a member", () => {
    it("ends the sessions with a deactivation, which returns the open requests to the pool", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const member = await makeStaff(app, { full_name: "Lan" });
      const open = await makeRequest(app, { staff_id: member.id, status: "processing" });
      const closed = await makeRequest(app, { staff_id: member.id, status: "completed" });
      const session = await staffToken(app, { member });
      const put = async (is_active: boolean) =>
        (await app.send(`PUT ${list}/${member.id}`, { token, json: { is_active } })).json();
      expect(await put(false)).toMatchObject({ is_active: false, open_requests: 0 });
      const rows = await app.db
        .selectFrom("song_requests")
        .select(["id", "status", "staff_id"])
        .orderBy("id")
        .execute();
      expect(rows).toEqual([
        { id: open.id, status: "new", staff_id: null },
        { id: closed.id, status: "completed", staff_id: member.id },
      ]);
      expect(await me(app, session)).toBe(401);
      expect((await login(app, member.username)).statusCode).toBe(403);
      expect(await put(true)).toMatchObject({ is_active: true });
      expect(await me(app, session)).toBe(401);
      expect((await login(app, member.username)).statusCode).toBe(200);
      expect((await summaries(app)).slice(0, 2)).toEqual([
        "update staff Lan (tạm ngưng)",
        "update staff Lan (hoạt động lại)",
      ]);
    });
  });

  describe("deleting a member", () => {
    it("ends the sessions and returns the open requests to the pool", async () => {
      const app = await testApp(engine);
      const admin = await makeAdmin(app);
      const token = await makeSession(app, "admin", admin.id);
      const [member, other] = [await makeStaff(app, { full_name: "Lan" }), await makeStaff(app)];
      const session = await staffToken(app, { member });
      const staff_id = member.id;
      const fresh = await makeRequest(app, { staff_id, updated_at: longAgo });
      const begun = await makeRequest(app, { staff_id, status: "processing", updated_at: longAgo });
      const closed = await makeRequest(app, { staff_id, status: "completed", updated_at: longAgo });
      const others = await makeRequest(app, { staff_id: other.id, status: "processing", updated_at: longAgo });
      expect((await app.send(`DELETE ${list}/${member.id}`, { token })).json()).toEqual({ success: true });
      expect(await me(app, session)).toBe(401);
      expect((await login(app, member.username)).json()).toEqual(wrong);
      const rows = await app.db.selectFrom("song_requests").selectAll().orderBy("id").execute();
      const released = { status: "new", staff_id: null, updated_at: expect.not.stringMatching(longAgo) };
      expect(rows).toEqual([
        { ...fresh, ...released },
        { ...begun, ...released },
        { ...closed, staff_id: null },
        others,
      ]);
      const events = await app.db
        .selectFrom("request_events")
        .selectAll()
        .orderBy("request_id")
        .orderBy("id")
        .execute();
      const event = { kind: "released", actor_kind: "admin", actor_name: admin.email, text: null };
      expect(events).toMatchObject([
        { ...event, request_id: fresh.id, created_at: rows[0]?.updated_at },
        { ...event, request_id: begun.id },
        { ...event, request_id: begun.id, kind: "status_changed", text: "new" },
      ]);
      expect(events).toHaveLength(3);
      const again = await app.send(`DELETE ${list}/${member.id}`, { token });
      expect([again.statusCode, again.json()]).toEqual([404, { detail: "Không tìm thấy nhân viên" }]);
      expect(await summaries(app)).toEqual(["delete staff Lan"]);
    });
  });

  describe("GET /api/staff/changes", () => {
    it("tells of requests and members, and ends when the member is deactivated", async () => {
      const app = await testApp(engine);
      const member = await makeStaff(app);
      const stream = await openStream(app, await staffToken(app, { member }));
      expect(await stream.next()).toEqual({ topics: [] });
      await app.send(`POST ${list}`, { token: await adminToken(app), json: body });
      expect(await stream.next()).toEqual({ topics: ["staff"] });
      await makeCategory(app);
      await makeRequest(app);
      expect(await stream.next()).toEqual({ topics: ["requests"] });
      const json = { is_active: false };
      await app.send(`PUT ${list}/${member.id}`, { token: await adminToken(app), json });
      expect(await stream.ended()).toBe(true);
    });

    it("ends with a logout, and opens for staff alone", async () => {
      const app = await testApp(engine);
      const token = await staffToken(app);
      const stream = await openStream(app, token);
      await app.send("POST /api/staff/logout", { token });
      expect(await stream.ended()).toBe(true);
      for (const other of [await userToken(app), await adminToken(app)]) {
        expect((await app.send("GET /api/staff/changes", { token: other })).statusCode).toBe(403);
      }
      expect((await app.send("GET /api/staff/changes")).statusCode).toBe(401);
      expect((await app.send("GET /api/admin/changes", { token: await staffToken(app) })).statusCode).toBe(403);
    });
  });
});

it("a request that a member takes while they are deleted returns to the pool as well", async () => {
  const app = await testApp("postgres");
  const token = await adminToken(app);
  const member = await makeStaff(app);
  const { id } = await makeRequest(app);
  let removal: Promise<{ statusCode: number }> | undefined;
  await app.db.transaction().execute(async (tx) => {
    const values = { staff_id: member.id, status: "processing" as const };
    await tx.updateTable("song_requests").set(values).where("id", "=", id).execute();
    removal = app.send(`DELETE ${list}/${member.id}`, { token });
    await lockWaits(app.db);
  });
  expect((await removal)?.statusCode).toBe(200);
  const row = await app.db.selectFrom("song_requests").select(["staff_id", "status"]).executeTakeFirst();
  expect(row).toEqual({ staff_id: null, status: "new" });
});
