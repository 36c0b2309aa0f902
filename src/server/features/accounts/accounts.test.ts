import { verify } from "@node-rs/argon2";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { cheapPasswords, onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makePackage, makeSession, makeUser, password, userToken } from "#test/factories.ts";
import { lockWaits } from "#test/locks.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import { hashToken } from "./sessions/sessions.ts";

const day = 24 * 60 * 60 * 1000;
const wrongUser = { detail: "Tên đăng nhập hoặc mật khẩu không đúng" };
const wrongAdmin = { detail: "Email hoặc mật khẩu không đúng" };

const registration = { username: "lan_anh", email: "lan@example.com", full_name: "Lan Anh", password: "bí mật 1" };
const register = (app: TestApp, values: object = {}) =>
  app.send("POST /api/user/register", { json: { ...registration, ...values } });
const login = (app: TestApp, username: string, secret = password) =>
  app.send("POST /api/user/login-json", { json: { username, password: secret } });
const loginAdmin = (app: TestApp, username: string, secret = password, more: Record<string, string> = {}) =>
  app.send("POST /api/auth/login", { form: { username, password: secret, ...more } });
const me = (app: TestApp, token?: string) => app.send("GET /api/user/me", { token });

async function sessions(app: TestApp) {
  return app.db.selectFrom("sessions").selectAll().orderBy("created_at").execute();
}

/** How long the newest session lives, in whole hours. */
async function hoursOf(app: TestApp, token: string): Promise<number> {
  const row = await app.db
    .selectFrom("sessions")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirstOrThrow();
  return Math.round((Date.parse(row.expires_at) - Date.now()) / (60 * 60 * 1000));
}

onOneEngine((engine) => {
  it("GET /api/auth/me names the administrator and refuses anyone else", async () => {
    const app = await testApp(engine);
    const admin = await makeAdmin(app, { email: "a@example.com" });
    const ask = (token?: string) => app.send("GET /api/auth/me", { token });
    expect((await ask(await makeSession(app, "admin", admin.id))).json()).toEqual({
      email: "a@example.com",
      full_name: "",
      role: "admin",
    });
    expect((await ask()).statusCode).toBe(401);
    expect((await ask(await userToken(app))).statusCode).toBe(403);
  });

  describe("registering", () => {
    it("keeps the password as an argon2id hash of OWASP's cost and nothing else", async () => {
      const app = await testApp(engine, {}, { passwords: createPasswords() });
      const answer = await register(app);
      const row = await app.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
      expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await verify(row.password_hash, registration.password)).toBe(true);
      expect(answer.body).not.toMatch(/password|argon2/);
      expect(JSON.stringify(row)).not.toContain(registration.password);
    });

    it.each([
      ["left out", undefined, null],
      ["null", null, null],
      ["blank", "   ", null],
      ["with blanks around", "  Nguyễn Thị Bưởi 🎵 ", "Nguyễn Thị Bưởi 🎵"],
      ["200 characters", "ữ".repeat(200), "ữ".repeat(200)],
    ])("accepts a full name that is %s", async (_, full_name, stored) => {
      const app = await testApp(engine);
      const answer = await register(app, { full_name });
      expect(answer.statusCode).toBe(201);
      expect(answer.json().full_name).toBe(stored);
    });

    it("trims names and addresses and ignores unknown fields", async () => {
      const app = await testApp(engine);
      const answer = await register(app, {
        username: " lan_anh ",
        email: " lan@example.com ",
        id: 77,
        is_premium: true,
        subscription_type: "premium",
        premium_expires_at: "2099-01-01T00:00:00Z",
        is_active: false,
        confirm_password: "khác",
      });
      expect(answer.json()).toMatchObject({
        username: "lan_anh",
        email: "lan@example.com",
        is_premium: false,
        subscription_type: "free",
        premium_expires_at: null,
        is_active: true,
      });
    });

    it("refuses each wrong field with its message and stores nothing", async () => {
      const app = await testApp(engine);
      for (const [field, value, message] of [
        ["username", undefined, "Vui lòng nhập tên đăng nhập"],
        ["username", "", "Vui lòng nhập tên đăng nhập"],
        ["username", "   ", "Vui lòng nhập tên đăng nhập"],
        ["username", null, "Vui lòng nhập tên đăng nhập"],
        ["username", 12345, "Vui lòng nhập tên đăng nhập"],
        ["username", ["lan_anh"], "Vui lòng nhập tên đăng nhập"],
        ["username", { $ne: "" }, "Vui lòng nhập tên đăng nhập"],
        ["username", "ab", "Tên đăng nhập phải có ít nhất 3 ký tự"],
        ["username", "lan anh", "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"],
        ["username", "lân_anh", "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"],
        ["username", "a@b.co", "Tên đăng nhập chỉ được chứa chữ cái, số và dấu gạch dưới"],
        ["username", "a".repeat(51), "Tên đăng nhập không được dài quá 50 ký tự"],
        ["email", undefined, "Vui lòng nhập email"],
        ["email", "", "Vui lòng nhập email"],
        ["email", 5, "Vui lòng nhập email"],
        ["email", "lan", "Email không hợp lệ"],
        ["email", "lan@example", "Email không hợp lệ"],
        ["email", "lan@@example.com", "Email không hợp lệ"],
        ["email", "l an@example.com", "Email không hợp lệ"],
        ["email", `${"a".repeat(250)}@b.co`, "Email không được dài quá 254 ký tự"],
        ["full_name", 5, "Giá trị không hợp lệ"],
        ["full_name", "a".repeat(201), "Họ và tên không được dài quá 200 ký tự"],
        ["password", undefined, "Vui lòng nhập mật khẩu"],
        ["password", "", "Vui lòng nhập mật khẩu"],
        ["password", "      ", "Vui lòng nhập mật khẩu"],
        ["password", 123456, "Vui lòng nhập mật khẩu"],
        ["password", "12345", "Mật khẩu phải có ít nhất 6 ký tự"],
        ["password", "😀😀😀😀😀", "Mật khẩu phải có ít nhất 6 ký tự"],
        ["password", "a".repeat(201), "Mật khẩu quá dài"],
      ] as const) {
        const answer = await register(app, { [field]: value });
        expect([answer.statusCode, answer.json()], `${field} ${JSON.stringify(value)}`).toEqual([
          422,
          { detail: message, errors: [{ field, message }] },
        ]);
      }
      expect(await app.db.selectFrom("users").select("id").execute()).toEqual([]);
    });

    it("refuses the most common passwords, whatever their case, marks and blanks", async () => {
      const app = await testApp(engine);
      const message = "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé";
      for (const secret of [
        ..."123456 aaaaaa password matkhau1 matkhau anhyeuem khongbiet vietnam123 qwerty iloveyou PassWord".split(" "),
        "Mật khẩu",
        "anh yêu em",
        "Đà Nẵng 123",
      ]) {
        const answer = await register(app, { password: secret });
        expect([answer.statusCode, answer.json()], secret).toEqual([
          422,
          { detail: message, errors: [{ field: "password", message }] },
        ]);
      }
      const { dictionary } = await import("@zxcvbn-ts/language-common");
      const listed = dictionary["passwords-common"].filter(({ length }) => length >= 6).slice(0, 3000);
      expect(listed).toHaveLength(3000);
      for (const secret of listed) expect(await isCommonPassword(secret), secret).toBe(true);
      for (const secret of ["bí mật 1", "correct horse battery", "mua-ha-2026"]) {
        expect(await isCommonPassword(secret), secret).toBe(false);
      }
      const { username } = await makeUser(app, { password_hash: await cheapPasswords.hash("123456") });
      expect((await login(app, username, "123456")).statusCode).toBe(200);
    });

    it("names every field that is wrong", async () => {
      const app = await testApp(engine);
      const answer = await app.send("POST /api/user/register", { json: {} });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors).toEqual([
        { field: "username", message: "Vui lòng nhập tên đăng nhập" },
        { field: "email", message: "Vui lòng nhập email" },
        { field: "password", message: "Vui lòng nhập mật khẩu" },
      ]);
    });
  });

  describe("logging in", () => {
    it.each(["POST /api/user/login", "POST /api/user/login-json"] as const)("%s gives token and user", async (call) => {
      const app = await testApp(engine);
      const user = await makeUser(app, { username: "Lan_Anh", email: "Lan@Example.com" });
      for (const username of ["Lan_Anh", "lan_anh", " LAN_ANH ", "Lan@Example.com", "lan@EXAMPLE.com"]) {
        const body = { username, password };
        const answer = await app.send(call, call.endsWith("json") ? { json: body } : { form: body });
        expect(answer.statusCode).toBe(200);
        expect(answer.json()).toEqual({
          access_token: expect.stringMatching(/^[\w-]{43}$/),
          token_type: "bearer",
          user: expect.objectContaining({ id: user.id, username: "Lan_Anh", email: "Lan@Example.com" }),
        });
        expect(answer.headers["cache-control"]).toContain("no-store");
        expect((await me(app, answer.json().access_token)).json()).toEqual(answer.json().user);
      }
    });

    it("gives a wrong password and an unknown name the same 401", async () => {
      const app = await testApp(engine);
      const { username } = await makeUser(app);
      for (const answer of [
        await login(app, username, "sai mật khẩu"),
        await login(app, username, "ngắn"),
        await login(app, username, password.toUpperCase()),
        await login(app, username, ` ${password}`),
        await login(app, "khong_co"),
        await login(app, "khong@co.vn"),
        await login(app, "' or 1=1 --"),
      ]) {
        expect([answer.statusCode, answer.json()]).toEqual([401, wrongUser]);
      }
      expect(await sessions(app)).toEqual([]);
    });

    it("verifies a password even for an unknown name", async () => {
      const asked: (string | undefined)[] = [];
      const passwords: Passwords = {
        ...cheapPasswords,
        verify: (stored, given) => {
          asked.push(stored);
          return cheapPasswords.verify(stored, given);
        },
      };
      const app = await testApp(engine, {}, { passwords });
      await login(app, "khong_co");
      await loginAdmin(app, "khong@co.vn");
      expect(asked).toEqual([undefined, undefined]);
    });

    it("reveals that an account is locked only to its right password", async () => {
      const app = await testApp(engine);
      const { username } = await makeUser(app, { is_active: false });
      const right = await login(app, username);
      expect([right.statusCode, right.json()]).toEqual([403, { detail: "Tài khoản đã bị khóa" }]);
      const wrong = await login(app, username, "sai mật khẩu");
      expect([wrong.statusCode, wrong.json()]).toEqual([401, wrongUser]);
      expect(await sessions(app)).toEqual([]);
    });

    it.each([
      "mật khẩu có dấu",
      "пароль密码🔑",
      "  blanks  ",
      'q"<>&%+=\\',
      "a".repeat(200),
    ])("accepts the password %j", async (secret) => {
      const app = await testApp(engine);
      expect((await register(app, { password: secret.normalize("NFC") })).statusCode).toBe(201);
      expect((await login(app, "lan_anh", secret.normalize("NFD"))).statusCode).toBe(200);
      const form = await app.send("POST /api/user/login", { form: { username: "lan_anh", password: secret } });
      expect(form.statusCode).toBe(200);
      expect((await login(app, "lan_anh", secret.slice(0, -1))).statusCode).toBe(401);
    });

    it("refuses each wrong field with its message", async () => {
      const app = await testApp(engine);
      for (const [field, value, message] of [
        ["username", undefined, "Vui lòng nhập tên đăng nhập hoặc email"],
        ["username", " ", "Vui lòng nhập tên đăng nhập hoặc email"],
        ["username", 1, "Vui lòng nhập tên đăng nhập hoặc email"],
        ["username", "a".repeat(255), "Tên đăng nhập hoặc email không được dài quá 254 ký tự"],
        ["password", undefined, "Vui lòng nhập mật khẩu"],
        ["password", "", "Vui lòng nhập mật khẩu"],
        ["password", ["a"], "Vui lòng nhập mật khẩu"],
        ["password", "a".repeat(201), "Mật khẩu quá dài"],
      ] as const) {
        const json = { username: "lan_anh", password, [field]: value };
        for (const call of ["POST /api/user/login-json", "POST /api/user/login", "POST /api/auth/login"] as const) {
          const answer = await app.send(call, { json });
          expect([answer.statusCode, answer.json()], `${call} ${field} ${JSON.stringify(value)}`).toEqual([
            422,
            { detail: message, errors: [{ field, message }] },
          ]);
        }
      }
    });

    it("stores only the SHA-256 of a token", async () => {
      const app = await testApp(engine);
      const { username, id } = await makeUser(app);
      const token = (await login(app, username)).json().access_token as string;
      const [row] = await sessions(app);
      expect(row).toMatchObject({ kind: "user", account_id: id, token_hash: hashToken(token) });
      expect(JSON.stringify(row)).not.toContain(token);
      expect((await me(app, row?.token_hash)).statusCode).toBe(401);
      expect(await hoursOf(app, token)).toBe(30 * 24);
    });
  });

  describe("passwords", () => {
    it("verifies many right and wrong passwords at once", async () => {
      const app = await testApp(engine);
      const { username } = await makeUser(app);
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => login(app, username, n % 3 ? password : "sai mật khẩu")),
      );
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from(answers, (_, n) => (n % 3 ? 200 : 401)));
    });
  });

  describe("the administrator's login", () => {
    it("gives a token for 12 hours, or 30 days with remember", async () => {
      const app = await testApp(engine);
      await makeAdmin(app, { email: "Chu@Example.com" });
      for (const [more, hours] of [
        [{}, 12],
        [{ remember: "false" }, 12],
        [{ remember: "true" }, 30 * 24],
      ] as const) {
        const answer = await loginAdmin(app, "chu@example.COM", password, more);
        expect(answer.statusCode).toBe(200);
        expect(answer.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/), token_type: "bearer" });
        expect(await hoursOf(app, answer.json().access_token)).toBe(hours);
      }
      const json = { username: "chu@example.com", password, remember: true };
      const answer = await app.send("POST /api/auth/login", { json });
      expect(await hoursOf(app, answer.json().access_token)).toBe(30 * 24);
    });

    it("gives a wrong password, an unknown address and a user the same 401", async () => {
      const app = await testApp(engine);
      const { email } = await makeAdmin(app);
      const user = await makeUser(app);
      for (const answer of [
        await loginAdmin(app, email, "sai mật khẩu"),
        await loginAdmin(app, "khong@co.vn"),
        await loginAdmin(app, user.email),
      ]) {
        expect([answer.statusCode, answer.json()]).toEqual([401, wrongAdmin]);
      }
      const asUser = await login(app, email);
      expect([asUser.statusCode, asUser.json()]).toEqual([401, wrongUser]);
      expect(await app.db.selectFrom("audit_log").select("id").orderBy("id").execute()).toEqual([]);
    });

    it("refuses a remember that is no boolean", async () => {
      const app = await testApp(engine);
      const answer = await loginAdmin(app, "a@b.co", password, { remember: "maybe" });
      const message = "Giá trị phải là true hoặc false";
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { detail: message, errors: [{ field: "remember", message }] },
      ]);
    });

    it("records an audit entry", async () => {
      const app = await testApp(engine);
      const admin = await makeAdmin(app);
      await loginAdmin(app, admin.email);
      expect(await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute()).toEqual([
        expect.objectContaining({
          actor_kind: "admin",
          actor_id: admin.id,
          actor_name: admin.email,
          action: "login",
          entity: "admin",
          entity_id: admin.id,
          summary: admin.email,
        }),
      ]);
    });
  });

  describe("tokens", () => {
    it("are checked before content type, body and path", async () => {
      const app = await testApp(engine);
      const wrong = { headers: { "content-type": "application/xml" }, json: { nonsense: true } };
      const none = await app.send("POST /api/songs", wrong);
      expect([none.statusCode, none.json()]).toEqual([401, { detail: "Vui lòng đăng nhập để tiếp tục" }]);
      const ofUser = await app.send("POST /api/songs", { ...wrong, token: await userToken(app) });
      expect([ofUser.statusCode, ofUser.json()]).toEqual([
        403,
        { detail: "Bạn không có quyền thực hiện thao tác này" },
      ]);
      const broken = await app.send("PUT /api/songs/not-an-id", { ...wrong, token: "bad" });
      expect(broken.statusCode).toBe(401);
    });

    it("a user's token and an administrator's are not interchangeable", async () => {
      const app = await testApp(engine);
      expect((await me(app, await userToken(app))).statusCode).toBe(200);
      expect((await me(app, await adminToken(app))).statusCode).toBe(403);
      const asUser = await app.send("POST /api/categories", { token: await userToken(app), json: { name: "A" } });
      expect(asUser.statusCode).toBe(403);
    });

    it("are ignored on public endpoints when they are invalid", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      const expired = await makeSession(app, "user", user.id, -1);
      for (const token of ["bad", "a".repeat(43), expired]) {
        expect((await app.send("GET /api/health", { token })).statusCode).toBe(200);
        expect((await app.send("GET /api/songs", { token })).statusCode).toBe(200);
        expect((await login(app, user.username)).statusCode).toBe(200);
      }
    });

    it("an unknown token gets 401", async () => {
      const app = await testApp(engine);
      for (const token of ["", "bad", "a".repeat(43), "a".repeat(44), "' or 1=1 --", "x".repeat(7000)]) {
        expect((await me(app, token)).statusCode, token).toBe(401);
      }
    });

    it("are read from a bearer header only", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      for (const authorization of [
        `Basic ${token}`,
        "Bearer",
        "Bearer  ",
        `Bearer ${token} b`,
        `Token ${token}`,
        token,
      ]) {
        const answer = await app.send("GET /api/user/me", { headers: { authorization } });
        expect([answer.statusCode, answer.json()]).toEqual([401, { detail: "Vui lòng đăng nhập để tiếp tục" }]);
      }
      const lower = await app.send("GET /api/user/me", { headers: { authorization: `bearer ${token}` } });
      expect(lower.statusCode).toBe(200);
    });

    it("expire", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      const live = await makeSession(app, "user", user.id, 60_000);
      const over = await makeSession(app, "user", user.id, -1);
      expect((await me(app, live)).statusCode).toBe(200);
      expect((await me(app, over)).statusCode).toBe(401);
    });

    it("stop working at once when the account is locked or deleted", async () => {
      const app = await testApp(engine);
      const [locked, gone] = [await makeUser(app), await makeUser(app)];
      const tokens = [await userToken(app, { user: locked }), await userToken(app, { user: gone })];
      for (const token of tokens) expect((await me(app, token)).statusCode).toBe(200);
      await app.db.updateTable("users").set({ is_active: false }).where("id", "=", locked.id).execute();
      await app.db.deleteFrom("users").where("id", "=", gone.id).execute();
      for (const token of tokens) expect((await me(app, token)).statusCode).toBe(401);
    });

    it("the tokens of one account end together, those of others stay", async () => {
      const app = await testApp(engine);
      const [user, other] = [await makeUser(app), await makeUser(app)];
      const ended = [await userToken(app, { user }), await userToken(app, { user })];
      const otherToken = await userToken(app, { user: other });
      await makeSession(app, "admin", user.id);
      await app.db.transaction().execute((tx) => app.accounts.endSessions(tx, "user", user.id));
      for (const token of ended) expect((await me(app, token)).statusCode).toBe(401);
      expect((await me(app, otherToken)).statusCode).toBe(200);
      expect((await sessions(app)).map((session) => session.kind).sort()).toEqual(["admin", "user"]);
    });
  });

  describe("the account", () => {
    it.each([
      ["free", "free", null, false],
      ["premium for ever", "premium", null, true],
      ["premium still running", "premium", day, true],
      ["premium that is over", "premium", -1000, false],
      ["free with a date left over", "free", day, false],
    ] as const)("is %s", async (_, subscription_type, runsFor, is_premium) => {
      const app = await testApp(engine);
      const premium_expires_at = runsFor === null ? null : new Date(Date.now() + runsFor).toISOString();
      const { id: premium_package_id } = await makePackage(app);
      const user = await makeUser(app, { subscription_type, premium_expires_at, premium_package_id });
      const expected = { is_premium, subscription_type, premium_expires_at, premium_package_id };
      const token = (await login(app, user.username)).json();
      expect(token.user).toMatchObject(expected);
      expect((await me(app, token.access_token)).json()).toMatchObject(expected);
      expect(await app.accounts.authenticate(token.access_token)).toEqual({
        kind: "user",
        id: user.id,
        isPremium: is_premium,
      });
    });

    it("is not cacheable and shows no secret", async () => {
      const app = await testApp(engine);
      const answer = await me(app, await userToken(app));
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect(answer.headers.vary).toContain("Authorization");
      expect(answer.body).not.toMatch(/password|argon2|_key/);
    });

    it("is served with a trailing slash too", async () => {
      const app = await testApp(engine);
      const token = await userToken(app);
      expect((await app.send("GET /api/user/me/", { token })).statusCode).toBe(200);
    });
  });

  describe("bad bodies", () => {
    const forms = ["/api/user/login", "/api/auth/login", "/api/staff/login"];
    const calls = ["/api/user/register", "/api/user/login-json", ...forms];
    const multipartOf = (fields: object) => {
      const multipart = new FormData();
      for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
      return multipart;
    };

    const inject = (app: TestApp, url: string, type: string, payload: string) =>
      app.http.inject({ method: "POST", url, headers: { "content-type": type }, payload });

    it("an unsupported type gets 415", async () => {
      const app = await testApp(engine);
      for (const url of calls) {
        for (const type of ["text/plain", "application/xml", "image/png", "application/octet-stream", "nonsense"]) {
          const answer = await inject(app, url, type, JSON.stringify(registration));
          expect([answer.statusCode, answer.json()]).toEqual([415, { detail: "Định dạng không được hỗ trợ" }]);
        }
        const multipart = multipartOf(registration);
        expect((await app.send(`POST ${url}`, { multipart })).statusCode).toBe(forms.includes(url) ? 401 : 415);
      }
    });

    it("a body that is not a JSON object gets 422", async () => {
      const app = await testApp(engine);
      const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
      for (const url of calls) {
        for (const payload of [
          "",
          "{",
          '{"username":',
          "nonsense",
          "[]",
          '"text"',
          "null",
          "1",
          '{"__proto__":{"a":1}}',
          deep,
        ]) {
          const answer = await inject(app, url, "application/json", payload);
          expect(answer.statusCode, `${url} ${payload.slice(0, 30)}`).toBe(422);
          expect(answer.json().detail).toEqual(expect.any(String));
        }
      }
    });

    it("refuses a body that is missing, too large, holds NUL or repeats a field", async () => {
      const app = await testApp(engine);
      const huge = { ...registration, password: "a".repeat(64 * 1024) };
      for (const url of calls) {
        const call = `POST ${url}` as const;
        expect((await app.send(call)).statusCode).toBe(422);
        const refused = await app.send(call, { json: huge });
        expect([refused.statusCode, refused.json()]).toEqual([413, { detail: "Dữ liệu gửi lên quá lớn" }]);
        expect((await app.send(call, { form: huge })).statusCode).toBe(413);
        const zeros = { ...registration, username: "lan\0anh", password: "bí\0mật 1" };
        expect((await app.send(call, { json: zeros })).statusCode).toBe(422);
        expect((await app.send(call, { form: zeros })).statusCode).toBe(422);
        const twice = "username=mot&username=hai&email=a%40b.co&password=123456&password=654321";
        expect((await inject(app, url, "application/x-www-form-urlencoded", twice)).statusCode).toBe(422);
      }
    });

    it("a form may be multipart, as bounded and strict as any other, without files", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      const fields = { username: user.username, password };
      const right = await app.send("POST /api/user/login", { multipart: multipartOf(fields) });
      expect([right.statusCode, right.json().user?.id]).toEqual([200, user.id]);
      const type = "multipart/form-data; boundary=ranh-gioi";
      const part = (name: string, value: string) =>
        `--ranh-gioi\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const whole = `${part("username", user.username)}${part("password", password)}--ranh-gioi--\r\n`;
      expect((await inject(app, "/api/user/login", type, whole)).statusCode).toBe(200);
      const broken = "Nội dung gửi lên không đầy đủ hoặc không hợp lệ";
      for (const url of forms) {
        for (const [payload, status, detail] of [
          [whole.slice(0, -9), 422, broken],
          ["nonsense", 422, broken],
          ["", 422, broken],
          [part("username", "a").repeat(2) + whole, 422, "Trường này chỉ được gửi một lần"],
          [part("filler", "a".repeat(64 * 1024)) + whole, 413, "Dữ liệu gửi lên quá lớn"],
          [part("username", "a\0b") + part("password", "bí mật") + "--ranh-gioi--\r\n", 422, "Dữ liệu không hợp lệ"],
          [`${part("password", "bí mật")}--ranh-gioi--\r\n`, 422, "Vui lòng nhập tên đăng nhập hoặc email"],
        ] as const) {
          const answer = await inject(app, url, type, payload);
          expect([answer.statusCode, answer.json().detail], `${url} ${payload.slice(0, 99)}`).toEqual([status, detail]);
        }
        expect((await inject(app, url, "multipart/form-data", whole)).statusCode).toBe(422);
        const withFile = await app.send(`POST ${url}`, {
          multipart: multipartOf({ ...fields, avatar: new Blob(["a"]) }),
        });
        expect([withFile.statusCode, withFile.json().errors]).toEqual([
          422,
          [{ field: "avatar", message: "Trường file không được hỗ trợ" }],
        ]);
      }
    });

    it("another method gets 404 in JSON", async () => {
      const app = await testApp(engine);
      for (const url of calls) {
        for (const method of ["GET", "PUT", "DELETE"] as const) {
          const answer = await app.send(`${method} ${url}`);
          expect([answer.statusCode, answer.json()]).toEqual([404, { detail: "Không tìm thấy nội dung yêu cầu" }]);
        }
      }
    });
  });

  describe("the first administrator", () => {
    it("is made once, with the given password", async () => {
      const app = await testApp(engine);
      const first = { email: "Chu@Example.com", password: "bí mật của chủ" };
      expect(await app.accounts.ensureFirstAdmin(first)).toEqual({ email: "Chu@Example.com", password: undefined });
      expect(await app.accounts.ensureFirstAdmin({ email: "khac@example.com", password: "123456" })).toBeUndefined();
      expect((await loginAdmin(app, "chu@example.com", first.password)).statusCode).toBe(200);
      expect((await loginAdmin(app, "khac@example.com", "123456")).statusCode).toBe(401);
      const trail = await app.db
        .selectFrom("audit_log")
        .selectAll()
        .where("action", "=", "create")
        .orderBy("id")
        .execute();
      expect(trail).toEqual([
        expect.objectContaining({ actor_kind: "system", entity: "admin", summary: "Chu@Example.com" }),
      ]);
    });

    it.each([
      ["chín ký t", "Mật khẩu của quản trị viên phải có ít nhất 10 ký tự"],
      ["1234567890", "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé"],
    ])("is not made with the password %j", async (secret, message) => {
      const app = await testApp(engine);
      const made = app.accounts.ensureFirstAdmin({ email: "a@example.com", password: secret });
      await expect(made).rejects.toThrow(message);
      expect(await app.db.selectFrom("admins").select("id").execute()).toEqual([]);
    });

    it("gets a random password, returned once and stored as a hash", async () => {
      const app = await testApp(engine);
      const made = await app.accounts.ensureFirstAdmin({ email: "admin@localhost", password: undefined });
      expect(made?.password).toMatch(/^[\w-]{20}$/);
      expect((await loginAdmin(app, "admin@localhost", made?.password)).statusCode).toBe(200);
      const rows = await app.db.selectFrom("admins").selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(made?.password);
    });
  });

  it("logs failed logins with keyed hashes of account and address", async () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const app = await testApp(engine, {}, { log });
    const user = await makeUser(app);
    const admin = await makeAdmin(app);
    const fail = (call: string, username: string, remoteAddress: string) =>
      app.send(`POST /api/${call}`, { json: { username, password: "sai mật khẩu" }, remoteAddress });
    await fail("user/login-json", user.username, "203.0.113.7");
    await fail("user/login-json", user.email, "203.0.113.8");
    await fail("user/login-json", "khong_co", "203.0.113.8");
    await fail("auth/login", admin.email, "203.0.113.7");
    await login(app, user.username);
    const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "login failed");
    expect(failures.map(({ kind }) => kind)).toEqual(["user", "user", "user", "admin"]);
    const [byName, byEmail, unknown, ofAdmin] = failures;
    expect(byName.account).toBe(byEmail.account);
    expect(new Set([byName.account, unknown.account, ofAdmin.account]).size).toBe(3);
    expect(byName.address).toBe(ofAdmin.address);
    expect(byEmail.address).toBe(unknown.address);
    expect(byName.address).not.toBe(byEmail.address);
    for (const { account, address } of failures) {
      expect(account).toMatch(/^[\w-]{22}$/);
      expect(address).toMatch(/^[\w-]{22}$/);
    }
    for (const secret of [user.username, user.email, admin.email, "khong_co", "203.0.113"])
      expect(JSON.stringify(failures)).not.toContain(secret);
  });

  it("logs no secret", async () => {
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const app = await testApp(engine, {}, { log });
    await register(app);
    const token = (await login(app, "lan_anh", registration.password)).json().access_token;
    await login(app, "lan_anh", "sai mật khẩu");
    await app.send("POST /api/user/login", { form: { username: "lan_anh", password: registration.password } });
    await me(app, token);
    const made = await app.accounts.ensureFirstAdmin({ email: "admin@localhost", password: undefined });
    const all = lines.join("");
    expect(all).toContain("/api/user/login-json");
    for (const secret of [registration.password, "sai mật khẩu", token, made?.password])
      expect(all).not.toContain(secret);
  });
});

onBothEngines((engine) => {
  describe("registering", () => {
    it("makes a free account that can log in", async () => {
      const app = await testApp(engine);
      const answer = await register(app);
      expect(answer.statusCode).toBe(201);
      expect(answer.json()).toEqual({
        id: expect.any(Number),
        username: "lan_anh",
        email: "lan@example.com",
        full_name: "Lan Anh",
        is_active: true,
        is_premium: false,
        subscription_type: "free",
        premium_expires_at: null,
        premium_package_id: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        is_email_verified: false,
      });
      const logged = await login(app, "lan_anh", registration.password);
      expect(logged.json().user).toEqual(answer.json());
    });

    it("refuses a taken name or address with 409, whatever its case", async () => {
      const app = await testApp(engine);
      await register(app);
      const name = await register(app, { username: "LAN_Anh", email: "khac@example.com" });
      expect([name.statusCode, name.json()]).toEqual([409, { detail: "Tên đăng nhập đã tồn tại" }]);
      const email = await register(app, { username: "khac", email: "LAN@Example.COM" });
      expect([email.statusCode, email.json()]).toEqual([409, { detail: "Email đã được sử dụng" }]);
      expect((await register(app)).json()).toEqual({ detail: "Tên đăng nhập đã tồn tại" });
    });

    it("compares addresses regardless of case", async () => {
      const app = await testApp(engine);
      await register(app, { email: "DAO@example.com" });
      const again = await register(app, { username: "khac", email: "dao@Example.com" });
      expect(again.statusCode).toBe(409);
    });

    it.each([
      ["the same name and address", () => ({})],
      ["the same name", (n: number) => ({ email: `n${n}@example.com` })],
      ["the same address", (n: number) => ({ username: `ten_${n}` })],
    ])("lets exactly one of many at once have %s", async (_, values) => {
      const app = await testApp(engine);
      const answers = await Promise.all(Array.from({ length: 12 }, (_item, n) => register(app, values(n))));
      expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array(11).fill(409),
      ]);
      expect(await app.db.selectFrom("users").select("id").execute()).toHaveLength(1);
    });
  });

  describe("logging in", () => {
    it("starts a session for each login and deletes expired ones", async () => {
      const app = await testApp(engine);
      const user = await makeUser(app);
      await makeSession(app, "user", user.id, -1000);
      await makeSession(app, "admin", 99, -day);
      const tokens = [];
      for (let n = 0; n < 3; n++) tokens.push((await login(app, user.username)).json().access_token);
      expect(new Set(tokens).size).toBe(3);
      expect(await sessions(app)).toHaveLength(3);
      for (const token of tokens) expect((await me(app, token)).statusCode).toBe(200);
    });

    it("succeeds while other logins delete the same expired sessions", async () => {
      const app = await testApp(engine);
      const { username } = await makeUser(app);
      await Promise.all(Array.from({ length: 20 }, () => makeSession(app, "user", 1, -1000)));
      const answers = await Promise.all(Array.from({ length: 8 }, () => login(app, username)));
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(200));
      expect(await sessions(app)).toHaveLength(8);
    });

    it("starts no session when the password changes during the login", async () => {
      let changed = async () => {};
      const passwords: Passwords = {
        ...cheapPasswords,
        verify: async (stored, given) => {
          const right = await cheapPasswords.verify(stored, given);
          await changed();
          return right;
        },
      };
      const app = await testApp(engine, {}, { passwords });
      const { username, id } = await makeUser(app);
      const admin = await makeAdmin(app);
      const password_hash = await cheapPasswords.hash("mật khẩu mới");
      changed = async () => {
        await app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
        await app.db.updateTable("admins").set({ password_hash }).where("id", "=", admin.id).execute();
      };
      expect((await login(app, username)).json()).toEqual(wrongUser);
      await app.db.updateTable("admins").set({ password_hash: admin.password_hash }).execute();
      expect((await loginAdmin(app, admin.email)).json()).toEqual(wrongAdmin);
      expect(await sessions(app)).toEqual([]);
      expect(await app.db.selectFrom("audit_log").select("id").orderBy("id").execute()).toEqual([]);
    });
  });

  describe("passwords", () => {
    it("refuses the old password to a login that overlaps the change", async () => {
      const app = await testApp(engine);
      const { username, id } = await makeUser(app);
      await login(app, username);
      const password_hash = await cheapPasswords.hash("mật khẩu mới");
      let beside: ReturnType<typeof login> | undefined;
      await app.db.transaction().execute(async (tx) => {
        await tx.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
        await app.accounts.endSessions(tx, "user", id);
        beside = login(app, username);
        // SQLite lets one transaction in at a time; on PostgreSQL the login comes as far as the changed row.
        if (engine === "postgres") await lockWaits(app.db);
      });
      expect((await beside)?.statusCode).toBe(401);
      expect(await sessions(app)).toEqual([]);
      expect((await login(app, username, "mật khẩu mới")).statusCode).toBe(200);
    });
  });

  describe("the first administrator", () => {
    it("is made once by two starts at the same time", async () => {
      const app = await testApp(engine);
      const made = await Promise.all(
        ["mot@example.com", "hai@example.com"].map((email) =>
          app.accounts.ensureFirstAdmin({ email, password: undefined }),
        ),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      expect(await app.db.selectFrom("admins").select("id").execute()).toHaveLength(1);
    });
  });
});
