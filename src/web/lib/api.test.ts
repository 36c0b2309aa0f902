import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { apiErrorOf, call, endpointUrl, NoResponseError, requestTimeout } from "./api.ts";

const song = { id: 7, title: "Mưa hạ" };
const stored = new Map<string, string>();
const requests: { url: string; init: RequestInit }[] = [];

function stubFetch(respond: (signal: AbortSignal) => Response | Promise<Response>): void {
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return Promise.resolve(respond(init.signal as AbortSignal));
  });
}
const headerOf = (name: string) => new Headers(requests[0]?.init.headers).get(name);

beforeEach(() => {
  stored.clear();
  requests.length = 0;
  vi.stubGlobal("window", { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
  stubFetch(() => Response.json(song));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("takes the reason of an error, if it is one of the contract's", () => {
  const reasonOf = (reason: unknown) => apiErrorOf(401, JSON.stringify({ detail: "Nhập mã", reason })).reason;
  expect([reasonOf("totp_required"), reasonOf("totp_invalid"), reasonOf("another"), reasonOf(1)]).toEqual([
    "totp_required",
    "totp_invalid",
    undefined,
    undefined,
  ]);
});

describe("endpointUrl", () => {
  it("fills in path and query and omits undefined values", () => {
    expect(endpointUrl("/api/songs/{id}/play", { id: "a/b" })).toBe("/api/songs/a%2Fb/play");
    expect(endpointUrl("/api/songs", {}, { search: "mưa & hạ", skip: 0, category_id: undefined })).toBe(
      "/api/songs?search=m%C6%B0a+%26+h%E1%BA%A1&skip=0",
    );
  });
});

describe("call", () => {
  it("returns the data and the X-Total-Count", async () => {
    stubFetch(() => Response.json([song], { headers: { "x-total-count": "41" } }));
    expect(await call("GET /api/songs", { query: { limit: 12 } })).toEqual({ data: [song], total: 41 });
    expect(requests[0]?.url).toBe("/api/songs?limit=12");
  });
  it("sends the body as JSON", async () => {
    await call("POST /api/user/login-json", { body: { username: "a", password: "b" } });
    expect(requests[0]?.init).toMatchObject({ method: "POST", body: '{"username":"a","password":"b"}' });
    expect(headerOf("content-type")).toBe("application/json");
  });
  it("sends a public endpoint the first stored token of admin, user and staff", async () => {
    for (const [kind, expected] of [
      ["staff", "Bearer s"],
      ["user", "Bearer u"],
      ["admin", "Bearer a"],
    ] as const) {
      stored.set(`${kind}Token`, expected.slice(-1));
      requests.length = 0;
      await call("GET /api/songs/{id}", { params: { id: 7 } });
      expect(headerOf("authorization")).toBe(expected);
    }
  });
  it("sends the token of the named kind only", async () => {
    stored.set("adminToken", "a");
    await call("POST /api/songs/{id}/play", { params: { id: 7 }, as: "user" });
    expect(headerOf("authorization")).toBeNull();
  });
  it("throws the server's error", async () => {
    stubFetch(() => Response.json({ detail: "Không tìm thấy bài hát" }, { status: 404 }));
    await expect(call("GET /api/songs/{id}", { params: { id: 9 } })).rejects.toMatchObject({
      name: "ApiError",
      code: "not_found",
      message: "Không tìm thấy bài hát",
    });
  });
  it("throws internal for a response that is not JSON", async () => {
    stubFetch(() => new Response("<html>"));
    await expect(call("GET /api/songs")).rejects.toMatchObject({ code: "internal" });
  });
  it("throws NoResponseError without a readable response, but not for an error status", async () => {
    for (const respond of [() => Promise.reject(new TypeError("Failed to fetch")), () => new Response("<html>")]) {
      stubFetch(respond);
      await expect(call("GET /api/songs")).rejects.toBeInstanceOf(NoResponseError);
    }
    for (const status of [400, 404, 500, 503]) {
      stubFetch(() => new Response("<html>", { status }));
      await expect(call("GET /api/songs")).rejects.not.toBeInstanceOf(NoResponseError);
    }
  });
  it("throws unavailable without a network", async () => {
    stubFetch(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(call("GET /api/songs")).rejects.toMatchObject({ code: "unavailable" });
  });
  it("fails after ten seconds", async () => {
    vi.useFakeTimers();
    stubFetch((signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))));
    const failure = call("GET /api/songs").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(requestTimeout - 1);
    expect(requests[0]?.init.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ code: "unavailable" });
  });
  it("rejects with the reason of the caller's signal", async () => {
    stubFetch((signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))));
    const controller = new AbortController();
    const reason = new Error("aborted");
    const failure = call("GET /api/songs", { signal: controller.signal }).catch((error: unknown) => error);
    controller.abort(reason);
    expect(await failure).toBe(reason);
  });
  it("requires the token kind of a protected endpoint", () => {
    type Me = Parameters<typeof call<"GET /api/user/me">>;
    expectTypeOf<["GET /api/user/me"]>().not.toExtend<Me>();
    expectTypeOf<["GET /api/user/me", { as: "admin" }]>().not.toExtend<Me>();
    expectTypeOf<["GET /api/user/me", { as: "user" }]>().toExtend<Me>();
    expectTypeOf<["GET /api/songs"]>().toExtend<Parameters<typeof call<"GET /api/songs">>>();
  });
});

describe("apiErrorOf", () => {
  it("keeps the message and the well-formed field errors", () => {
    const error = apiErrorOf(
      422,
      JSON.stringify({ detail: "Sai", errors: [{ field: "email", message: "Email không hợp lệ" }, 3] }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: "invalid",
      detail: "Sai",
      errors: [{ field: "email", message: "Email không hợp lệ" }],
    });
  });
  it.each([
    "",
    "null",
    "[]",
    "<html>",
    '{"detail":""}',
    '{"detail":5}',
  ])("uses the fallback message for the body %j", (text) => {
    expect(apiErrorOf(400, text, "Login failed").message).toBe("Login failed");
    expect(apiErrorOf(503, text).message).toBe("Máy chủ đang bận, vui lòng thử lại sau");
  });
});
