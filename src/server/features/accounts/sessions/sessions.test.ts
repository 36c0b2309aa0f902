import { expect, it, vi } from "vitest";
import { cheapPasswords, onBothEngines, type TestApp, testApp } from "#test/app.ts";
import { makeAdmin, makeSession, makeStaff, makeUser, password } from "#test/factories.ts";
import { createAccounts } from "../accounts.service.ts";
import { createSecondFactors } from "../second-factor/second-factors.ts";
import { hashToken } from "./sessions.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const me = {
  user: (app: TestApp, token: string) => app.send("GET /api/user/me", { token }),
  admin: (app: TestApp, token: string) => app.send("GET /api/auth/me", { token }),
  staff: (app: TestApp, token: string) => app.send("GET /api/staff/me", { token }),
};
const make = { user: makeUser, admin: makeAdmin, staff: makeStaff };
const logouts = {
  user: "POST /api/user/logout",
  admin: "POST /api/auth/logout",
  staff: "POST /api/staff/logout",
} as const;

const logins = {
  user: "POST /api/user/login-json",
  admin: "POST /api/auth/login",
  staff: "POST /api/staff/login",
} as const;

/** Logs in and lets the last use of the session lie some time back. */
async function restedSession(app: TestApp, kind: keyof typeof logins, remember: boolean, restedMs: number) {
  const { email } = await make[kind](app);
  const answer = await app.send(logins[kind], { json: { username: email, password, remember } });
  const token = answer.json().access_token as string;
  const { used_at, expires_at } = await timesOf(app, token);
  await app.db
    .updateTable("sessions")
    .set({
      used_at: new Date(Date.parse(used_at) - restedMs).toISOString(),
      expires_at: new Date(Date.parse(expires_at) - restedMs).toISOString(),
    })
    .where("token_hash", "=", hashToken(token))
    .execute();
  return token;
}

const timesOf = (app: TestApp, token: string) =>
  app.db
    .selectFrom("sessions")
    .select(["created_at", "used_at", "expires_at"])
    .where("token_hash", "=", hashToken(token))
    .executeTakeFirstOrThrow();

onBothEngines((engine) => {
  it.each(["user", "admin", "staff"] as const)("a %s's logout ends that session and no other", async (kind) => {
    const app = await testApp(engine);
    const { id } = await make[kind](app);
    const [token, other] = [await makeSession(app, kind, id), await makeSession(app, kind, id)];
    const logout = logouts[kind];
    const answer = await app.send(logout, { token });
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
    expect((await me[kind](app, token)).statusCode).toBe(401);
    expect((await app.send(logout, { token })).statusCode).toBe(401);
    expect((await me[kind](app, other)).statusCode).toBe(200);
    for (const another of Object.values(logouts).filter((each) => each !== logout)) {
      expect((await app.send(another, { token: other })).statusCode).toBe(403);
    }
    expect((await app.send(logout)).statusCode).toBe(401);
  });

  it.each([
    ["user", false, 30 * day],
    ["staff", false, 30 * day],
    ["admin", true, 30 * day],
    ["admin", false, 12 * hour],
  ] as const)("a session of a %s (remembered: %s) ends after rest and not before", async (kind, remember, lifetime) => {
    const app = await testApp(engine);
    const over = await restedSession(app, kind, remember, lifetime + 1);
    expect((await me[kind](app, over)).statusCode).toBe(401);
    const used = await restedSession(app, kind, remember, lifetime - hour / 2);
    expect((await me[kind](app, used)).statusCode).toBe(200);
    const { used_at, expires_at } = await timesOf(app, used);
    expect(Date.now() - Date.parse(used_at)).toBeLessThan(hour / 2);
    expect(Date.parse(expires_at) - Date.parse(used_at)).toBe(lifetime);
  });

  it("is not kept alive by a check that is no use of it", async () => {
    const app = await testApp(engine);
    const token = await restedSession(app, "admin", false, 5 * hour);
    const before = await timesOf(app, token);
    const callers = await app.accounts.authenticateAll(new Set([token, "unknown", "x".repeat(43)]));
    expect([...callers]).toEqual([[token, expect.objectContaining({ kind: "admin" })]]);
    expect(await timesOf(app, token)).toEqual(before);
    await app.accounts.authenticate(token);
    expect((await timesOf(app, token)).used_at).not.toBe(before.used_at);
  });

  it("records a use once an hour at most", async () => {
    const app = await testApp(engine);
    const token = await restedSession(app, "user", false, 0.9 * hour);
    const before = await timesOf(app, token);
    await Promise.all(Array.from({ length: 5 }, () => me.user(app, token)));
    expect(await timesOf(app, token)).toEqual(before);
    await app.db
      .updateTable("sessions")
      .set({ used_at: ago(1.1 * hour) })
      .execute();
    await Promise.all(Array.from({ length: 5 }, () => me.user(app, token)));
    const after = await timesOf(app, token);
    expect(Date.parse(after.used_at)).toBeGreaterThan(Date.parse(before.used_at));
    await me.user(app, token);
    expect(await timesOf(app, token)).toEqual(after);
  });
});

it("answers while the use of a session can't be recorded", async () => {
  const log = { info: vi.fn(), warn: vi.fn() };
  const app = await testApp("sqlite");
  const accounts = createAccounts({
    database: app.database,
    passwords: cheapPasswords,
    secondFactors: createSecondFactors({ database: app.database, key: Buffer.alloc(32) }),
    withdraw: app.notifications.withdraw,
    log,
    key: Buffer.alloc(32),
  });
  const token = await restedSession(app, "user", false, 2 * hour);
  await app.db.schema.alterTable("sessions").renameTo("hidden").execute();
  await app.db.schema
    .createView("sessions")
    .as(app.db.selectFrom("hidden" as "sessions").selectAll())
    .execute();
  expect(await accounts.authenticate(token)).toMatchObject({ kind: "user" });
  expect(log.warn).toHaveBeenCalledOnce();
});
