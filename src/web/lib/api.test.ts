import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { address, call, callTimeout, NoAnswer, refusal } from "./api.ts";

const song = { id: 7, title: "Mưa hạ" };
const stored = new Map<string, string>();
const sent: { url: string; init: RequestInit }[] = [];

function answer(respond: (signal: AbortSignal) => Response | Promise<Response>): void {
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve(respond(init.signal as AbortSignal));
  });
}
const headerOf = (name: string) => new Headers(sent[0]?.init.headers).get(name);

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  vi.stubGlobal("window", { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
  answer(() => Response.json(song));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("address", () => {
  it("fills in path and query, and leaves out what is undefined", () => {
    expect(address("/api/songs/{id}/play", { id: "a/b" })).toBe("/api/songs/a%2Fb/play");
    expect(address("/api/songs", {}, { search: "mưa & hạ", skip: 0, category_id: undefined })).toBe(
      "/api/songs?search=m%C6%B0a+%26+h%E1%BA%A1&skip=0",
    );
  });
});

describe("call", () => {
  it("gives data and the total of a counted list", async () => {
    answer(() => Response.json([song], { headers: { "x-total-count": "41" } }));
    expect(await call("GET /api/songs", { query: { limit: 12 } })).toEqual({ data: [song], total: 41 });
    expect(sent[0]?.url).toBe("/api/songs?limit=12");
  });
  it("sends JSON", async () => {
    await call("POST /api/user/login-json", { body: { username: "a", password: "b" } });
    expect(sent[0]?.init).toMatchObject({ method: "POST", body: '{"username":"a","password":"b"}' });
    expect(headerOf("content-type")).toBe("application/json");
  });
  it("takes the first token there is for an open call, in the order admin, user, staff", async () => {
    for (const [kind, want] of [
      ["staff", "Bearer s"],
      ["user", "Bearer u"],
      ["admin", "Bearer a"],
    ] as const) {
      stored.set(`${kind}Token`, want.slice(-1));
      sent.length = 0;
      await call("GET /api/songs/{id}", { params: { id: 7 } });
      expect(headerOf("authorization")).toBe(want);
    }
  });
  it("takes the named kind's token only", async () => {
    stored.set("adminToken", "a");
    await call("POST /api/songs/{id}/play", { params: { id: 7 }, as: "user" });
    expect(headerOf("authorization")).toBeNull();
  });
  it("throws the server's refusal", async () => {
    answer(() => Response.json({ detail: "Không tìm thấy bài hát" }, { status: 404 }));
    await expect(call("GET /api/songs/{id}", { params: { id: 9 } })).rejects.toMatchObject({
      name: "ApiError",
      code: "not_found",
      message: "Không tìm thấy bài hát",
    });
  });
  it("counts an answer that is no JSON as the server's fault", async () => {
    answer(() => new Response("<html>"));
    await expect(call("GET /api/songs")).rejects.toMatchObject({ code: "internal" });
  });
  it("tells no answer, and one that can't be read, from a refusal", async () => {
    for (const silence of [() => Promise.reject(new TypeError("Failed to fetch")), () => new Response("<html>")]) {
      answer(silence);
      await expect(call("GET /api/songs")).rejects.toBeInstanceOf(NoAnswer);
    }
    for (const status of [400, 404, 500, 503]) {
      answer(() => new Response("<html>", { status }));
      await expect(call("GET /api/songs")).rejects.not.toBeInstanceOf(NoAnswer);
    }
  });
  it("is unavailable without network", async () => {
    answer(() => Promise.reject(new TypeError("Failed to fetch")));
    await expect(call("GET /api/songs")).rejects.toMatchObject({ code: "unavailable" });
  });
  it("gives up after ten seconds", async () => {
    vi.useFakeTimers();
    answer((signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))));
    const failure = call("GET /api/songs").catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(callTimeout - 1);
    expect(sent[0]?.init.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ code: "unavailable" });
  });
  it("ends with the caller's signal and its reason", async () => {
    answer((signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))));
    const controller = new AbortController();
    const reason = new Error("left");
    const failure = call("GET /api/songs", { signal: controller.signal }).catch((error: unknown) => error);
    controller.abort(reason);
    expect(await failure).toBe(reason);
  });
  it("must be told whose token a closed call needs", () => {
    type Me = Parameters<typeof call<"GET /api/user/me">>;
    expectTypeOf<["GET /api/user/me"]>().not.toExtend<Me>();
    expectTypeOf<["GET /api/user/me", { as: "admin" }]>().not.toExtend<Me>();
    expectTypeOf<["GET /api/user/me", { as: "user" }]>().toExtend<Me>();
    expectTypeOf<["GET /api/songs"]>().toExtend<Parameters<typeof call<"GET /api/songs">>>();
  });
});

describe("refusal", () => {
  it("keeps the sentence and the well-formed field errors", () => {
    const error = refusal(
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
  it.each(["", "null", "[]", "<html>", '{"detail":""}', '{"detail":5}'])("falls back where %j says nothing", (text) => {
    expect(refusal(400, text, "Login failed").message).toBe("Login failed");
    expect(refusal(503, text).message).toBe("Máy chủ đang bận, vui lòng thử lại sau");
  });
});
