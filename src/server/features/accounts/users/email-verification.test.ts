import { describe, expect, it } from "vitest";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { adminToken, makeOrder, makeSession, makeUser, password } from "#test/factories.ts";
import { type MailingApp, mailingApp } from "#test/mailing-app.ts";

const resend = "POST /api/user/email-verification";
const unusable = "Đường dẫn này không dùng được nữa. Bạn mở trang Tài khoản và gửi lại thư xác minh nhé.";
const navigates = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };

/** Returns the paths of the links that were sent, oldest first. */
async function links(app: MailingApp): Promise<string[]> {
  await app.outbox.flush();
  return app.smtp.mails.map(
    ({ parts }) => /https:\S+(\/api\/user\/verify-email\S+)/.exec(parts.get("text/plain") ?? "")?.[1] ?? "",
  );
}

const isVerified = async (app: TestApp, token: string) =>
  (await app.send("GET /api/user/me", { token })).json().is_email_verified;

onBothEngines((engine) => {
  it("is asked for on registration; the page changes nothing until its button is pressed, again and again", async () => {
    const app = await mailingApp(engine);
    const json = { username: "lan", email: "Lan@Example.com", full_name: "Đỗ Lan", password: "bí mật 2" };
    const registered = (await app.send("POST /api/user/register", { json })).json();
    expect(registered.is_email_verified).toBe(false);
    const token = await makeSession(app, "user", registered.id);
    const [link] = await links(app);
    expect(app.smtp.mails.map(({ to }) => to)).toEqual([["Lan@example.com"]]);
    for (let n = 0; n < 2; n++) {
      const page = await app.send(`GET ${link}`);
      expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining("Xác minh email</button>")]);
      expect(page.headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      });
      expect(await isVerified(app, token)).toBe(n === 1);
      const pressed = await app.send(`POST ${link}`, { headers: navigates });
      expect([pressed.statusCode, pressed.body]).toEqual([200, expect.stringContaining("Đã xác minh email")]);
      expect(await isVerified(app, token)).toBe(true);
    }
  });

  it("ends with a new e-mail, which gets a link of its own", async () => {
    const app = await mailingApp(engine);
    const user = await makeUser(app);
    const token = await makeSession(app, "user", user.id);
    await app.send(resend, { token });
    const [first] = await links(app);
    expect((await app.send(`POST ${first}`)).json()).toEqual({ success: true });
    const patch = (email: string) =>
      app.send("PATCH /api/user/me", { token, json: { email, current_password: password } });
    expect((await patch(user.email.toUpperCase())).json().is_email_verified, "the same address").toBe(true);
    expect((await patch("moi@example.com")).json().is_email_verified).toBe(false);
    const [, second] = await links(app);
    expect(app.smtp.mails[1]?.to).toEqual(["moi@example.com"]);
    const refused = await app.send(`POST ${first}`);
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { detail: unusable, errors: [{ field: "token", message: unusable }] },
    ]);
    expect(await isVerified(app, token)).toBe(false);
    expect((await app.send(`POST ${second}`)).statusCode).toBe(200);
    expect(await isVerified(app, token)).toBe(true);
  });

  it("ends when the administrator changes the e-mail, and stays for any other change", async () => {
    const app = await testApp(engine);
    const { id } = await makeUser(app, { email_verified_at: new Date().toISOString() });
    const token = await adminToken(app);
    const put = async (json: object) =>
      (await app.send(`PUT /api/admin/users/${id}`, { token, json })).json().is_email_verified;
    expect(await put({ full_name: "Đỗ Lan" })).toBe(true);
    expect(await put({ email: "moi@example.com" })).toBe(false);
  });

  describe("sending it again", () => {
    it("has a limit, and sends nothing for a verified e-mail", async () => {
      const app = await mailingApp(engine);
      const { id } = await makeUser(app);
      const token = await makeSession(app, "user", id);
      const statuses = [];
      for (let n = 0; n < 6; n++) statuses.push((await app.send(resend, { token })).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await links(app)).toHaveLength(5);
      const verified = await makeUser(app, { email_verified_at: new Date().toISOString() });
      const other = await makeSession(app, "user", verified.id);
      expect((await app.send(resend, { token: other })).statusCode).toBe(200);
      expect(await links(app)).toHaveLength(5);
    });
  });

  it("leaves no rows of a deleted account", async () => {
    const app = await mailingApp(engine);
    const { id } = await makeUser(app);
    const token = await makeSession(app, "user", id);
    await app.send(resend, { token });
    expect(await app.db.selectFrom("account_tokens").selectAll().execute()).toHaveLength(1);
    expect((await app.send("DELETE /api/user/me", { token, json: { password } })).statusCode).toBe(200);
    expect(await app.db.selectFrom("account_tokens").selectAll().execute()).toEqual([]);
  });
});

onOneEngine((engine) => {
  it("shows a page of its own for unusable links", async () => {
    const app = await mailingApp(engine);
    const token = await makeSession(app, "user", (await makeUser(app)).id);
    await app.send(resend, { token });
    const [link = ""] = await links(app);
    await app.db.updateTable("account_tokens").set({ expires_at: "2026-01-01T00:00:00.000Z" }).execute();
    for (const each of [link, "/api/user/verify-email?token=x", "/api/user/verify-email"]) {
      const page = await app.send(`GET ${each}`);
      expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining(unusable)]);
      const pressed = await app.send(`POST ${each}`, { headers: navigates });
      expect(pressed.statusCode).toBe(404);
    }
    expect(await isVerified(app, token)).toBe(false);
  });

  it("is refused plainly without a mail server, and needs a user", async () => {
    const app = await testApp(engine);
    const token = await makeSession(app, "user", (await makeUser(app)).id);
    expect((await app.send(resend, { token })).statusCode).toBe(409);
    expect((await app.send(resend)).statusCode).toBe(401);
    expect((await app.send(resend, { token: await adminToken(app) })).statusCode).toBe(403);
  });

  it("is shown beside the account that an order is offered to", async () => {
    const app = await testApp(engine);
    const token = await adminToken(app);
    for (const email_verified_at of [null, new Date().toISOString()]) {
      const user = await makeUser(app, { email_verified_at });
      const { id } = await makeOrder(app, { user_email: user.email });
      expect((await app.send(`GET /api/premium-orders/${id}`, { token })).json().matching_user).toEqual({
        id: user.id,
        username: user.username,
        email: user.email,
        is_email_verified: email_verified_at !== null,
        is_active: true,
      });
    }
  });
});
