import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { staffTopic } from "#server/features/topics.ts";
import { cheapPasswords, environmentOf, onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeSession, makeStaff, password, userToken } from "#test/factories.ts";
import { runScript } from "#test/processes.ts";
import { codeOf } from "#test/totp.ts";
import type { Passwords } from "../passwords.ts";

const path = "/api/account/second-factor";
const required = { detail: "Nhập mã xác thực hai bước để tiếp tục đăng nhập", reason: "totp_required" };
const refused = { detail: "Mã xác thực không đúng hoặc đã được dùng", reason: "totp_invalid" };
const fieldError = (field: string, message: string) => ({ detail: message, errors: [{ field, message }] });
const wrongPassword = fieldError("password", "Mật khẩu hiện tại không đúng");
const wrongCode = fieldError("code", refused.detail);
const kinds = ["admin", "staff"] as const;
type Kind = (typeof kinds)[number];

const calls = { admin: "POST /api/auth/login", staff: "POST /api/staff/login" } as const;
const login = (app: TestApp, { kind, username }: Account, totp_code?: string, secret = password) =>
  app.send(calls[kind], {
    form: { username, password: secret, ...(totp_code === undefined ? {} : { totp_code }) },
  });
const set = (app: TestApp, token: string, step: string, json: object) =>
  app.send(`POST ${path}/${step}`, { token, json });
const isOpen = async (app: TestApp, token: string) => (await app.send(`GET ${path}`, { token })).statusCode === 200;
const stateOf = async (app: TestApp, token: string) => (await app.send(`GET ${path}`, { token })).json();

interface Account {
  kind: Kind;
  id: number;
  username: string;
  token: string;
}

async function account(app: TestApp, kind: Kind): Promise<Account> {
  const { id, username } =
    kind === "staff"
      ? await makeStaff(app)
      : await makeAdmin(app).then((admin) => ({ ...admin, username: admin.email }));
  return { kind, id, username, token: await makeSession(app, kind, id) };
}

/** An account that has just enabled its second factor; the code of the present step is used. */
async function enabled(app: TestApp, kind: Kind = "admin") {
  const made = await account(app, kind);
  const { secret } = (await set(app, made.token, "setup", { password })).json();
  const answer = await set(app, made.token, "enable", { code: codeOf(secret) });
  expect(answer.statusCode).toBe(200);
  return { ...made, secret: String(secret), recoveryCodes: answer.json().recovery_codes as string[] };
}

// All steps of a test lie in one time step of the codes.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }));
afterEach(() => void vi.useRealTimers());

const trail = (app: TestApp) =>
  app.db
    .selectFrom("audit_log")
    .select(["actor_kind", "action", "entity", "entity_id", "summary"])
    .orderBy("id")
    .execute();

onOneEngine((engine) => {
  describe.each(kinds)("the second factor of %s", (kind) => {
    it("is enabled with password and code, shows ten recovery codes once, and ends other sessions", async () => {
      const app = await testApp(engine);
      const made = await account(app, kind);
      const other = await makeSession(app, kind, made.id);
      const off = { is_enabled: false, enabled_at: null, recovery_codes_left: 0 };
      expect(await stateOf(app, made.token)).toEqual(off);
      expect((await set(app, made.token, "setup", { password: "sai mật khẩu" })).json()).toEqual(wrongPassword);
      const setup = await set(app, made.token, "setup", { password });
      const { secret, uri, qr } = setup.json();
      expect(setup.headers["cache-control"]).toContain("no-store");
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(uri).toContain(`${encodeURIComponent(made.username)}?secret=${secret}&`);
      expect(Buffer.from(qr.replace("data:image/svg+xml;base64,", ""), "base64").toString()).toMatch(/^<svg /);
      expect(await stateOf(app, made.token)).toEqual(off);
      expect((await login(app, made)).statusCode).toBe(200);

      const wrong = await set(app, made.token, "enable", { code: codeOf(secret, 2) });
      expect([wrong.statusCode, wrong.json().errors[0].field]).toEqual([422, "code"]);
      const code = codeOf(secret);
      const answer = await set(app, made.token, "enable", { code: `${code.slice(0, 3)} ${code.slice(3)}` });
      expect(new Set(answer.json().recovery_codes).size).toBe(10);
      expect(await isOpen(app, made.token)).toBe(true);
      expect(await isOpen(app, other)).toBe(false);
      expect(await stateOf(app, made.token)).toEqual({
        is_enabled: true,
        enabled_at: expect.stringMatching(/Z$/),
        recovery_codes_left: 10,
      });
      const again = await set(app, made.token, "setup", { password });
      expect([again.statusCode, again.json()]).toEqual([409, { detail: "Xác thực hai bước đang bật" }]);
      expect((await set(app, made.token, "enable", { code: codeOf(secret, 1) })).statusCode).toBe(409);
    });

    it("asks for a code after the right password alone, and takes each code once", async () => {
      const app = await testApp(engine);
      const made = await enabled(app, kind);
      const answer = await login(app, made);
      expect([answer.statusCode, answer.json()]).toEqual([401, required]);
      expect((await login(app, made, " ")).json()).toEqual(required);
      for (const code of [undefined, codeOf(made.secret, 1), made.recoveryCodes[0]]) {
        const guess = await login(app, made, code, "sai mật khẩu");
        expect([guess.statusCode, Object.keys(guess.json())]).toEqual([401, ["detail"]]);
        expect(guess.json()).toEqual((await login(app, { ...made, username: "khong_co" }, code)).json());
      }
      for (const code of [codeOf(made.secret, 0), codeOf(made.secret, -1), codeOf(made.secret, 2), "abc", "-"]) {
        const wrong = await login(app, made, code);
        expect([wrong.statusCode, wrong.json()], code).toEqual([401, refused]);
      }
      const next = codeOf(made.secret, 1);
      const entered = await login(app, made, next);
      expect(entered.statusCode).toBe(200);
      const { staff_info: _info, ...shape } = entered.json();
      expect(shape).toEqual({ access_token: expect.any(String), token_type: "bearer" });
      expect((await login(app, made, next)).json()).toEqual(refused);
    });

    it("takes each recovery code once, however it is typed, and says so in the trail", async () => {
      const app = await testApp(engine);
      const made = await enabled(app, kind);
      const [first = "", second = ""] = made.recoveryCodes;
      expect((await login(app, made, first.toLowerCase().replaceAll("-", " "))).statusCode).toBe(200);
      expect((await login(app, made, first)).json()).toEqual(refused);
      expect((await login(app, made, second)).statusCode).toBe(200);
      expect(await stateOf(app, made.token)).toMatchObject({ recovery_codes_left: 8 });
      expect((await trail(app)).at(-1)).toMatchObject({
        action: "login",
        summary: expect.stringMatching(/ \(bằng mã khôi phục\)$/),
      });
    });

    it("makes recovery codes anew with password and code, and the old ones end", async () => {
      const app = await testApp(engine);
      const made = await enabled(app, kind);
      const [old = "", older = ""] = made.recoveryCodes;
      const body = { password, code: codeOf(made.secret, 1) };
      const without = await set(app, made.token, "recovery-codes", { ...body, password: "sai mật khẩu" });
      expect([without.statusCode, without.json()]).toEqual([422, wrongPassword]);
      const wrong = await set(app, made.token, "recovery-codes", { ...body, code: "000 00" });
      expect([wrong.statusCode, wrong.json()]).toEqual([422, wrongCode]);
      const { recovery_codes } = (await set(app, made.token, "recovery-codes", body)).json();
      expect(recovery_codes).toHaveLength(10);
      expect((await set(app, made.token, "recovery-codes", body)).json()).toEqual(wrongCode);
      expect((await login(app, made, old)).json()).toEqual(refused);
      expect((await set(app, made.token, "recovery-codes", { password, code: older })).json()).toEqual(wrongCode);
      expect((await login(app, made, recovery_codes[0])).statusCode).toBe(200);
    });

    it("is disabled with password and a code, and ends other sessions", async () => {
      const app = await testApp(engine);
      const made = await enabled(app, kind);
      const other = await makeSession(app, kind, made.id);
      const code = made.recoveryCodes[0] ?? "";
      expect((await set(app, made.token, "disable", { password: "sai mật khẩu", code })).json()).toEqual(wrongPassword);
      expect((await set(app, made.token, "disable", { password, code: "123" })).json()).toEqual(wrongCode);
      expect((await set(app, made.token, "disable", { password })).json()).toEqual(
        fieldError("code", "Vui lòng nhập mã xác thực"),
      );
      expect((await set(app, made.token, "disable", { password, code })).json()).toEqual({ success: true });
      expect([await isOpen(app, made.token), await isOpen(app, other)]).toEqual([true, false]);
      expect((await login(app, made)).statusCode).toBe(200);
      expect((await set(app, made.token, "disable", { password, code })).json()).toEqual({
        detail: "Xác thực hai bước chưa được bật",
      });
      expect(await app.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
    });

    it("is audited without secrets and stored sealed or hashed", async () => {
      const app = await testApp(engine);
      const made = await enabled(app, kind);
      const next = codeOf(made.secret, 1);
      const renewed = (await set(app, made.token, "recovery-codes", { password, code: next })).json().recovery_codes;
      const factors = await app.db.selectFrom("second_factors").selectAll().execute();
      const stored = JSON.stringify([
        factors,
        await app.db.selectFrom("recovery_codes").selectAll().execute(),
        await trail(app),
      ]);
      expect(factors[0]?.sealed_secret).toMatch(/^v1\./);
      for (const secret of [made.secret, ...made.recoveryCodes, ...renewed, next]) expect(stored).not.toContain(secret);
      await set(app, made.token, "disable", { password, code: renewed[0] });
      expect(await trail(app)).toMatchObject(
        ["create", "update", "delete"].map((action) => ({
          actor_kind: kind,
          action,
          entity: "second_factor",
          entity_id: made.id,
        })),
      );
    });

    it("goes with the account", async () => {
      const app = await testApp(engine);
      const { id } = await enabled(app, kind);
      await app.db
        .deleteFrom(kind === "admin" ? "admins" : "staff")
        .where("id", "=", id)
        .execute();
      expect(await app.db.selectFrom("second_factors").selectAll().execute()).toEqual([]);
      expect(await app.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
    });

    it("counts wrong codes with the logins of the account: ten a minute", async () => {
      const app = await testApp(engine, { RATE_LIMITS: "on" });
      const made = await enabled(app, kind);
      // Setting up and enabling were two tries.
      for (let n = 0; n < 7; n++) expect((await login(app, made, "000 000 0")).statusCode).toBe(401);
      const disabling = await set(app, made.token, "disable", { password, code: "000 000 0" });
      expect(disabling.statusCode).toBe(422);
      const held = await login(app, made, made.recoveryCodes[0]);
      expect(held.statusCode).toBe(429);
      expect(Number(held.headers["retry-after"])).toBeGreaterThan(0);
      const blocked = await set(app, made.token, "disable", { password, code: made.recoveryCodes[0] });
      expect(blocked.statusCode).toBe(429);
    });

    it("slows wrong codes from many addresses", async () => {
      const app = await testApp(engine, { RATE_LIMITS: "on" });
      const made = await enabled(app, kind);
      const guess = (n: number) =>
        app.send(calls[kind], {
          form: { username: made.username, password, totp_code: "000 000 0" },
          remoteAddress: `198.51.100.${n}`,
        });
      const statuses: number[] = [];
      for (let n = 1; n <= 51; n++) statuses.push((await guess(n)).statusCode);
      expect(statuses.slice(0, 48)).toEqual(Array(48).fill(401));
      expect(statuses.at(-1)).toBe(429);
    });
  });

  it("is closed to visitors and users", async () => {
    const app = await testApp(engine);
    const token = await userToken(app);
    for (const call of [
      `GET ${path}`,
      `POST ${path}/setup`,
      `POST ${path}/enable`,
      `POST ${path}/recovery-codes`,
      `POST ${path}/disable`,
    ] as const) {
      const json = call.startsWith("GET") ? undefined : { password, code: "123456" };
      const statuses = [await app.send(call, { json }), await app.send(call, { json, token })];
      expect(
        statuses.map(({ statusCode }) => statusCode),
        call,
      ).toEqual([401, 403]);
    }
  });

  it("is no matter of a member who is inactive, and verifies a password even for an unknown name", async () => {
    const verify = vi.fn<Passwords["verify"]>(cheapPasswords.verify);
    const app = await testApp(engine, {}, { passwords: { ...cheapPasswords, verify } });
    const made = await enabled(app, "staff");
    await app.db.updateTable("staff").set({ is_active: false }).where("id", "=", made.id).execute();
    expect((await login(app, made)).json()).toEqual({ detail: "Tài khoản đã bị khóa" });
    verify.mockClear();
    await login(app, { ...made, username: "khong_co" }, "123456");
    expect(verify.mock.calls).toEqual([[undefined, password]]);
  });

  it("keeps the lifetimes of sessions", async () => {
    const app = await testApp(engine);
    const made = await enabled(app);
    const hoursOf = async (more: Record<string, string>, totp_code = "") => {
      await app.db.deleteFrom("sessions").execute();
      await app.send(calls.admin, { form: { username: made.username, password, totp_code, ...more } });
      const { expires_at } = await app.db.selectFrom("sessions").select("expires_at").executeTakeFirstOrThrow();
      return Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000);
    };
    expect(await hoursOf({}, made.recoveryCodes[0])).toBe(12);
    expect(await hoursOf({ remember: "true" }, made.recoveryCodes[1])).toBe(30 * 24);
  });

  it("logs a wrong code after the right password without names or codes", async () => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
    const app = await testApp(engine, {}, { log });
    const made = await enabled(app);
    await login(app, made, "987654");
    const line = lines.find((each) => each.includes("failed at the second factor"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ kind: "admin", account: expect.any(String) });
    for (const secret of [made.username, "987654", made.secret]) expect(lines.join("")).not.toContain(secret);
  });

  describe("a lost phone", () => {
    it("an administrator sees which members have a factor, and disables it", async () => {
      const app = await testApp(engine);
      const token = await adminToken(app);
      const made = await enabled(app, "staff");
      const plain = await makeStaff(app);
      const list = async () =>
        Object.fromEntries(
          (await app.send("GET /api/admin/staff", { token }))
            .json()
            .map((member: { id: number; has_second_factor: boolean }) => [member.id, member.has_second_factor]),
        );
      expect(await list()).toEqual({ [made.id]: true, [plain.id]: false });
      const disable = (id: number, by?: string) =>
        app.send(`DELETE /api/admin/staff/${id}/second-factor`, { token: by });
      expect((await disable(made.id)).statusCode).toBe(401);
      expect((await disable(made.id, made.token)).statusCode).toBe(403);
      expect((await disable(999, token)).statusCode).toBe(404);
      expect((await disable(plain.id, token)).json()).toEqual({ detail: "Nhân viên này chưa bật xác thực hai bước" });
      expect((await disable(made.id, token)).json()).toEqual({ success: true });
      expect(await list()).toEqual({ [made.id]: false, [plain.id]: false });
      expect(await isOpen(app, made.token)).toBe(false);
      expect((await login(app, made)).statusCode).toBe(200);
      expect(await trail(app)).toContainEqual(
        expect.objectContaining({ actor_kind: "admin", action: "delete", entity: "second_factor", entity_id: made.id }),
      );
    });

    it("npm run admin -- disable-totp helps administrators by e-mail and members by user name", async () => {
      const app = await testApp(engine);
      const [admin, member] = [await enabled(app, "admin"), await enabled(app, "staff")];
      const run = (...args: string[]) => runScript("scripts/admin.ts", args, environmentOf(app));
      const ended = await run("disable-totp", admin.username.toUpperCase());
      expect(ended).toEqual({
        code: 0,
        err: "",
        out: `Quản trị viên ${admin.username.toUpperCase()}: đã tắt xác thực hai bước.\nMọi phiên đăng nhập cũ đã kết thúc.\n`,
      });
      expect([await isOpen(app, admin.token), await isOpen(app, member.token)]).toEqual([false, true]);
      expect((await login(app, admin)).statusCode).toBe(200);
      expect((await login(app, member)).json()).toEqual(required);
      expect(await run("disable-totp", member.username)).toMatchObject({ code: 0 });
      expect((await login(app, member)).statusCode).toBe(200);
      const again = await run("disable-totp", member.username);
      expect(again).toEqual({ code: 1, out: "", err: `${member.username} chưa bật xác thực hai bước.\n` });
      expect(await run("disable-totp", "ai@example.com")).toEqual({
        code: 1,
        out: "",
        err: "Không có quản trị viên hay nhân viên nào là ai@example.com.\n",
      });
      expect((await trail(app)).filter(({ actor_kind }) => actor_kind === "system")).toEqual([
        {
          actor_kind: "system",
          action: "delete",
          entity: "second_factor",
          entity_id: admin.id,
          summary: admin.username,
        },
        {
          actor_kind: "system",
          action: "delete",
          entity: "second_factor",
          entity_id: member.id,
          summary: `nhân viên số ${member.id}`,
        },
      ]);
    });
  });

  it("another SECRET_KEY opens no secret, and recovery codes go on working", async () => {
    const first = await testApp(engine);
    const made = await enabled(first);
    await first.close();
    const app = await testApp(engine, { SECRET_KEY: "another secret key" }, { beside: first });
    const unreadable = await login(app, made, codeOf(made.secret, 1));
    expect([unreadable.statusCode, unreadable.json()]).toEqual([
      401,
      { detail: expect.stringContaining("SECRET_KEY"), reason: "totp_invalid" },
    ]);
    expect((await login(app, made, made.recoveryCodes[0])).statusCode).toBe(200);
  });

  it("reseal encrypts the secrets with the new key", async () => {
    const first = await testApp(engine);
    const [admin, member] = [await enabled(first, "admin"), await enabled(first, "staff")];
    await first.close();
    const both = { SECRET_KEY: "another secret key", SECRET_KEY_OLD: first.config.secrets.key.toString() };
    const reseal = (env: Record<string, string>) =>
      runScript("scripts/admin.ts", ["reseal"], { ...environmentOf(first), ...env });
    expect(await reseal({ SECRET_KEY: "a third key of nobody" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("Không đọc được khóa xác thực hai bước của 2 tài khoản"),
    });
    expect(await reseal(both)).toMatchObject({
      code: 0,
      out: expect.stringContaining("Đã mã hóa lại khóa xác thực hai bước của 2 tài khoản."),
    });
    const app = await testApp(engine, { SECRET_KEY: both.SECRET_KEY }, { beside: first });
    expect((await login(app, admin, codeOf(admin.secret, 1))).statusCode).toBe(200);
    expect((await login(app, member, codeOf(member.secret, 1))).statusCode).toBe(200);
  });
});

onBothEngines((engine) => {
  it.each(["totp", "recovery"] as const)("lets one of several simultaneous logins use a %s code", async (which) => {
    const app = await testApp(engine);
    const made = await enabled(app);
    const code = which === "totp" ? codeOf(made.secret, 1) : made.recoveryCodes[0];
    const answers = await Promise.all(Array.from({ length: 6 }, () => login(app, made, code)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 401, 401, 401, 401, 401]);
    expect(await app.db.selectFrom("sessions").selectAll().execute()).toHaveLength(2);
  });

  it("takes no code of a step that is used or before it", async () => {
    const app = await testApp(engine);
    const made = await enabled(app);
    expect((await login(app, made, codeOf(made.secret, 1))).statusCode).toBe(200);
    for (const steps of [1, 0, -1])
      expect((await login(app, made, codeOf(made.secret, steps))).json()).toEqual(refused);
  });

  it("enabling and disabling beside logins leave no session that the factor does not cover, and lock up nothing", async () => {
    const app = await testApp(engine);
    const made = await account(app, "staff");
    const { secret } = (await set(app, made.token, "setup", { password })).json();
    const [answer, ...logins] = await Promise.all([
      set(app, made.token, "enable", { code: codeOf(secret) }),
      ...Array.from({ length: 4 }, () => login(app, made)),
    ]);
    expect(answer.statusCode).toBe(200);
    for (const entered of logins) {
      if (entered.statusCode !== 200) expect(entered.json()).toEqual(required);
      else expect(await isOpen(app, entered.json().access_token)).toBe(false);
    }
    const { recovery_codes } = answer.json();
    const ends = await Promise.all([
      set(app, made.token, "disable", { password, code: recovery_codes[0] }),
      ...[1, 2, 3].map((n) => login(app, made, recovery_codes[n])),
    ]);
    expect(ends.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  it("tells the administrators' lists of members when a factor changes", async () => {
    const app = await testApp(engine);
    const version = () => app.database.changes.version(staffTopic);
    const made = await account(app, "staff");
    const { secret } = (await set(app, made.token, "setup", { password })).json();
    const before = version();
    await set(app, made.token, "enable", { code: codeOf(secret) });
    expect(version()).not.toBe(before);
  });
});
