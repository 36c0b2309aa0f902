import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readInBrowser } from "./read-api.ts";

const stored = new Map<string, string>();
const fetchMock = vi.fn(async (_url: string, _init: RequestInit) => Response.json([]));

beforeEach(() => {
  vi.stubGlobal("window", { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
  vi.stubGlobal("fetch", fetchMock);
});
afterEach(() => {
  stored.clear();
  fetchMock.mockClear();
  vi.unstubAllGlobals();
});

async function requestedUrls(): Promise<string[]> {
  await readInBrowser("GET /api/songs", { query: { category_id: 7, limit: 4 } });
  await readInBrowser("GET /api/songs/count", { query: {} });
  await readInBrowser("GET /api/songs/{id}", { params: { id: "3" } });
  await readInBrowser("GET /api/categories", { query: { featured: true } });
  return fetchMock.mock.calls.map(([url]) => url);
}
const unfilteredUrls = ["/api/songs/3", "/api/categories?featured=true"];

it("sends the input as path and query", async () => {
  stored.set("userToken", "u");
  expect(await requestedUrls()).toEqual(["/api/songs?category_id=7&limit=4", "/api/songs/count", ...unfilteredUrls]);
});

it("logs a failed request as info and rejects", async () => {
  const info = vi.spyOn(console, "info").mockReturnValue();
  fetchMock.mockResolvedValueOnce(new Response("", { status: 503 }));
  await expect(readInBrowser("GET /api/categories", {})).rejects.toMatchObject({ status: 503 });
  expect(info.mock.calls).toEqual([["GET /api/categories", expect.objectContaining({ status: 503 })]]);
  info.mockRestore();
});

it("asks for active songs only when an administrator's token is stored", async () => {
  stored.set("adminToken", "a");
  expect(await requestedUrls()).toEqual([
    "/api/songs?category_id=7&limit=4&active=true",
    "/api/songs/count?active=true",
    ...unfilteredUrls,
  ]);
  expect(new Headers(fetchMock.mock.calls[0]?.[1].headers).get("authorization")).toBe("Bearer a");
});
