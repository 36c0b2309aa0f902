import { describe, expect, it } from "vitest";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeAdmin, makeSession, makeStaff, makeUser, password } from "#test/factories.ts";
import { type MailingApp, mailingApp, mailOrigin } from "#test/mailing-app.ts";
import { deadMailServer, messagesOf } from "#test/messages.ts";
import { codeOf } from "#test/totp.ts";
import { createAccountLinks } from "./account-links.ts";

const ask = "POST /api/auth/forgot-password";
const reset = "POST /api/auth/reset-password";
const newPassword = "bí mật của Lan 2";
const unusable =
  "Đường dẫn đặt lại mật khẩu không dùng được: có thể nó đã được dùng, đã quá hạn hoặc đã có đường dẫn mới hơn. Bạn hãy yêu cầu một thư mới.";
const refusal = { detail: unusable, errors: [{ field: "token", message: unusable }] };

/** Asks for a link, and waits until all mails are sent. */
async function askFor(app: TestApp, email: string, account?: string): Promise<void> {
  const answer = await app.send(ask, { json: { email, account } });
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  await app.outbox.flush();
}

/** Returns the tokens of the mails that were sent, oldest first. */
function tokens({ smtp }: MailingApp): string[] {
  return smtp.mails.map(({ parts }) => {
    const link = new RegExp(`${mailOrigin}/reset-password#(\\S+)`).exec(parts.get("text/plain") ?? "");
    return new URLSearchParams(link?.[1]).get("token") ?? "";
  });
}

async function use(app: TestApp, token: string | undefined, secret = newPassword) {
  const answer = await app.send(reset, { json: { token, password: secret } });
  return [answer.statusCode, answer.json()];
}

async function accountOf(app: TestApp, kind: "admin" | "staff") {
  if (kind === "staff") return makeStaff(app).then((member) => ({ ...member, login: member.username }));
  return makeAdmin(app).then((admin) => ({ ...admin, login: admin.email }));
}

const isLoggedIn = async (app: TestApp, token: string, call = "GET /api/user/me" as const) =>
  (await app.send(call, { token })).statusCode === 200;
const login = async (app: TestApp, username: string, secret: string) =>
  (await app.send("POST /api/user/login-json", { json: { username, password: secret } })).statusCode;

onBothEngines((engine) => {
  describe("a link", () => {
    it("sets a new password once, ends all sessions of the account, and verifies its e-mail", async () => {
      const app = await mailingApp(engine);
      const user = await makeUser(app, { email: "Lan@Example.com", full_name: "Đỗ Lan" });
      const [session, stranger] = [await makeSession(app, "user", user.id), await makeUser(app)];
      const strangers = await makeSession(app, "user", stranger.id);
      await askFor(app, " lan@example.COM ");
      expect(app.smtp.mails.map(({ to }) => to)).toEqual([["Lan@example.com"]]);
      const [token] = tokens(app);
      expect(await use(app, token)).toEqual([200, { account: "user" }]);
      expect(await isLoggedIn(app, session)).toBe(false);
      expect(await isLoggedIn(app, strangers)).toBe(true);
      expect(await login(app, user.username, password)).toBe(401);
      expect(await login(app, user.username, newPassword)).toBe(200);
      expect(await use(app, token, "mật khẩu khác")).toEqual([422, refusal]);
      expect(await login(app, user.username, newPassword)).toBe(200);
      const stored = await app.db.selectFrom("users").select("email_verified_at").where("id", "=", user.id).execute();
      expect(stored).toEqual([{ email_verified_at: expect.stringMatching(/Z$/) }]);
    });

    it("sets one password when two use it at once", async () => {
      const app = await mailingApp(engine);
      const { username, email } = await makeUser(app);
      await askFor(app, email);
      const [token] = tokens(app);
      const secrets = ["bí mật thứ nhất", "bí mật thứ hai"];
      const answers = await Promise.all(secrets.map((secret) => use(app, token, secret)));
      expect(answers.map(([status]) => status).toSorted()).toEqual([200, 422]);
      const won = answers.findIndex(([status]) => status === 200);
      expect(await Promise.all(secrets.map((secret) => login(app, username, secret)))).toEqual(
        secrets.map((_, n) => (n === won ? 200 : 401)),
      );
    });
  });

  describe("a request", () => {
    it("sends three links of an account in the time of one, answers all the same, and the last one works", async () => {
      const app = await mailingApp(engine);
      const { email } = await makeUser(app);
      for (let n = 0; n < 5; n++) await askFor(app, email);
      expect(app.smtp.mails).toHaveLength(3);
      expect(await use(app, tokens(app).at(-1))).toEqual([200, { account: "user" }]);
    });

    it("stores nothing that opens the account", async () => {
      const app = await mailingApp(engine);
      const { email } = await makeUser(app);
      await askFor(app, email);
      const [signature = ""] = tokens(app).map((token) => token.split(".")[1] ?? "");
      expect(signature).toHaveLength(43);
      for (const table of ["account_tokens", "deliveries", "outbox"] as const) {
        expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute()), table).not.toContain(signature);
      }
    });
  });

  it("clears the login's slow-down of the account", async () => {
    const app = await mailingApp(engine, { RATE_LIMITS: "on" });
    const { username, email } = await makeUser(app);
    for (let n = 0; n < 10; n++) expect(await login(app, username, "sai")).toBe(401);
    expect(await login(app, username, password)).toBe(429);
    await askFor(app, email);
    expect(await use(app, tokens(app)[0])).toEqual([200, { account: "user" }]);
    expect(await login(app, email, newPassword)).toBe(200);
  });
});

onOneEngine((engine) => {
  describe("a link", () => {
    it("is not sent again once it was used or replaced, or the account has another e-mail", async () => {
      const app = await mailingApp(engine);
      const token = await adminToken(app);
      const resend = async (id: number) => {
        const answer = await app.send(`POST /api/admin/deliveries/${id}/resend`, { token });
        await app.outbox.flush();
        return [answer.statusCode, answer.json().detail];
      };
      const dead = [
        409,
        "Đường dẫn trong thông báo này đã được dùng hoặc đã có đường dẫn mới hơn, người nhận cần yêu cầu lại",
      ];
      const users = [await makeUser(app), await makeUser(app)] as const;
      await askFor(app, users[0].email);
      await askFor(app, users[0].email);
      expect(await resend(1)).toEqual(dead);
      expect(await resend(2)).toEqual([200, undefined]);
      expect(app.smtp.mails).toHaveLength(3);
      expect((await use(app, tokens(app)[2]))[0]).toBe(200);
      expect(await resend(2)).toEqual(dead);
      await askFor(app, users[1].email);
      const json = { email: "khac@example.com" };
      expect((await app.send(`PUT /api/admin/users/${users[1].id}`, { token, json })).statusCode).toBe(200);
      expect(await resend(3)).toEqual(dead);
      // The last one tells the administrator of the other address.
      expect(app.smtp.mails).toHaveLength(5);
    });

    it("that waits is left out when the password changes otherwise", async () => {
      const app = await testApp(engine, deadMailServer);
      const user = await makeUser(app);
      const states = async () =>
        (await messagesOf(app)).filter(({ event }) => event === "password_reset").map(({ state }) => state);
      await askFor(app, user.email);
      expect(await states()).toEqual(["waiting"]);
      const token = await makeSession(app, "user", user.id);
      const json = { current_password: password, new_password: newPassword };
      const own = await app.send("POST /api/user/change-password", { token, json });
      expect(own.statusCode, own.body).toBe(200);
      expect(await states()).toEqual(["skipped"]);
      await askFor(app, user.email);
      const changed = await app.send(`PUT /api/admin/users/${user.id}`, {
        token: await adminToken(app),
        json: { password: "bí mật thứ ba" },
      });
      expect(changed.statusCode, changed.body).toBe(200);
      expect(await states()).toEqual(["skipped", "skipped"]);
    });

    it("ends with a newer one", async () => {
      const app = await mailingApp(engine);
      const { email } = await makeUser(app);
      await askFor(app, email);
      await askFor(app, email);
      const [older, newer] = tokens(app);
      expect(await use(app, older)).toEqual([422, refusal]);
      expect(await use(app, newer)).toEqual([200, { account: "user" }]);
    });

    it("is not sent any more when a newer one replaces it before the mail server takes it", async () => {
      const app = await testApp(engine, deadMailServer);
      const [{ email }, other] = [await makeUser(app), await makeUser(app)];
      for (const address of [email, other.email, email]) await askFor(app, address);
      const rows = await app.db.selectFrom("deliveries").select(["email", "state"]).orderBy("id").execute();
      expect(rows).toEqual([
        { email, state: "skipped" },
        { email: other.email, state: "waiting" },
        { email, state: "waiting" },
      ]);
    });

    it("ends 30 minutes after it was asked for", async () => {
      const app = await mailingApp(engine);
      const { email } = await makeUser(app);
      const asked = Date.now();
      await askFor(app, email);
      const [token] = tokens(app);
      const [row] = await app.db.selectFrom("account_tokens").selectAll().execute();
      const minutes = (Date.parse(row?.expires_at ?? "") - asked) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(30);
      expect(minutes).toBeLessThan(31);
      await app.db
        .updateTable("account_tokens")
        .set({ expires_at: new Date(asked - 1).toISOString() })
        .execute();
      expect(await use(app, token)).toEqual([422, refusal]);
    });

    it("ends with a new password, a new e-mail, a lock and the end of the account", async () => {
      const app = await mailingApp(engine);
      const admin = await makeSession(app, "admin", (await makeAdmin(app)).id);
      const changes = [
        (id: number) => app.send(`PUT /api/admin/users/${id}`, { token: admin, json: { password: "mật khẩu mới 5" } }),
        (id: number) => app.send(`PUT /api/admin/users/${id}`, { token: admin, json: { email: "khac@example.com" } }),
        (id: number) => app.send(`PATCH /api/admin/users/${id}/toggle-active`, { token: admin }),
        (id: number) => app.send(`DELETE /api/admin/users/${id}`, { token: admin }),
      ];
      for (const change of changes) {
        const { id, email } = await makeUser(app);
        await askFor(app, email);
        expect((await change(id)).statusCode).toBe(200);
        expect(await use(app, tokens(app).at(-1))).toEqual([422, refusal]);
      }
    });
  });

  describe("a request", () => {
    it("leaves nothing but a message of the outbox before its answer, the same for every address", async () => {
      const app = await mailingApp(engine);
      const { email } = await makeUser(app);
      const { email: locked } = await makeUser(app, { is_active: false });
      await app.outbox.stop();
      const answers = [];
      for (const address of [email, locked, "khong-co@example.com"]) {
        const { statusCode, body, headers } = await app.send(ask, { json: { email: address } });
        answers.push([statusCode, body, Object.keys(headers).toSorted()]);
      }
      expect(answers[0]?.slice(0, 2)).toEqual([200, '{"success":true}']);
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      expect(await app.db.selectFrom("outbox").select("topic").execute()).toEqual(
        Array.from({ length: 3 }, () => ({ topic: "accounts.send-reset-link" })),
      );
      expect(await app.db.selectFrom("account_tokens").selectAll().execute()).toEqual([]);
      expect(await app.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
    });

    it("sends nothing to unknown addresses, and to inactive users and members", async () => {
      const app = await mailingApp(engine);
      const user = await makeUser(app, { is_active: false });
      const member = await makeStaff(app, { is_active: false });
      await askFor(app, "khong-co@example.com");
      await askFor(app, user.email);
      await askFor(app, member.email, "staff");
      await askFor(app, member.email, "admin");
      expect(app.smtp.mails).toEqual([]);
      expect(await app.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
    });
  });

  it.each(["admin", "staff"] as const)("a link of a member of %s has the stricter rules and a trail", async (kind) => {
    const app = await mailingApp(engine);
    const email = "lan@example.com";
    const { id } =
      kind === "admin" ? await makeAdmin(app, { email }) : await makeStaff(app, { email, full_name: "Đỗ Lan" });
    const session = await makeSession(app, kind, id);
    await askFor(app, email);
    expect(app.smtp.mails, "it is no user's").toEqual([]);
    await askFor(app, email, kind);
    const [token] = tokens(app);
    const refused = (message: string) => [422, { detail: message, errors: [{ field: "password", message }] }];
    expect(await use(app, token, "123456789")).toEqual(refused("Mật khẩu phải có ít nhất 10 ký tự"));
    const common = "Mật khẩu này quá dễ đoán, bạn chọn mật khẩu khác nhé";
    expect(await use(app, token, "1234567890")).toEqual(refused(common));
    expect(await use(app, token)).toEqual([200, { account: kind }]);
    const own = kind === "admin" ? "GET /api/auth/me" : "GET /api/staff/me";
    expect((await app.send(own, { token: session })).statusCode).toBe(401);
    const name = kind === "admin" ? email : "Đỗ Lan";
    expect(await app.db.selectFrom("audit_log").selectAll().orderBy("id").execute()).toEqual([
      expect.objectContaining({
        actor_kind: kind,
        actor_id: id,
        action: "update",
        entity: kind,
        entity_id: id,
        summary: `${name} (đặt lại mật khẩu qua email)`,
      }),
    ]);
  });

  it.each(["admin", "staff"] as const)("leaves the second factor of %s on", async (kind) => {
    const app = await mailingApp(engine);
    const { id, email, login: username } = await accountOf(app, kind);
    const token = await makeSession(app, kind, id);
    const set = (step: string, json: object) => app.send(`POST /api/account/second-factor/${step}`, { token, json });
    const { secret } = (await set("setup", { password })).json();
    expect((await set("enable", { code: codeOf(secret) })).statusCode).toBe(200);
    await askFor(app, email, kind);
    expect(await use(app, tokens(app)[0])).toEqual([200, { account: kind }]);
    const open = kind === "admin" ? "POST /api/auth/login" : "POST /api/staff/login";
    const answer = await app.send(open, { form: { username, password: newPassword } });
    expect([answer.statusCode, answer.json().reason]).toEqual([401, "totp_required"]);
    const form = { username, password: newPassword, totp_code: codeOf(secret, 1) };
    expect((await app.send(open, { form })).statusCode).toBe(200);
  });

  it.each(["", "x", "1.", `${"1".repeat(11)}.${"a".repeat(43)}`])("refuses the token %j", async (token) => {
    const app = await mailingApp(engine);
    expect(await use(app, token)).toEqual([422, refusal]);
  });

  it("refuses forged tokens, and those of another purpose, row or key", async () => {
    const app = await mailingApp(engine);
    const { email } = await makeUser(app);
    await askFor(app, email);
    const [token = ""] = tokens(app);
    const [id = "", signature = ""] = token.split(".");
    const [row] = await app.db.selectFrom("account_tokens").selectAll().execute();
    const tokenOf = (key: Buffer, event: "password_reset" | "email_verification") => {
      const data = { token_id: row?.token_id ?? 0, valid_minutes: 30, account: "user" as const };
      const path = createAccountLinks({ key }).path(event, data as never);
      return new URLSearchParams(path.split("#")[1]).get("token") ?? "";
    };
    const { key } = app.config.secrets;
    expect(tokenOf(key, "password_reset"), "the helper makes the token").toBe(token);
    const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
    const forged = [
      `${id}.${flipped}`,
      `${(Number.parseInt(id, 36) + 1).toString(36)}.${signature}`,
      tokenOf(Buffer.from("another key of this site"), "password_reset"),
      tokenOf(key, "email_verification"),
    ];
    for (const each of forged) expect(await use(app, each)).toEqual([422, refusal]);
    expect(await use(app, token)).toEqual([200, { account: "user" }]);
  });

  it("takes links that were made with the former key", async () => {
    const app = await mailingApp(engine);
    const { email } = await makeUser(app);
    await askFor(app, email);
    const [token] = tokens(app);
    await app.close();
    const env = { SECRET_KEY: "a new key of the tests", SECRET_KEY_OLD: app.config.secrets.key.toString() };
    const renewed = await testApp(engine, env, { place: app.place });
    expect(await use(renewed, token)).toEqual([200, { account: "user" }]);
  });

  it("tells that the site can't send e-mails, whatever the address", async () => {
    const app = await testApp(engine);
    const { email } = await makeUser(app);
    expect((await app.send("GET /api/auth/forgot-password")).json()).toEqual({ is_available: false });
    for (const address of [email, "khong-co@example.com"]) {
      const answer = await app.send(ask, { json: { email: address } });
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        { detail: "Trang này chưa gửi được email. Bạn liên hệ chúng tôi để lấy lại mật khẩu nhé." },
      ]);
    }
    const mailing = await mailingApp(engine);
    expect((await mailing.send("GET /api/auth/forgot-password")).json()).toEqual({ is_available: true });
  });

  it("refuses invalid bodies with their messages", async () => {
    const app = await mailingApp(engine);
    const messages = async (call: typeof ask | typeof reset, json: object) => {
      const answer = await app.send(call, { json });
      return [answer.statusCode, answer.json().errors];
    };
    expect(await messages(ask, {})).toEqual([422, [{ field: "email", message: "Vui lòng nhập email" }]]);
    expect(await messages(ask, { email: "lan@" })).toEqual([422, [{ field: "email", message: "Email không hợp lệ" }]]);
    expect(await messages(ask, { email: "lan@example.com", account: "ai" })).toEqual([
      422,
      [{ field: "account", message: "Loại tài khoản phải là user, staff hoặc admin" }],
    ]);
    for (const token of [undefined, "x".repeat(1001)]) {
      expect(await messages(reset, { token, password: newPassword })).toEqual([
        422,
        [{ field: "token", message: "Đường dẫn không hợp lệ" }],
      ]);
    }
    expect(await messages(reset, { token: "x", password: "12345" })).toEqual([
      422,
      [{ field: "password", message: "Mật khẩu phải có ít nhất 6 ký tự" }],
    ]);
  });

  it("counts requests and resets as forms", async () => {
    const app = await mailingApp(engine, { RATE_LIMITS: "on" });
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await app.send(n % 2 ? ask : reset, { json: {} })).statusCode);
    expect([statuses[59], statuses[60]]).toEqual([422, 429]);
  });

  it("writes neither address nor token into the log", async () => {
    const { pino } = await import("pino");
    const lines: string[] = [];
    const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
    const app = await mailingApp(engine, {}, { log });
    const { email } = await makeUser(app);
    await askFor(app, email);
    await expect.poll(() => app.smtp.mails).toHaveLength(1);
    await use(app, tokens(app)[0]);
    expect(lines.join("")).toContain("/api/auth/reset-password");
    expect(lines.join("")).not.toContain(email);
    expect(lines.join("")).not.toContain(tokens(app)[0]);
  });
});
