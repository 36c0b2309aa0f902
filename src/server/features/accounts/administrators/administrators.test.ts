import { describe, expect, it } from "vitest";
import type { Administrator } from "#contract/administrators.ts";
import { onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeSession, password, staffToken } from "#test/factories.ts";

const list = "/api/admin/administrators";

async function signedIn(app: TestApp, email: string, role: "admin" | "accountant" = "admin") {
  const { id } = await makeAdmin(app, { email, role });
  return { id, token: await makeSession(app, "admin", id) };
}
const all = async (app: TestApp, token: string) => (await app.send(`GET ${list}`, { token })).json<Administrator[]>();
const change = (app: TestApp, token: string, id: number, json: object) =>
  app.send(`PUT ${list}/${id}`, { token, json });
const login = (app: TestApp, username: string, secret = password) =>
  app.send("POST /api/auth/login", { form: { username, password: secret } });
const invite = (app: TestApp, token: string, json: object = {}) =>
  app.send(`POST ${list}`, {
    token,
    json: { email: "moi@example.com", full_name: "Mới", role: "accountant", ...json },
  });
const tokenIn = (link: string) => new URLSearchParams(link.split("#")[1]).get("token");
const setPassword = (app: TestApp, link: string, secret: string) =>
  app.send("POST /api/auth/reset-password", { json: { token: tokenIn(link), password: secret } });
const me = async (app: TestApp, token: string) => (await app.send("GET /api/auth/me", { token })).statusCode;

describe("an invitation", () => {
  it("without a mail server shows the inviter a link, by which the invited sets the password once", async () => {
    const app = await testApp("sqlite");
    const { token } = await signedIn(app, "an@example.com");
    const answer = await invite(app, token);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([201, "private, no-store"]);
    const { administrator, link } = answer.json();
    expect(administrator).toMatchObject({ role: "accountant", is_active: true, is_invited: true, last_login_at: null });
    expect(link).toMatch(/^\/reset-password#account=admin&token=/);
    const secret = "một mật khẩu của Mới";
    expect((await setPassword(app, link, secret)).statusCode).toBe(200);
    expect((await setPassword(app, link, secret)).statusCode).toBe(422);
    expect((await login(app, "moi@example.com", secret)).statusCode).toBe(200);
    const [, invited] = await all(app, token);
    expect(invited).toMatchObject({ is_invited: false, last_login_at: expect.any(String), is_self: false });
    const again = await app.send(`POST ${list}/${administrator.id}/invitation`, { token });
    expect(again.statusCode).toBe(409);
  });

  it("is sent by e-mail where there is a mail server, and its content is shown to nobody", async () => {
    const app = await testApp("sqlite", { SMTP_URL: "smtp://127.0.0.1:1", PUBLIC_URL: "https://nhac.example" });
    const { token } = await signedIn(app, "an@example.com");
    expect((await invite(app, token)).json().link).toBeNull();
    const [row] = await app.db.selectFrom("deliveries").selectAll().where("event", "=", "admin_invitation").execute();
    expect(row).toMatchObject({ email: "moi@example.com", recipient_kind: "admin" });
    expect((await app.send(`GET /api/admin/deliveries/${row?.id}`, { token })).json().mail).toBeNull();
  });

  it("is replaced by another one", async () => {
    const app = await testApp("sqlite");
    const { token } = await signedIn(app, "an@example.com");
    const { administrator, link } = (await invite(app, token)).json();
    const second = (await app.send(`POST ${list}/${administrator.id}/invitation`, { token })).json();
    expect((await setPassword(app, link, "một mật khẩu của Mới")).statusCode).toBe(422);
    expect((await setPassword(app, second.link, "một mật khẩu của Mới")).statusCode).toBe(200);
  });

  it("stands in the trail with the address once", async () => {
    const app = await testApp("sqlite");
    const { token } = await signedIn(app, "an@example.com");
    const { administrator } = (await invite(app, token)).json();
    await app.send(`POST ${list}/${administrator.id}/invitation`, { token });
    const entries = await app.db
      .selectFrom("audit_log")
      .select("summary")
      .where("action", "!=", "login")
      .orderBy("id")
      .execute();
    expect(entries.map(({ summary }) => summary)).toEqual([
      "moi@example.com (kế toán)",
      "moi@example.com (lời mời mới)",
    ]);
  });

  it("is refused for an e-mail that is taken, in any case", async () => {
    const app = await testApp("sqlite");
    const { token } = await signedIn(app, "an@example.com");
    const taken = await invite(app, token, { email: "AN@example.com" });
    expect([taken.statusCode, taken.json().detail]).toEqual([409, "Đã có quản trị viên dùng email AN@example.com"]);
  });

  it("gives no access once the account is closed", async () => {
    const app = await testApp("sqlite");
    const { token } = await signedIn(app, "an@example.com");
    const { administrator, link } = (await invite(app, token)).json();
    await change(app, token, administrator.id, { is_active: false });
    expect((await setPassword(app, link, "một mật khẩu của Mới")).statusCode).toBe(422);
    expect((await app.send(`POST ${list}/${administrator.id}/invitation`, { token })).statusCode).toBe(409);
  });
});

describe("a change of an administrator", () => {
  it("closes the account: sessions end, the login tells why, and reopening revives no session", async () => {
    const app = await testApp("sqlite");
    const { token } = await signedIn(app, "an@example.com");
    const other = await signedIn(app, "binh@example.com");
    expect((await change(app, token, other.id, { is_active: false })).json()).toMatchObject({ is_active: false });
    expect(await me(app, other.token)).toBe(401);
    const refused = await login(app, "binh@example.com");
    expect([refused.statusCode, refused.json().detail]).toEqual([403, "Tài khoản đã bị khóa"]);
    expect((await login(app, "binh@example.com", "sai")).statusCode).toBe(401);
    await change(app, token, other.id, { is_active: true });
    expect(await me(app, other.token)).toBe(401);
    expect((await login(app, "binh@example.com")).statusCode).toBe(200);
  });

  it("of the role ends the sessions, of the name alone does not", async () => {
    const app = await testApp("sqlite");
    const { token } = await signedIn(app, "an@example.com");
    const other = await signedIn(app, "binh@example.com");
    await change(app, token, other.id, { full_name: "Bình", role: "admin" });
    expect(await me(app, other.token)).toBe(200);
    await change(app, token, other.id, { role: "accountant" });
    expect(await me(app, other.token)).toBe(401);
    const session = (await login(app, "binh@example.com")).json().access_token;
    expect((await app.send("GET /api/auth/me", { token: session })).json()).toEqual({
      email: "binh@example.com",
      full_name: "Bình",
      role: "accountant",
    });
  });

  it.each([{ is_active: false }, { role: "accountant" }])("of the own account to %j is refused", async (json) => {
    const app = await testApp("sqlite");
    const { id, token } = await signedIn(app, "an@example.com");
    await signedIn(app, "binh@example.com");
    expect((await change(app, token, id, json)).statusCode).toBe(409);
    expect((await change(app, token, id, { full_name: "An", role: "admin", is_active: true })).statusCode).toBe(200);
  });

  it("ends the sessions of another, and is a 404 for an unknown one", async () => {
    const app = await testApp("sqlite");
    const { id, token } = await signedIn(app, "an@example.com");
    const other = await signedIn(app, "binh@example.com");
    const end = (of: number) => app.send(`DELETE ${list}/${of}/sessions`, { token });
    expect((await end(other.id)).statusCode).toBe(200);
    expect(await me(app, other.token)).toBe(401);
    expect([(await end(id)).statusCode, (await end(999_999)).statusCode]).toEqual([422, 404]);
    expect((await change(app, token, 999_999, { full_name: "A" })).statusCode).toBe(404);
  });

  it("by an accountant or a supervisor is refused, and raises nobody", async () => {
    const app = await testApp("sqlite");
    const { id, token } = await signedIn(app, "ke-toan@example.com", "accountant");
    const supervisor = await staffToken(app, { isSupervisor: true });
    for (const caller of [token, supervisor]) {
      expect((await change(app, caller, id, { role: "admin" })).statusCode).toBe(403);
      expect((await invite(app, caller, { role: "admin" })).statusCode).toBe(403);
      expect((await app.send(`GET ${list}`, { token: caller })).statusCode).toBe(403);
    }
    const roles = await app.db.selectFrom("admins").select("role").where("id", "=", id).execute();
    expect(roles).toEqual([{ role: "accountant" }]);
  });
});

onBothEngines((engine) => {
  it.each([
    [{ is_active: false }, { role: "accountant" }],
    [{ role: "accountant" }, { is_active: false }],
  ])("leaves one administrator with all rights when two set each other to %j and %j at once", async (first, second) => {
    const app = await testApp(engine);
    const one = await signedIn(app, "mot@example.com");
    const two = await signedIn(app, "hai@example.com");
    const answers = await Promise.all([change(app, one.token, two.id, first), change(app, two.token, one.id, second)]);
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 401, 403].includes(status))).toBe(true);
    const left = app.db.selectFrom("admins").select("id").where("role", "=", "admin").where("is_active", "=", true);
    expect(await left.execute()).toHaveLength(1);
  });
});

describe("the accountant's token", () => {
  it("shows on public endpoints what the public sees, and the bank account though it is off", async () => {
    const app = await testApp("sqlite");
    const token = await adminToken(app, { role: "accountant" });
    const admin = await adminToken(app);
    await app.send("POST /api/categories", {
      token: admin,
      json: { name: "Ẩn", category_type: "entertainment", is_active: false },
    });
    const names = async (caller: string) => (await app.send("GET /api/categories", { token: caller })).json().length;
    expect([await names(admin), await names(token)]).toEqual([1, 0]);
    const bank = { bank_name: "VCB", account_number: "0123456789", account_holder: "NGA", is_active: false };
    expect((await app.send("POST /api/bank-config", { token, json: bank })).statusCode).toBe(201);
    const shown = (await app.send("GET /api/bank-config", { token })).json();
    expect(shown.updated_by).toMatch(/@example\.com$/);
    expect((await app.send("GET /api/bank-config")).statusCode).toBe(404);
    await app.send(`PUT /api/bank-config/${shown.id}`, { token, json: { is_active: true } });
    expect((await app.send("GET /api/bank-config")).json()).toMatchObject({ is_active: true, updated_by: null });
  });

  it("reads the income of the dashboard, and nothing else of it", async () => {
    const app = await testApp("sqlite");
    const token = await adminToken(app, { role: "accountant" });
    const income = await app.send("GET /api/admin/dashboard/income", { token });
    expect([income.statusCode, Object.keys(income.json()).sort()]).toEqual([
      200,
      [
        "before",
        "days",
        "ending_premium",
        "new_premium",
        "packages",
        "payment_troubles",
        "placed",
        "refunded",
        "ungranted_orders",
        "waiting_orders",
        "waiting_payments",
      ],
    ]);
    expect((await app.send("GET /api/admin/dashboard/stats", { token })).statusCode).toBe(403);
  });
});
