import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onBothEngines, onOneEngine, type TestApp, testApp } from "#test/app.ts";
import { freshPlace } from "#test/databases.ts";
import { makeUser, password, userToken } from "#test/factories.ts";
import { openDatabase } from "../db/database.ts";
import { dialects } from "../db/dialect.ts";
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
  it("refuses the eleventh login in a minute for the same account and address, whichever call it takes", async () => {
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

  it("leaves other accounts and other addresses alone", async () => {
    const app = await testApp(engine, on);
    expect(await statuses(11, () => login(app, "mot"))).toEqual(tenThen(429));
    expect((await login(app, "hai")).statusCode).toBe(401);
    expect((await login(app, "mot", "203.0.113.8")).statusCode).toBe(401);
    const right = await makeUser(app);
    const answer = await app.send("POST /api/user/login-json", {
      json: { username: right.username, password },
      remoteAddress: "203.0.113.7",
    });
    expect(answer.statusCode).toBe(200);
  });

  it("limits the administrator's login too", async () => {
    const app = await testApp(engine, on);
    const call = () => app.send("POST /api/auth/login", { form: { username: "admin@localhost", password: "123456" } });
    expect(await statuses(11, call)).toEqual(tenThen(429));
  });

  it("stops an address that tries a hundred accounts in a minute, its whole IPv6 network at once", async () => {
    const app = await testApp(engine, on);
    let n = 0;
    const tries = await statuses(101, () => login(app, `user_${++n}`, `2001:db8:1:2::${n.toString(16)}`));
    expect(tries).toEqual([...Array(100).fill(401), 429]);
    expect((await login(app, "user_1", "2001:db8:1:3::1")).statusCode).toBe(401);
  });

  it("believes in forwarded addresses only from proxies it is told of", async () => {
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

  it("limits registering by address, loosely", async () => {
    const app = await testApp(engine, on);
    const { username } = await makeUser(app);
    const call = () =>
      app.send("POST /api/user/register", { json: { username, email: "a@example.com", password: "123456" } });
    expect(await statuses(61, call)).toEqual([...Array(60).fill(409), 429]);
  });

  it("never limits asking who one is", async () => {
    const app = await testApp(engine, on);
    const token = await userToken(app);
    expect(new Set(await statuses(150, () => app.send("GET /api/user/me", { token })))).toEqual(new Set([200]));
  });

  it("does nothing when switched off", async () => {
    const app = await testApp(engine, { RATE_LIMITS: "off" });
    expect(await statuses(30, () => login(app, "mot"))).toEqual(Array(30).fill(401));
  });
});

onBothEngines((engine) => {
  it("counts logins that come at the same moment", async () => {
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

  it("keeps no names and no addresses, nor sums of them that could be found again without the site's key", async () => {
    const app = await testApp("postgres", on);
    await login(app, "bi_mat");
    const other = await testApp("postgres", { ...on, SECRET_KEY: "another key of the tests" }, { beside: app });
    await login(other, "bi_mat");
    const rows = await app.db.selectFrom("rate_limits").select("key").execute();
    expect(rows).toHaveLength(4);
    for (const { key } of rows) expect(key).toMatch(/^[\w-]{43}$/);
  });

  it("lets calls pass and says so in the log when the counts can't be kept", async () => {
    const app = await testApp("postgres", on);
    await app.db.schema.dropTable("rate_limits").execute();
    expect(await statuses(15, () => login(app, "mot"))).toEqual(Array(15).fill(401));
    const log = { error: vi.fn() };
    const database = { db: app.db, dialect: dialects.postgres };
    const hook = createRateLimiter(database, log, async (name) => name, app.config.secrets.key)("play");
    await hook.call(app.http, { ip: "203.0.113.7" } as never, {} as never);
    expect(log.error).toHaveBeenCalledOnce();
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

  it("opens a new window when the old one was not used up", async () => {
    expect([await at(0), await at(10)]).toEqual([0, 0]);
    expect([await at(minute), await at(minute + 1), await at(minute + 2)]).toEqual([0, 0, 0]);
    expect(await at(minute + 3)).toBe(minute - 3);
  });

  it("opens a new window after a used-up one when there are no pauses", async () => {
    for (const ms of [0, 1, 2]) expect(await at(ms, plain)).toBe(0);
    expect(await at(3, plain)).toBe(minute - 3);
    for (const ms of [0, 1, 2]) expect(await at(minute + ms, plain)).toBe(0);
    expect(await at(minute + 3, plain)).toBe(minute - 3);
  });

  it("gives one more try after each pause, pauses that grow and then stay", async () => {
    for (const ms of [0, 1, 2]) expect(await at(ms)).toBe(0);
    expect(await at(10)).toBe(minute - 10);
    expect(await at(minute)).toBe(0);
    expect(await at(minute + 1)).toBe(minute - 1);
    expect(await at(2 * minute)).toBe(0);
    expect(await at(2 * minute + 1)).toBe(5 * minute - 1);
    expect(await at(7 * minute)).toBe(0);
    expect(await at(7 * minute + 1)).toBe(5 * minute - 1);
  });

  it("is not prolonged by tries it refuses, and forgets after a long quiet", async () => {
    for (const ms of [0, 1, 2]) await at(ms);
    for (let n = 1; n <= 50; n++) expect(await at(1000 + n)).toBe(minute - 1000 - n);
    const later = 6 * minute;
    expect([await at(later), await at(later + 1), await at(later + 2)]).toEqual([0, 0, 0]);
    expect(await at(later + 3)).toBe(minute - 3);
  });

  it("counts keys apart and drops what has ended long ago", async () => {
    for (const ms of [0, 1, 2]) await at(ms, limit, "one");
    expect(await at(3, limit, "two")).toBe(0);
    expect(await at(3 * 60 * minute, limit, "three")).toBe(0);
    expect(await at(3 * 60 * minute, limit, "one")).toBe(0);
  });
});

it("keeps a bounded number of keys in memory", async () => {
  const store = memoryHits(2);
  const limit: Limit = { max: 1, window: 60_000, pauses: [] };
  expect(await store.hit("one", limit, 0)).toBe(0);
  expect(await store.hit("two", limit, 1)).toBe(0);
  expect(await store.hit("three", limit, 2)).toBe(0);
  expect(await store.hit("three", limit, 3)).toBeGreaterThan(0);
  expect(await store.hit("one", limit, 4)).toBe(0);
});
