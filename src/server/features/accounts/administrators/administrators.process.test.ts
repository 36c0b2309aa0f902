/** `npm run admin -- …` beside the app. */
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { environmentOf, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { makeAdmin, makeSession, makeStaff, makeUser, password } from "#test/factories.ts";
import { type Ended, runScript, startScript } from "#test/processes.ts";
import { startRelay } from "#test/relay.ts";

/** A process on a busy machine takes seconds to start. */
const startingUp = { timeout: 120_000 };
const run = (app: TestApp, ...args: string[]) => runScript("scripts/admin.ts", args, environmentOf(app));

const passwordIn = ({ out }: Ended) => /Mật khẩu \(chỉ hiện lần này\): ([\w-]{20})\n/.exec(out)?.[1] ?? "";
const logIn = async (app: TestApp, username: string, secret: string) =>
  (await app.send("POST /api/auth/login", { form: { username, password: secret } })).statusCode;
const isOpen = async (app: TestApp, token: string) =>
  (await app.send("GET /api/admin/dashboard/stats", { token })).statusCode === 200;
const trail = (app: TestApp) =>
  app.db
    .selectFrom("audit_log")
    .select(["actor_kind", "action", "entity", "entity_id", "summary"])
    .orderBy("id")
    .execute();
const resetOf = (entity: "admin" | "user" | "staff", entity_id: number, name: string) => ({
  actor_kind: "system",
  action: "update",
  entity,
  entity_id,
  summary: `${name} (mật khẩu mới)`,
});
/** The status of a page of an account, which its token opens. */
const statusOf = async (app: TestApp, kind: "user" | "staff", token: string) =>
  (await app.send(`GET /api/${kind}/me`, { token })).statusCode;

onOneEngine((engine) => {
  describe("npm run admin", () => {
    it("reset-password shows a new password once and ends that administrator's sessions", async () => {
      const app = await testApp(engine);
      const admin = await makeAdmin(app, { email: "Quan.Tri@example.com" });
      const other = await makeAdmin(app);
      const user = await makeUser(app);
      const token = await makeSession(app, "admin", admin.id);
      const others = await makeSession(app, "admin", other.id);
      const users = await makeSession(app, "user", user.id);
      const ended = await run(app, "reset-password", "quan.tri@EXAMPLE.com");
      expect(ended).toMatchObject({ code: 0, err: "" });
      expect(ended.out).toContain("Đã đặt lại mật khẩu của Quan.Tri@example.com.");
      expect(ended.out).toContain("Mọi phiên đăng nhập cũ của người này đã kết thúc.");
      expect(await isOpen(app, token)).toBe(false);
      expect(await isOpen(app, others)).toBe(true);
      expect(await statusOf(app, "user", users)).toBe(200);
      expect(await logIn(app, admin.email, password)).toBe(401);
      expect(await logIn(app, admin.email, passwordIn(ended))).toBe(200);
      expect(await logIn(app, other.email, password)).toBe(200);
      expect((await trail(app))[0]).toEqual(resetOf("admin", admin.id, admin.email));
      expect(JSON.stringify(await trail(app))).not.toContain(passwordIn(ended));
    });

    it("reset-user-password shows a new password once and ends that user's sessions", async () => {
      const app = await testApp(engine);
      const email = "Lan.Anh@example.com";
      const user = await makeUser(app, { email, email_key: email.toLowerCase() });
      const admin = await makeAdmin(app, { email });
      const tokens = [await makeSession(app, "user", user.id), await makeSession(app, "user", user.id)];
      const others = await makeSession(app, "user", (await makeUser(app)).id);
      const admins = await makeSession(app, "admin", admin.id);
      const ended = await run(app, "reset-user-password", "lan.anh@EXAMPLE.com");
      expect(ended).toMatchObject({ code: 0, err: "" });
      expect(ended.out).toContain(`Đã đặt lại mật khẩu của ${email}.`);
      for (const token of tokens) expect(await statusOf(app, "user", token)).toBe(401);
      expect(await statusOf(app, "user", others)).toBe(200);
      expect(await isOpen(app, admins)).toBe(true);
      const enter = async (secret: string) =>
        (await app.send("POST /api/user/login-json", { json: { username: user.username, password: secret } }))
          .statusCode;
      expect(await enter(password)).toBe(401);
      expect(await enter(passwordIn(ended))).toBe(200);
      expect(await logIn(app, email, password)).toBe(200);
      expect((await trail(app))[0]).toEqual(resetOf("user", user.id, `số ${user.id}`));
    });

    it("reset-staff-password shows a new password once and ends that member's sessions", async () => {
      const app = await testApp(engine);
      const email = "Lan.Anh@example.com";
      const member = await makeStaff(app, { email, email_key: email.toLowerCase() });
      const token = await makeSession(app, "staff", member.id);
      const users = await makeSession(app, "user", (await makeUser(app, { email, email_key: email.toLowerCase() })).id);
      const ended = await run(app, "reset-staff-password", "lan.anh@EXAMPLE.com");
      expect(ended).toMatchObject({ code: 0, err: "" });
      expect(ended.out).toContain(`Đã đặt lại mật khẩu của ${email}.`);
      expect(await statusOf(app, "staff", token)).toBe(401);
      expect(await statusOf(app, "user", users)).toBe(200);
      const enter = async (secret: string) =>
        (await app.send("POST /api/staff/login", { form: { username: email, password: secret } })).statusCode;
      expect([await enter(password), await enter(passwordIn(ended))]).toEqual([401, 200]);
      expect((await trail(app))[0]).toEqual(resetOf("staff", member.id, `số ${member.id}`));
    });

    it("sessions lists those of an e-mail, end-sessions ends them", async () => {
      const app = await testApp(engine);
      const email = "Lan.Anh@example.com";
      const user = await makeUser(app, { email, email_key: email.toLowerCase() });
      const admin = await makeAdmin(app, { email });
      const member = await makeStaff(app, { email, email_key: email.toLowerCase() });
      const ofStaff = await makeSession(app, "staff", member.id);
      const other = await makeSession(app, "user", (await makeUser(app)).id);
      const [ofUser, ofAdmin] = [await makeSession(app, "user", user.id), await makeSession(app, "admin", admin.id)];
      await makeSession(app, "user", user.id, -1000);
      const listed = await run(app, "sessions", "lan.anh@EXAMPLE.com");
      expect(listed).toMatchObject({ code: 0, err: "" });
      const time = String.raw`\d\d:\d\d \d+/\d+/\d+`;
      const times = `đăng nhập ${time}, dùng lần cuối ${time}, hết hạn ${time}\n`;
      expect(listed.out).toMatch(new RegExp(`^Quản trị viên: ${times}Người dùng: ${times}Nhân viên: ${times}$`));
      expect(await run(app, "end-sessions", email)).toEqual({
        code: 0,
        out: "Mọi phiên đăng nhập đã kết thúc.\n",
        err: "",
      });
      expect(await isOpen(app, ofAdmin)).toBe(false);
      expect(await statusOf(app, "user", ofUser)).toBe(401);
      expect(await statusOf(app, "staff", ofStaff)).toBe(401);
      expect(await statusOf(app, "user", other)).toBe(200);
      expect((await run(app, "sessions", email)).out).toBe("Không có phiên đăng nhập nào.\n");
      expect(await trail(app)).toMatchObject([
        { action: "update", entity: "admin", entity_id: admin.id, summary: `${email} (kết thúc các phiên đăng nhập)` },
        {
          action: "update",
          entity: "user",
          entity_id: user.id,
          summary: `số ${user.id} (kết thúc các phiên đăng nhập)`,
        },
        { entity: "staff", entity_id: member.id, summary: `số ${member.id} (kết thúc các phiên đăng nhập)` },
      ]);
      const unknown = { code: 1, out: "", err: "Không có tài khoản nào dùng email ai@example.com.\n" };
      expect(await run(app, "sessions", "ai@example.com")).toEqual(unknown);
      expect(await run(app, "end-sessions", "ai@example.com")).toEqual(unknown);
    });

    it("create adds an administrator who can log in, and never two of one e-mail", async () => {
      const app = await testApp(engine);
      const ended = await run(app, "create", "moi@example.com");
      expect(ended).toMatchObject({ code: 0, err: "" });
      expect(ended.out).toContain("Đã thêm quản trị viên moi@example.com.");
      expect(await logIn(app, "moi@example.com", passwordIn(ended))).toBe(200);
      const again = await run(app, "create", "MOI@example.com");
      expect(again).toEqual({ code: 1, out: "", err: "Đã có quản trị viên dùng email MOI@example.com.\n" });
      expect(await run(app, "list")).toEqual({ code: 0, out: "moi@example.com\n", err: "" });
      expect(await trail(app)).toMatchObject([{ actor_kind: "system", action: "create", entity: "admin" }, {}]);
    });

    it("list names the administrators by e-mail", async () => {
      const app = await testApp(engine);
      expect(await run(app, "list")).toEqual({ code: 0, out: "Chưa có quản trị viên nào.\n", err: "" });
      for (const email of ["b@example.com", "A@example.com"]) await makeAdmin(app, { email });
      expect((await run(app, "list")).out).toBe("A@example.com\nb@example.com\n");
    });

    it("ends with 1 and a message for an impossible command, and changes nothing", async () => {
      const app = await testApp(engine);
      const unknown = "Không có quản trị viên nào dùng email ai@example.com.\n";
      expect(await run(app, "reset-password", "ai@example.com")).toEqual({ code: 1, out: "", err: unknown });
      await makeUser(app, { username: "ai_do" });
      expect(await run(app, "reset-user-password", "ai_do")).toEqual({
        code: 1,
        out: "",
        err: "Không có người dùng nào dùng email ai_do.\n",
      });
      expect(await run(app, "create", "khong-phai-email")).toEqual({ code: 1, out: "", err: "Email không hợp lệ.\n" });
      expect(await trail(app)).toEqual([]);
    });
  });
});

describe("npm run admin", () => {
  const unusable =
    /^Không dùng được cơ sở dữ liệu PostgreSQL .+\nHãy thử lại khi PostgreSQL hoạt động bình thường\.\n$/;

  /** PostgreSQL accepts connections and never answers. */
  async function withoutAnswers(): Promise<Ended> {
    const app = await testApp("postgres");
    const relay = await startRelay(app.place.databaseUrl ?? "");
    relay.freeze();
    return runScript("scripts/admin.ts", ["list"], { ...environmentOf(app), DATABASE_URL: relay.url });
  }

  /** A query gets no answer. */
  async function withoutResult(): Promise<Ended> {
    const app = await testApp("postgres");
    return app.db.transaction().execute(async (tx) => {
      await sql`lock table admins`.execute(tx);
      return run(app, "list");
    });
  }

  /** PostgreSQL hangs while it works. */
  async function whileItHangs(): Promise<Ended> {
    const app = await testApp("postgres");
    const relay = await startRelay(app.place.databaseUrl ?? "");
    return app.db.transaction().execute(async (tx) => {
      await sql`lock table admins`.execute(tx);
      const command = startScript("scripts/admin.ts", ["list"], { ...environmentOf(app), DATABASE_URL: relay.url });
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where relation = 'admins'::regclass and not granted`.execute(
          tx,
        );
        expect(rows).toHaveLength(1);
      }, startingUp);
      relay.freeze();
      return command.ended;
    });
  }

  it("ends with 1 and a message when PostgreSQL never answers, a query gets no result, or it hangs at work", async () => {
    // Side by side, since each waits for a timeout of the database.
    for (const ended of await Promise.all([withoutAnswers(), withoutResult(), whileItHangs()])) {
      expect(ended).toMatchObject({ code: 1, out: "" });
      expect(ended.err).toMatch(unusable);
    }
  });

  it.each([
    [[]],
    [["remove"]],
    [["create"]],
    [["create", "a@b.vn", "c@d.vn"]],
    [["list", "x"]],
  ])("ends with 2 and its usage for %j", async (args) => {
    const app = await testApp("sqlite");
    const ended = await run(app, ...args);
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("Cách dùng: npm run admin -- LỆNH");
  });
});
