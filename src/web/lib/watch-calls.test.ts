import { expect, test, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { watchCalls } from "./watch-calls.ts";

/** Status and `Cache-Control` of a page that answers `status` although a call has failed. */
async function pageAfter(error: unknown, status: number, report = vi.fn()) {
  const calls = watchCalls(async () => {
    throw error;
  }, report);
  await expect(calls.call("GET /api/categories", {})).rejects.toBe(error);
  const headers = { "content-type": "text/html", "cache-control": "max-age=9" };
  const response = calls.finish(new Response("page", { status, headers }));
  expect([await response.text(), response.headers.get("content-type")]).toEqual(["page", "text/html"]);
  return [response.status, response.headers.get("cache-control")];
}

test.each([
  [new ApiError("unavailable"), 200, 503, "no-store"],
  [new ApiError("unavailable"), 500, 503, "no-store"],
  [new ApiError("unavailable"), 404, 404, "no-store"],
  [new ApiError("internal"), 200, 200, "no-store"],
  [new Error("boom"), 200, 200, "no-store"],
  [new ApiError("not_found"), 200, 200, "max-age=9"],
  [new ApiError("not_found"), 500, 500, "no-store"],
])("after %s a page with status %i has %i and %s", async (error, status, ...expected) => {
  expect(await pageAfter(error, status)).toEqual(expected);
});

test("errors from 500 on are reported", async () => {
  const report = vi.fn();
  await pageAfter(new ApiError("not_found"), 200, report);
  expect(report).not.toHaveBeenCalled();
  const error = new ApiError("unavailable");
  await pageAfter(error, 200, report);
  expect(report.mock.calls).toEqual([[error]]);
});

test("a page that has some of its data keeps its status, and is not cached", async () => {
  const call = vi.fn().mockRejectedValueOnce(new ApiError("unavailable")).mockResolvedValue({ data: [], total: 0 });
  const calls = watchCalls(call as never, vi.fn());
  await expect(calls.call("GET /api/categories", {})).rejects.toThrow();
  await calls.call("GET /api/categories", {});
  for (const [status, expected] of [
    [200, 200],
    [500, 503],
  ] as const) {
    const response = calls.finish(new Response("page", { status }));
    expect([response.status, response.headers.get("cache-control")]).toEqual([expected, "no-store"]);
  }
});

test("a page whose calls succeed stays as it is", async () => {
  const reply = { data: [], total: 0 };
  const calls = watchCalls((async () => reply) as never, vi.fn());
  expect(await calls.call("GET /api/categories", {})).toBe(reply);
  const response = new Response("page");
  expect(calls.finish(response)).toBe(response);
});

test("a call aside keeps the page out of the cache, and does not count as its data", async () => {
  const failing = watchCalls(async () => {
    throw new ApiError("unavailable");
  }, vi.fn());
  await expect(failing.callAside("GET /api/social-links", {})).rejects.toThrow();
  const complete = failing.finish(new Response("page"));
  expect([complete.status, complete.headers.get("cache-control")]).toEqual([200, "no-store"]);

  const reply = { data: [], total: 0 };
  const call = vi.fn().mockResolvedValueOnce(reply).mockRejectedValue(new ApiError("unavailable"));
  const calls = watchCalls(call as never, vi.fn());
  await calls.callAside("GET /api/social-links", {});
  await expect(calls.call("GET /api/categories", {})).rejects.toThrow();
  expect(calls.finish(new Response("page")).status).toBe(503);
});
