import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readInBrowser } from "./read-call.ts";

const stored = new Map<string, string>();
const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json([]));

beforeEach(() => {
  vi.stubGlobal("window", { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  stored.clear();
  fetched.mockClear();
  vi.unstubAllGlobals();
});

async function addresses(): Promise<string[]> {
  await readInBrowser("GET /api/songs", { query: { category_id: 7, limit: 4 } });
  await readInBrowser("GET /api/songs/count", { query: {} });
  await readInBrowser("GET /api/songs/{id}", { params: { id: "3" } });
  await readInBrowser("GET /api/categories", { query: { featured: true } });
  return fetched.mock.calls.map(([url]) => url);
}
const ofOthers = ["/api/songs/3", "/api/categories?featured=true"];

it("makes the specified calls", async () => {
  stored.set("userToken", "u");
  expect(await addresses()).toEqual(["/api/songs?category_id=7&limit=4", "/api/songs/count", ...ofOthers]);
});

it("notes what failed, and passes it on", async () => {
  const noted = vi.spyOn(console, "info").mockReturnValue();
  fetched.mockResolvedValueOnce(new Response("", { status: 503 }));
  await expect(readInBrowser("GET /api/categories", {})).rejects.toMatchObject({ status: 503 });
  expect(noted.mock.calls).toEqual([["GET /api/categories", expect.objectContaining({ status: 503 })]]);
  noted.mockRestore();
});

it("asks for active songs only where an administrator's token would bring hidden ones too", async () => {
  stored.set("adminToken", "a");
  expect(await addresses()).toEqual([
    "/api/songs?category_id=7&limit=4&active=true",
    "/api/songs/count?active=true",
    ...ofOthers,
  ]);
  expect(new Headers(fetched.mock.calls[0]?.[1].headers).get("authorization")).toBe("Bearer a");
});
