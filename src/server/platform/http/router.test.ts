import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { z } from "zod";
import { type ApiKey, api } from "#contract/api.ts";
import type { Category } from "#contract/catalogue.ts";
import { type Access, Done, type Endpoint, type Endpoints, flag, type Role, wholeNumber } from "#contract/endpoint.ts";
import { ApiError } from "#contract/errors.ts";
import { type TestApp, testApp } from "#test/app.ts";
import { adminToken, staffToken, userToken } from "#test/factories.ts";
import { folderOf } from "#test/folders.ts";
import { createTemporaryFiles } from "../temporary-files.ts";
import type { AdminCaller, Caller, CallerOf, SignedIn } from "./caller.ts";
import { handleErrors } from "./errors.ts";
import { createResponseCache } from "./replies/response-cache.ts";
import { createRouter } from "./router.ts";

const genre = (id: number): Category => ({
  id,
  name: `Loại ${id}`,
  description: null,
  icon_url: null,
  category_type: "entertainment",
  is_active: true,
  is_featured: false,
  created_at: "2024-01-01T00:00:00.000Z",
});

const temporary = () => createTemporaryFiles(folderOf());

function serve() {
  let version = 1;
  const router = createRouter(Fastify(), {
    authenticate: async () => undefined,
    authenticateAll,
    security: {},
    temporary: temporary(),
  });
  const cache = createResponseCache({ version: () => version }, ["catalogue"]);
  const list = vi.fn(async () => ({ rows: [genre(1), genre(2)], total: 2 }));
  router.on("GET /api/categories", list as never, { cache });
  return { list, ask: async () => (await router.call("GET /api/categories", {})).data, change: () => (version += 1) };
}

const authenticateAll = async () => new Map<string, SignedIn>();

describe("a page's call of an endpoint in-process", () => {
  it("returns the same data until it changes", async () => {
    const { list, ask, change } = serve();
    const first = await ask();
    expect(first.map(({ name }) => name)).toEqual(["Loại 1", "Loại 2"]);
    expect(await ask()).toBe(first);
    expect(list).toHaveBeenCalledTimes(1);
    change();
    expect(await ask()).not.toBe(first);
    expect(list).toHaveBeenCalledTimes(2);
  });

  it("returns data that cannot be changed", async () => {
    const { ask } = serve();
    const data = await ask();
    expect(() => data.reverse()).toThrow(TypeError);
    expect(() => Object.assign(data[0] as object, { name: "" })).toThrow(TypeError);
  });
});

describe("the cache of anonymous reads", () => {
  const endpoints = {
    "GET /api/thu": {
      access: "public",
      tag: "Thử",
      summary: "Thử",
      query: z.object({
        search: z.string().optional(),
        limit: wholeNumber(1, 100, "").default(20),
        featured: flag.optional(),
      }),
      reply: z.object({ told: z.string() }),
    },
    "GET /api/don": { access: "public", tag: "Thử", summary: "Thử", reply: z.object({ told: z.string() }) },
  } as const satisfies Endpoints;

  function served(options: Pick<Parameters<typeof createRouter>[1], "rateLimiter" | "heavyReads"> = {}) {
    const http = Fastify();
    handleErrors(http);
    http.setValidatorCompiler(validatorCompiler);
    http.setSerializerCompiler(serializerCompiler);
    const authenticate = async (token: string) =>
      token === "user" ? ({ kind: "user", id: 1, isPremium: false } as const) : undefined;
    const router = createRouter(http, {
      authenticate,
      authenticateAll,
      security: {},
      temporary: temporary(),
      endpoints,
      ...options,
    });
    const cache = createResponseCache({ version: () => 1 }, ["catalogue"]);
    const read = vi.fn(async ({ query }: { query: unknown }) => ({ told: JSON.stringify(query) }));
    router.on("GET /api/thu", read, { cache, isHeavy: ({ search }) => search !== undefined });
    router.on("GET /api/don", read, { cache });
    const get = (url: string, token?: string) =>
      http.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
    return { read, get, router, cache };
  }

  it("reads once for all spellings of a query: unknown parameters, another order, defaults, encodings", async () => {
    const { read, get, router } = served();
    const spellings = [
      "/api/thu?search=a%20b&limit=20&featured=true",
      "/api/thu?featured=1&limit=020&search=a+b",
      "/api/thu?search=a+b&featured=true&x=1",
      "/api/thu?x[]=2&featured=true&search=%61+b&constructor=1",
    ];
    for (const url of spellings) expect((await get(url)).json(), url).toEqual((await get(spellings[0] ?? "")).json());
    await router.call("GET /api/thu", { query: { featured: true, search: "a b" } });
    expect(read).toHaveBeenCalledTimes(1);
    await get("/api/thu?search=a+b");
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("reads an endpoint without a query once, whatever its address has", async () => {
    const { read, get, router } = served();
    for (let n = 0; n < 5; n++) await get(`/api/don?x=${n}`);
    await router.call("GET /api/don", {});
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("counts misses alone, and of a user's reads the heavy ones", async () => {
    const counted: string[] = [];
    const { get } = served({
      rateLimiter: ({ name }) => ({ onRequest: async ({ url }) => void counted.push(`${name} ${url}`) }),
    });
    for (const url of ["/api/thu", "/api/thu", "/api/thu?x=1", "/api/thu?search=a", "/api/thu?search=a"])
      await get(url);
    for (const url of ["/api/thu", "/api/thu?search=a"]) await get(url, "user");
    await get("/api/thu?limit=0");
    expect(counted).toEqual(["read /api/thu", "read /api/thu?search=a", "read /api/thu?search=a"]);
  });

  it("runs heavy misses within their limits", async () => {
    const heavyReads = vi.fn(async () => {
      throw new ApiError("unavailable");
    });
    const { get } = served({ heavyReads });
    const refused = await get("/api/thu?search=a");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "5"]);
    expect((await get("/api/thu?search=a", "user")).statusCode).toBe(503);
    expect((await get("/api/thu")).statusCode).toBe(200);
    expect(heavyReads).toHaveBeenCalledTimes(2);
  });
});

describe("access", () => {
  const callers: Record<string, Caller> = {
    user: { kind: "user", id: 1, isPremium: false },
    staff: { kind: "staff", id: 1, name: "An", isSupervisor: false },
    supervisor: { kind: "staff", id: 2, name: "Bình", isSupervisor: true },
    admin: { kind: "admin", id: 1, name: "a@example.com" },
    accountant: { kind: "accountant", id: 2, name: "b@example.com" },
  };
  const reached = new ApiError("conflict", "đã đến nơi");

  /** Serves records under tokens that are named like their callers. @returns the statuses of an endpoint by caller. */
  function serveAs<A extends Record<string, Endpoint>>(endpoints: A) {
    const http = Fastify();
    handleErrors(http);
    http.setValidatorCompiler(validatorCompiler);
    http.setSerializerCompiler(serializerCompiler);
    const authenticate = async (token: string) => callers[token] as SignedIn | undefined;
    const isConfirmed = (token: string, confirmation: string) => confirmation === `confirmed by ${token}`;
    const router = createRouter(http, {
      authenticate,
      authenticateAll,
      isConfirmed,
      security: {},
      temporary: temporary(),
      endpoints,
    });
    const refuse = () => Promise.reject(reached);
    async function* noEvents() {}
    for (const [key, { replyType }] of Object.entries(endpoints)) {
      router.on(key, (replyType === "events" ? noEvents : refuse) as never);
    }
    return async (key: string, { confirmation, payload }: { confirmation?: string; payload?: object } = {}) => {
      const [method = "", path = ""] = key.replace(/\{\w+\}/g, "1").split(" ");
      const found: Record<string, number> = {};
      for (const name of ["nobody", "unknown", ...Object.keys(callers)]) {
        const token = name === "nobody" ? {} : { authorization: `Bearer ${name}` };
        const headers = { ...token, "x-confirmation": confirmation ?? `confirmed by ${name}` };
        const { statusCode } = await http.inject({
          method: method as "GET",
          url: path,
          headers,
          ...(payload ? { payload } : {}),
        });
        found[name] = statusCode;
      }
      return found;
    };
  }
  /** 401 and 403 come before any other complaint, so another status means that the caller was let in. */
  const letIn = (statuses: Record<string, number>) =>
    Object.keys(statuses).filter((name) => statuses[name] !== 401 && statuses[name] !== 403);

  it.each(Object.entries<Endpoint>(api))("to %s is open to the roles of its record alone", async (key, { access }) => {
    const statuses = await serveAs(api)(key);
    if (access === "public") return expect(letIn(statuses)).toEqual(Object.keys(statuses));
    // A supervisor is a staff member too.
    const allowed = Object.keys(callers).filter(
      (name) => access.includes(name as Role) || (name === "supervisor" && access.includes("staff")),
    );
    expect(letIn(statuses)).toEqual(allowed);
    expect([statuses.nobody, statuses.unknown]).toEqual([401, 401]);
  });

  const record = (access: Access): Endpoint => ({ access, tag: "Thử", summary: "Thử", reply: Done });
  it.each<[Access, string[]]>([
    [["staff"], ["staff", "supervisor"]],
    [["supervisor"], ["supervisor"]],
    [
      ["supervisor", "admin"],
      ["supervisor", "admin"],
    ],
    [
      ["user", "staff", "admin"],
      ["user", "staff", "supervisor", "admin"],
    ],
  ])("of %s admits %s", async (access, names) => {
    expect(letIn(await serveAs({ "GET /api/thu": record(access) })("GET /api/thu"))).toEqual(names);
  });

  const confirmedRecord = (confirmed: Endpoint["confirmed"]): Endpoint => ({
    ...record(["admin"]),
    body: z.object({ name: z.string().optional(), role: z.string().optional() }),
    ...(confirmed ? { confirmed } : {}),
  });
  it.each<[Endpoint["confirmed"], object, string[]]>([
    [undefined, { role: "b" }, ["admin"]],
    [true, { name: "a" }, []],
    [["role"], { name: "a" }, ["admin"]],
    [["role"], { name: "a", role: "b" }, []],
  ])("to an endpoint with confirmed %j, called with %j and another session's confirmation, admits %j", async (confirmed, payload, names) => {
    const ask = serveAs({ "POST /api/thu": confirmedRecord(confirmed) });
    expect(letIn(await ask("POST /api/thu", { confirmation: "confirmed by user", payload }))).toEqual(names);
    expect(letIn(await ask("POST /api/thu", { payload }))).toEqual(["admin"]);
  });

  it("tells the types of a handler's caller", () => {
    expectTypeOf<CallerOf<"admin">>().toEqualTypeOf<AdminCaller>();
    expectTypeOf<CallerOf<"supervisor" | "user">["kind"]>().toEqualTypeOf<"staff" | "user">();
    expectTypeOf<CallerOf<"supervisor">["isSupervisor"]>().toEqualTypeOf<true>();
  });
});

/** The token of a caller whom an endpoint lets in. */
function tokenFor(app: TestApp, access: Access): Promise<string> {
  if (access.includes("admin") || access === "public") return adminToken(app);
  return access.includes("user") ? userToken(app) : staffToken(app, { isSupervisor: true });
}

describe("a body", () => {
  const kB = 1024;
  const withBody = Object.entries<Endpoint>(api).filter(([, { body, bodyType }]) => body && bodyType !== "multipart");

  it.each(withBody)("of %s is refused with 413 beyond its limit, and read up to it", async (key, {
    access,
    bodyLimit,
  }) => {
    const app = await testApp("sqlite");
    const token = await tokenFor(app, access);
    const limit = bodyLimit ?? 64 * kB;
    const url = key.replace("{id}", "1") as ApiKey;
    const send = (bytes: number) => app.send(url, { token, json: { filler: "a".repeat(bytes - 13) } });
    expect((await send(limit)).statusCode).not.toBe(413);
    const refused = await send(limit + 1);
    expect([refused.statusCode, refused.json()]).toEqual([413, { detail: "Dữ liệu gửi lên quá lớn" }]);
  });

  it("may have 1 MB for songs, lyrics, settings and chosen rows, 2 MB with timed lines, 6 MB for statements and files of lyrics or words, 8 MB for the bank account with its image, 128 kB for what a device takes along, and 64 kB else", () => {
    const limitedTo = (limit: number) =>
      withBody.filter(([, { bodyLimit }]) => bodyLimit === limit).map(([key]) => key);
    const large = limitedTo(kB * kB);
    expect(large).toEqual([
      "PUT /api/songs/{id}",
      "POST /api/requests/{token}/lyrics/answer",
      "POST /api/song-requests/{id}/lyrics",
      "POST /api/staff/requests/{id}/lyrics",
      "PUT /api/admin/config/song-pricing",
      "PUT /api/admin/config/cloudflare-r2",
      "POST /api/admin/config/cloudflare-r2/test-connection",
      "PUT /api/admin/config/zalo",
      "POST /api/admin/bulk/preview",
      "POST /api/admin/bulk",
    ]);
    const timed = limitedTo(2 * kB * kB);
    expect(timed).toEqual([
      "POST /api/songs",
      "PUT /api/songs/{id}/lines/draft",
      "PUT /api/songs/{id}/lines",
      "POST /api/songs/{id}/lines/readings",
    ]);
    const files = limitedTo(6 * kB * kB);
    expect(files).toEqual([
      "POST /api/songs/{id}/lines/read",
      "POST /api/user/words/read",
      "POST /api/user/words/import",
      "POST /api/admin/payments/statement/preview",
      "POST /api/admin/payments/statement",
    ]);
    const larger = limitedTo(8 * kB * kB);
    expect(larger).toEqual(["POST /api/bank-config", "PUT /api/bank-config/{id}"]);
    const taken = limitedTo(128 * kB);
    expect(taken).toEqual(["POST /api/me/take-along"]);
    const limited = withBody.filter(([, { bodyLimit }]) => bodyLimit !== undefined);
    expect(limited).toHaveLength(large.length + timed.length + files.length + larger.length + taken.length);
  });
});

describe("an empty body with a JSON content type", () => {
  const writing = Object.entries<Endpoint>(api).filter(([key, { bodyType }]) => !key.startsWith("GET ") && !bodyType);

  it.each(writing)("of %s is refused only where the endpoint needs a body", async (key, { access, body }) => {
    const app = await testApp("sqlite");
    const token = await tokenFor(app, access);
    const [method = "", path = ""] = key.split(" ");
    const answer = await app.http.inject({
      method: method as "POST",
      url: path.replace("{id}", "1"),
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "x-confirmation": app.confirmations.issue(token).confirmation,
      },
    });
    expect(answer.json().detail === "Thiếu nội dung gửi lên").toBe(body?.safeParse(undefined).success === false);
  });
});
