import SQLite from "better-sqlite3";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { api } from "#contract/api.ts";
import type { Endpoint, TokenKind } from "#contract/endpoint.ts";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { makeAdmin, makeStaff, makeUser, password, userToken } from "#test/factories.ts";
import { openDatabase } from "../../db/database.ts";
import { dialects } from "../../db/dialect.ts";
import { type HitStore, type Limit, memoryHits, tableHits } from "./rate-limits.repository.ts";
import { createRateLimiter } from "./rate-limits.ts";

const on = { RATE_LIMITS: "on" };
const rateLimited = { detail: "Bạn thao tác quá nhanh, vui lòng thử lại sau ít phút" };

function login(app: TestApp, username: string, remoteAddress = "203.0.113.7", call = "login-json") {
  return app.send(`POST /api/user/${call}`, { json: { username, password: "sai mật khẩu" }, remoteAddress });
}

async function statuses(count: number, call: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n++) found.push((await call()).statusCode);
  return found;
}

const tenThen = (status: number) => [...Array(10).fill(401), status];

onOneEngine((engine) => {
  it("refuses the eleventh login in a minute for an account and address, across both login endpoints", async () => {
    const app = await testApp(engine, on);
    const { username, email } = await makeUser(app);
    expect(await statuses(5, () => login(app, username))).toEqual(Array(5).fill(401));
    expect(await statuses(2, () => login(app, email.toUpperCase()))).toEqual([401, 401]);
    expect(await statuses(3, () => login(app, ` ${username.toUpperCase()}`, undefined, "login"))).toEqual(
      Array(3).fill(401),
    );
    const refused = await app.send("POST /api/user/login-json", {
      json: { username, password },
      remoteAddress: "203.0.113.7",
    });
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toEqual(rateLimited);
    const wait = Number(refused.headers["retry-after"]);
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it.each([
    "/api/user/verify-email",
    "/api/notifications/unsubscribe",
  ])("counts the form of the page at %s", async (path) => {
    const app = await testApp(engine, on);
    const headers = { accept: "text/html" };
    const post = () => app.send(`POST ${path}`, { query: { token: "x" }, headers, form: {} });
    const isForm = (status: number) => status !== 429;
    expect((await statuses(60, post)).every(isForm)).toBe(true);
    const refused = await post();
    expect([refused.statusCode, refused.json()]).toEqual([429, rateLimited]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    const other = await app.send(`POST ${path}`, {
      query: { token: "x" },
      headers,
      form: {},
      remoteAddress: "203.0.113.8",
    });
    expect([other.statusCode, other.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });

  it("counts other accounts and other addresses apart", async () => {
    const app = await testApp(engine, on);
    expect(await statuses(11, () => login(app, "mot"))).toEqual(tenThen(429));
    expect((await login(app, "hai")).statusCode).toBe(401);
    expect((await login(app, "mot", "203.0.113.8")).statusCode).toBe(401);
    const right = await makeUser(app);
    const reply = await app.send("POST /api/user/login-json", {
      json: { username: right.username, password },
      remoteAddress: "203.0.113.7",
    });
    expect(reply.statusCode).toBe(200);
  });

  it("limits the administrator's login", async () => {
    const app = await testApp(engine, on);
    const call = () => app.send("POST /api/auth/login", { form: { username: "admin@localhost", password: "123456" } });
    expect(await statuses(11, call)).toEqual(tenThen(429));
  });

  it("refuses the 101st login in a minute from an IPv6 network, whatever the account", async () => {
    const app = await testApp(engine, on);
    let n = 0;
    const tries = await statuses(101, () => login(app, `user_${++n}`, `2001:db8:1:2::${n.toString(16)}`));
    expect(tries).toEqual([...Array(100).fill(401), 429]);
    expect((await login(app, "user_1", "2001:db8:1:3::1")).statusCode).toBe(401);
  });

  it.each([
    "user",
    "admin",
    "staff",
  ] as const)("slows tries at a %s's account from many addresses after 50", async (kind) => {
    const app = await testApp(engine, on);
    const [user, admin, member] = [await makeUser(app), await makeAdmin(app), await makeStaff(app)];
    const [call, names] = (
      {
        user: ["POST /api/user/login-json", [user.username, user.email.toUpperCase()]],
        admin: ["POST /api/auth/login", [admin.email, admin.email.toUpperCase()]],
        staff: ["POST /api/staff/login", [member.username, member.email.toUpperCase()]],
      } as const
    )[kind];
    const attempt = (secret: string, remoteAddress: string, username = names[0]) =>
      app.send(call, { json: { username, password: secret }, remoteAddress });
    const known = "203.0.113.7";
    expect((await attempt(password, known)).statusCode).toBe(200);
    let n = 0;
    // The first login came from an unknown address as well.
    const guesses = await statuses(51, () => attempt("sai mật khẩu", `198.51.100.${++n}`, names[n % 2]));
    expect(guesses).toEqual([...Array(49).fill(401), 429, 429]);
    const held = await attempt(password, "198.51.100.200");
    expect([held.statusCode, held.json()]).toEqual([429, rateLimited]);
    expect(Number(held.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(await statuses(3, () => attempt(password, known))).toEqual([200, 200, 200]);
    const other = await makeUser(app);
    const reply = await app.send("POST /api/user/login-json", {
      json: { username: other.username, password },
      remoteAddress: "198.51.100.1",
    });
    expect(reply.statusCode).toBe(200);
  });

  it("uses forwarded addresses from configured proxies only", async () => {
    const from = (app: TestApp, forwarded: string) =>
      app.send("POST /api/user/login-json", {
        json: { username: "mot", password: "sai mật khẩu" },
        headers: { "x-forwarded-for": forwarded },
        remoteAddress: "10.0.0.1",
      });
    let n = 0;
    const plain = await testApp(engine, on);
    expect(await statuses(11, () => from(plain, `198.51.100.${++n}`))).toEqual(tenThen(429));
    const behind = await testApp(engine, { ...on, TRUST_PROXY: "10.0.0.1" });
    expect(await statuses(11, () => from(behind, `198.51.100.${++n}, 203.0.113.9`))).toEqual(tenThen(429));
    expect((await from(behind, "203.0.113.10")).statusCode).toBe(401);
  });

  it("refuses the 61st registration in ten minutes from an address", async () => {
    const app = await testApp(engine, on);
    const { username } = await makeUser(app);
    const call = () =>
      app.send("POST /api/user/register", { json: { username, email: "a@example.com", password: "bí mật 1" } });
    expect(await statuses(61, call)).toEqual([...Array(60).fill(409), 429]);
  });

  it("counts registrations that are refused for their fields, their JSON or their type", async () => {
    const app = await testApp(engine, on);
    const register = (json: object, headers = {}) => app.send("POST /api/user/register", { json, headers });
    expect(await statuses(20, () => register({}))).toEqual(Array(20).fill(422));
    expect(await statuses(20, () => register({}, { "content-type": "text/plain" }))).toEqual(Array(20).fill(415));
    const broken = () =>
      app.http.inject({
        method: "POST",
        url: "/api/user/register",
        headers: { "content-type": "application/json" },
        payload: "{",
      });
    expect(await statuses(21, broken)).toEqual([...Array(20).fill(422), 429]);
    expect((await register({})).json()).toEqual(rateLimited);
  });

  it("refuses the 1201st answer in a minute that no cache has, and none that a cache has", async () => {
    const app = await testApp(engine, on);
    const skip = (n: number, remoteAddress = "203.0.113.7") => app.send(`GET /api/songs?skip=${n}`, { remoteAddress });
    const seen = await statuses(
      1200,
      (
        (n) => () =>
          skip(n++)
      )(0),
    );
    expect(new Set(seen)).toEqual(new Set([200]));
    const refused = await skip(1200);
    expect([refused.statusCode, refused.json()]).toEqual([429, rateLimited]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await skip(7)).statusCode).toBe(200);
    expect((await skip(1200, "203.0.113.8")).statusCode).toBe(200);
    if (engine === "postgres") expect(await app.db.selectFrom("rate_limits").selectAll().execute()).toEqual([]);
  });

  it("does not limit GET /api/user/me", async () => {
    const app = await testApp(engine, on);
    const token = await userToken(app);
    expect(new Set(await statuses(150, () => app.send("GET /api/user/me", { token })))).toEqual(new Set([200]));
  });

  it("limits nothing with RATE_LIMITS=off", async () => {
    const app = await testApp(engine, { RATE_LIMITS: "off" });
    expect(await statuses(30, () => login(app, "mot"))).toEqual(Array(30).fill(401));
  });
});

onBothEngines((engine) => {
  it("counts simultaneous logins", async () => {
    const app = await testApp(engine, on);
    const answers = await Promise.all(Array.from({ length: 25 }, () => login(app, "mot")));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(15);
  });
});

describe("postgres", () => {
  it("shares the counts between processes", async () => {
    const one = await testApp("postgres", on);
    const two = await testApp("postgres", on, { beside: one });
    expect(await statuses(5, () => login(one, "mot"))).toEqual(Array(5).fill(401));
    expect(await statuses(6, () => login(two, "mot"))).toEqual([...Array(5).fill(401), 429]);
    expect((await login(one, "mot")).statusCode).toBe(429);
  });

  it("stores keys that reveal neither names nor addresses without the site's secret", async () => {
    const app = await testApp("postgres", on);
    await login(app, "bi_mat");
    const other = await testApp("postgres", { ...on, SECRET_KEY: "another key of the tests" }, { beside: app });
    await login(other, "bi_mat");
    const rows = await app.db.selectFrom("rate_limits").select("key").execute();
    expect(rows).toHaveLength(6);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });

  it("lets requests pass and logs the error while the database fails", async () => {
    const app = await testApp("postgres", on);
    await app.db.schema.dropTable("rate_limits").execute();
    expect(await statuses(15, () => login(app, "mot"))).toEqual(Array(15).fill(401));
    const log = { error: vi.fn() };
    const database = { db: app.db, dialect: dialects.postgres };
    const limiter = createRateLimiter(database, log, app.accounts, app.config.secrets.key);
    await limiter({ name: "play" }).onRequest.call(app.http, { ip: "203.0.113.7" } as never, {} as never);
    expect(log.error).toHaveBeenCalledOnce();
  });
});

describe("an error that is not the database's", () => {
  const key = Buffer.alloc(32);
  const loginLimit = { name: "login", key: "username", account: "user" } as const;
  const request = { ip: "203.0.113.7", body: { username: "mot" } };
  const memory = { db: undefined as never, dialect: dialects.sqlite };

  /** Runs the hook of the login limit on a request. */
  async function limited(loginName: (kind: TokenKind, login: string) => Promise<string>, sent: object = request) {
    const log = { error: vi.fn() };
    const hook = createRateLimiter(
      memory,
      log,
      { loginName, isKnownAddress: async () => false, loginOf: async () => "mot" },
      key,
    )(loginLimit).preHandler;
    await hook?.call(undefined as never, sent as never, { header: vi.fn() } as never);
    return log.error.mock.calls.length;
  }

  it("fails the request instead of switching the limit off", async () => {
    await expect(limited(() => Promise.reject(new TypeError("undefined is not a function")))).rejects.toThrow(
      TypeError,
    );
    await expect(limited(async (_, name) => name, { ip: "203.0.113.7" })).rejects.toThrow(TypeError);
    await expect(limited(async (_, name) => name, { ...request, body: { username: ["mot"] } })).rejects.toThrow(
      TypeError,
    );
  });

  it("is distinguished from a lost connection and from a failing statement, logged for both rules", async () => {
    const lost = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
    for (const error of [
      lost,
      new SQLite.SqliteError("disk I/O error", "SQLITE_IOERR"),
      new pg.DatabaseError("gone", 4, "error"),
    ]) {
      expect(await limited(() => Promise.reject(error)), error.message).toBe(2);
    }
  });
});

describe("a limit that counts by account", () => {
  const byAccount = Object.entries<Endpoint>(api).filter(([, { rateLimit }]) => rateLimit && "key" in rateLimit);

  it.each(byAccount)("%s names a text field of a parsed body", (_, { body, bodyType, rateLimit }) => {
    expect(bodyType).not.toBe("multipart");
    const fields = (body as z.ZodObject).shape;
    const field = rateLimit && "key" in rateLimit ? fields[rateLimit.key] : undefined;
    expect(field?.safeParse("mot").data).toBe("mot");
    expect(field?.safeParse(undefined).success).toBe(false);
  });

  it("is that of every login", () => {
    expect(byAccount.map(([key]) => key)).toEqual([
      "POST /api/user/login",
      "POST /api/user/login-json",
      "POST /api/auth/login",
      "POST /api/staff/login",
    ]);
  });
});

describe.each(["memory", "table on sqlite", "table on postgres"])("counting in %s", (kind) => {
  const minute = 60_000;
  const limit: Limit = { max: 3, window: minute, pauses: [minute, 5 * minute] };
  const plain: Limit = { max: 3, window: minute, pauses: [] };
  const start = Date.parse("2026-01-01T00:00:00Z");
  let store: HitStore;
  let close = async () => {};

  beforeEach(async () => {
    if (kind === "memory") {
      store = memoryHits();
      return;
    }
    const database = await openDatabase(await freshPlace(kind === "table on sqlite" ? "sqlite" : "postgres"));
    store = tableHits(database.db);
    close = database.close;
  });
  afterEach(() => close());

  const at = (ms: number, rule = limit, key = "key") => store.hit(key, rule, start + ms);

  it("adds quantities up to the limit of a window, and takes them back", async () => {
    const rule = { max: 300, window: minute };
    const add = (amount: number, ms: number, key = "key") => store.add(key, amount, rule, start + ms);
    expect([await add(200, 0), await add(100, 1), await add(1, 2)]).toEqual([0, 0, minute - 2]);
    expect(await add(301, 2, "other")).toBe(minute);
    expect([await add(-50, 3), await add(51, 4), await add(50, 5)]).toEqual([0, minute - 4, 0]);
    expect([await add(300, minute), await add(1, minute + 1)]).toEqual([0, minute - 1]);
  });

  it("opens a new window after one that was not used up", async () => {
    expect([await at(0), await at(10)]).toEqual([0, 0]);
    expect([await at(minute), await at(minute + 1), await at(minute + 2)]).toEqual([0, 0, 0]);
    expect(await at(minute + 3)).toBe(minute - 3);
  });

  it("opens a new window after a used-up one if the limit has no pauses", async () => {
    for (const ms of [0, 1, 2]) expect(await at(ms, plain)).toBe(0);
    expect(await at(3, plain)).toBe(minute - 3);
    for (const ms of [0, 1, 2]) expect(await at(minute + ms, plain)).toBe(0);
    expect(await at(minute + 3, plain)).toBe(minute - 3);
  });

  it("allows one more try after each pause, up to the longest", async () => {
    for (const ms of [0, 1, 2]) expect(await at(ms)).toBe(0);
    expect(await at(10)).toBe(minute - 10);
    expect(await at(minute)).toBe(0);
    expect(await at(minute + 1)).toBe(minute - 1);
    expect(await at(2 * minute)).toBe(0);
    expect(await at(2 * minute + 1)).toBe(5 * minute - 1);
    expect(await at(7 * minute)).toBe(0);
    expect(await at(7 * minute + 1)).toBe(5 * minute - 1);
  });

  it("pauses at once after the last free try where the limit says so", async () => {
    const atOnce: Limit = { max: 3, window: 60 * minute, pauses: [minute, 5 * minute], pausesAtOnce: true };
    for (const ms of [0, 1, 2]) expect(await at(ms, atOnce)).toBe(0);
    expect(await at(3, atOnce)).toBe(minute - 1);
    expect(await at(minute + 2, atOnce)).toBe(0);
    expect(await at(minute + 3, atOnce)).toBe(5 * minute - 1);
    expect(await at(6 * minute + 2, atOnce)).toBe(0);
    expect(await at(6 * minute + 3, atOnce)).toBe(5 * minute - 1);
    expect(await at(60 * minute, atOnce)).toBe(0);
    expect(await at(60 * minute + 1, atOnce)).toBe(0);
  });

  it("ignores refused tries, and forgets a key after the longest pause", async () => {
    for (const ms of [0, 1, 2]) await at(ms);
    for (let n = 1; n <= 50; n++) expect(await at(1000 + n)).toBe(minute - 1000 - n);
    const later = 6 * minute;
    expect([await at(later), await at(later + 1), await at(later + 2)]).toEqual([0, 0, 0]);
    expect(await at(later + 3)).toBe(minute - 3);
  });

  it("counts keys apart, and drops ended windows", async () => {
    for (const ms of [0, 1, 2]) await at(ms, limit, "one");
    expect(await at(3, limit, "two")).toBe(0);
    expect(await at(3 * 60 * minute, limit, "three")).toBe(0);
    expect(await at(3 * 60 * minute, limit, "one")).toBe(0);
  });
});

it("forgets the oldest key beyond the maximum in memory", async () => {
  const store = memoryHits(2);
  const limit: Limit = { max: 1, window: 60_000, pauses: [] };
  expect(await store.hit("one", limit, 0)).toBe(0);
  expect(await store.hit("two", limit, 1)).toBe(0);
  expect(await store.hit("three", limit, 2)).toBe(0);
  expect(await store.hit("three", limit, 3)).toBeGreaterThan(0);
  expect(await store.hit("one", limit, 4)).toBe(0);
});
